// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/slow/slow_analyses.h"
#include "core/analysis/names/classification.h"

namespace kinetoscope::tests {

TimeSplit slowSplit(const RankGpuWork& work)
{
    TimeSplit split;
    for (const TimeRange& window : work.window) {
        for (Timestamp t = window.begin; t < window.end; ++t) {
            bool busy = false;
            bool computes = false;
            bool communicates = false;
            bool copies = false;
            for (const GpuWorkRow& row : work.rows) {
                if (t < row.range.begin || t >= row.range.end)
                    continue;
                busy = true;
                computes = computes || row.type == KernelType::Computation;
                communicates = communicates || row.type == KernelType::Communication;
                copies = copies || row.type == KernelType::Memory;
            }
            split.window += 1;
            split.idle += busy ? 0 : 1;
            split.compute += computes ? 1 : 0;
            split.nonCompute += busy && !computes ? 1 : 0;
            split.communication += communicates ? 1 : 0;
            split.memory += copies ? 1 : 0;
            if (busy && !computes) {
                if (communicates)
                    split.communicationExposed += 1;
                else if (copies)
                    split.memoryExposed += 1;
                else
                    split.otherExposed += 1;
            }
        }
    }
    return split;
}

} // namespace kinetoscope::tests
