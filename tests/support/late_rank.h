// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/trace_text.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace kinetoscope::tests {

/// Arguments of a run of a collective in a process group.
inline std::string reduceIn(std::string_view group, std::int64_t sequence, std::string_view kind = "allreduce")
{
    return ArgsText().add("Collective name", kind).add("Process Group Name", group).add("Seq", sequence).text();
}

/// A rank of a job, event by event.
struct LateRank {
    TraceText text;
    std::int64_t correlation = 0;

    explicit LateRank(int rank, int size) { text.rank(rank, size); }
    LateRank& reduce(std::int64_t sequence, Timestamp begin, Timestamp end, Timestamp launched = -1,
        std::string_view group = "world", std::int64_t stream = 20)
    {
        const std::int64_t own = link(launched);
        text.kernel("ncclDevKernel_AllReduce", begin, end - begin, stream, own, reduceIn(group, sequence));
        return *this;
    }
    LateRank& gemm(Timestamp begin, Timestamp end, Timestamp launched = -1)
    {
        const std::int64_t own = link(launched);
        text.kernel("gemm", begin, end - begin, 7, own);
        return *this;
    }
    std::int64_t link(Timestamp launched)
    {
        if (launched < 0)
            return 0;
        text.launch(launched, 1_us, ++correlation);
        return correlation;
    }
};

} // namespace kinetoscope::tests
