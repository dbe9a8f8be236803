// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/range_alignment.h"

#include <algorithm>
#include <array>
#include <map>

namespace kinetoscope {

namespace {

/// The search for a common order keeps a number for each pair of differences: 16 MB at this limit.
constexpr std::size_t kMostDifferences = 2000;
/// What Kineto calls a range whose kernel it does not know.
constexpr std::string_view kUnknownKernel = "__missing__";

/// Kernel launches of a trace by start, then event index.
struct KernelLaunches {
    std::vector<SliceId> runtime;
    std::vector<SliceId> all; ///< driver calls included, unless they are the inside of a runtime launch
    std::map<TrackId, std::vector<SliceId>> byThread; ///< of `all`
};

class LaunchFinder {
public:
    LaunchFinder(const Trace& trace, const KernelClassifier& classifier)
        : m_trace(trace)
        , m_classifier(classifier)
        , m_isLaunchName(trace.strings().size(), Unknown)
    {
    }

    KernelLaunches find()
    {
        const SliceTable& slices = m_trace.slices();
        KernelLaunches found;
        for (std::size_t i = 0; i < m_trace.tracks().size(); ++i) {
            const Track& track = m_trace.tracks()[i];
            if (track.kind != TrackKind::HostThread)
                continue;
            for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
                if (!isLaunch(row))
                    continue;
                const SliceId parent = slices.parent[row];
                if (parent.isValid() && isLaunch(parent.value))
                    continue;
                found.all.push_back(SliceTable::at(row));
                found.byThread[TrackId { i }].push_back(SliceTable::at(row));
                if (slices.kind[row] == EventKind::RuntimeCall)
                    found.runtime.push_back(SliceTable::at(row));
            }
        }
        sortByStart(found.runtime);
        sortByStart(found.all);
        for (auto& [thread, launches] : found.byThread)
            sortByStart(launches);
        return found;
    }

private:
    enum : char { Unknown, Launch, NoLaunch };

    bool isLaunch(std::uint32_t row)
    {
        if (!isApiCall(m_trace.slices().kind[row]))
            return false;
        const StringId name = m_trace.slices().name[row];
        char& verdict = m_isLaunchName[name.index()];
        if (verdict == Unknown)
            verdict = m_classifier.launchesKernel(m_trace.text(name)) ? Launch : NoLaunch;
        return verdict == Launch;
    }

    void sortByStart(std::vector<SliceId>& calls) const
    {
        std::ranges::sort(calls, [this](SliceId a, SliceId b) { return m_trace.slices().startsBefore(a, b); });
    }

    const Trace& m_trace;
    const KernelClassifier& m_classifier;
    std::vector<char> m_isLaunchName;
};

/// The only thread with that many launches; nullptr if there is none or more than one.
const std::vector<SliceId>* threadWith(const KernelLaunches& launches, std::size_t count)
{
    const std::vector<SliceId>* only = nullptr;
    for (const auto& [thread, calls] : launches.byThread) {
        if (calls.size() != count)
            continue;
        if (only)
            return nullptr;
        only = &calls;
    }
    return only;
}

/// By the names of the kernels that the launches are known to have put on a stream.
bool alignByNames(const Trace& trace, std::span<const SliceId> ranges, const std::vector<SliceId>& calls,
    std::vector<SliceId>& launches)
{
    const SliceTable& slices = trace.slices();
    std::vector<SliceId> known; // launches whose kernel is in the trace
    for (const SliceId call : calls) {
        if (slices.partner[call.index()].isValid())
            known.push_back(call);
    }
    const StringId unknown = trace.strings().find(kUnknownKernel);
    const auto pairs = commonOrder(ranges.size(), known.size(), kMostDifferences, [&](std::size_t i, std::size_t j) {
        const StringId name = slices.name[ranges[i].index()];
        return name == slices.name[slices.partner[known[j].index()].index()] || (unknown.isValid() && name == unknown);
    });
    bool isNamed = false; // something besides unknown kernels
    for (const auto& [range, call] : pairs) {
        launches[range] = known[call];
        isNamed = isNamed || slices.name[ranges[range].index()] != unknown;
    }
    if (!isNamed)
        launches.assign(ranges.size(), SliceId {});
    return isNamed;
}

} // namespace

std::string_view toString(RangeMatch match)
{
    static constexpr std::array kWords { "order", "order with driver calls", "order of one thread", "kernel names",
        "position (unreliable)", "" };
    return kWords[static_cast<std::size_t>(match)];
}

RangeAlignment alignRanges(const Trace& trace, std::span<const SliceId> ranges, const KernelClassifier& classifier)
{
    const KernelLaunches launches = LaunchFinder(trace, classifier).find();
    RangeAlignment alignment {
        .launchCount = launches.all.size(), .allLaunches = launches.all, .threadCount = launches.byThread.size()
    };
    const auto take = [&alignment](RangeMatch match, const std::vector<SliceId>& calls) {
        alignment.match = match;
        alignment.launches = calls;
    };
    if (launches.all.empty() || ranges.empty()) {
        alignment.launches.resize(ranges.size());
    } else if (launches.runtime.size() == ranges.size()) {
        take(RangeMatch::Order, launches.runtime);
    } else if (launches.all.size() == ranges.size()) {
        take(RangeMatch::DriverOrder, launches.all);
    } else if (const std::vector<SliceId>* thread = threadWith(launches, ranges.size())) {
        take(RangeMatch::ThreadOrder, *thread);
    } else {
        alignment.launches.resize(ranges.size());
        alignment.match = alignByNames(trace, ranges, launches.all, alignment.launches) ? RangeMatch::KernelNames
                                                                                        : RangeMatch::Position;
        if (alignment.match == RangeMatch::Position)
            std::copy_n(launches.all.begin(), std::min(launches.all.size(), ranges.size()), alignment.launches.begin());
    }
    return alignment;
}

std::vector<std::pair<std::size_t, std::size_t>> commonOrder(std::size_t countA, std::size_t countB,
    std::size_t maxDifferences, const std::function<bool(std::size_t, std::size_t)>& equal)
{
    using Offset = std::int64_t;
    const auto n = static_cast<Offset>(countA);
    const auto m = static_cast<Offset>(countB);
    const Offset most = std::min(n + m, static_cast<Offset>(maxDifferences));
    // By number of differences: the furthest i reached on each diagonal i - j = -d .. d.
    std::vector<std::vector<std::int32_t>> furthest;
    const auto reached = [&furthest](Offset d, Offset diagonal) -> Offset {
        return furthest[static_cast<std::size_t>(d)][static_cast<std::size_t>(diagonal + d)];
    };
    /// Whether the best way onto a diagonal leaves out one of the second list.
    const auto comesFromAbove = [&reached](Offset d, Offset diagonal) {
        return diagonal == -d || (diagonal != d && reached(d - 1, diagonal - 1) < reached(d - 1, diagonal + 1));
    };
    bool isFound = false;
    for (Offset d = 0; d <= most && !isFound; ++d) {
        furthest.emplace_back(static_cast<std::size_t>(2 * d + 1), -1);
        for (Offset diagonal = -d; diagonal <= d && !isFound; diagonal += 2) {
            Offset i = 0;
            if (d > 0)
                i = comesFromAbove(d, diagonal) ? reached(d - 1, diagonal + 1) : reached(d - 1, diagonal - 1) + 1;
            while (
                i < n && i - diagonal < m && equal(static_cast<std::size_t>(i), static_cast<std::size_t>(i - diagonal)))
                ++i;
            furthest.back()[static_cast<std::size_t>(diagonal + d)] = static_cast<std::int32_t>(i);
            isFound = i >= n && i - diagonal >= m;
        }
    }
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    if (!isFound)
        return pairs;
    Offset i = n;
    Offset diagonal = n - m;
    for (auto d = static_cast<Offset>(furthest.size()) - 1; d >= 0; --d) {
        const bool above = d > 0 && comesFromAbove(d, diagonal);
        const Offset previous = d == 0 ? 0 : reached(d - 1, above ? diagonal + 1 : diagonal - 1);
        for (const Offset first = previous + (d > 0 && !above ? 1 : 0); i > first; --i)
            pairs.emplace_back(static_cast<std::size_t>(i - 1), static_cast<std::size_t>(i - 1 - diagonal));
        i = previous;
        diagonal += d == 0 ? 0 : (above ? 1 : -1);
    }
    std::ranges::reverse(pairs);
    return pairs;
}

} // namespace kinetoscope
