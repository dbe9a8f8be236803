// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kinetoscope {

/// `path` as a session file in `folder` names it: relative where it lies in the folder or below, else as it is. Both
/// absolute. By names alone, the file system is not asked.
[[nodiscard]] std::string pathInSession(const std::string& path, const std::string& folder);
/// And back.
[[nodiscard]] std::string pathFromSession(const std::string& path, const std::string& folder);

/// Bytes as ASCII text: those that are no printable ASCII, and `%`, as `%5C`.
[[nodiscard]] std::string percentEncoded(std::string_view bytes);
/// And back; nothing for a text that percentEncoded does not write.
[[nodiscard]] std::optional<std::string> percentDecoded(std::string_view text);

} // namespace kinetoscope
