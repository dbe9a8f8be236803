// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/kinds/export_kinds.h"

#include "core/base/decimal.h"
#include "core/base/number_text.h"
#include "core/export/kinds/merge_numbers.h"
#include "core/export/kinds/overlay_names.h"
#include "core/export/write/text_edits.h"
#include "core/io/bytes/byte_scan.h"
#include "core/io/json/json_check.h"

#include <algorithm>
#include <array>

namespace kinetoscope {

namespace {

/// Arguments that hold an id of the rank's own file.
constexpr std::array<std::string_view, 8> kIdArguments { "correlation", "External id", "Python id", "Python parent id",
    "Python module id", "Sequence number", "Ev Idx", "wait_on_cuda_event_record_corr_id" };
/// Arguments that hold the number of a device.
constexpr std::array<std::string_view, 5> kDeviceArguments { "device", "fromDevice", "inDevice", "toDevice",
    "Device Id" };

template <std::size_t N> bool isOneOf(const std::array<std::string_view, N>& keys, std::string_view key)
{
    return std::ranges::find(keys, key) != keys.end();
}

/// The events of one rank as they stand in the merged file.
class MergePlan final : public EventPlan {
public:
    MergePlan(const MergeNumbers& numbers, std::size_t place, const RankTrace& rank, const RankTrace& reference)
        : m_numbers(numbers)
        , m_place(place)
        , m_rank(rank)
        , m_reference(reference)
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
        for (RawMember member; scan.next(member);) {
            if (member.key == "pid")
                edits.replace(member.value, m_numbers.pidToken(m_place, plainText(member.value)));
            else if (member.key == "ts")
                shiftTime(member.value, edits);
            else if (member.key == "id" && phase != "C") // counters: the stream of their process
                changeId(member.value, edits);
            else if (member.key == "name" && phase == "X")
                changeName(member.value, edits);
            else if (member.key == "args" && event == m_names.span())
                edits.replace(member.value, "{}"); // one dictionary could not serve the numbers of all ranks
            else if (member.key == "args" && member.value.starts_with('{'))
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
        const Timestamp moved = m_reference.toTraceTime(m_rank.toJobTime(time.ns));
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
            edits.replace(token, jsonString(plainText(token) + "/" + std::to_string(m_place)));
    }

    void changeArgs(std::string_view args, std::string_view phase, TextEdits& edits) const
    {
        if (phase == "M" || phase == "C")
            return;
        MemberScan scan(args);
        for (RawMember member; scan.next(member);) {
            const auto number = wholeNumber(member.value);
            if (!number)
                continue;
            if (isOneOf(kDeviceArguments, member.key))
                edits.replace(member.value, std::to_string(m_numbers.device(m_place, *number)));
            else if (*number > 0 && isOneOf(kIdArguments, member.key)) // 0 says "none" in all of them
                edits.replace(member.value, std::to_string(m_numbers.id(m_place, *number)));
        }
    }

    const MergeNumbers& m_numbers;
    std::size_t m_place;
    const RankTrace& m_rank;
    const RankTrace& m_reference; ///< whose clock is that of the file
    OverlayNames m_names;         ///< of a compressed overlaid trace
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

/// deviceProperties of the devices that the ranks use, with their new numbers.
std::string mergedDevices(const TraceSet& traces, const std::vector<std::size_t>& ranks, const MergeNumbers& numbers)
{
    std::string json = "[";
    for (std::size_t place = 0; place < ranks.size(); ++place) {
        const std::string* own = traces.ranks()[ranks[place]].trace->metadata().find("deviceProperties");
        for (const std::string& device : own ? elementsOf(*own) : std::vector<std::string> {}) {
            const auto id = findMember(device, "id");
            const auto number = id ? wholeNumber(id->value) : std::nullopt;
            if (!number || !numbers.hasDevice(place, *number))
                continue;
            json += json.size() > 1 ? ", " : "";
            TextEdits edits(device, json);
            edits.replace(id->value, std::to_string(numbers.device(place, *number)));
            edits.finish();
        }
    }
    return json + ']';
}

MetadataEntries mergedMetadata(
    const TraceSet& traces, const std::vector<std::size_t>& ranks, const MergeNumbers& numbers)
{
    constexpr std::array<std::string_view, 4> kOfOneRank { "deviceProperties", "distributedInfo", "traceName",
        "trace_id" };
    MetadataEntries entries;
    for (const auto& entry : traces.ranks()[ranks.front()].trace->metadata().entries) {
        if (!isOneOf(kOfOneRank, entry.first))
            entries.push_back(entry);
    }
    entries.emplace_back("deviceProperties", mergedDevices(traces, ranks, numbers));
    std::string list = "[";
    for (const std::size_t position : ranks)
        list += (list.size() > 1 ? ", " : "") + std::to_string(traces.ranks()[position].rank);
    entries.emplace_back("mergedRanks", list + ']');
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
            text += text.empty() ? "" : std::string(kEventSeparator);
            text += "{\"ph\": \"M\", \"name\": \"" + std::string(name) + "\", \"pid\": " + process.token
                + ", \"tid\": 0, \"ts\": " + ts + ", \"args\": {" + args + "}}";
            ++count;
        };
        add("process_name", "\"name\": " + jsonString(process.name));
        add("process_sort_index", "\"sort_index\": " + std::to_string(i));
    }
    return text;
}

Result<Done> writeAll(
    const ExportInput& input, const std::vector<std::size_t>& ranks, TraceWriter& writer, std::vector<Remark>& remarks)
{
    // A drift would change how slices lie in each other; in the middle of the recording the clocks are together.
    const std::shared_ptr<const TraceSet> onOneOffset = TraceSet::withoutDrift(input.traces);
    const TraceSet& traces = *onOneOffset;
    const MergeNumbers numbers(traces, ranks);
    const RankTrace& reference = traces.ranks()[ranks.front()];
    writer.begin(mergedMetadata(traces, ranks, numbers));
    for (std::size_t place = 0; place < ranks.size(); ++place) {
        const RankTrace& rank = traces.ranks()[ranks[place]];
        const MergePlan plan(numbers, place, rank, reference);
        KT_TRY_DONE(writer.addTrace(*rank.trace, plan));
    }
    AddedEvents processes;
    std::string text = processEvents(numbers, reference.trace->range().begin, processes.count);
    processes.pieces = text.empty() ? 0 : 1;
    processes.write = [&text](std::size_t, std::string& out) { out += text; };
    writer.add(processes);
    writer.end();
    remarks.push_back({ "merged",
        { KT_PHRASE("export", "%1 ranks on the clock of rank %2."), arg::Count { ranks.size() },
            arg::Number { reference.rank } } });
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
