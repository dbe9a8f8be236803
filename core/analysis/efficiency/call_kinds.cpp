// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/call_kinds.h"

#include <functional>

namespace kinetoscope {

std::size_t CallKinds::Hash::operator()(const CallKind* kind) const
{
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15ULL;
    const Figures& figures = kind->figures;
    std::uint64_t hash = static_cast<std::uint64_t>(figures.flops.value_or(-1)) * kOdd;
    hash = (hash ^ (hash >> 29) ^ static_cast<std::uint64_t>(figures.bytes.value_or(-1))) * kOdd;
    hash ^= static_cast<std::uint64_t>(figures.lack) << 8 ^ static_cast<std::uint64_t>(kind->spec) << 16
        ^ static_cast<std::uint64_t>(kind->device) << 24;
    return static_cast<std::size_t>(hash ^ (hash >> 31) ^ std::hash<std::string_view>()(kind->category));
}

bool CallKinds::Equal::operator()(const CallKind* a, const CallKind* b) const
{
    return a->figures == b->figures && a->category == b->category && a->spec == b->spec && a->device == b->device;
}

const CallKind* CallKinds::of(const Figures& figures, std::string_view category, ComputeSpec spec, std::int64_t device)
{
    const CallKind asked { figures, category, spec, device, 0 };
    if (const auto known = m_known.find(&asked); known != m_known.end())
        return *known;
    CallKind& kind = m_kinds.emplace_back(asked);
    kind.index = static_cast<std::uint32_t>(m_kinds.size() - 1);
    m_known.insert(&kind);
    return &kind;
}

} // namespace kinetoscope
