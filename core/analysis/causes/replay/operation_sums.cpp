// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/operation_sums.h"

#include <array>

namespace kinetoscope {

OperationSums::OperationSums(const HostOperations& operations, const Progress& progress)
{
    const std::size_t blocks = operations.ends.size() / kBlock;
    m_begins.reserve(blocks + 1);
    StopCheck check(progress);
    std::array<CauseSum, kCauseCount> sums;
    for (std::size_t block = 0; block < blocks && !check.after(kBlock); ++block) {
        m_begins.push_back(static_cast<std::uint32_t>(m_sums.size()));
        sums.fill({});
        bool isPlain = true;
        const auto first = static_cast<OperationNumber>(block * kBlock);
        for (OperationNumber operation = first; operation < first + kBlock && isPlain; ++operation) {
            const OperationKind kind = operations.kinds[operation];
            isPlain = kind == OperationKind::Plain || kind == OperationKind::Run;
            if (kind == OperationKind::Run) {
                operations.eachPartOf(operation, [&sums](const RunPart& part) {
                    sums[part.cause()].time += Nanoseconds { part.time() };
                    sums[part.cause()].odd += part.odd();
                });
            } else if (isPlain && operation > 0) {
                const Nanoseconds length = operations.ends[operation] - operations.ends[operation - 1];
                CauseSum& sum = sums[static_cast<std::size_t>(operations.causes[operation])];
                sum.time += length;
                sum.odd += static_cast<std::uint32_t>(length % 2);
            }
        }
        for (std::size_t cause = 0; cause < kCauseCount && isPlain; ++cause) {
            if (sums[cause].time > 0)
                m_sums.push_back({ sums[cause].time, sums[cause].odd, static_cast<Cause>(cause) });
        }
    }
    m_begins.push_back(static_cast<std::uint32_t>(m_sums.size()));
}

} // namespace kinetoscope
