// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace kinetoscope {

class Actions;
class TimelineView;
class ViewState;

/// Adds the menu "Marks" to another one: the actions on marks, and below them every mark by time, to go there. Filled
/// each time it opens. Nothing is owned; all outlive the menu.
void addMarksMenu(QMenu* parent, Actions& actions, TimelineView& timeline, ViewState& viewState);
/// Says what the actions on marks do, and enables those that can do it now.
void connectMarkActions(Actions& actions, TimelineView& timeline, ViewState& viewState);

/// Adds the menu "Tracks" to another one: to pin, hide and move the current track. Nothing is owned.
void addTracksMenu(QMenu* parent, Actions& actions);
/// Says what the actions on tracks do, and enables those that can do it now. All outlive the connections.
void connectTrackActions(Actions& actions, TimelineView& timeline, ViewState& viewState);

} // namespace kinetoscope
