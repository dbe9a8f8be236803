// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace kinetoscope {

class Actions;
class TimelineView;
class ViewState;

/// Adds the menu "Tracks" to another one: to pin, hide and move the current track. Nothing is owned.
void addTracksMenu(QMenu* parent, Actions& actions);
/// Says what the actions on tracks do, and enables those that can do it now. All outlive the connections.
void connectTrackActions(Actions& actions, TimelineView& timeline, ViewState& viewState);

} // namespace kinetoscope
