// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_builder.h"

#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope::tests {

/// Writes what a reader would hand to buildTrace, event by event, without any JSON. Times are ns.
///
///     EventBuilder events;
///     events.onThread("1", "1");
///     const EventIndex launch = events.slice("cuda_runtime", "cudaLaunchKernel", 1'000, 3'000, 17);
///     events.onStream(0, 7);
///     events.slice("kernel", "gemm", 10'000, 20'000, 17);
///     const auto trace = events.build();
class EventBuilder {
public:
    static constexpr std::int64_t kNone = -1;

    EventBuilder();

    /// Where the following events happen.
    EventBuilder& onThread(std::string_view pid, std::string_view tid);
    EventBuilder& onStream(std::int64_t device, std::int64_t stream);

    EventIndex slice(std::string_view category, std::string_view name, Timestamp begin, Timestamp end,
        std::int64_t correlation = kNone);
    /// An X without `dur`.
    EventIndex sliceWithoutEnd(std::string_view category, std::string_view name, Timestamp begin);
    /// An X whose `dur` is `duration` < 0.
    EventIndex negativeSlice(std::string_view category, std::string_view name, Timestamp begin, Nanoseconds duration);
    /// Any phase but X, C and M; `id` is that of flows and asyncs.
    EventIndex event(
        char phase, std::string_view category, std::string_view name, Timestamp ts, std::int64_t id = kNone);
    EventIndex counter(
        std::string_view name, Timestamp ts, const std::vector<std::pair<std::string_view, double>>& values);
    EventIndex metadata(std::string_view name, std::string_view text);
    EventIndex metadata(std::string_view name, std::int64_t number);
    EventIndex notAnObject();

    /// Adds RawFlag bits to the last event.
    EventBuilder& withFlags(std::uint16_t rawFlags);
    EventBuilder& withArg(ArgKey key, std::int64_t value);

    /// Call tree tolerance 0, as for files without fractions of microseconds.
    EventBuilder& withIntegerMicroseconds();

    [[nodiscard]] std::size_t size() const { return m_all.size(); }
    /// The events in batches of `batchRows`.
    [[nodiscard]] ParsedEvents take(std::size_t batchRows = 1000);
    /// take() and buildTrace(); the test fails hard where that returns an error.
    [[nodiscard]] std::shared_ptr<const Trace> build(int threads = 1, std::size_t batchRows = 1000);

private:
    EventIndex add(char phase, std::string_view category, std::string_view name, Timestamp ts, Nanoseconds duration,
        std::int64_t link);
    [[nodiscard]] CategoryId categoryId(std::string_view category);

    ParsedEvents m_parsed;
    EventBatch m_all;
    std::map<std::string, CategoryId, std::less<>> m_categories;
    std::uint32_t m_hostPlace = 0;
    std::uint32_t m_devicePlace = 0;
    bool m_onStream = false;
};

} // namespace kinetoscope::tests
