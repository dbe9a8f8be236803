// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/work_causes.h"

#include "core/analysis/causes/path/path_walk.h"

#include <array>

namespace kinetoscope {

WorkCauses::WorkCauses(const Recording& recording, const NameTypes& types, const Progress& progress)
{
    const WorkOrder& works = recording.works();
    StopCheck check(progress);
    m_causes.reserve(works.size());
    for (WorkNumber work = 0; work < works.size() && !check.after(2); ++work)
        m_causes.push_back(causeOfWork(types, recording.trace(), works.slice(work)));
    for (std::uint32_t stream = 0; stream < works.streamCount(); ++stream) {
        const std::span<const WorkNumber> all = works.worksOf(stream);
        for (std::size_t end = kBlock; end <= all.size(); end += kBlock) {
            if (check.after(kBlock))
                return;
            addBlock(recording, all.subspan(end - kBlock, kBlock));
        }
    }
    std::ranges::sort(m_blocks, {}, &Block::last);
}

void WorkCauses::addBlock(const Recording& recording, std::span<const WorkNumber> works)
{
    Block block { works.back(), kNoWork, static_cast<std::uint32_t>(m_sums.size()), 0 };
    std::array<Nanoseconds, kCauseCount> sums {};
    WorkNumber before = kNoWork;
    for (const WorkNumber work : works) {
        const WaitsOfWork waits = recording.waits.of(work);
        if (waits.empty() || waits.front().kind() != DependencyKind::Stream)
            return;
        if (before == kNoWork)
            block.before = waits.front().work;
        else if (waits.front().work != before) // what ended last is not what started last where they overlap
            return;
        before = work;
        const Nanoseconds lag = recording.lagOf(work, waits.front());
        sums[static_cast<std::size_t>(recording.causeOfLag(work, lag, true))] += lag;
        sums[static_cast<std::size_t>(of(work))] += recording.works().lengthOf(work);
    }
    for (std::size_t cause = 0; cause < kCauseCount; ++cause) {
        if (sums[cause] > 0)
            m_sums.push_back({ sums[cause], 0, static_cast<Cause>(cause) });
    }
    block.sumCount = static_cast<std::uint32_t>(m_sums.size()) - block.firstSum;
    m_blocks.push_back(block);
}

} // namespace kinetoscope
