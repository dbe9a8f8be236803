// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/trace_loader.h"
#include "core/model/trace_builder.h"

#include <cstdint>
#include <memory>
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

} // namespace kinetoscope
