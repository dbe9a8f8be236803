// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/roofline_roofs.h"

#include <string_view>
#include <vector>

namespace kinetoscope {

void RooflineRoofs::add(const RankOwnedWork& work, const TracePeaks& peaks)
{
    std::vector<bool> isSeen(work.kinds.size(), false); // calls of a kind have the same roofs
    for (const OwningCall& call : work.calls) {
        const Figures& figures = call.figures();
        if (figures.flops.value_or(0) <= 0 || figures.bytes.value_or(0) <= 0 || call.kernelTime <= 0)
            continue;
        m_hasDots = true;
        if (isSeen[call.kind->index])
            continue;
        isSeen[call.kind->index] = true;
        constexpr std::string_view kMatrix = "matrix_";
        if (const double rate = peaks.rate(call.device(), call.spec()); rate > 0)
            m_roofs.insert({ std::string(toString(call.spec()).substr(kMatrix.size())), { rate, 0 } });
        if (const double bandwidth = peaks.bandwidth(call.device()); bandwidth > 0)
            m_roofs.insert({ std::string(), { 0, bandwidth } });
    }
}

} // namespace kinetoscope
