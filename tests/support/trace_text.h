// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace kinetoscope::tests {

inline namespace literals {
constexpr Nanoseconds operator""_ns(unsigned long long v)
{
    return static_cast<Nanoseconds>(v);
}
constexpr Nanoseconds operator""_us(unsigned long long v)
{
    return static_cast<Nanoseconds>(v) * 1'000;
}
constexpr Nanoseconds operator""_ms(unsigned long long v)
{
    return static_cast<Nanoseconds>(v) * 1'000'000;
}
constexpr Nanoseconds operator""_s(unsigned long long v)
{
    return static_cast<Nanoseconds>(v) * 1'000'000'000;
}
} // namespace literals

/// How times are spelled; `ts` and `dur` are microseconds in every style.
enum class TimeStyle {
    ThreeDecimals,     ///< 12.345 and 12.000, as Kineto writes since 2024
    WholeMicroseconds, ///< 12 (nanoseconds are cut off), as Kineto wrote before
    Shortest,          ///< 12.345 and 12
};

/// How events are laid out.
enum class LayoutStyle {
    Kineto,  ///< several lines an event, keys in Kineto's order
    Compact, ///< no white space at all
};

/// `text` as a JSON string with quotes. Bytes above 0x7f pass unchanged.
[[nodiscard]] std::string jsonString(std::string_view text);
/// A time in microseconds, exactly.
[[nodiscard]] std::string microseconds(Nanoseconds ns, TimeStyle style = TimeStyle::ThreeDecimals);

/// A pid, tid or id: a number or a word, as Kineto writes both.
struct JsonId {
    std::string token;
    JsonId(std::int64_t number)
        : token(std::to_string(number))
    {
    } // NOLINT(google-explicit-constructor): reads as what it is
    JsonId(int number)
        : token(std::to_string(number))
    {
    } // NOLINT(google-explicit-constructor)
    JsonId(const char* word)
        : token(jsonString(word))
    {
    } // NOLINT(google-explicit-constructor)
};

/// Members of an `args` object, `"key": value` after `"key": value`.
class ArgsText {
public:
    ArgsText& add(std::string_view key, std::int64_t value) { return addJson(key, std::to_string(value)); }
    ArgsText& add(std::string_view key, std::string_view value) { return addJson(key, jsonString(value)); }
    /// `json` goes out as it is.
    ArgsText& addJson(std::string_view key, std::string_view json);
    /// Members written by hand: R"("stream": 7)".
    ArgsText& addMembers(std::string_view members);
    [[nodiscard]] const std::string& text() const { return m_text; }
    operator std::string_view() const { return m_text; } // NOLINT(google-explicit-constructor)

private:
    std::string m_text;
};

/// Writes the text of a trace, event by event in call order, in the shapes that Kineto writes. Reads like the trace it
/// makes:
///
///     const std::string text = TraceText()
///                                  .step(1, 0_us, 100_us)
///                                  .op("aten::mm", 10_us, 50_us)
///                                  .launch(20_us, 5_us, 77)
///                                  .kernel("gemm", 40_us, 30_us, 7, 77)
///                                  .text();
///
/// Times are ns and go out in microseconds. `args` parameters are members without the braces. Host events go to the
/// current thread (pid 100, tid 100 unless thread() was called), device events to the current device (0).
class TraceText {
public:
    explicit TraceText(LayoutStyle layout = LayoutStyle::Kineto, TimeStyle times = TimeStyle::ThreeDecimals);

    /// Host events from here on.
    TraceText& thread(std::int64_t pid, std::int64_t tid);
    /// Device events from here on.
    TraceText& device(std::int64_t device);

    // Host.
    TraceText& op(std::string_view name, Timestamp start, Nanoseconds duration, std::string_view args = {});
    TraceText& annotation(std::string_view name, Timestamp start, Nanoseconds duration, std::string_view args = {});
    TraceText& step(std::int64_t number, Timestamp start, Nanoseconds duration); ///< ProfilerStep#number
    TraceText& python(
        std::string_view name, Timestamp start, Nanoseconds duration, std::int64_t id, std::int64_t parentId = -1);
    TraceText& runtime(std::string_view name, Timestamp start, Nanoseconds duration, std::int64_t correlation,
        std::string_view args = {}); ///< any cuda* call; cu* calls get the category cuda_driver
    TraceText& launch(Timestamp start, Nanoseconds duration, std::int64_t correlation); ///< cudaLaunchKernel
    TraceText& memory(Timestamp at, std::int64_t bytes, std::int64_t totalAllocated, std::int64_t totalReserved = 0,
        std::int64_t deviceId = 0); ///< a `[memory]` instant

    // Device.
    TraceText& kernel(std::string_view name, Timestamp start, Nanoseconds duration, std::int64_t stream,
        std::int64_t correlation = 0, std::string_view args = {});
    TraceText& copy(std::string_view name, Timestamp start, Nanoseconds duration, std::int64_t stream,
        std::int64_t correlation,
        std::int64_t bytes); ///< "Memcpy HtoD (Pageable -> Device)" and the like
    TraceText& memset(
        Timestamp start, Nanoseconds duration, std::int64_t stream, std::int64_t correlation, std::int64_t bytes);
    TraceText& sync(std::string_view kind, Timestamp start, Nanoseconds duration, std::int64_t stream,
        std::int64_t correlation,
        std::string_view
            args = {}); ///< a cuda_sync row: "Stream Sync", "Event Sync", "Context Sync", "Stream Wait Event"
    TraceText& gpuAnnotation(std::string_view name, Timestamp start, Nanoseconds duration, std::int64_t stream);

    // Any event.
    TraceText& complete(std::string_view category, std::string_view name, const JsonId& pid, const JsonId& tid,
        Timestamp start, Nanoseconds duration, std::string_view args = {}); ///< ph X; an empty category is left out
    TraceText& begin(std::string_view name, Timestamp at, std::string_view args = {});   ///< ph B on the current thread
    TraceText& end(Timestamp at, std::string_view name = {});                            ///< ph E on the current thread
    TraceText& instant(std::string_view name, Timestamp at, std::string_view args = {}); ///< ph i on the current thread
    TraceText& globalInstant(std::string_view name, const JsonId& pid, const JsonId& tid, Timestamp at);
    TraceText& counter(std::string_view name, const JsonId& pid, Timestamp at, std::string_view series); ///< ph C
    /// ph s, t or f; `phase` is that letter. Name and category are the same word ("ac2g", "fwdbwd").
    TraceText& flow(
        char phase, std::string_view category, std::int64_t id, const JsonId& pid, const JsonId& tid, Timestamp at);
    /// ph b, n or e on the current thread.
    TraceText& async(char phase, std::string_view category, std::string_view name, std::int64_t id, Timestamp at);
    /// ph M: process_name, thread_name and so on.
    TraceText& metadata(
        std::string_view name, const JsonId& pid, const JsonId& tid, std::string_view args, Timestamp at = 0);
    /// One more element of traceEvents, as it is.
    TraceText& raw(std::string_view element);
    /// All events of `other` after those of this one.
    TraceText& append(const TraceText& other);

    // Beside traceEvents.
    TraceText& top(std::string_view key, std::string_view json);    ///< before the events
    TraceText& bottom(std::string_view key, std::string_view json); ///< after the events
    TraceText& rank(std::int64_t rank, std::int64_t worldSize);     ///< distributedInfo
    TraceText& baseTime(Nanoseconds unixNs);                        ///< baseTimeNanoseconds

    [[nodiscard]] std::size_t eventCount() const { return m_count; }
    [[nodiscard]] std::string text() const;  ///< the object form
    [[nodiscard]] std::string array() const; ///< the bare array form

private:
    struct Field {
        std::string_view key;
        std::string value; ///< a JSON token
    };
    TraceText& event(
        std::initializer_list<Field> first, std::initializer_list<Field> second, std::string_view args, bool hasArgs);
    [[nodiscard]] std::string time(Nanoseconds ns) const { return microseconds(ns, m_times); }
    TraceText& deviceRow(std::string_view category, std::string_view name, Timestamp start, Nanoseconds duration,
        std::int64_t stream, const ArgsText& args);
    void beginElement();

    LayoutStyle m_layout;
    TimeStyle m_times;
    std::int64_t m_pid = 100;
    std::int64_t m_tid = 100;
    std::int64_t m_device = 0;
    std::string m_top;
    std::string m_events;
    std::string m_bottom;
    std::size_t m_count = 0;
};

/// The same bytes on every run and machine: no name, no time, operating system "unknown".
[[nodiscard]] std::string gzip(std::string_view data, int level = 9);
/// Inflates one or more gzip members made by gzip(); "" when they are damaged.
[[nodiscard]] std::string gunzip(std::string_view data);

/// Kineto's layout with times in whole microseconds: what worked examples are written in.
[[nodiscard]] TraceText wholeMicroseconds();

} // namespace kinetoscope::tests
