// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/owner_keys.h"

namespace kinetoscope {

OwnerKeys::OwnerKeys(const Trace& trace)
    : m_trace(trace)
    , m_steps(trace)
    , m_lineNames(trace.strings().size())
{
}

std::size_t OwnerKeys::LabelKeyHash::operator()(const LabelKey& key) const noexcept
{
    const std::uint64_t first = (std::uint64_t { key.path } << 32U) | key.frame.value;
    const std::uint64_t second =
        (std::uint64_t { key.name.value } << 2U) | (key.isStep ? 2U : 0U) | (key.isWork ? 1U : 0U);
    constexpr std::uint64_t kOdd = 0x9e37'79b9'7f4a'7c15U; // spreads neighbours over all bits
    return static_cast<std::size_t>((first * kOdd) ^ ((second + 1) * (kOdd << 1U | 1U)));
}

bool OwnerKeys::isLine(StringId name)
{
    enum : std::uint8_t { Unknown, Line, Other };
    std::uint8_t& known = m_lineNames[name.index()];
    if (known == Unknown)
        known = namesALine(m_trace.text(name)) ? Line : Other;
    return known == Line;
}

OwnerKeys::LabelKey OwnerKeys::labelKeyOf(SliceId owner)
{
    const SliceTable& slices = m_trace.slices();
    LabelKey key;
    key.name = slices.name[owner.index()];
    key.isWork = isDeviceSide(m_trace.kind(owner));
    if (key.isWork)
        return key;
    key.isStep = m_steps.contains(owner);
    m_names.clear();
    SliceId up = owner;
    for (int i = 0; up.isValid() && i < kMostSlicesAround; up = slices.parent[up.index()], ++i) {
        const EventKind kind = m_trace.kind(up);
        const StringId name = slices.name[up.index()];
        if ((kind == EventKind::CpuOp || kind == EventKind::UserAnnotation) && !m_steps.contains(up))
            m_names.push_back(name);
        else if (kind == EventKind::PythonFunction && !key.frame.isValid() && isLine(name))
            key.frame = name;
    }
    for (auto name = m_names.rbegin(); name != m_names.rend(); ++name)
        key.path = m_paths
                       .try_emplace((std::uint64_t { key.path } << 32U) | name->value,
                           static_cast<std::uint32_t>(m_paths.size()) + 1)
                       .first->second;
    return key;
}

std::uint32_t OwnerKeys::labelsNumber(SliceId owner)
{
    const auto numberOf = [this](OwnerLabels labels) {
        const auto [key, isNew] =
            m_labels.try_emplace(std::move(labels), static_cast<std::uint32_t>(m_byNumber.size()));
        if (isNew)
            m_byNumber.push_back(&key->first);
        return key->second;
    };
    if (!owner.isValid())
        return numberOf({});
    const auto [known, isNew] = m_labelNumbers.try_emplace(labelKeyOf(owner));
    if (isNew)
        known->second = numberOf(ownerLabels(m_trace, owner));
    return known->second;
}

std::uint32_t OwnerKeys::of(Cause cause, SliceId owner)
{
    if (m_byNumber.empty() || owner != m_lastOwner) {
        m_lastLabels = labelsNumber(owner);
        m_lastOwner = owner;
    }
    const std::uint64_t both = std::uint64_t { m_lastLabels } * kCauseCount + static_cast<std::uint64_t>(cause);
    const auto [number, isFirst] = m_numbers.try_emplace(both, static_cast<std::uint32_t>(m_keys.size()));
    if (isFirst)
        m_keys.push_back({ cause, m_byNumber[m_lastLabels] });
    return number->second;
}

} // namespace kinetoscope
