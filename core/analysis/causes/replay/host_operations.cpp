// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/host_operations.h"

#include "core/base/vectors.h"

namespace kinetoscope {

void HostOperations::reserveFor(Grain grain, std::size_t pieces, std::size_t marks)
{
    const std::size_t about = grain == Grain::Pieces ? pieces : std::min(pieces, marks + marks / 4);
    ends.reserve(about);
    owners.reserve(grain == Grain::Pieces ? about : 0);
    causes.reserve(about);
    kinds.reserve(about);
    details.reserve(about);
    runParts.reserve(grain == Grain::Pieces ? 0 : 2 * about + about / 2);
}

void HostOperations::append(const HostOperations& more)
{
    const auto firstOperation = static_cast<OperationNumber>(ends.size());
    const auto firstPart = static_cast<std::uint32_t>(runParts.size());
    const auto firstBlocking = static_cast<std::uint32_t>(blocking.size());
    const auto firstPrefix = static_cast<std::uint32_t>(prefixes.size());
    kinetoscope::append(ends, more.ends);
    kinetoscope::append(owners, more.owners);
    kinetoscope::append(causes, more.causes);
    kinetoscope::append(kinds, more.kinds);
    kinetoscope::append(runParts, more.runParts);
    kinetoscope::append(prefixes, more.prefixes);
    details.reserve(details.size() + more.details.size());
    for (std::size_t i = 0; i < more.details.size(); ++i)
        details.push_back(more.details[i]
            + (more.kinds[i] == OperationKind::Run             ? firstPart
                    : more.kinds[i] == OperationKind::Blocking ? firstBlocking
                                                               : 0));
    for (Blocking each : more.blocking) {
        each.operation += firstOperation;
        each.firstPrefix += each.way == BlockingWay::Sync ? firstPrefix : 0;
        blocking.push_back(each);
    }
    for (const auto& [thread, others] : more.otherCauses) {
        for (OtherCause each : others) {
            each.operation += firstOperation;
            otherCauses[thread].push_back(each);
        }
    }
    for (std::size_t i = 0; i < kCauseCount; ++i)
        byCause[i] += more.byCause[i];
}

void HostOperations::shrink()
{
    ends.shrink_to_fit();
    owners.shrink_to_fit();
    causes.shrink_to_fit();
    kinds.shrink_to_fit();
    details.shrink_to_fit();
    runParts.shrink_to_fit();
    blocking.shrink_to_fit();
    prefixes.shrink_to_fit();
}

} // namespace kinetoscope
