// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/events/preview_builder.h"

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr int kLastShift = 54; ///< 512 buckets of 2^54 ns cover every int64

} // namespace

/// Widens the range until it holds `time`. Buckets are merged in pairs, or moved up when the range grows to the left.
void PreviewBuilder::include(Timestamp time)
{
    if (!m_hasRange) {
        m_hasRange = true;
        m_origin = time >= kMinTimestamp + (Timestamp { 1 } << kLastShift) ? time : 0;
        m_end = time;
    }
    while (m_shift < kLastShift
        && (time < m_origin || (saturatingSubtract(time, m_origin) >> m_shift) >= static_cast<Timestamp>(kBuckets))) {
        const bool toTheLeft = time < m_origin;
        const Nanoseconds span = static_cast<Nanoseconds>(kBuckets) << m_shift;
        for (Row& row : m_rows) {
            if (row.busyNs.empty())
                continue;
            for (std::size_t i = 0; i < kBuckets / 2; ++i)
                row.busyNs[i] = row.busyNs[2 * i] + row.busyNs[2 * i + 1];
            std::fill(row.busyNs.begin() + kBuckets / 2, row.busyNs.end(), 0);
            if (toTheLeft)
                std::rotate(row.busyNs.begin(), row.busyNs.begin() + kBuckets / 2, row.busyNs.end());
        }
        if (toTheLeft)
            m_origin = saturatingSubtract(m_origin, span);
        ++m_shift;
    }
    m_end = std::max(m_end, time);
}

void PreviewBuilder::add(const EventBatch& events)
{
    m_events += events.size();
    for (std::size_t row = 0; row < events.size(); ++row) {
        if (events.phase[row] != 'X') // a batch without any drawn event has no durations
            continue;
        const std::uint32_t duration = events.duration32[row];
        if (duration >= EventBatch::kLongDuration)
            continue;
        const Timestamp start = events.ts[row];
        include(start);
        const auto bucket = static_cast<std::size_t>(
            std::clamp<Timestamp>(saturatingSubtract(start, m_origin) >> m_shift, 0, kBuckets - 1));
        const std::uint32_t place = events.place[row];
        if (place >= m_rows.size())
            m_rows.resize(place + 1);
        std::vector<std::uint64_t>& busy = m_rows[place].busyNs;
        if (busy.empty())
            busy.resize(kBuckets);
        busy[bucket] += duration + 1;
    }
}

std::shared_ptr<const TracePreview> PreviewBuilder::snapshot(const ParsedEvents& parsed, std::size_t maxRows) const
{
    auto preview = std::make_shared<TracePreview>();
    preview->events = m_events;
    if (!m_hasRange)
        return preview;
    const auto used = static_cast<std::size_t>(
        std::clamp<Timestamp>((saturatingSubtract(m_end, m_origin) >> m_shift) + 1, 1, kBuckets));
    preview->range = { m_origin, saturatingAdd(m_origin, static_cast<Nanoseconds>(used) << m_shift) };
    const std::uint64_t full = std::uint64_t { 1 } << m_shift;
    for (std::size_t place = 0; place < m_rows.size() && preview->rows.size() < maxRows; ++place) {
        const Row& row = m_rows[place];
        if (row.busyNs.empty())
            continue;
        const EventPlace& where = parsed.places[place];
        TracePreview::Row out;
        out.isDevice = where.deviceSide;
        const std::string tid(parsed.strings.view(where.tid));
        const bool hasNumber = where.stream != Track::kNoStream || tid.empty();
        out.label = where.deviceSide
            ? "GPU " + (where.device >= 0 ? std::to_string(where.device) : std::string(parsed.strings.view(where.pid)))
                + " stream " + (hasNumber ? std::to_string(where.stream) : tid)
            : "thread " + tid;
        out.density.reserve(used);
        for (std::size_t i = 0; i < used; ++i) {
            const std::uint64_t busy = std::min(row.busyNs[i], full);
            out.density.push_back(busy == 0 ? std::uint8_t { 0 }
                                            : static_cast<std::uint8_t>(std::max<std::uint64_t>(1, busy * 255 / full)));
        }
        preview->rows.push_back(std::move(out));
    }
    return preview;
}

} // namespace kinetoscope
