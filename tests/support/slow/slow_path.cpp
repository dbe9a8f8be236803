// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/slow/slow_path.h"

#include "tests/support/slow/slow_gpu.h"

#include <algorithm>

namespace kinetoscope::tests {

namespace {

class Walk {
public:
    Walk(const SlowCauses& causes, const SlowWindow& window)
        : m_causes(causes)
        , m_from(window.range.begin)
        , m_time(window.range.end)
        , m_work(window.work)
        , m_thread(window.thread)
    {
    }

    std::vector<SlowStretch> links()
    {
        while (m_time > m_from) {
            if (m_work.isValid())
                atWork(m_work);
            else
                onThread();
        }
        std::reverse(m_links.begin(), m_links.end());
        return m_links;
    }

private:
    void add(SlowStretch link)
    {
        link.range.begin = std::max(link.range.begin, m_from);
        if (!link.range.isEmpty())
            m_links.push_back(link);
    }

    void addHost(const TimeRange& range, SliceId owner)
    {
        std::vector<SlowStretch> parts;
        if (!range.isEmpty())
            parts = m_causes.split(range, owner);
        for (auto part = parts.rbegin(); part != parts.rend(); ++part)
            add(*part);
    }

    Cause causeOfWork(SliceId work) const
    {
        const Trace& trace = m_causes.trace();
        switch (slowKernelType(trace.kind(work), trace.name(work), trace.slices().has(work, kSliceCollective))) {
        case KernelType::Computation:
            return Cause::Compute;
        case KernelType::Communication:
            return Cause::Communication;
        case KernelType::Memory:
            return Cause::Copy;
        default:
            return Cause::OtherWork;
        }
    }

    void goToThread(TrackId thread)
    {
        m_work = {};
        m_thread = thread;
    }

    void atWork(SliceId work)
    {
        const Timestamp start = m_causes.start(work);
        add({ { start, m_time }, causeOfWork(work), work, {} });
        m_time = start;
        const auto binding = m_causes.binding(work);
        if (!binding)
            return goToThread(m_causes.mainThread());
        if (binding->kind != SlowCandidate::Kind::Launch) {
            add(m_causes.deviceCause(work, { binding->ready, m_time }, true));
            m_time = binding->ready;
            m_work = binding->work;
            return;
        }
        const SliceId call = m_causes.launch(work);
        const Timestamp back = std::max(binding->ready, std::min(m_causes.end(call), start));
        add(m_causes.deviceCause(work, { back, m_time }, false));
        add({ { binding->ready, back }, m_causes.causeOf(call), call, {} });
        m_time = binding->ready;
        goToThread(m_causes.thread(call));
    }

    void onThread()
    {
        const SlowStretch segment = m_causes.line(m_thread, { m_from, m_time }).back();
        SliceId call = segment.owner;
        while (call.isValid() && m_causes.isCall(call) && m_causes.wayOf(call) == SlowWay::None)
            call = m_causes.around(call);
        if (call.isValid() && m_causes.isCall(call)) {
            if (const auto awaited = m_causes.awaited(call)) {
                const bool isEarlier = m_causes.start(awaited->work) < m_time;
                if (awaited->time > m_time && isEarlier) {
                    m_work = awaited->work;
                    return;
                }
                if (awaited->time < m_time || (awaited->time == m_time && isEarlier)) {
                    addHost({ awaited->time, m_time }, call);
                    m_time = awaited->time;
                    m_work = awaited->work;
                    return;
                }
            }
        }
        addHost(segment.range, segment.owner);
        m_time = segment.range.begin;
    }

    const SlowCauses& m_causes;
    Timestamp m_from;
    Timestamp m_time;
    SliceId m_work;
    TrackId m_thread;
    std::vector<SlowStretch> m_links; ///< from the last to the first
};

} // namespace

SlowWindow slowWholeWindow(const SlowCauses& causes)
{
    std::vector<TrackId> threads = causes.backwardThreads();
    if (causes.mainThread().isValid())
        threads.push_back(causes.mainThread());
    TimeRange range = causes.rangeOf(threads);
    const Timestamp hostEnd = range.end;
    for (const SliceId work : causes.works())
        range = { std::min(range.begin, causes.start(work)), std::max(range.end, causes.end(work)) };
    const SliceId last = causes.lastToEnd(causes.works());
    return { range, last.isValid() && causes.end(last) > hostEnd ? last : SliceId {}, causes.mainThread() };
}

SlowWindow slowWindowAround(const SlowCauses& causes, SliceId annotation)
{
    TimeRange range { causes.start(annotation), causes.end(annotation) };
    std::vector<SliceId> launched;
    for (const SliceId work : causes.works()) {
        const SliceId call = causes.launch(work);
        if (TimeRange { causes.start(annotation), causes.end(annotation) }.contains(
                causes.start(call.isValid() ? call : work)))
            launched.push_back(work);
    }
    for (const SliceId work : launched)
        range = { std::min(range.begin, causes.start(work)), std::max(range.end, causes.end(work)) };
    const SliceId last = causes.lastToEnd(launched);
    return { range, last.isValid() && causes.end(last) > causes.end(annotation) ? last : SliceId {},
        causes.thread(annotation) };
}

std::vector<SlowStretch> slowPath(const SlowCauses& causes, const SlowWindow& window)
{
    return Walk(causes, window).links();
}

} // namespace kinetoscope::tests
