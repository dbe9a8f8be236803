// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/health/health_finding.h"
#include "core/base/vectors.h"
#include "core/io/json/argument_scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kEventsPerCheck = 16 * 1024;

/// JSON types, as bits.
enum Type : unsigned { kInteger = 1, kFraction = 2, kString = 4, kList = 8, kObject = 16, kBool = 32, kNull = 64 };
constexpr unsigned kNumber = kInteger | kFraction;
constexpr unsigned kAny = 127;

struct KnownArgument {
    std::string_view key;
    unsigned types;
    bool isStandard; ///< analyses read it
};
/// Table 0.4b, and what newer PyTorch and ROCm write besides.
constexpr KnownArgument kKnown[] {
    { "External id", kInteger, true },
    { "Ev Idx", kInteger, false },
    { "Profiler Event Index", kInteger, false },
    { "Record function id", kInteger, false },
    { "Python id", kInteger, true },
    { "Python parent id", kInteger | kNull, true },
    { "Python module id", kInteger, false },
    { "Python thread", kInteger, false },
    { "Sequence number", kInteger, true },
    { "Fwd thread id", kInteger, true },
    { "Input Dims", kList, true },
    { "Input type", kList, true },
    { "Input Strides", kList, true },
    { "Concrete Inputs", kList, false },
    { "Call stack", kString, true },
    { "Module Hierarchy", kString, false },
    { "kernel_backend", kString, false },
    { "kernel_hash", kString, false },
    { "kernel_file", kString, false },
    { "stream", kInteger | kString, true },
    { "device", kInteger, true },
    { "context", kInteger | kString, false },
    { "correlation", kInteger, true },
    { "cbid", kInteger, false },
    { "cid", kInteger, false },
    { "queued", kInteger, false },
    { "registers per thread", kInteger, false },
    { "shared memory", kInteger, false },
    { "grid", kList, false },
    { "block", kList, false },
    { "blocks per SM", kNumber, false },
    { "warps per SM", kNumber, false },
    { "est. achieved occupancy %", kNumber, false },
    { "occupancy", kObject, false },
    { "graph id", kInteger, false },
    { "graph node id", kInteger, false },
    { "priority", kInteger, false },
    { "channel", kInteger, false },
    { "channel_type", kInteger | kString, false },
    { "bytes", kInteger, true },
    { "memory bandwidth (GB/s)", kNumber, true },
    { "fromDevice", kInteger, false },
    { "inDevice", kInteger, false },
    { "toDevice", kInteger, false },
    { "fromContext", kInteger, false },
    { "inContext", kInteger, false },
    { "toContext", kInteger, false },
    { "wait_on_stream", kInteger, true },
    { "wait_on_cuda_event_record_corr_id", kInteger, true },
    { "wait_on_cuda_event_id", kInteger, false },
    { "cuda_sync_kind", kString | kInteger, false },
    { "Collective name", kString, true },
    { "In msg nelems", kInteger, true },
    { "Out msg nelems", kInteger, true },
    { "In msg size", kInteger, false },
    { "Out msg size", kInteger, false },
    { "Group size", kInteger, true },
    { "dtype", kString, true },
    { "In split size", kString | kList, true },
    { "Out split size", kString | kList, true },
    { "Process Group Name", kString, true },
    { "Process Group Description", kString, true },
    { "Process Group Ranks", kString | kList, true },
    { "Rank", kInteger, false },
    { "Src Rank", kInteger, false },
    { "Dst Rank", kInteger, false },
    { "Seq", kInteger, true },
    { "Comms Id", kInteger | kString, false },
    { "Global rank start", kInteger, false },
    { "Global rank stride", kInteger, false },
    { "Is asynchronized op", kBool | kInteger | kString, false },
    { "Input Tensors start", kList | kString, false },
    { "Output Tensors start", kList | kString, false },
    { "Addr", kInteger, true },
    { "Bytes", kInteger, true },
    { "Total Allocated", kInteger, true },
    { "Total Reserved", kInteger, true },
    { "Device Type", kInteger, true },
    { "Device Id", kInteger, true },
    { "batchSize", kAny, false },
    { "batchId", kAny, false },
    { "pre_grad_nodes", kAny, false },
    { "kernel", kString, false },
    { "src", kString | kInteger, false },
    { "dst", kString | kInteger, false },
    { "ptr", kString | kInteger, false },
    { "size", kInteger | kString, false },
    { "kind", kString | kInteger, false },
    { "hsa_queue", kString | kInteger, false },
    { "Op count", kInteger, false },
};

Type typeOf(std::string_view value)
{
    switch (value.empty() ? 'n' : value.front()) {
    case '"':
        return kString;
    case '[':
        return kList;
    case '{':
        return kObject;
    case 't':
    case 'f':
        return kBool;
    case 'n':
        return kNull;
    default:
        return value.find_first_of(".eE") == std::string_view::npos ? kInteger : kFraction;
    }
}

Message nameOf(unsigned type)
{
    static constexpr std::array<FittingPhrase<0>, 7> kNames { KT_PHRASE("trace-health", "a whole number"),
        KT_PHRASE("trace-health", "a number with a fraction"), KT_PHRASE("trace-health", "a text"),
        KT_PHRASE("trace-health", "a list"), KT_PHRASE("trace-health", "an object"),
        KT_PHRASE("trace-health", "true or false"), KT_PHRASE("trace-health", "null") };
    return { kNames[static_cast<std::size_t>(std::countr_zero(type))] };
}

/// "a whole number or a text".
Message namesOf(unsigned types)
{
    if ((types & kNumber) == kNumber)
        types &= ~unsigned { kFraction };
    Message names;
    for (unsigned bit = 1; bit <= kNull; bit *= 2) {
        if ((types & bit) == 0)
            continue;
        names = names.isEmpty() ? nameOf(bit)
                                : Message { KT_PHRASE("trace-health", "%1 or %2"), std::move(names), nameOf(bit) };
    }
    return names;
}

class ArgumentChecker {
public:
    explicit ArgumentChecker(ArgumentLevel level)
        : m_level(level)
    {
        for (const KnownArgument& argument : kKnown)
            m_known.emplace(argument.key, &argument);
    }

    void look(std::string_view eventJson, SliceId slice)
    {
        MemberScan scan(argumentsOf(eventJson));
        for (RawMember member; scan.next(member);) {
            const std::string_view key = member.keyText(m_room);
            const auto known = m_known.find(key);
            if (known == m_known.end()) {
                if (m_level == ArgumentLevel::Complete)
                    ++m_unknown[std::string(key)];
                continue;
            }
            const KnownArgument& argument = *known->second;
            if (m_level == ArgumentLevel::Standard && !argument.isStandard)
                continue;
            const Type type = typeOf(member.value);
            const bool isFitting =
                (argument.types & type) != 0 || ((argument.types & kNumber) == kNumber && (type & kNumber) != 0);
            if (!isFitting)
                m_wrong[{ argument.key, type }].push_back(slice);
        }
    }

    void report(std::vector<HealthFinding>& findings)
    {
        for (auto& [what, slices] : m_wrong) {
            findings.push_back({ .level = HealthLevel::Warning,
                .check = "argument-type",
                .sentence = { KT_PLURAL("trace-health", "The argument %2 is %3 in %1 event; %4 is expected.",
                                  "The argument %2 is %3 in %1 events; %4 is expected."),
                    arg::Count { slices.size() }, arg::Name { std::string(what.first) }, nameOf(what.second),
                    namesOf(m_known.at(what.first)->types) },
                .count = slices.size(),
                .slices = std::move(slices) });
        }
        if (!m_unknown.empty())
            reportUnknown(findings);
    }

private:
    void reportUnknown(std::vector<HealthFinding>& findings) const
    {
        constexpr std::size_t kMostNamed = 5;
        Message names;
        std::size_t named = 0;
        for (const auto& [key, count] : m_unknown) {
            if (named++ == kMostNamed)
                break;
            const arg::Name name { key };
            names = names.isEmpty() ? Message { KT_PHRASE("trace-health", "%1"), name }
                                    : Message { KT_PHRASE("trace-health", "%1, %2"), std::move(names), name };
        }
        if (m_unknown.size() > kMostNamed)
            names = { KT_PHRASE("trace-health", "%1, and more"), std::move(names) };
        findings.push_back({ .level = HealthLevel::Info,
            .check = "unknown-arguments",
            .sentence = { KT_PLURAL("trace-health", "%1 argument that is not known, kept and shown as written: %2.",
                              "%1 arguments that are not known, kept and shown as written: %2."),
                arg::Count { m_unknown.size() }, std::move(names) },
            .count = m_unknown.size() });
    }

    ArgumentLevel m_level;
    std::string m_room; ///< of a key with escapes
    std::unordered_map<std::string_view, const KnownArgument*> m_known;
    std::map<std::pair<std::string_view, unsigned>, std::vector<SliceId>> m_wrong;
    std::map<std::string, std::uint64_t> m_unknown;
};

} // namespace

Result<Done> checkArguments(
    const Trace& trace, ArgumentLevel level, const Progress& progress, std::vector<HealthFinding>& findings)
{
    if (level == ArgumentLevel::Minimal)
        return Done {};
    const SliceTable& slices = trace.slices();
    std::vector<std::pair<EventIndex, std::uint32_t>> order;
    order.reserve(slices.size());
    for (std::uint32_t row = 0; row < slices.size(); ++row)
        order.emplace_back(slices.eventIndex[row], row);
    std::ranges::sort(order);
    const std::vector<EventIndex> events = mapped(order, [](const auto& each) { return each.first; });

    ArgumentChecker checker(level);
    bool isStopped = false;
    const auto visit = [&](std::size_t i, std::string_view json) {
        checker.look(json, SliceId { order[i].second });
        isStopped = i % kEventsPerCheck == 0 && progress.shouldStop();
        return !isStopped;
    };
    KT_TRY_DONE(trace.visitEventJson(events, visit));
    if (isStopped)
        return Error::stopped();
    checker.report(findings);
    return Done {};
}

} // namespace kinetoscope
