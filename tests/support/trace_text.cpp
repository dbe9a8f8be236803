// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_text.h"

#include <algorithm>
#include <initializer_list>

namespace kinetoscope::tests {

std::string jsonString(std::string_view text)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    const auto isPlain = [](char c) { return c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20; };
    std::string out;
    out.reserve(text.size() + 2);
    out += '"';
    while (!text.empty()) {
        const auto plain = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), isPlain) - text.begin());
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty())
            break;
        const char c = text.front();
        text.remove_prefix(1);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else {
            out += "\\u00";
            out += kHex[static_cast<unsigned char>(c) >> 4];
            out += kHex[static_cast<unsigned char>(c) & 15];
        }
    }
    out += '"';
    return out;
}

std::string microseconds(Nanoseconds ns, TimeStyle style)
{
    // Through unsigned, so that the smallest int64 has a magnitude too.
    const bool isNegative = ns < 0;
    const std::uint64_t magnitude = isNegative ? ~static_cast<std::uint64_t>(ns) + 1 : static_cast<std::uint64_t>(ns);
    const std::uint64_t rest = magnitude % 1000;
    std::string out = (isNegative ? "-" : "") + std::to_string(magnitude / 1000);
    if (style == TimeStyle::ThreeDecimals || (style == TimeStyle::Shortest && rest != 0)) {
        const std::string digits = std::to_string(rest);
        out += '.' + std::string(3 - digits.size(), '0') + digits;
    }
    return out;
}

ArgsText& ArgsText::addJson(std::string_view key, std::string_view json)
{
    std::string member = jsonString(key);
    member += ": ";
    member += json;
    return addMembers(member);
}

ArgsText& ArgsText::addMembers(std::string_view members)
{
    if (!m_text.empty() && !members.empty())
        m_text += ", ";
    m_text += members;
    return *this;
}

TraceText::TraceText(LayoutStyle layout, TimeStyle times)
    : m_layout(layout)
    , m_times(times)
{
}

TraceText& TraceText::thread(std::int64_t pid, std::int64_t tid)
{
    m_pid = pid;
    m_tid = tid;
    return *this;
}

TraceText& TraceText::device(std::int64_t device)
{
    m_device = device;
    return *this;
}

void TraceText::beginElement()
{
    if (m_count++ > 0)
        m_events += ',';
    if (m_layout == LayoutStyle::Kineto)
        m_events += "\n  ";
}

TraceText& TraceText::event(
    std::initializer_list<Field> first, std::initializer_list<Field> second, std::string_view args, bool hasArgs)
{
    const bool isKineto = m_layout == LayoutStyle::Kineto;
    bool isFirst = true;
    const auto append = [&](std::initializer_list<Field> line) {
        bool startsLine = true;
        for (const Field& field : line) {
            if (field.value.empty())
                continue;
            if (!isFirst)
                m_events += ',';
            if (isKineto)
                m_events += startsLine ? "\n    " : " ";
            m_events += '"';
            m_events += field.key;
            m_events += isKineto ? "\": " : "\":";
            m_events += field.value;
            isFirst = startsLine = false;
        }
    };
    beginElement();
    m_events += '{';
    append(first);
    append(second);
    if (hasArgs) {
        m_events += isKineto ? ",\n    \"args\": {\n      " : ",\"args\":{";
        m_events += args;
        m_events += isKineto ? "\n    }" : "}";
    }
    m_events += isKineto ? "\n  }" : "}";
    return *this;
}

TraceText& TraceText::complete(std::string_view category, std::string_view name, const JsonId& pid, const JsonId& tid,
    Timestamp start, Nanoseconds duration, std::string_view args)
{
    return event({ { "ph", "\"X\"" }, { "cat", category.empty() ? std::string() : jsonString(category) },
                     { "name", jsonString(name) }, { "pid", pid.token }, { "tid", tid.token } },
        { { "ts", time(start) }, { "dur", time(duration) } }, args, !args.empty());
}

TraceText& TraceText::op(std::string_view name, Timestamp start, Nanoseconds duration, std::string_view args)
{
    return complete("cpu_op", name, m_pid, m_tid, start, duration, args);
}

TraceText& TraceText::annotation(std::string_view name, Timestamp start, Nanoseconds duration, std::string_view args)
{
    return complete("user_annotation", name, m_pid, m_tid, start, duration, args);
}

TraceText& TraceText::step(std::int64_t number, Timestamp start, Nanoseconds duration)
{
    return annotation("ProfilerStep#" + std::to_string(number), start, duration);
}

TraceText& TraceText::python(
    std::string_view name, Timestamp start, Nanoseconds duration, std::int64_t id, std::int64_t parentId)
{
    ArgsText args;
    if (parentId < 0)
        args.addJson("Python parent id", "null");
    else
        args.add("Python parent id", parentId);
    return complete("python_function", name, m_pid, m_tid, start, duration, args.add("Python id", id));
}

TraceText& TraceText::runtime(
    std::string_view name, Timestamp start, Nanoseconds duration, std::int64_t correlation, std::string_view args)
{
    const bool isDriver = name.starts_with("cu") && !name.starts_with("cuda");
    return complete(isDriver ? "cuda_driver" : "cuda_runtime", name, m_pid, m_tid, start, duration,
        ArgsText().addMembers(args).add("correlation", correlation));
}

TraceText& TraceText::launch(Timestamp start, Nanoseconds duration, std::int64_t correlation)
{
    return runtime("cudaLaunchKernel", start, duration, correlation, R"("cbid": 211)");
}

TraceText& TraceText::memory(
    Timestamp at, std::int64_t bytes, std::int64_t totalAllocated, std::int64_t totalReserved, std::int64_t deviceId)
{
    ArgsText args;
    args.add("Total Reserved", totalReserved).add("Total Allocated", totalAllocated).add("Bytes", bytes);
    args.add("Addr", 139'637'976'727'552).add("Device Id", deviceId).add("Device Type", deviceId < 0 ? 0 : 1);
    return event(
        { { "ph", "\"i\"" }, { "cat", "\"cpu_instant_event\"" }, { "s", "\"t\"" }, { "name", "\"[memory]\"" } },
        { { "pid", std::to_string(m_pid) }, { "tid", std::to_string(m_tid) }, { "ts", time(at) } }, args, true);
}

TraceText& TraceText::deviceRow(std::string_view category, std::string_view name, Timestamp start, Nanoseconds duration,
    std::int64_t stream, const ArgsText& args)
{
    return complete(category, name, m_device, stream, start, duration, args);
}

TraceText& TraceText::kernel(std::string_view name, Timestamp start, Nanoseconds duration, std::int64_t stream,
    std::int64_t correlation, std::string_view args)
{
    ArgsText members;
    members.add("device", m_device).add("context", 1).add("stream", stream).add("correlation", correlation);
    return deviceRow("kernel", name, start, duration, stream, members.addMembers(args));
}

namespace {

/// Three decimals are enough: GB/s is bytes per ns.
std::string gigabytesPerSecond(std::int64_t bytes, Nanoseconds duration)
{
    const std::int64_t thousandths = duration > 0 ? bytes * 1000 / duration : 0;
    return microseconds(thousandths);
}

ArgsText transferArgs(
    std::int64_t device, std::int64_t stream, std::int64_t correlation, std::int64_t bytes, Nanoseconds duration)
{
    ArgsText args;
    args.add("device", device)
        .add("context", 1)
        .add("stream", stream)
        .add("correlation", correlation)
        .add("bytes", bytes);
    return args.addJson("memory bandwidth (GB/s)", gigabytesPerSecond(bytes, duration));
}

} // namespace

TraceText& TraceText::copy(std::string_view name, Timestamp start, Nanoseconds duration, std::int64_t stream,
    std::int64_t correlation, std::int64_t bytes)
{
    return deviceRow(
        "gpu_memcpy", name, start, duration, stream, transferArgs(m_device, stream, correlation, bytes, duration));
}

TraceText& TraceText::memset(
    Timestamp start, Nanoseconds duration, std::int64_t stream, std::int64_t correlation, std::int64_t bytes)
{
    return deviceRow("gpu_memset", "Memset (Device)", start, duration, stream,
        transferArgs(m_device, stream, correlation, bytes, duration));
}

TraceText& TraceText::sync(std::string_view kind, Timestamp start, Nanoseconds duration, std::int64_t stream,
    std::int64_t correlation, std::string_view args)
{
    ArgsText members;
    members.add("cuda_sync_kind", kind).addMembers(args).add("stream", stream).add("correlation", correlation);
    return deviceRow("cuda_sync", kind, start, duration, stream, members.add("device", m_device).add("context", 1));
}

TraceText& TraceText::gpuAnnotation(std::string_view name, Timestamp start, Nanoseconds duration, std::int64_t stream)
{
    return complete("gpu_user_annotation", name, m_device, stream, start, duration);
}

TraceText& TraceText::begin(std::string_view name, Timestamp at, std::string_view args)
{
    return event({ { "ph", "\"B\"" }, { "name", jsonString(name) }, { "pid", std::to_string(m_pid) },
                     { "tid", std::to_string(m_tid) } },
        { { "ts", time(at) } }, args, !args.empty());
}

TraceText& TraceText::end(Timestamp at, std::string_view name)
{
    return event({ { "ph", "\"E\"" }, { "name", name.empty() ? std::string() : jsonString(name) },
                     { "pid", std::to_string(m_pid) }, { "tid", std::to_string(m_tid) } },
        { { "ts", time(at) } }, {}, false);
}

TraceText& TraceText::instant(std::string_view name, Timestamp at, std::string_view args)
{
    return event({ { "ph", "\"i\"" }, { "s", "\"t\"" }, { "name", jsonString(name) } },
        { { "pid", std::to_string(m_pid) }, { "tid", std::to_string(m_tid) }, { "ts", time(at) } }, args,
        !args.empty());
}

TraceText& TraceText::globalInstant(std::string_view name, const JsonId& pid, const JsonId& tid, Timestamp at)
{
    return event({ { "name", jsonString(name) }, { "ph", "\"i\"" }, { "s", "\"g\"" } },
        { { "pid", pid.token }, { "tid", tid.token }, { "ts", time(at) } }, {}, false);
}

TraceText& TraceText::counter(std::string_view name, const JsonId& pid, Timestamp at, std::string_view series)
{
    return event({ { "ph", "\"C\"" }, { "name", jsonString(name) }, { "pid", pid.token } }, { { "ts", time(at) } },
        series, true);
}

TraceText& TraceText::flow(
    char phase, std::string_view category, std::int64_t id, const JsonId& pid, const JsonId& tid, Timestamp at)
{
    return event({ { "ph", jsonString({ &phase, 1 }) }, { "id", std::to_string(id) }, { "pid", pid.token },
                     { "tid", tid.token }, { "ts", time(at) } },
        { { "cat", jsonString(category) }, { "name", jsonString(category) }, { "bp", phase == 'f' ? "\"e\"" : "" } },
        {}, false);
}

TraceText& TraceText::async(char phase, std::string_view category, std::string_view name, std::int64_t id, Timestamp at)
{
    return event({ { "ph", jsonString({ &phase, 1 }) }, { "cat", jsonString(category) }, { "name", jsonString(name) },
                     { "id", std::to_string(id) } },
        { { "pid", std::to_string(m_pid) }, { "tid", std::to_string(m_tid) }, { "ts", time(at) } }, {}, false);
}

TraceText& TraceText::metadata(
    std::string_view name, const JsonId& pid, const JsonId& tid, std::string_view args, Timestamp at)
{
    return event({ { "name", jsonString(name) }, { "ph", "\"M\"" }, { "ts", time(at) }, { "pid", pid.token },
                     { "tid", tid.token } },
        {}, args, true);
}

TraceText& TraceText::raw(std::string_view element)
{
    beginElement();
    m_events += element;
    return *this;
}

TraceText& TraceText::append(const TraceText& other)
{
    if (m_count > 0 && other.m_count > 0)
        m_events += ',';
    m_events += other.m_events;
    m_count += other.m_count;
    return *this;
}

TraceText& TraceText::top(std::string_view key, std::string_view json)
{
    m_top += "  " + jsonString(key) + ": " + std::string(json) + ",\n";
    return *this;
}

TraceText& TraceText::bottom(std::string_view key, std::string_view json)
{
    m_bottom += ",\n  " + jsonString(key) + ": " + std::string(json);
    return *this;
}

TraceText& TraceText::rank(std::int64_t rank, std::int64_t worldSize)
{
    return top("distributedInfo",
        "{\"backend\": \"nccl\", \"rank\": " + std::to_string(rank) + ", \"world_size\": " + std::to_string(worldSize)
            + "}");
}

TraceText& TraceText::baseTime(Nanoseconds unixNs)
{
    return bottom("baseTimeNanoseconds", std::to_string(unixNs));
}

std::string TraceText::text() const
{
    const char* const newline = m_layout == LayoutStyle::Kineto ? "\n  " : "";
    return "{\n" + m_top + "  \"traceEvents\": [" + m_events + newline + "]" + m_bottom + "\n}\n";
}

std::string TraceText::array() const
{
    return "[" + m_events + "\n]\n";
}

TraceText wholeMicroseconds()
{
    return TraceText(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
}

} // namespace kinetoscope::tests
