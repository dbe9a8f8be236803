// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/class_doubts.h"
#include "core/analysis/health/health_finding.h"

#include <utility>

namespace kinetoscope {

namespace {

const char* checkOf(ClassDoubt doubt)
{
    switch (doubt) {
    case ClassDoubt::Contradicted:
        return "class-contradicted";
    case ClassDoubt::RunsApart:
        return "class-runs-apart";
    case ClassDoubt::Guessed:
        break;
    }
    return "class-guessed";
}

} // namespace

void checkClasses(const Trace& trace, const RankGpuWork& work, const KernelClassifier& classifier,
    const Progress& progress, std::vector<HealthFinding>& findings)
{
    for (DoubtfulClass& doubtful : doubtfulClasses(trace, work, classifier, progress)) {
        findings.push_back({ .level = doubtful.doubt == ClassDoubt::Guessed ? HealthLevel::Info : HealthLevel::Warning,
            .check = checkOf(doubtful.doubt),
            .sentence = doubtMessage(doubtful, trace, true),
            .general = doubtMessage(doubtful, trace, false),
            .count = doubtful.slices.size(),
            .time = doubtful.time,
            .share = 100.0 * static_cast<double>(doubtful.time) / static_cast<double>(doubtful.allKernelTime),
            .slices = std::move(doubtful.slices) });
    }
}

} // namespace kinetoscope
