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

std::string communicationBesideExample()
{
    return wholeMicroseconds()
        .launch(0_us, 2_us, 1)
        .kernel("gemm", 10_us, 100_us, 7, 1)
        .launch(2_us, 2_us, 2)
        .kernel("ncclDevKernel_AllReduce", 12_us, 90_us, 20, 2)
        .runtime("cudaDeviceSynchronize", 6_us, 106_us, 9)
        .op("aten::x", 114_us, 26_us)
        .launch(120_us, 5_us, 3)
        .kernel("next", 127_us, 10_us, 7, 3)
        .text();
}

std::string dataLoadingExample()
{
    return wholeMicroseconds()
        .step(1, 0_us, 100_us)
        .annotation("enumerate(DataLoader)", 0_us, 60_us)
        .op("aten::f", 60_us, 30_us)
        .launch(70_us, 10_us, 1)
        .kernel("k1", 82_us, 60_us, 7, 1)
        .step(2, 100_us, 100_us)
        .annotation("enumerate(DataLoader)", 100_us, 60_us)
        .op("aten::f", 160_us, 30_us)
        .launch(170_us, 10_us, 2)
        .kernel("k2", 182_us, 60_us, 7, 2)
        .runtime("cudaDeviceSynchronize", 200_us, 45_us, 9)
        .text();
}

std::string threeLaunchesExample()
{
    return wholeMicroseconds()
        .op("aten::a", 0_us, 20_us)
        .op("aten::b", 20_us, 20_us)
        .op("aten::c", 40_us, 20_us)
        .launch(10_us, 5_us, 1)
        .launch(30_us, 5_us, 2)
        .launch(50_us, 5_us, 3)
        .kernel("k1", 18_us, 4_us, 7, 1)
        .kernel("k2", 38_us, 4_us, 7, 2)
        .kernel("k3", 58_us, 4_us, 7, 3)
        .runtime("cudaDeviceSynchronize", 60_us, 4_us, 9)
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
