// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/name_matcher.h"

#include <utility>

namespace kinetoscope {

Result<NameMatcher> NameMatcher::create(std::string text, std::string_view how)
{
    NameMatcher matcher;
    matcher.m_how = how == "regex" ? How::Regex : how == "contains" ? How::Contains : How::Exact;
    if (matcher.m_how == How::Regex) {
        KT_TRY(matcher.m_pattern, NamePattern::compile(text));
    }
    matcher.m_text = std::move(text);
    return matcher;
}

bool NameMatcher::matches(std::string_view name) const
{
    switch (m_how) {
    case How::Exact:
        return name == m_text;
    case How::Contains:
        return name.find(m_text) != std::string_view::npos;
    case How::Regex:
        return m_pattern.isIn(name);
    }
    return false;
}

} // namespace kinetoscope
