// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/name_pattern.h"

#include <string>
#include <string_view>

namespace kinetoscope {

/// How a person names ops: exactly, by a part, or by a regular expression. A value; thread-safe.
class NameMatcher {
public:
    /// @param how  "exact", "contains" or "regex". InvalidArgument if `text` is then no regular expression.
    [[nodiscard]] static Result<NameMatcher> create(std::string text, std::string_view how);
    [[nodiscard]] bool matches(std::string_view name) const;

private:
    enum class How : std::uint8_t { Exact, Contains, Regex };
    std::string m_text;
    How m_how = How::Exact;
    NamePattern m_pattern; ///< only for Regex
};

} // namespace kinetoscope
