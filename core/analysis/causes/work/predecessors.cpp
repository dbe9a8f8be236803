// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/work/predecessors.h"

#include "core/analysis/causes/work/hand_over.h"

#include <algorithm>
#include <map>
#include <queue>

namespace kinetoscope {

/// Work and when it ends.
struct Predecessors::Ending {
    Timestamp end = 0;
    WorkNumber work = kNoWork;
    auto operator<=>(const Ending&) const = default;
};

/// What is known of each stream while work is looked at in order. A stream is of one device, so all devices share them.
struct Predecessors::Streams {
    std::vector<WorkNumber> ended; ///< that ended last; kNoWork for none
    std::vector<Ending> latest;    ///< that started last
};

/// The streams of one device while its work is looked at in order.
class Predecessors::Device {
public:
    Device(const WorkOrder& order, Streams& streams)
        : m_order(order)
        , m_streams(streams)
    {
    }

    /// Work that has ended until then runs no more.
    void advance(Timestamp time)
    {
        if (time > m_now) {
            for (const Ending& each : m_startedNow)
                addLatest(each);
            m_startedNow.clear();
            m_now = time;
        }
        while (!m_running.empty() && m_running.top().end <= time) {
            const Ending ended = m_running.top();
            m_running.pop();
            const std::uint32_t stream = m_order.streamOf(ended.work);
            m_streams.ended[stream] = ended.work;
            if (m_last.work != kNoWork && m_order.streamOf(m_last.work) != stream)
                m_lastOfAnother = m_last;
            m_last = ended;
        }
        const auto running = std::ranges::find_if(m_latest, [time](const Ending& each) { return each.end > time; });
        m_latest.erase(m_latest.begin(), running);
    }
    void start(WorkNumber work)
    {
        const Ending ending { m_order.endOf(work), work };
        m_running.push(ending);
        m_startedNow.push_back(ending);
    }

    /// Of a stream the work that ended last; kNoWork for none.
    [[nodiscard]] WorkNumber endedOn(std::uint32_t stream) const { return m_streams.ended[stream]; }
    /// Of the other streams.
    [[nodiscard]] Ending endedElsewhere(std::uint32_t stream) const
    {
        return m_last.work != kNoWork && m_order.streamOf(m_last.work) == stream ? m_lastOfAnother : m_last;
    }
    /// By end: the last work of each stream that started before now, if it still runs.
    [[nodiscard]] const std::vector<Ending>& running() const { return m_latest; }

private:
    void addLatest(const Ending& ending)
    {
        Ending& latest = m_streams.latest[m_order.streamOf(ending.work)];
        if (const auto place = std::ranges::lower_bound(m_latest, latest); place != m_latest.end() && *place == latest)
            m_latest.erase(place);
        latest = ending;
        m_latest.insert(std::ranges::lower_bound(m_latest, ending), ending);
    }

    const WorkOrder& m_order;
    Streams& m_streams;
    std::priority_queue<Ending, std::vector<Ending>, std::greater<>> m_running;
    Ending m_last;
    Ending m_lastOfAnother;           ///< stream than that of m_last
    std::vector<Ending> m_latest;     ///< sorted; few streams run at once
    std::vector<Ending> m_startedNow; ///< at the moment itself: not before other work that starts then
    Timestamp m_now = kMinTimestamp;
};

Predecessors::Predecessors(
    const Trace& trace, const WorkOrder& order, const BlockingCalls& calls, Nanoseconds gap, const Progress& progress)
    : m_trace(trace)
    , m_order(order)
    , m_calls(calls)
    , m_gap(gap)
    , m_types(KernelClassifier().typesOf(trace))
    , m_before(order.size(), kNoWork)
    , m_inferred(order.size(), kNoWork)
    , m_inferredKind(order.size(), DependencyKind::None)
{
    Streams streams { std::vector<WorkNumber>(order.streamCount(), kNoWork), std::vector<Ending>(order.streamCount()) };
    std::map<std::int64_t, Device> devices;
    std::vector<Device*> ofStream;
    for (std::uint32_t i = 0; i < order.streamCount(); ++i)
        ofStream.push_back(
            &devices.try_emplace(trace.track(order.trackOfStream(i)).device, order, streams).first->second);
    StopCheck check(progress);
    for (WorkNumber work = 0; work < order.size(); ++work) {
        if (check.after(20))
            return;
        Device& device = *ofStream[order.streamOf(work)];
        device.advance(order.startOf(work));
        m_before[work] = device.endedOn(order.streamOf(work));
        Dependency last;
        eachRecorded(work, [&last](const Dependency& each) { takeLater(each, last); });
        if (last.kind == DependencyKind::None || saturatingSubtract(order.startOf(work), last.ready) >= gap) {
            const Inferred inferred = infer(work, device);
            m_inferred[work] = inferred.work;
            m_inferredKind[work] = inferred.kind;
        }
        device.start(work);
    }
}

Predecessors::Inferred Predecessors::infer(WorkNumber work, const Device& device) const
{
    const SliceTable& slices = m_trace.slices();
    const SliceId slice = m_order.slice(work);
    const Timestamp start = m_order.startOf(work);
    const std::uint32_t stream = m_order.streamOf(work);
    const bool isCopy = m_types.of(slices, slice.index()) == KernelType::Memory;
    if (const SliceId launch = m_order.launchOf(work); launch.isValid() && isCopyCall(m_trace.name(launch))
        && slices.start[launch.index()] <= start && start < slices.end(launch) && !m_calls.waitsForEvent(slice))
        return {}; // the call prepares the copy
    if (!isCopy) {
        for (const Ending& each : device.running()) {
            const Timestamp began = m_order.startOf(each.work);
            if (m_order.streamOf(each.work) != stream
                && saturatingSubtract(start, began) >= saturatingSubtract(each.end, start))
                return { DependencyKind::NoRoom, each.work };
        }
    }
    const Ending ended = device.endedElsewhere(stream);
    if (ended.work != kNoWork && saturatingSubtract(start, ended.end) < m_gap)
        return { DependencyKind::UnrecordedEvent, ended.work };
    return {};
}

template <typename Visit> void Predecessors::eachRecorded(WorkNumber work, Visit visit) const
{
    if (const WorkNumber before = m_before[work]; before != kNoWork)
        visit(Dependency { DependencyKind::Stream, before, m_order.endOf(before) });
    for (const BlockingCalls::EventSource& event : m_calls.eventSources(m_order.slice(work))) {
        if (const WorkNumber source = m_order.numberOf(event.source); source != kNoWork)
            visit(Dependency { DependencyKind::Event, source, m_order.endOf(source) });
    }
    if (m_order.launchOf(work).isValid())
        visit(Dependency { DependencyKind::Launch, kNoWork, m_order.handedOver(work) });
}

template <typename Visit> void Predecessors::eachOf(WorkNumber work, Visit visit) const
{
    eachRecorded(work, visit);
    const WorkNumber inferred = m_inferred[work];
    if (m_inferredKind[work] == DependencyKind::NoRoom)
        visit(Dependency { DependencyKind::NoRoom, inferred, m_order.startOf(work) });
    else if (m_inferredKind[work] == DependencyKind::UnrecordedEvent)
        visit(Dependency { DependencyKind::UnrecordedEvent, inferred, m_order.endOf(inferred) });
}

/// Of equals the first.
void Predecessors::takeLater(const Dependency& each, Dependency& last)
{
    if (last.kind == DependencyKind::None || each.ready > last.ready)
        last = each;
}

void Predecessors::of(WorkNumber work, std::vector<Dependency>& all) const
{
    all.clear();
    eachOf(work, [&all](const Dependency& each) { all.push_back(each); });
}

Dependency Predecessors::binding(WorkNumber work) const
{
    Dependency last;
    eachOf(work, [&last](const Dependency& each) { takeLater(each, last); });
    return last;
}

} // namespace kinetoscope
