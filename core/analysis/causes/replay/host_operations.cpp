// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/host_operations.h"

#include "core/base/parallel.h"
#include "core/base/vectors.h"

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
    runParts.reserve(grain == Grain::Pieces ? 0 : 2 * about + about / 2);
}

namespace {

/// One member of all parts, which is freed there: what is not written yet may need its room.
/// @param moved  what an element becomes, with the number of its part.
template <typename T, typename Moved>
void joinMember(
    std::vector<T>& all, std::span<HostOperations> parts, std::vector<T> HostOperations::*member, Moved moved)
{
    std::size_t size = 0;
    for (const HostOperations& part : parts)
        size += (part.*member).size();
    all.reserve(size);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        for (const T& each : parts[i].*member)
            all.push_back(moved(each, i));
        parts[i].*member = {};
    }
}

template <typename T>
void joinMember(std::vector<T>& all, std::span<HostOperations> parts, std::vector<T> HostOperations::*member)
{
    std::size_t size = 0;
    for (const HostOperations& part : parts)
        size += (part.*member).size();
    all.reserve(size);
    for (HostOperations& part : parts)
        kinetoscope::append(all, std::exchange(part.*member, {}));
}

} // namespace

void HostOperations::join(std::span<HostOperations> parts, int threads)
{
    if (parts.size() == 1) {
        *this = std::move(parts.front());
        return;
    }
    struct First { // by part, what its numbers count from
        OperationNumber operation = 0;
        std::uint32_t part = 0;
        std::uint32_t blocking = 0;
        std::uint32_t prefix = 0;
    };
    std::vector<First> first(parts.size());
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const HostOperations& before = parts[i - 1];
        first[i] = { first[i - 1].operation + static_cast<OperationNumber>(before.ends.size()),
            first[i - 1].part + static_cast<std::uint32_t>(before.runParts.size()),
            first[i - 1].blocking + static_cast<std::uint32_t>(before.blocking.size()),
            first[i - 1].prefix + static_cast<std::uint32_t>(before.prefixes.size()) };
    }
    const auto joinBlocking = [&] {
        joinMember(blocking, parts, &HostOperations::blocking, [&first](Blocking each, std::size_t part) {
            each.operation += first[part].operation;
            each.firstPrefix += each.way == BlockingWay::Sync ? first[part].prefix : 0;
            return each;
        });
        joinMember(prefixes, parts, &HostOperations::prefixes);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            for (const auto& [thread, others] : parts[i].otherCauses) {
                for (OtherCause each : others) {
                    each.operation += first[i].operation;
                    otherCauses[thread].push_back(each);
                }
            }
            for (std::size_t cause = 0; cause < kCauseCount; ++cause)
                byCause[cause] += parts[i].byCause[cause];
        }
    };
    const auto joinDetails = [&] {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            std::array<std::uint32_t, kOperationKindCount> added {}; // a branch would be guessed wrong half of the time
            added[static_cast<std::size_t>(OperationKind::Run)] = first[i].part;
            added[static_cast<std::size_t>(OperationKind::Blocking)] = first[i].blocking;
            std::vector<std::uint32_t>& own = parts[i].details;
            for (std::size_t at = 0; at < own.size(); ++at)
                own[at] += added[static_cast<std::size_t>(parts[i].kinds[at])];
        }
        joinMember(details, parts, &HostOperations::details);
        joinMember(kinds, parts, &HostOperations::kinds);
    };
    parallelFor(4, threads, [&](std::size_t i) { // the largest first
        if (i == 0) {
            joinMember(runParts, parts, &HostOperations::runParts);
        } else if (i == 1) {
            joinMember(ends, parts, &HostOperations::ends);
        } else if (i == 2) {
            joinDetails();
        } else {
            joinMember(causes, parts, &HostOperations::causes);
            joinMember(owners, parts, &HostOperations::owners);
            joinBlocking();
        }
    });
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
