// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/replay/host_operations.h"
#include "core/analysis/causes/replay/host_shares.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace kinetoscope {

/// What runs take that are asked for one after the other, all of them. Their parts are summed up ahead: where the parts
/// of each end can be guessed by no processor. Keeps references; 4 KiB.
class RunLengths {
public:
    RunLengths(const HostOperations& operations, const HostShares& shares)
        : m_parts(operations.runParts)
        , m_details(operations.details)
        , m_shares(shares)
    {
    }
    [[nodiscard]] Nanoseconds of(OperationNumber run)
    {
        const std::size_t end = m_details[run];
        while (end > m_end)
            goOn();
        const Nanoseconds sum = m_sums[kAhead + end - m_end - 1]; // the last sum is that of all up to m_end
        return sum - std::exchange(m_done, sum);
    }

private:
    static constexpr std::size_t kAhead = 512; ///< parts

    void goOn()
    {
        const std::span<const RunPart> parts = m_parts.subspan(m_end, std::min(kAhead, m_parts.size() - m_end));
        m_end += parts.size();
        Nanoseconds* const sums = &m_sums[kAhead - parts.size()];
        Nanoseconds total = m_total; // a member might be one of the sums, for all that the compiler knows
        if (m_shares.hasHalves()) {
            for (std::size_t i = 0; i < parts.size(); ++i)
                sums[i] = total += m_shares.leftOf(parts[i].cause(), parts[i].time(), parts[i].odd());
        } else {
            for (std::size_t i = 0; i < parts.size(); ++i)
                sums[i] = total += m_shares.wholeOf(parts[i].cause(), parts[i].time());
        }
        m_total = total;
    }

    std::span<const RunPart> m_parts;
    std::span<const std::uint32_t> m_details;
    const HostShares& m_shares;
    std::array<Nanoseconds, kAhead> m_sums; ///< of all parts up to there
    std::size_t m_end = 0;                  ///< behind the last part of a sum
    Nanoseconds m_total = 0;
    Nanoseconds m_done = 0; ///< up to the run that was asked for last
};

} // namespace kinetoscope
