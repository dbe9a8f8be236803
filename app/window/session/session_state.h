// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <cstddef>

class QMainWindow;

namespace kinetoscope {

class Actions;
class AnalysisDocks;
class CounterColours;
class Document;
class OverlayControl;
class TimelineView;

/// The parts of the window that a session is about. Not owned.
struct SessionParts {
    Document* document = nullptr;
    TimelineView* timeline = nullptr;
    AnalysisDocks* docks = nullptr;
    Actions* actions = nullptr;
    OverlayControl* overlays = nullptr;
    CounterColours* counterColours = nullptr;
    QMainWindow* window = nullptr; ///< its docks and toolbars; nullptr: their places are left alone
};

/// What is open now and how it looks; a job must be open. `keepsSelection` becomes false where the selection is larger
/// than a session keeps.
[[nodiscard]] Session currentSession(const SessionParts& parts, bool& keepsSelection);

/// Makes the window look like the session, whose traces must be open. What does not fit any more is left as it is.
/// Preferences are not touched. @return how many selected things were not found again.
std::size_t showSession(const Session& session, const SessionParts& parts);

} // namespace kinetoscope
