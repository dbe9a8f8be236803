// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/process_labels.h"
#include "core/model/builder/shared_numbers.h"
#include "core/model/builder/stages.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace kinetoscope::builder {

namespace {

/// A number, and the label of the processes among which it means the same.
struct Number {
    std::uint32_t label = 0;
    std::int64_t id = 0;
    auto operator<=>(const Number&) const = default;
};

struct Mark {
    std::int64_t id = 0;
    std::uint32_t label = 0;
    std::uint32_t row = 0;

    [[nodiscard]] Number number() const { return { label, id }; }
};

void sortByNumber(std::vector<Mark>& marks)
{
    const auto less = [](const Mark& a, const Mark& b) {
        return std::tie(a.label, a.id, a.row) < std::tie(b.label, b.id, b.row);
    };
    if (!std::ranges::is_sorted(marks, less))
        std::ranges::sort(marks, less);
}

/// The marks of one number, walked in step with ascending numbers.
class Group {
public:
    explicit Group(const std::vector<Mark>& marks)
        : m_marks(marks)
    {
    }
    std::span<const Mark> of(const Number& number)
    {
        while (m_next < m_marks.size() && m_marks[m_next].number() < number)
            ++m_next;
        const std::size_t first = m_next;
        while (m_next < m_marks.size() && m_marks[m_next].number() == number)
            ++m_next;
        return std::span(m_marks).subspan(first, m_next - first);
    }

private:
    const std::vector<Mark>& m_marks;
    std::size_t m_next = 0;
};

class Linker {
public:
    Linker(BuildState& state, const ProcessLabels& labels)
        : m_state(state)
        , m_slices(state.data.slices)
        , m_labels(labels)
    {
    }

    std::vector<LaunchTable::Link> run()
    {
        collect();
        const std::vector<Mark>& onStreams = m_marks[Work];
        const std::vector<Mark>& elsewhere = m_marks[OtherDevice];
        Group works(onStreams);
        Group others(elsewhere);
        Group calls(m_marks[Calls]);
        Group hosts(m_marks[OtherHost]);
        m_links.reserve(onStreams.size());
        std::size_t w = 0;
        std::size_t d = 0;
        while (w < onStreams.size() || d < elsewhere.size()) {
            const Number number =
                d == elsewhere.size() || (w < onStreams.size() && onStreams[w].number() <= elsewhere[d].number())
                ? onStreams[w].number()
                : elsewhere[d].number();
            const auto work = works.of(number);
            const auto other = others.of(number);
            const auto call = calls.of(number);
            const auto host = hosts.of(number);
            w += work.size();
            d += other.size();
            join(number.id, call.empty() ? host : call, work, other);
        }
        linkSharedNumbers(m_state, m_shared, m_links);
        return std::move(m_links);
    }

private:
    enum Side : std::uint8_t { Work, OtherDevice, Calls, OtherHost, Sides };

    static Side sideOf(EventKind kind)
    {
        if (isGpuWork(kind))
            return Work;
        if (isDeviceSide(kind))
            return OtherDevice;
        return isApiCall(kind) ? Calls : OtherHost;
    }

    template <typename Take> void forEachMark(const Take& take) const
    {
        for (const Track& track : m_state.data.tracks) {
            if (track.kind == TrackKind::Counter)
                continue;
            const std::uint32_t label = m_labels.of(track.pid);
            for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
                const std::int64_t correlation = m_slices.correlation(SliceId { row });
                if (correlation >= 0)
                    take(sideOf(m_slices.kind[row]), Mark { correlation, label, row });
            }
        }
    }

    void collect()
    {
        std::array<std::size_t, Sides> counts {}; // vectors that grow would take up to three times the memory
        forEachMark([&counts](Side side, const Mark&) { ++counts[side]; });
        for (std::size_t side = 0; side < Sides; ++side)
            m_marks[side].reserve(counts[side]);
        forEachMark([this](Side side, const Mark& mark) { m_marks[side].push_back(mark); });
        for (std::vector<Mark>& marks : m_marks)
            sortByNumber(marks);
    }

    void join(std::int64_t id, std::span<const Mark> hosts, std::span<const Mark> work, std::span<const Mark> other)
    {
        if (hosts.empty() || (id == 0 && (hosts.size() != 1 || work.size() != 1)))
            return;
        if (hosts.size() > 1 || work.size() > 1) {
            if (std::vector<SliceId> calls = callsToTellApart(hosts, work, other); !calls.empty()) {
                m_shared.push_back({ std::move(calls), slicesOf(work), slicesOf(other) });
                return;
            }
        }
        const auto later = [this](const Mark& a, const Mark& b) {
            return m_slices.eventIndex[a.row] < m_slices.eventIndex[b.row];
        };
        const SliceId launch { std::ranges::max_element(hosts, later)->row };
        const auto earlier = [this](const Mark& a, const Mark& b) {
            return m_slices.start[a.row] < m_slices.start[b.row];
        };
        for (const Mark& mark : work) {
            m_slices.partner[mark.row] = launch;
            m_links.push_back({ launch, SliceId { mark.row } });
        }
        for (const Mark& mark : other)
            m_slices.partner[mark.row] = launch;
        const auto& first = work.empty() ? other : work;
        m_slices.partner[launch.index()] = SliceId { std::ranges::min_element(first, earlier)->row };
    }

    static std::vector<SliceId> slicesOf(std::span<const Mark> marks)
    {
        std::vector<SliceId> slices;
        for (const Mark& mark : marks)
            slices.emplace_back(mark.row);
        return slices;
    }

    /// Empty where the number tells whose the work is: it has one call, which may launch so much. Of calls of which
    /// none is known to hand work over (those of MTIA are not), the last in the file counts.
    [[nodiscard]] std::vector<SliceId> callsToTellApart(
        std::span<const Mark> hosts, std::span<const Mark> work, std::span<const Mark> other) const
    {
        if (!isApiCall(m_slices.kind[hosts.front().row]))
            return {};
        std::vector<SliceId> calls = callsApart(m_state, slicesOf(hosts));
        const auto nameOf = [this](SliceId call) { return m_state.text(m_slices.name[call.index()]); };
        const auto kindOf = [this](const Mark& mark) { return m_slices.kind[mark.row]; };
        if (calls.size() == 1)
            return hasSeveralKernels(work) && launchesOneKernel(nameOf(calls.front())) ? calls
                                                                                       : std::vector<SliceId> {};
        const bool areSyncs = work.empty()
            && std::ranges::all_of(
                other, [](EventKind kind) { return kind == EventKind::DeviceSync; }, kindOf);
        return areSyncs || std::ranges::any_of(calls, handsOver, nameOf) ? calls : std::vector<SliceId> {};
    }

    /// One that is in the file twice counts once.
    [[nodiscard]] bool hasSeveralKernels(std::span<const Mark> work) const
    {
        const auto isKernel = [this](const Mark& mark) { return m_slices.kind[mark.row] == EventKind::Kernel; };
        const auto first = std::ranges::find_if(work, isKernel);
        return std::any_of(first, work.end(), [&](const Mark& mark) {
            return isKernel(mark)
                && (m_slices.range(SliceId { mark.row }) != m_slices.range(SliceId { first->row })
                    || m_slices.name[mark.row] != m_slices.name[first->row]);
        });
    }

    BuildState& m_state;
    SliceTable& m_slices;
    const ProcessLabels& m_labels;
    std::array<std::vector<Mark>, Sides> m_marks;
    std::vector<LaunchTable::Link> m_links;
    std::vector<SharedNumber> m_shared;
};

/// Joins device work without a correlation to its call: by the arrow of an ac2g flow, else by `External id`. Some
/// recorders and converters write only these.
class UncorrelatedLinker {
public:
    UncorrelatedLinker(BuildState& state, std::vector<LaunchTable::Link>& links)
        : m_state(state)
        , m_slices(state.data.slices)
        , m_links(links)
    {
    }

    void run()
    {
        followFlows();
        matchExternalIds();
        release(m_state.externalIds);
    }

private:
    [[nodiscard]] bool isUnlinkedWork(SliceId slice) const
    {
        return isGpuWork(m_slices.kind[slice.index()]) && m_slices.correlation(slice) < 0
            && !m_slices.partner[slice.index()].isValid();
    }

    void link(SliceId launch, SliceId work) { linkWork(m_slices, m_links, launch, work); }

    void followFlows()
    {
        for (const Flow& flow : m_state.data.flows.all()) {
            if (isApiCall(m_slices.kind[flow.from.index()]) && isUnlinkedWork(flow.to)
                && m_state.text(m_state.parsed.categories[flow.category]) == "ac2g")
                link(flow.from, flow.to);
        }
    }

    /// Several calls of one op share its id: then they and the device work are paired in order of their starts, if
    /// both are equally many. Calls that were paired by a correlation or a flow have no part in it.
    void matchExternalIds()
    {
        std::vector<Mark> calls;
        std::vector<Mark> works;
        for (const ExternalIdMark& mark : m_state.externalIds) {
            const std::uint32_t row = m_state.rowOf[mark.event];
            if (row == kNoRow || m_slices.partner[row].isValid())
                continue;
            if (isUnlinkedWork(SliceId { row }))
                works.push_back({ .id = mark.id, .row = row });
            else if (isApiCall(m_slices.kind[row]) && handsOver(m_state.text(m_slices.name[row])))
                calls.push_back({ .id = mark.id, .row = row });
        }
        const auto byStart = [this](const Mark& a, const Mark& b) {
            return std::tie(a.id, m_slices.start[a.row], a.row) < std::tie(b.id, m_slices.start[b.row], b.row);
        };
        std::ranges::sort(calls, byStart);
        std::ranges::sort(works, byStart);
        Group callsOf(calls);
        Group worksOf(works);
        for (std::size_t w = 0; w < works.size();) {
            const Number number = works[w].number();
            const auto work = worksOf.of(number);
            const auto call = callsOf.of(number);
            w += work.size();
            if (call.size() != 1 && call.size() != work.size())
                continue;
            for (std::size_t i = 0; i < work.size(); ++i)
                link(SliceId { call[call.size() == 1 ? 0 : i].row }, SliceId { work[i].row });
        }
    }

    BuildState& m_state;
    SliceTable& m_slices;
    std::vector<LaunchTable::Link>& m_links;
};

} // namespace

void linkLaunches(BuildState& state)
{
    SliceTable& slices = state.data.slices;
    slices.partner.assign(slices.size(), SliceId {});
    std::vector<LaunchTable::Link> links = Linker(state, ProcessLabels(state)).run();
    UncorrelatedLinker(state, links).run();
    state.data.launches = LaunchTable(std::move(links));
}

} // namespace kinetoscope::builder
