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
        HealthFinding finding;
        finding.level = doubtful.doubt == ClassDoubt::Guessed ? HealthLevel::Info : HealthLevel::Warning;
        finding.check = checkOf(doubtful.doubt);
        finding.sentence = doubtMessage(doubtful, trace, true);
        finding.general = doubtMessage(doubtful, trace, false);
        finding.count = doubtful.slices.size();
        finding.time = doubtful.time;
        finding.share = 100.0 * static_cast<double>(doubtful.time) / static_cast<double>(doubtful.allKernelTime);
        finding.slices = std::move(doubtful.slices);
        findings.push_back(std::move(finding));
    }
}

} // namespace kinetoscope
