// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/events/load_pipeline.h"

#include "core/base/release.h"

#include <fmt/core.h>

#include <algorithm>
#include <new>
#include <system_error>
#include <thread>

namespace kinetoscope {

namespace {

constexpr int kLastShift = 54; ///< 512 buckets of 2^54 ns cover every int64

constexpr auto kPreviewInterval = std::chrono::milliseconds(100);
constexpr std::size_t kSpareBlocks = 3; ///< one being filled, one waiting, one waiting to be committed

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
        out.label = where.deviceSide ? fmt::format("GPU {} stream {}",
                        where.device >= 0 ? std::to_string(where.device) : std::string(parsed.strings.view(where.pid)),
                        hasNumber ? std::to_string(where.stream) : tid)
                                     : fmt::format("thread {}", tid);
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

LoadPipeline::LoadPipeline(TextReader& reader, const LoadOptions& options, const Progress& progress)
    : m_reader(&reader)
    , m_options(&options)
    , m_progress(&progress)
    , m_collector(options.limits, progress.stop)
{
}

LoadPipeline::End LoadPipeline::run(int workers, std::uint64_t memoryBudget)
{
    m_free.resize(static_cast<std::size_t>(workers) + kSpareBlocks);
    std::vector<std::jthread> threads;
    threads.reserve(static_cast<std::size_t>(workers));
    try {
        for (int i = 0; i < workers; ++i)
            threads.emplace_back([this] { work(); });
    } catch (const std::system_error&) { // no more threads are to be had: those that are there do it
        if (threads.empty())
            stop(End::NoThread);
    }
    try {
        produce(memoryBudget);
    } catch (const std::bad_alloc&) {
        stop(End::OutOfMemory);
    }
    {
        const std::lock_guard lock(m_mutex);
        m_isProduced = true;
    }
    m_changed.notify_all();
    threads.clear(); // joins
    release(m_free);
    release(m_ready);
    release(m_finished);
    return m_end;
}

void LoadPipeline::stop(End end)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_isStopped) {
            m_isStopped = true;
            m_end = end;
        }
    }
    m_changed.notify_all();
}

void LoadPipeline::produce(std::uint64_t memoryBudget)
{
    BlockSource source(*m_reader, m_options->blockBytes);
    std::uint64_t reported = 0;
    for (;;) {
        TextBlock block;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return !m_free.empty() || m_isStopped; });
            if (m_isStopped)
                return;
            if (m_collector.memoryBytes() > memoryBudget) {
                lock.unlock();
                m_sourceReport.note(Problem::LimitReached, m_textBytes, "memory");
                // What was read so far is kept: this is an end, not a failure.
                const std::lock_guard again(m_mutex);
                m_end = End::MemoryLimit;
                return;
            }
            block = std::move(m_free.back());
            m_free.pop_back();
        }
        if (m_progress->shouldStop()) {
            stop(End::Cancelled);
            return;
        }
        if (!source.next(block, m_sourceReport))
            return;
        m_textBytes = block.offset + block.size;
        const std::uint64_t used = m_reader->filePosition();
        m_progress->add(used - reported);
        reported = used;
        {
            const std::lock_guard lock(m_mutex);
            m_ready.push_back(std::move(block));
        }
        m_changed.notify_all();
    }
}

void LoadPipeline::work()
{
    try {
        workUntilDone();
    } catch (const std::bad_alloc&) {
        stop(End::OutOfMemory);
    }
}

void LoadPipeline::workUntilDone()
{
    ElementReader reader(m_options->limits, m_progress->stop);
    BatchWriter writer(m_options->limits);
    std::size_t expected = m_options->blockBytes / 200 + 16;
    for (;;) {
        Finished finished;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return !m_ready.empty() || m_isProduced || m_isStopped; });
            if (m_isStopped || m_ready.empty())
                return;
            finished.block = std::move(m_ready.front());
            m_ready.erase(m_ready.begin());
        }
        const TextBlock& block = finished.block;
        if (block.beginsAtGuess) {
            writer.begin(block.offset, expected);
            finished.parse.outcome =
                reader.read(block.begin(), block.end(), block.offset, ArrayState::AfterComma, block.isLast, writer);
            expected = writer.size() + writer.size() / 8 + 16;
            finished.parse.batch = writer.take();
            finished.parse.isPresent = true;
        }
        if (m_progress->stop.stop_requested()) { // what was read is not all of the block
            stop(End::Cancelled);
            return;
        }
        std::unique_lock lock(m_mutex);
        const std::size_t sequence = block.sequence;
        m_finished.emplace(sequence, std::move(finished));
        commit(lock);
    }
}

/// Hands on every block that is next in order. Only one thread does so at a time; the lock is open while it works.
void LoadPipeline::commit(std::unique_lock<std::mutex>& lock)
{
    while (!m_isCommitting && !m_isStopped) {
        const auto it = m_finished.find(m_nextToCommit);
        if (it == m_finished.end())
            return;
        Finished finished = std::move(it->second);
        m_finished.erase(it);
        m_isCommitting = true;
        lock.unlock();
        m_collector.add(finished.block, std::move(finished.parse));
        if (m_progress->stop.stop_requested()) {
            stop(End::Cancelled);
            lock.lock();
            return;
        }
        if (m_options->onPreview)
            publishPreview();
        lock.lock();
        m_isCommitting = false;
        ++m_nextToCommit;
        m_free.push_back(std::move(finished.block));
        m_changed.notify_all();
    }
}

void LoadPipeline::publishPreview()
{
    const std::vector<EventBatch>& batches = m_collector.parsed().batches;
    for (; m_previewedBatches < batches.size(); ++m_previewedBatches)
        m_preview.add(batches[m_previewedBatches]);
    const auto now = std::chrono::steady_clock::now();
    if (now < m_nextPreview)
        return;
    m_nextPreview = now + kPreviewInterval;
    m_options->onPreview(m_preview.snapshot(m_collector.parsed()));
}

} // namespace kinetoscope
