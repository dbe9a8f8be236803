// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_paths.h"

#include <charconv>
#include <filesystem>

namespace kinetoscope {

std::string pathInSession(const std::string& path, const std::string& folder)
{
    namespace fs = std::filesystem;
    const fs::path normal = fs::path(path).lexically_normal();
    const fs::path relative = normal.lexically_relative(fs::path(folder).lexically_normal());
    if (relative.empty() || *relative.begin() == "..")
        return normal.string();
    return relative.generic_string();
}

std::string pathFromSession(const std::string& path, const std::string& folder)
{
    // An absolute path replaces the folder.
    return (std::filesystem::path(folder) / path).lexically_normal().string();
}

std::string percentEncoded(std::string_view bytes)
{
    constexpr char kHex[] = "0123456789ABCDEF";
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f && c != '%') {
            text += c;
            continue;
        }
        text += '%';
        text += kHex[byte >> 4];
        text += kHex[byte & 0xf];
    }
    return text;
}

std::optional<std::string> percentDecoded(std::string_view text)
{
    std::string bytes;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            bytes += text[at];
            continue;
        }
        unsigned byte = 0;
        const char* const first = text.data() + at + 1;
        if (at + 2 >= text.size() || std::from_chars(first, first + 2, byte, 16).ptr != first + 2)
            return std::nullopt;
        bytes += static_cast<char>(byte);
        at += 2;
    }
    return bytes;
}

} // namespace kinetoscope
