// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_examples.h"

namespace kinetoscope::tests {

std::string synchronisationExample()
{
    return wholeMicroseconds()
        .step(1, 0_us, 160_us)
        .op("aten::a", 0_us, 12_us)
        .launch(4_us, 6_us, 1)
        .kernel("k1", 20_us, 80_us, 7, 1)
        .runtime("cudaDeviceSynchronize", 30_us, 74_us, 9)
        .op("aten::b", 110_us, 30_us)
        .launch(120_us, 8_us, 2)
        .kernel("k2", 131_us, 9_us, 7, 2)
        .text();
}

std::string blockingCopyExample()
{
    return wholeMicroseconds()
        .op("aten::a", 0_us, 12_us)
        .launch(4_us, 6_us, 1)
        .kernel("k1", 20_us, 84_us, 7, 1)
        .op("aten::item", 36_us, 78_us)
        .runtime("cudaMemcpyAsync", 40_us, 72_us, 2)
        .copy("Memcpy DtoH (Device -> Pageable)", 105_us, 5_us, 7, 2, 4)
        .runtime("cudaStreamSynchronize", 112_us, 1_us, 8)
        .op("aten::b", 120_us, 20_us)
        .launch(130_us, 5_us, 3)
        .kernel("k2", 138_us, 2_us, 7, 3)
        .text();
}

std::string fullQueueExample()
{
    return wholeMicroseconds()
        .launch(0_us, 5_us, 1)
        .launch(5_us, 5_us, 2)
        .launch(10_us, 5_us, 3)
        .launch(15_us, 95_us, 4)
        .launch(110_us, 5_us, 5)
        .runtime("cudaEventRecord", 116_us, 4_us, 6)
        .kernel("k1", 10_us, 90_us, 7, 1)
        .kernel("k2", 102_us, 48_us, 7, 2)
        .kernel("k3", 152_us, 8_us, 7, 3)
        .kernel("k4", 162_us, 8_us, 7, 4)
        .kernel("k5", 172_us, 8_us, 7, 5)
        .text();
}

std::string twoStepsExample()
{
    return wholeMicroseconds()
        .step(1, 0_us, 100_us)
        .op("aten::a", 10_us, 30_us)
        .launch(20_us, 10_us, 1)
        .kernel("k1", 35_us, 25_us, 7, 1)
        .step(2, 100_us, 100_us)
        .op("aten::b", 110_us, 30_us)
        .launch(120_us, 10_us, 2)
        .kernel("k2", 135_us, 85_us, 7, 2)
        .text();
}

std::string allReduceArgs(std::int64_t sequence, int groupSize, std::string_view description)
{
    ArgsText args;
    args.add("Collective name", "allreduce").add("Process Group Name", "0");
    if (!description.empty())
        args.add("Process Group Description", description);
    return args.add("Group size", std::int64_t { groupSize }).add("Seq", sequence).text();
}

} // namespace kinetoscope::tests
