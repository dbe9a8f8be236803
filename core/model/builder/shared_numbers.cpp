// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/shared_numbers.h"

#include "core/base/contains.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kinetoscope::builder {

namespace {

/// More calls of one number are no processes side by side, and take too long to tell apart; so do more pairs of a call
/// and a piece of work.
constexpr std::size_t kMostCalls = 16;
constexpr std::size_t kMostPairs = 1'000'000;
/// So many links must be known otherwise, and one in so many of them at most have work before its launch, until times
/// say whose work is: clocks that are a little apart would link it to a call of another round, and look certain.
constexpr std::size_t kLeastKnown = 10;
constexpr std::size_t kMostEarly = 100;
/// Two are enough for profiler cycles; a chain in which each link needs the one before might take as many as links.
constexpr int kMostRounds = 4;

bool isTooMuch(const SharedNumber& number)
{
    return number.calls.size() > kMostCalls
        || number.calls.size() * (number.work.size() + number.others.size()) > kMostPairs;
}

/// By its name a call can have put work of this kind on a stream. What ROCm copies and sets may run as kernels.
bool canLaunch(std::string_view call, EventKind work)
{
    if (!handsOver(call))
        return false;
    const bool isKernelLaunch = launchesOneKernel(call);
    const bool copies = containsAny(call, { "Memcpy", "memcpy" });
    const bool sets = containsAny(call, { "Memset", "memset" });
    switch (work) {
    case EventKind::Kernel:
        return !(copies || sets) || call.starts_with("hip");
    case EventKind::Memcpy:
        return !isKernelLaunch && !sets;
    case EventKind::Memset:
        return !isKernelLaunch && !copies;
    default:
        return true;
    }
}

class SharedNumberLinker {
public:
    SharedNumberLinker(
        BuildState& state, const std::vector<SharedNumber>& shared, std::vector<LaunchTable::Link>& links)
        : m_state(state)
        , m_slices(state.data.slices)
        , m_shared(shared)
        , m_links(links)
    {
    }

    void run()
    {
        followArrows();
        // A few of the known links of such a file are wrong and look single: the other call of the number was lost.
        const auto early = std::ranges::count_if(m_links, [this](const LaunchTable::Link& link) {
            return m_slices.start[link.work.index()] < m_slices.start[link.launch.index()];
        });
        m_isClockSound =
            m_links.size() >= kLeastKnown && static_cast<std::size_t>(early) <= m_links.size() / kMostEarly;
        for (const SharedNumber& number : m_shared)
            linkLeft(number);
        // What is linked says more about the order of streams, which may be what others lack: the last launches of one
        // profiler cycle are told by those of the next.
        for (int round = 0; round < kMostRounds && isAnyLeft(); ++round) {
            const std::size_t before = m_links.size();
            findStreamOrders();
            for (const SharedNumber& number : m_shared)
                linkLeft(number);
            if (m_links.size() == before)
                break;
        }
        findOwners();
        for (const SharedNumber& number : m_shared) {
            if (eachOwnsAStream(number))
                linkLeft(number);
        }
        for (const SharedNumber& number : m_shared)
            linkOthers(number);
    }

private:
    [[nodiscard]] std::string_view nameOf(SliceId slice) const { return m_state.text(m_slices.name[slice.index()]); }
    [[nodiscard]] bool isLinked(SliceId work) const { return m_slices.partner[work.index()].isValid(); }
    [[nodiscard]] bool hasItsKernel(SliceId call) const { return isLinked(call) && launchesOneKernel(nameOf(call)); }

    [[nodiscard]] bool isAnyLeft() const
    {
        return std::ranges::any_of(m_shared, [this](const SharedNumber& number) {
            return std::ranges::any_of(number.work, [this](SliceId work) { return !isLinked(work); });
        });
    }

    void link(SliceId launch, SliceId work) { linkWork(m_slices, m_links, launch, work); }

    void followArrows()
    {
        std::unordered_map<std::uint32_t, std::vector<SliceId>> callsOf;
        for (const SharedNumber& number : m_shared) {
            for (const SliceId work : number.work)
                callsOf[work.value];
        }
        for (const Flow& flow : m_state.data.flows.all()) {
            const auto found = callsOf.find(flow.to.value);
            if (found == callsOf.end() || !isApiCall(m_slices.kind[flow.from.index()])
                || m_state.text(m_state.parsed.categories[flow.category]) != "ac2g"
                || std::ranges::binary_search(m_state.reusedFlows, flow.toEvent)
                || !canLaunch(nameOf(flow.from), m_slices.kind[flow.to.index()]))
                continue;
            found->second.push_back(flow.from);
        }
        for (const SharedNumber& number : m_shared) {
            for (const SliceId work : number.work) {
                const std::vector<SliceId>& calls = callsOf[work.value];
                if (calls.size() == 1 && !hasItsKernel(calls.front()))
                    link(calls.front(), work);
            }
        }
    }

    /// Until nothing more is certain.
    void linkLeft(const SharedNumber& number)
    {
        if (isTooMuch(number))
            return;
        while (std::ranges::any_of(number.work, [this](SliceId work) { return !isLinked(work); })) {
            std::map<SliceId, std::vector<SliceId>> certain; // by call
            for (const SliceId work : number.work) {
                if (isLinked(work))
                    continue;
                if (const SliceId call = onlyCallFor(work, number); call.isValid())
                    certain[call].push_back(work);
            }
            const bool areTooMany = std::ranges::any_of(certain, [this](const auto& entry) {
                return entry.second.size() > 1 && launchesOneKernel(nameOf(entry.first));
            });
            if (certain.empty() || areTooMany)
                return;
            for (const auto& [call, works] : certain) {
                for (const SliceId work : works)
                    link(call, work);
            }
        }
    }

    /// Invalid where several can be, or none.
    [[nodiscard]] SliceId onlyCallFor(SliceId work, const SharedNumber& number) const
    {
        const bool isOneEach = number.work.size() <= number.calls.size();
        const StringId owner = ownerOf(work);
        SliceId only;
        for (const SliceId call : number.calls) {
            if ((isOneEach && isLinked(call)) || hasItsKernel(call)
                || !canLaunch(nameOf(call), m_slices.kind[work.index()])
                || (m_isClockSound && m_slices.start[call.index()] > m_slices.start[work.index()])
                || (owner.isValid() && trackOf(call).pid != owner) || isOvertaken(call, work))
                continue;
            if (only.isValid())
                return {};
            only = call;
        }
        return only;
    }

    /// What is known to be launched onto a stream by a process: for each start of work there the latest begin of a
    /// launch of work that has started by then.
    void findStreamOrders()
    {
        m_launched.clear();
        for (const LaunchTable::Link& link : m_links)
            m_launched[{ &trackOf(link.work), trackOf(link.launch).pid }].emplace_back(
                m_slices.start[link.work.index()], m_slices.start[link.launch.index()]);
        for (auto& [stream, launched] : m_launched) {
            std::ranges::sort(launched);
            Timestamp latest = kMinTimestamp;
            for (auto& [work, launch] : launched)
                launch = latest = std::max(latest, launch);
        }
    }

    /// Work of a stream runs in the order in which it was launched: where work of a later launch has started on it
    /// before, this is not work of the call. It takes no common clock of host and GPU.
    [[nodiscard]] bool isOvertaken(SliceId call, SliceId work) const
    {
        if (m_launched.empty())
            return false;
        const auto found = m_launched.find({ &trackOf(work), trackOf(call).pid });
        if (found == m_launched.end())
            return false;
        const std::vector<std::pair<Timestamp, Timestamp>>& launched = found->second;
        const auto after = std::ranges::lower_bound(
            launched, m_slices.start[work.index()], {}, &std::pair<Timestamp, Timestamp>::first);
        return after != launched.begin() && std::prev(after)->second >= m_slices.end(call);
    }

    /// The process of all that is known to run on a stream, where it is one.
    void findOwners()
    {
        for (const LaunchTable::Link& link : m_links) {
            const StringId process = trackOf(link.launch).pid;
            const auto [found, isNew] = m_owners.try_emplace(&trackOf(link.work), process);
            if (!isNew && found->second != process)
                found->second = StringId {};
        }
        for (const auto& [track, process] : m_owners) {
            if (process.isValid())
                m_processes.insert(process);
        }
    }

    /// While owners are not asked for: invalid.
    [[nodiscard]] StringId ownerOf(SliceId work) const
    {
        const auto found = m_owners.find(&trackOf(work));
        return found == m_owners.end() ? StringId {} : found->second;
    }

    [[nodiscard]] bool eachOwnsAStream(const SharedNumber& number) const
    {
        return std::ranges::all_of(
            number.calls, [this](SliceId call) { return m_processes.contains(trackOf(call).pid); });
    }

    void linkOthers(const SharedNumber& number)
    {
        if (isTooMuch(number))
            return;
        for (const SliceId other : number.others) {
            std::vector<SliceId> around;
            for (const SliceId call : number.calls) {
                const Timestamp start = m_slices.start[other.index()];
                if (m_slices.start[call.index()] <= start && start <= m_slices.end(call))
                    around.push_back(call);
            }
            if (around.size() != 1)
                continue;
            m_slices.partner[other.index()] = around.front();
            if (!isLinked(around.front()))
                m_slices.partner[around.front().index()] = other;
        }
    }

    [[nodiscard]] const Track& trackOf(SliceId slice) const
    {
        if (m_tracks.empty()) {
            for (const Track& track : m_state.data.tracks) {
                if (track.sliceCount > 0)
                    m_tracks.push_back(&track);
            }
        }
        const auto after =
            std::ranges::upper_bound(m_tracks, slice.value, {}, [](const Track* track) { return track->firstSlice; });
        return **std::prev(after);
    }

    BuildState& m_state;
    SliceTable& m_slices;
    const std::vector<SharedNumber>& m_shared;
    std::vector<LaunchTable::Link>& m_links;
    bool m_isClockSound = false;                ///< known links show that work does not start before its launch
    mutable std::vector<const Track*> m_tracks; ///< those with slices, by row
    /// By stream and process: starts of work, each with a begin of a launch, as findStreamOrders() has it.
    std::map<std::pair<const Track*, StringId>, std::vector<std::pair<Timestamp, Timestamp>>> m_launched;
    std::unordered_map<const Track*, StringId> m_owners; ///< of streams
    std::set<StringId> m_processes;                      ///< that own one
};

} // namespace

void linkWork(SliceTable& slices, std::vector<LaunchTable::Link>& links, SliceId launch, SliceId work)
{
    slices.partner[work.index()] = launch;
    SliceId& first = slices.partner[launch.index()];
    if (!first.isValid() || slices.start[work.index()] < slices.start[first.index()])
        first = work;
    links.push_back({ launch, work });
}

std::vector<SliceId> callsApart(const BuildState& state, std::span<const SliceId> calls)
{
    if (calls.size() > kMostCalls)
        return { calls.begin(), calls.end() };
    const SliceTable& slices = state.data.slices;
    const auto areOnOneTrack = [&state](SliceId a, SliceId b) {
        return std::ranges::none_of(state.data.tracks, [a, b](const Track& track) {
            return track.sliceCount > 0 && track.firstSlice > a.value && track.firstSlice <= b.value;
        });
    };
    std::vector<SliceId> outer;
    std::vector<SliceId> last; // of each outer one
    for (const SliceId call : calls) {
        // A thread is in one call at a time: where times are rounded, the inner one may end after the outer one.
        const auto found = std::ranges::find_if(outer, [&](SliceId other) {
            const Timestamp start = slices.start[call.index()];
            const bool isAtItsEnd = start == slices.end(other) && slices.duration(call) == 0;
            return (start < slices.end(other) || isAtItsEnd) && areOnOneTrack(other, call);
        });
        if (found == outer.end()) {
            outer.push_back(call);
            last.push_back(call);
            continue;
        }
        SliceId& latest = last[static_cast<std::size_t>(found - outer.begin())];
        if (slices.eventIndex[call.index()] > slices.eventIndex[latest.index()])
            latest = call;
    }
    return last;
}

bool handsOver(std::string_view call)
{
    return containsAny(call, { "Launch", "Memcpy", "Memset", "launch", "memcpy", "memset" })
        && call.find("HostFunc") == std::string_view::npos;
}

bool launchesOneKernel(std::string_view call)
{
    return call.find("LaunchKernel") != std::string_view::npos && call.find("MultiDevice") == std::string_view::npos;
}

void linkSharedNumbers(
    BuildState& state, const std::vector<SharedNumber>& shared, std::vector<LaunchTable::Link>& links)
{
    if (!shared.empty())
        SharedNumberLinker(state, shared, links).run();
}

} // namespace kinetoscope::builder
