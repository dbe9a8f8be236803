// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/job_sizes.h"

#include <algorithm>

namespace kinetoscope {

void JobSizes::add(std::optional<std::int64_t> size)
{
    if (!size || *size <= 0)
        return;
    ++m_bySize[*size];
    ++m_files;
}

bool JobSizes::areMoreThanRanks() const
{
    return std::ranges::any_of(m_bySize, [](const auto& each) { return each.second > each.first; });
}

std::optional<std::int64_t> JobSizes::only() const
{
    return m_bySize.size() == 1 ? std::optional(m_bySize.begin()->first) : std::nullopt;
}

std::int64_t JobSizes::least() const
{
    return m_bySize.empty() ? 0 : m_bySize.begin()->first;
}

std::int64_t JobSizes::greatest() const
{
    return m_bySize.empty() ? 0 : m_bySize.rbegin()->first;
}

} // namespace kinetoscope
