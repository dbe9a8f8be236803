// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace kinetoscope {

class TimelineView;
class ViewState;

/// Adds the menu "Marks" to another one: how to set and remove them, and below that every mark by time, to go there.
/// Filled each time it opens. The view and the state are not owned and outlive the menu.
void addMarksMenu(QMenu* parent, TimelineView& timeline, ViewState& viewState);

} // namespace kinetoscope
