// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/owner_keys.h"

namespace kinetoscope {

std::uint32_t OwnerKeys::of(Cause cause, SliceId owner)
{
    const auto [place, isNew] = m_ofOwner.try_emplace(owner);
    if (isNew) {
        const auto [labels, areNew] =
            m_labels.try_emplace(ownerLabels(m_trace, owner), static_cast<std::uint32_t>(m_byNumber.size()));
        if (areNew)
            m_byNumber.push_back(&labels->first);
        place->second = labels->second;
    }
    const std::uint64_t both = std::uint64_t { place->second } * kCauseCount + static_cast<std::uint64_t>(cause);
    const auto [number, isFirst] = m_numbers.try_emplace(both, static_cast<std::uint32_t>(m_keys.size()));
    if (isFirst)
        m_keys.push_back({ cause, m_byNumber[place->second] });
    return number->second;
}

} // namespace kinetoscope
