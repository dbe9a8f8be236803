// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/session/session.h"

#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// A path as sessions have it: absolute, without `.` and `..`; as it is where the working folder cannot be asked for.
[[nodiscard]] std::string sessionPath(const std::string& path);

/// Whether a path is a session file: by its first bytes, or by its ending, so that an empty one is called damaged and
/// not tried as a trace. False for what is no regular file.
[[nodiscard]] bool isSessionFile(const std::string& path);

/// Reads a session. Errors: Unreadable, and those of readSession; sentences that begin small: "it is damaged …".
[[nodiscard]] Result<Session> loadSession(const std::string& path);

/// Writes a session whole or not at all. NotWritable; also where `path` is one of the session's own files.
[[nodiscard]] Result<Done> saveSession(const Session& session, const std::string& path);

/// Size and time of a file now; nothing where it is not there.
[[nodiscard]] std::optional<SessionFile> sessionFileOf(const std::string& path);

/// Traces of a session that are not there, in its order. Asks the file system.
[[nodiscard]] std::vector<std::string> missingTraces(const Session& session);
/// Files whose size or time is another one than when it was written, and those that are gone, in its order. Asks the
/// file system.
[[nodiscard]] std::vector<std::string> changedFiles(const Session& session);

} // namespace kinetoscope
