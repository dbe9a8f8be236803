// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/replay/operation_sums.h"
#include "core/analysis/causes/replay/recording.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace kinetoscope {

/// What each piece of work of a recording is put down to; and for each block of works of a stream that wait for each
/// other, what they and their gaps take by cause, so that a path that follows the stream need not look at each of them.
/// Immutable.
class WorkCauses {
public:
    static constexpr std::uint32_t kBlock = 64; ///< works

    /// O(work); some 2 bytes each. Not complete if told to stop.
    WorkCauses(const Recording& recording, const NameTypes& types, const Progress& progress);

    [[nodiscard]] Cause of(WorkNumber work) const { return m_causes[work]; }

    struct Block {
        WorkNumber last = kNoWork;
        WorkNumber before = kNoWork; ///< what its first work follows on the stream
        std::uint32_t firstSum = 0;
        std::uint32_t sumCount = 0;
    };
    /// The block that ends with the work, none if none does, or if not each of its works has one that it follows on the
    /// stream. O(log blocks).
    [[nodiscard]] const Block* endingWith(WorkNumber work) const
    {
        const auto block = std::ranges::lower_bound(m_blocks, work, {}, &Block::last);
        return block != m_blocks.end() && block->last == work ? &*block : nullptr;
    }
    /// By cause, if each work takes as long as recorded and starts so long after the one before.
    [[nodiscard]] std::span<const CauseSum> sumsOf(const Block& block) const
    {
        return std::span(m_sums).subspan(block.firstSum, block.sumCount);
    }

private:
    void addBlock(const Recording& recording, std::span<const WorkNumber> works);

    std::vector<Cause> m_causes;
    std::vector<Block> m_blocks; ///< by last work
    std::vector<CauseSum> m_sums;
};

} // namespace kinetoscope
