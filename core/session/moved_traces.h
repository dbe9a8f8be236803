// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <string>

namespace kinetoscope {

/// The session with `missing`, one of its traces, where it is now. Every other path of it that is not there is looked
/// for in the same place relative to the one that was found: files that were moved together are found together. What
/// is not found keeps its path; nothing else changes. Asks the file system; O(paths * folders in a path).
///
/// @param missing  a path of session.traces, as it stands there.
/// @param found    a file or folder; absolute or relative to the working folder.
[[nodiscard]] Session withMovedTrace(Session session, const std::string& missing, const std::string& found);

/// Whether a trace of the session was a folder: files of it lie below.
[[nodiscard]] bool isFolderOf(const Session& session, const std::string& path);

} // namespace kinetoscope
