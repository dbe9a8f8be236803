// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/session/session.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace kinetoscope {

/// The text of a session file: one JSON object that begins with `"kinetoscope-session": VERSION`. Pure functions; no
/// file is touched.

/// Raised when an older program would misunderstand a newer file. New keys alone do not raise it: readers skip what
/// they do not know.
inline constexpr std::int64_t kSessionVersion = 1;

/// @param folder  absolute path of the folder that the file goes to. Paths of things in it are written relative to it,
/// so
///                that the folder can be moved as a whole; all others absolute.
[[nodiscard]] std::string writeSession(const Session& session, const std::string& folder);

/// What writeSession wrote, with absolute paths. Any text is survivable. NotATrace for what is no session or a damaged
/// one, Unsupported for a newer version; each sentence says what is wrong, and the first where in bytes if it knows.
[[nodiscard]] Result<Session> readSession(std::string_view text, const std::string& folder);

/// Whether a text that begins so claims to be a session: decides about a file from its first bytes.
[[nodiscard]] bool beginsLikeSession(std::string_view text);

/// What a session keeps of a slice's name: enough to recognise it, always valid UTF-8.
[[nodiscard]] std::string sessionName(std::string_view name);

} // namespace kinetoscope
