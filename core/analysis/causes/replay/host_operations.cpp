// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/host_operations.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

void HostOperations::reserveFor(Grain grain, std::size_t pieces, std::size_t marks)
{
    const std::size_t about = grain == Grain::Pieces ? pieces : std::min(pieces, marks + marks / 4);
    ends.reserve(about);
    owners.reserve(grain == Grain::Pieces ? about : 0);
    causes.reserve(about);
    kinds.reserve(about);
    details.reserve(about);
    runParts.reserve(grain == Grain::Pieces ? 0 : 3 * about);
}

void HostOperations::addPart(Cause cause, std::uint32_t time, std::uint32_t odd, bool isFirst)
{
    const auto add = [&](std::uint32_t partTime, std::uint32_t partOdd) {
        runParts.emplace_back(cause, partTime, partOdd, isFirst);
        isFirst = false;
    };
    while (time > RunPart::kMostTime || odd > RunPart::kMostOdd) {
        std::uint32_t partTime = std::min(time, RunPart::kMostTime);
        std::uint32_t partOdd = std::min(odd, RunPart::kMostOdd);
        if ((partTime + partOdd) % 2 != 0)
            --(partTime > 0 ? partTime : partOdd);
        add(partTime, partOdd);
        time -= partTime;
        odd -= partOdd;
    }
    add(time, odd);
}

namespace {

/// Room is made for what the rest of the line will take if it is as what there is of it: growing as vectors do would
/// copy all of it, and fresh memory takes as long to come as what is put there takes to make.
template <typename T> void appendWithRoom(std::vector<T>& all, const std::vector<T>& more, double share)
{
    constexpr double kRoom = 1.04; // the rest is not quite the same
    const std::size_t size = all.size() + more.size();
    if (size > all.capacity())
        all.reserve(
            std::max(size, share < 1 ? static_cast<std::size_t>(static_cast<double>(size) * kRoom / share) : 0));
    all.insert(all.end(), more.begin(), more.end());
}

template <typename T> void shrinkLoose(std::vector<T>& all)
{
    constexpr std::size_t kTight = 16; // a part of it may be empty
    if (all.capacity() - all.size() > all.size() / kTight)
        all.shrink_to_fit();
}

} // namespace

void HostOperations::append(const HostOperations& more, double share)
{
    const auto firstOperation = static_cast<OperationNumber>(ends.size());
    const auto firstBlocking = static_cast<std::uint32_t>(blocking.size());
    const auto firstPrefix = static_cast<std::uint32_t>(prefixes.size());
    std::array<std::uint32_t, kOperationKindCount> added {}; // a branch would be guessed wrong half of the time
    added[static_cast<std::size_t>(OperationKind::Run)] = static_cast<std::uint32_t>(runParts.size());
    added[static_cast<std::size_t>(OperationKind::Blocking)] = firstBlocking;
    appendWithRoom(details, more.details, share);
    for (std::size_t i = 0; i < more.details.size(); ++i)
        details[firstOperation + i] += added[static_cast<std::size_t>(more.kinds[i])];
    appendWithRoom(ends, more.ends, share);
    appendWithRoom(owners, more.owners, share);
    appendWithRoom(causes, more.causes, share);
    appendWithRoom(kinds, more.kinds, share);
    appendWithRoom(runParts, more.runParts, share);
    appendWithRoom(prefixes, more.prefixes, share);
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

void HostOperations::clear()
{
    ends.clear();
    owners.clear();
    causes.clear();
    kinds.clear();
    details.clear();
    runParts.clear();
    blocking.clear();
    prefixes.clear();
    otherCauses.clear();
    byCause = {};
}

void HostOperations::shrink()
{
    shrinkLoose(ends);
    shrinkLoose(owners);
    shrinkLoose(causes);
    shrinkLoose(kinds);
    shrinkLoose(details);
    shrinkLoose(runParts);
    shrinkLoose(blocking);
    shrinkLoose(prefixes);
}

} // namespace kinetoscope
