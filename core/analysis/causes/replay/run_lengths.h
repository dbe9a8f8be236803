// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/replay/replay.h"

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
    RunLengths(const Recording& recording, const Replay& replay)
        : m_parts(recording.runParts)
        , m_details(recording.details)
        , m_replay(replay)
    {
    }
    [[nodiscard]] Nanoseconds of(OperationNumber run)
    {
        const std::size_t end = m_details[run];
        while (end > m_first + m_count)
            goOn();
        return m_sums[end - m_first - 1] - std::exchange(m_done, m_sums[end - m_first - 1]);
    }

private:
    void goOn()
    {
        m_first += m_count;
        m_count = std::min(m_sums.size(), m_parts.size() - m_first);
        Nanoseconds total = m_total; // a member might be one of the sums, for all that the compiler knows
        for (std::size_t i = 0; i < m_count; ++i) {
            total += m_replay.timeOf(m_parts[m_first + i]);
            m_sums[i] = total;
        }
        m_total = total;
    }

    std::span<const RunPart> m_parts;
    std::span<const std::uint32_t> m_details;
    const Replay& m_replay;
    std::array<Nanoseconds, 512> m_sums; ///< of all parts up to there
    std::size_t m_first = 0;             ///< part
    std::size_t m_count = 0;
    Nanoseconds m_total = 0;
    Nanoseconds m_done = 0; ///< up to the run that was asked for last
};

} // namespace kinetoscope
