// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/bytes/block_source.h"
#include "core/io/events/batch_writer.h"
#include "core/io/events/document_reader.h"
#include "core/io/json/element_reader.h"
#include "core/model/common_arguments.h"
#include "core/model/trace_builder.h"

#include <atomic>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

/// What a worker made of one block, on the guess that an element begins at its first byte.
struct SpeculativeParse {
    bool isPresent = false;
    ParsedBatch batch;
    ElementReader::Outcome outcome; ///< `next` points into the block
};

/// Puts the blocks together in the order of the text: takes a worker's parse where it is proven that its first byte is
/// where the block before it ended, and reads the text again itself where not. The result is that of one serial pass,
/// for any input and any cut.
///
/// One thread at a time. Ids of strings, categories and places are handed out in order of first appearance.
class EventCollector {
public:
    /// @param stop  once requested, what add() makes of a block is of no use.
    explicit EventCollector(const LoadLimits& limits, const std::stop_token& stop = {});

    /// Next block of the text, in order.
    void add(const TextBlock& block, SpeculativeParse parse);
    /// After the last block. Problems of the source are merged by the caller.
    /// @param isCutByLimit  a limit ended the text, not the file: neither is its end damage, nor an event that it cut.
    [[nodiscard]] ParsedEvents finish(std::uint64_t textBytes, bool isCutByLimit);

    /// The common arguments of all events, for whom it is finished.
    [[nodiscard]] CommonArguments takeCommonArguments()
    {
        m_kept.finish();
        return std::move(m_kept);
    }

    [[nodiscard]] DocumentReader& document() { return m_document; }
    [[nodiscard]] std::uint64_t eventCount() const { return m_events; }
    /// May be asked by another thread while one adds.
    [[nodiscard]] std::size_t memoryBytes() const { return m_memoryBytes.load(std::memory_order_relaxed); }
    /// The batches so far and the tables they refer to, for previews; valid until the next add.
    [[nodiscard]] const ParsedEvents& parsed() const { return m_parsed; }

private:
    void readText(const char* begin, const char* end, std::uint64_t offset, bool isFinal);
    void take(ParsedBatch batch);
    void keep(const ParsedBatch& batch);
    void forgetCutEvent();

    DocumentReader m_document;
    ElementReader m_elements;
    BatchWriter m_writer;
    ParsedEvents m_parsed;
    CommonArguments m_kept;
    ArrayState m_state = ArrayState::AfterOpen;
    std::string m_carry; ///< text that could not be decided yet, directly in front of the next block
    std::uint64_t m_events = 0;
    std::atomic<std::size_t> m_memoryBytes { 0 }; ///< read by the producer while a worker adds
    std::unordered_map<std::uint32_t, CategoryId> m_categoryByString;
    std::unordered_map<EventPlace, std::uint32_t, EventPlaceHash> m_placeIndex;
};

} // namespace kinetoscope
