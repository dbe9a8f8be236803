// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/replay/host_operations.h"
#include "core/base/nanoseconds.h"
#include "core/base/progress.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kinetoscope {

/// What a block of operations, or of work, has of one cause.
struct CauseSum {
    Nanoseconds time = 0;
    std::uint32_t odd = 0; ///< how many of its times are odd
    Cause cause = Cause::Unrecorded;
};

/// By cause what each block of operations takes that holds nothing but plain ones and runs, so that a path need not
/// look at each of them: nearly all of one that follows the host lies in such blocks. Immutable.
class OperationSums {
public:
    /// Small: a path enters and leaves blocks in their midst.
    static constexpr OperationNumber kBlock = 64;

    OperationSums() = default;
    /// O(operations); about 2 bytes each. Not complete if told to stop.
    OperationSums(const HostOperations& operations, const Progress& progress);

    /// Of the block that ends with the operation; empty if none does, or it holds something else.
    [[nodiscard]] std::span<const CauseSum> endingWith(OperationNumber operation) const
    {
        const std::size_t block = operation / kBlock;
        if (operation % kBlock != kBlock - 1 || block + 1 >= m_begins.size())
            return {};
        return std::span(m_sums).subspan(m_begins[block], m_begins[block + 1] - m_begins[block]);
    }

private:
    std::vector<CauseSum> m_sums;
    std::vector<std::uint32_t> m_begins; ///< by block, and one more
};

} // namespace kinetoscope
