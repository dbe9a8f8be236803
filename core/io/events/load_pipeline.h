// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/events/event_collector.h"
#include "core/io/trace_loader.h"
#include "core/model/trace_builder.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace kinetoscope {

/// Keeps a coarse density per place while a file is read, so that a picture can be shown long before the load is done.
/// The range grows by doubling, so an event costs a few instructions whatever comes later. One thread at a time.
class PreviewBuilder {
public:
    static constexpr std::size_t kBuckets = 512;

    void add(const EventBatch& events);
    /// What has been seen so far; rows in order of first appearance, at most `maxRows` of them.
    [[nodiscard]] std::shared_ptr<const TracePreview> snapshot(
        const ParsedEvents& parsed, std::size_t maxRows = 200) const;

private:
    void include(Timestamp time);
    struct Row {
        std::vector<std::uint64_t> busyNs; ///< per bucket; empty until the place has an event
    };
    std::vector<Row> m_rows; ///< by place
    Timestamp m_origin = 0;
    int m_shift = 0; ///< a bucket is 2^shift ns
    bool m_hasRange = false;
    Timestamp m_end = 0;
    std::uint64_t m_events = 0;
};

/// The reading stage: one producer (the calling thread) reads and inflates into blocks, workers parse them ahead of
/// proof, and whichever worker holds the next block in order hands it to the collector. Memory is bounded by the number
/// of blocks in flight.
class LoadPipeline {
public:
    LoadPipeline(TextReader& reader, const LoadOptions& options, const Progress& progress);

    enum class End : std::uint8_t { Complete, Cancelled, MemoryLimit, OutOfMemory, NoThread };
    /// Runs until the text ends. Blocks.
    End run(int workers, std::uint64_t memoryBudget);

    [[nodiscard]] EventCollector& collector() { return m_collector; }
    [[nodiscard]] const ImportReport& sourceReport() const
    {
        return m_sourceReport;
    } ///< problems of file and compression
    [[nodiscard]] std::uint64_t textBytes() const { return m_textBytes; }

private:
    struct Finished {
        TextBlock block;
        SpeculativeParse parse;
    };
    void work();
    void workUntilDone();
    void commit(std::unique_lock<std::mutex>& lock);
    void publishPreview();
    void produce(std::uint64_t memoryBudget);
    void stop(End end);

    TextReader* m_reader;
    const LoadOptions* m_options;
    const Progress* m_progress;
    EventCollector m_collector;
    PreviewBuilder m_preview;
    std::size_t m_previewedBatches = 0;
    std::chrono::steady_clock::time_point m_nextPreview;
    ImportReport m_sourceReport;
    std::uint64_t m_textBytes = 0;

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<TextBlock> m_free;
    std::vector<TextBlock> m_ready; ///< in order; taken from the front
    std::map<std::size_t, Finished> m_finished;
    std::size_t m_nextToCommit = 0;
    bool m_isCommitting = false;
    bool m_isProduced = false;
    bool m_isStopped = false;
    End m_end = End::Complete;
};

} // namespace kinetoscope
