// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/decimal.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/base/vectors.h"
#include "core/export/kinds/export_kinds.h"
#include "core/export/kinds/overlay_names.h"
#include "core/export/write/text_edits.h"
#include "core/export/write/whole_microseconds.h"
#include "core/io/bytes/byte_scan.h"
#include "core/io/json/json_check.h"
#include "core/model/trace_set.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

namespace {

/// Numbers that tell ranks apart in one file: of devices, processes, correlations and other ids. Immutable; any thread.
class MergeNumbers {
public:
    /// @param ranks  positions in TraceSet::ranks(), in the order of the file.
    MergeNumbers(const TraceSet& traces, const std::vector<std::size_t>& ranks);

    /// One process of the merged file.
    struct Process {
        std::size_t place = 0; ///< of its rank in `ranks`
        std::string pid;       ///< in its own file, text
        std::string token;     ///< in the merged file, JSON
        std::string name;      ///< "rank 3: python"
    };
    /// In the order in which they should be shown.
    [[nodiscard]] const std::vector<Process>& processes() const { return m_processes; }

    /// Devices are counted through, rank after rank: 0, 1, 2, ... in the order of their own numbers.
    [[nodiscard]] std::int64_t device(std::size_t place, std::int64_t device) const;
    /// JSON token of a pid. Whole numbers that no rank before has stay; those of devices become the device's number.
    [[nodiscard]] std::string pidToken(std::size_t place, std::string_view pid) const;
    /// An id that is unique inside one rank's file: id * ranks + place. Negative ones mean none and stay.
    [[nodiscard]] std::int64_t id(std::size_t place, std::int64_t id) const;

private:
    void addProcesses(const RankTrace& rank, std::size_t place);

    std::size_t m_count;
    std::vector<std::map<std::int64_t, std::int64_t>> m_devices;           ///< by place
    std::vector<std::map<std::string, std::string, std::less<>>> m_tokens; ///< by place: pid to token
    std::vector<Process> m_processes;
    std::int64_t m_deviceCount = 0;
    std::int64_t m_nextPid = 0;
};

/// Devices of a rank: those that have tracks.
std::set<std::int64_t> devicesOf(const Trace& trace)
{
    std::set<std::int64_t> devices;
    for (const Track& track : trace.tracks()) {
        if (track.isDeviceSide() && track.device >= 0)
            devices.insert(track.device);
    }
    return devices;
}

std::string nameOf(std::int64_t rank, const Track& track, std::string_view pid)
{
    if (track.isDeviceSide() && track.device >= 0)
        return fmt::format("rank {}: GPU {}", rank, track.device);
    if (!track.processName.empty())
        return fmt::format("rank {}: {}", rank, track.processName);
    if (pid.empty())
        return fmt::format("rank {}: (no process)", rank);
    return fmt::format("rank {}: {}{}", rank, wholeNumber(pid) ? "process " : "", pid);
}

MergeNumbers::MergeNumbers(const TraceSet& traces, const std::vector<std::size_t>& ranks)
    : m_count(ranks.size())
    , m_devices(ranks.size())
    , m_tokens(ranks.size())
{
    // Devices first: their numbers are pids, too.
    for (std::size_t place = 0; place < ranks.size(); ++place) {
        for (const std::int64_t device : devicesOf(*traces.ranks()[ranks[place]].trace))
            m_devices[place].emplace(device, m_deviceCount++);
    }
    for (const std::size_t position : ranks) {
        for (const Track& track : traces.ranks()[position].trace->tracks()) {
            const auto pid = wholeNumber(traces.ranks()[position].trace->text(track.pid));
            if (pid && *pid < std::numeric_limits<std::int64_t>::max() / 2)
                m_nextPid = std::max(m_nextPid, *pid + 1);
        }
    }
    m_nextPid = std::max(m_nextPid, m_deviceCount);
    for (std::size_t place = 0; place < ranks.size(); ++place)
        addProcesses(traces.ranks()[ranks[place]], place);
}

void MergeNumbers::addProcesses(const RankTrace& rank, std::size_t place)
{
    std::set<std::string> taken;
    for (const auto& tokens : m_tokens) {
        for (const auto& [pid, token] : tokens)
            taken.insert(token);
    }
    for (const Track& track : rank.trace->tracks()) {
        const std::string pid(rank.trace->text(track.pid));
        if (m_tokens[place].contains(pid))
            continue;
        const auto number = wholeNumber(pid);
        const auto device = number ? m_devices[place].find(*number) : m_devices[place].end();
        std::string token;
        if (device != m_devices[place].end())
            token = std::to_string(device->second);
        else if (!number)
            token = jsonString(fmt::format("{} (rank {})", pid, rank.rank));
        else if (*number >= m_deviceCount && !taken.contains(std::to_string(*number)))
            token = std::to_string(*number);
        else
            token = std::to_string(m_nextPid++);
        taken.insert(token);
        m_tokens[place].emplace(pid, token);
        m_processes.push_back({ place, pid, token, nameOf(rank.rank, track, pid) });
    }
}

std::int64_t MergeNumbers::device(std::size_t place, std::int64_t device) const
{
    if (device < 0)
        return device;
    const auto it = m_devices[place].find(device);
    return it != m_devices[place].end() ? it->second : m_deviceCount + id(place, device);
}

std::string MergeNumbers::pidToken(std::size_t place, std::string_view pid) const
{
    const auto it = m_tokens[place].find(pid);
    // Only events that nothing draws come from a process without tracks.
    return it != m_tokens[place].end() ? it->second : jsonString(fmt::format("{} ({})", pid, place));
}

std::int64_t MergeNumbers::id(std::size_t place, std::int64_t id) const
{
    const auto count = static_cast<std::int64_t>(m_count);
    const bool fits = id >= 0 && id < std::numeric_limits<std::int64_t>::max() / count - 1;
    return fits ? id * count + static_cast<std::int64_t>(place) : id;
}

/// Arguments that hold an id of the rank's own file.
constexpr std::array<std::string_view, 8> kIdArguments { "correlation", "External id", "Python id", "Python parent id",
    "Python module id", "Sequence number", "Ev Idx", "wait_on_cuda_event_record_corr_id" };
/// Arguments that hold the number of a device.
constexpr std::array<std::string_view, 5> kDeviceArguments { "device", "fromDevice", "inDevice", "toDevice",
    "Device Id" };

/// The events of one rank as they stand in the merged file.
class MergePlan final : public EventPlan {
public:
    /// @param isWhole  whether all ranks have times of whole microseconds, which then stay such.
    MergePlan(
        const MergeNumbers& numbers, std::size_t place, const RankTrace& rank, const RankTrace& reference, bool isWhole)
        : m_numbers(numbers)
        , m_place(place)
        , m_rank(rank)
        , m_reference(reference)
        , m_isWhole(isWhole)
        , m_names(*rank.trace)
    {
    }
    [[nodiscard]] Fate fateOf(EventIndex) const override { return Fate::Edit; }

    Outcome edit(EventIndex event, std::string_view json, std::string& out) const override
    {
        if (!json.starts_with('{'))
            return Outcome::LeftOut; // belongs to no rank
        const std::string phase = textOf(findMember(json, "ph"));
        if (phase == "M") {
            const std::string name = textOf(findMember(json, "name"));
            if (name == "process_name" || name == "process_sort_index" || name == "process_labels")
                return Outcome::LeftOut; // written anew
        }
        TextEdits edits(json, out);
        MemberScan scan(json);
        std::string room;
        for (RawMember member; scan.next(member);) {
            const std::string_view key = member.keyText(room);
            if (key == "pid")
                edits.replace(member.value, m_numbers.pidToken(m_place, plainText(member.value)));
            else if (key == "ts")
                shiftTime(member.value, edits);
            else if (key == "id" && phase != "C") // counters: the stream of their process
                changeId(member.value, edits);
            else if (key == "name" && phase == "X")
                changeName(member.value, edits);
            else if (key == "args" && event == m_names.span())
                edits.replace(member.value, "{}"); // one dictionary could not serve the numbers of all ranks
            else if (key == "args" && member.value.starts_with('{'))
                changeArgs(member.value, phase, edits);
        }
        edits.finish();
        return Outcome::Edited;
    }

private:
    static std::string textOf(const std::optional<RawMember>& member)
    {
        return member ? plainText(member->value) : std::string();
    }

    void shiftTime(std::string_view token, TextEdits& edits) const
    {
        const DecimalTime time = parseMicroseconds(plainText(token));
        if (!time.isNumber || time.isClamped)
            return;
        Timestamp moved = m_reference.toTraceTime(m_rank.toJobTime(time.ns));
        if (m_isWhole) // to the nearest: half a microsecond is less than such clocks tell
            moved = wholeMicrosecondsBefore(saturatingAdd(moved, 500));
        if (moved != time.ns)
            edits.replace(token, microsecondsText(moved));
    }

    void changeName(std::string_view token, TextEdits& edits) const
    {
        if (const std::string* name = m_names.find(token))
            edits.replace(token, jsonString(*name));
    }

    void changeId(std::string_view token, TextEdits& edits) const
    {
        if (const auto number = wholeNumber(token))
            edits.replace(token, std::to_string(m_numbers.id(m_place, *number)));
        else if (token.starts_with('"'))
            edits.replace(token, jsonString(fmt::format("{}/{}", plainText(token), m_place)));
    }

    void changeArgs(std::string_view args, std::string_view phase, TextEdits& edits) const
    {
        if (phase == "M" || phase == "C")
            return;
        MemberScan scan(args);
        std::string room;
        for (RawMember member; scan.next(member);) {
            const auto number = wholeNumber(member.value);
            if (!number)
                continue;
            const std::string_view key = member.keyText(room);
            if (isOneOf(key, kDeviceArguments))
                edits.replace(member.value, std::to_string(m_numbers.device(m_place, *number)));
            else if (*number > 0 && isOneOf(key, kIdArguments)) // 0 says "none" in all of them
                edits.replace(member.value, std::to_string(m_numbers.id(m_place, *number)));
        }
    }

    const MergeNumbers& m_numbers;
    std::size_t m_place;
    const RankTrace& m_rank;
    const RankTrace& m_reference; ///< whose clock is that of the file
    bool m_isWhole;
    OverlayNames m_names; ///< of a compressed overlaid trace
};

/// The elements of a strict JSON array, as written.
std::vector<std::string> elementsOf(const std::string& array)
{
    std::vector<std::string> elements;
    std::string padded = array;
    padded.append(kScanPadding, '\0');
    const char* const end = padded.data() + array.size();
    const char* p = skipWhiteSpace(padded.data(), end);
    while (p < end && (*p == '[' || *p == ',')) {
        p = skipWhiteSpace(p + 1, end);
        const char* const behind = p < end ? endOfJsonValue(p, end, kMostJsonDepth) : nullptr;
        if (!behind)
            break;
        elements.emplace_back(p, behind);
        p = skipWhiteSpace(behind, end);
    }
    return elements;
}

/// A device of deviceProperties under another number; as it is where it has none of its own.
std::string withNumber(const std::string& device, std::int64_t number)
{
    std::string renumbered;
    TextEdits edits(device, renumbered);
    if (const auto id = findMember(device, "id"))
        edits.replace(id->value, std::to_string(number));
    edits.finish();
    return renumbered;
}

/// deviceProperties of the devices that a rank uses, with their new numbers. One without an entry of its own is what
/// all others of the rank are, if these are of one model: ROCm may count devices in events otherwise than there.
std::vector<std::string> devicesOfRank(const Trace& trace, std::size_t place, const MergeNumbers& numbers)
{
    const std::string* own = trace.metadata().find("deviceProperties");
    const std::vector<std::string> there = own ? elementsOf(*own) : std::vector<std::string> {};
    std::set<std::int64_t> used = devicesOf(trace);
    std::vector<std::string> devices;
    const std::string* numbered = nullptr;
    for (const std::string& device : there) {
        const auto id = findMember(device, "id");
        const auto number = id ? wholeNumber(id->value) : std::nullopt;
        numbered = number && !numbered ? &device : numbered;
        if (number && used.erase(*number) > 0)
            devices.push_back(withNumber(device, numbers.device(place, *number)));
    }
    const std::vector<DeviceProperties>& told = trace.metadata().devices;
    if (!numbered || std::ranges::any_of(told, [&told](const DeviceProperties& device) {
            return device.name.empty() || device.name != told.front().name;
        }))
        return devices;
    for (const std::int64_t number : used)
        devices.push_back(withNumber(*numbered, numbers.device(place, number)));
    return devices;
}

std::string mergedDevices(const TraceSet& traces, const std::vector<std::size_t>& ranks, const MergeNumbers& numbers)
{
    std::vector<std::string> devices;
    for (std::size_t place = 0; place < ranks.size(); ++place)
        std::ranges::move(
            devicesOfRank(*traces.ranks()[ranks[place]].trace, place, numbers), std::back_inserter(devices));
    return fmt::format("[{}]", joined(devices, ", "));
}

MetadataEntries mergedMetadata(
    const TraceSet& traces, const std::vector<std::size_t>& ranks, const MergeNumbers& numbers)
{
    constexpr std::array<std::string_view, 5> kOfOneRank { "deviceProperties", "distributedInfo", "traceName",
        "trace_id", kTrimmedToKey };
    MetadataEntries entries;
    for (const auto& entry : traces.ranks()[ranks.front()].trace->metadata().entries) {
        const bool isJob = ranks.size() == 1 && entry.first == "distributedInfo"; // of several, none is the file's rank
        if (isJob || !isOneOf(entry.first, kOfOneRank))
            entries.push_back(entry);
    }
    entries.emplace_back("deviceProperties", mergedDevices(traces, ranks, numbers));
    const auto rankNumbers =
        mapped(ranks, [&](std::size_t position) { return std::to_string(traces.ranks()[position].rank); });
    entries.emplace_back("mergedRanks", fmt::format("[{}]", joined(rankNumbers, ", ")));
    return entries;
}

/// Names and order of the processes.
std::string processEvents(const MergeNumbers& numbers, Timestamp begin, std::uint64_t& count)
{
    std::string text;
    const std::string ts = microsecondsText(begin);
    for (std::size_t i = 0; i < numbers.processes().size(); ++i) {
        const MergeNumbers::Process& process = numbers.processes()[i];
        const auto add = [&](std::string_view name, const std::string& args) {
            text += fmt::format(R"({}{{"ph": "M", "name": "{}", "pid": {}, "tid": 0, "ts": {}, "args": {{{}}}}})",
                text.empty() ? "" : kEventSeparator, name, process.token, ts, args);
            ++count;
        };
        add("process_name", "\"name\": " + jsonString(process.name));
        add("process_sort_index", "\"sort_index\": " + std::to_string(i));
    }
    return text;
}

/// Whether it was measured how the clocks of two ranks differ.
bool areOnOneClock(const RankTrace& a, const RankTrace& b)
{
    const auto isKnown = [](const RankTrace& rank) { return rank.alignment && isSound(rank.alignment->status); };
    return a.rank == b.rank || (isKnown(a) && isKnown(b) && a.alignment->reference == b.alignment->reference);
}

Message clocksInWords(const TraceSet& traces, const std::vector<std::size_t>& ranks)
{
    const RankTrace& reference = traces.ranks()[ranks.front()];
    std::vector<std::int64_t> onOwn;
    for (const std::size_t position : ranks) {
        if (!areOnOneClock(traces.ranks()[position], reference))
            onOwn.push_back(traces.ranks()[position].rank);
    }
    if (onOwn.empty())
        return { KT_PLURAL("export", "%1 rank on the clock of rank %2.", "%1 ranks on the clock of rank %2."),
            arg::Count { ranks.size() }, arg::Number { reference.rank } };
    return { KT_PLURAL("export",
                 "%2 ranks in one file. How far the clock of %1 of them is from that of rank %3 is not known: the "
                 "times of rank %4 are those of its file.",
                 "%2 ranks in one file. How far the clocks of %1 of them are from that of rank %3 is not known: the "
                 "times of ranks %4 are those of their files."),
        arg::Count { onOwn.size() }, arg::Count { ranks.size() }, arg::Number { reference.rank },
        arg::Numbers { onOwn } };
}

Result<Done> writeAll(
    const ExportInput& input, const std::vector<std::size_t>& ranks, TraceWriter& writer, std::vector<Remark>& remarks)
{
    // A drift would change how slices lie in each other; in the middle of the recording the clocks are together.
    const std::shared_ptr<const TraceSet> onOneOffset = TraceSet::withoutDrift(input.traces);
    const TraceSet& traces = *onOneOffset;
    const MergeNumbers numbers(traces, ranks);
    const RankTrace& reference = traces.ranks()[ranks.front()];
    const bool isWhole = std::ranges::none_of(
        ranks, [&traces](std::size_t position) { return traces.ranks()[position].trace->report().hasFractionalTimes; });
    writer.begin(mergedMetadata(traces, ranks, numbers));
    for (std::size_t place = 0; place < ranks.size(); ++place) {
        const RankTrace& rank = traces.ranks()[ranks[place]];
        const MergePlan plan(numbers, place, rank, reference, isWhole);
        KT_TRY_DONE(writer.addTrace(*rank.trace, plan));
    }
    AddedEvents processes;
    std::string text = processEvents(numbers, reference.trace->range().begin, processes.count);
    processes.pieces = text.empty() ? 0 : 1;
    processes.write = [&text](std::size_t, std::string& out) { out += text; };
    writer.add(processes);
    writer.end();
    remarks.push_back({ "merged", clocksInWords(traces, ranks) });
    return Done {};
}

} // namespace

ExportDescriptor mergeExport()
{
    return ExportDescriptor { .id = "merge",
        .title = "Merged trace",
        .purpose = "Several ranks in one file, on one clock, with processes and ids of their own",
        .suffix = "_merged",
        .writeAll = writeAll };
}

} // namespace kinetoscope
