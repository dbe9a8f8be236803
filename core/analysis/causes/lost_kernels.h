// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/remark.h"
#include "core/model/trace_set.h"

#include <cstddef>
#include <vector>

namespace kinetoscope {

/// Kernel launches without a kernel in the file, those that a graph captures aside: where profilers drop GPU activity,
/// the GPU looks idle while it runs what they launched. Keeps a reference to the trace. Immutable.
class LostKernels {
public:
    /// O(slices).
    explicit LostKernels(const Trace& trace);

    /// How many lie between the launches of `work` and of what ran before it on its stream, on the thread that launched
    /// `work`; 0 where one of the two launches is not known. Which stream they launched to was not recorded.
    /// O(log launches).
    [[nodiscard]] std::size_t before(SliceId work) const;

private:
    const Trace& m_trace;
    std::vector<SliceId> m_launches; ///< in the order of rows: thread by thread, by start
};

/// That the GPU may have been busy in time that is called idle. @param time  > 0, before work with such launches.
[[nodiscard]] Remark kernelsNotRecorded(const RankTrace& rank, Nanoseconds time);

} // namespace kinetoscope
