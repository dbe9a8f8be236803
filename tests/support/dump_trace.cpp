// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/dump_trace.h"

#include <sstream>

namespace kinetoscope::tests {

namespace {

void dumpMetadata(std::ostringstream& out, const TraceMetadata& metadata)
{
    for (const auto& [key, json] : metadata.entries)
        out << "metadata " << key << ' ' << json << '\n';
    out << "rank " << metadata.rank.value_or(-1) << " of " << metadata.worldSize.value_or(-1) << " base "
        << metadata.baseTimeNanoseconds.value_or(-1) << " backend " << metadata.backend << '\n';
}

void dumpTracks(std::ostringstream& out, const Trace& trace)
{
    for (const Track& track : trace.tracks()) {
        out << "track " << static_cast<int>(track.kind) << " pid " << trace.text(track.pid) << " tid "
            << trace.text(track.tid) << " device " << track.device << " stream " << track.stream << " process '"
            << track.processName << "' name '" << track.name << "' sort " << track.processSortIndex << '/'
            << track.sortIndex << '/' << track.hasSortIndex << " slices " << track.firstSlice << '+' << track.sliceCount
            << " samples " << track.firstSample << '+' << track.sampleCount << " lanes " << track.laneCount << " main "
            << track.isMainThread << '\n';
    }
}

void dumpSlices(std::ostringstream& out, const Trace& trace)
{
    const SliceTable& slices = trace.slices();
    for (std::size_t row = 0; row < slices.size(); ++row) {
        const SliceId id = SliceTable::at(row);
        out << "slice " << slices.start[row] << " +" << slices.duration(id) << " '" << trace.name(id) << "' cat "
            << trace.category(slices.category[row]) << " kind " << toString(slices.kind[row]) << " flags "
            << slices.flags[row] << " depth " << slices.depth[row] << " lane " << trace.laneOf(id) << " event "
            << slices.eventIndex[row] << " parent " << slices.parent[row].value << " partner "
            << slices.partner[row].value << " correlation " << slices.correlation(id) << '\n';
    }
    for (std::size_t row = 0; row < trace.counters().size(); ++row)
        out << "sample " << trace.counters().time[row] << ' ' << trace.counters().value[row] << " event "
            << trace.counters().eventIndex[row] << '\n';
}

void dumpLinks(std::ostringstream& out, const Trace& trace)
{
    for (const Flow& flow : trace.flows().all())
        out << "flow " << flow.from.value << " -> " << flow.to.value << " cat " << trace.category(flow.category)
            << " events " << flow.fromEvent << ' ' << flow.toEvent << '\n';
    for (const LaunchTable::Link& link : trace.launches().all())
        out << "launch " << link.launch.value << " -> " << link.work.value << '\n';
    for (const Step& step : trace.steps())
        out << "step " << step.number << " '" << trace.text(step.name) << "' slice " << step.slice.value << " ["
            << step.range.begin << ", " << step.range.end << ")\n";
}

template <typename T, typename Show>
void dumpColumn(std::ostringstream& out, const char* name, const SparseColumn<T>& column, Show show)
{
    for (std::size_t i = 0; i < column.size(); ++i)
        out << "arg " << name << ' ' << column.events()[i] << ' ' << show(column.values()[i]) << '\n';
}

void dumpArgs(std::ostringstream& out, const Trace& trace)
{
    const ArgColumns& args = trace.args();
    const auto same = [](auto value) { return value; };
    const auto text = [&trace](StringId id) { return trace.text(id); };
    dumpColumn(out, "stream", args.stream, same);
    dumpColumn(out, "bytes", args.bytes, same);
    dumpColumn(out, "bandwidth", args.bandwidth, same);
    dumpColumn(out, "collective", args.collectiveName, text);
    dumpColumn(out, "group", args.processGroup, text);
    dumpColumn(out, "sequence", args.sequence, same);
    dumpColumn(out, "fwd-thread", args.fwdThread, same);
    dumpColumn(out, "wait-stream", args.waitOnStream, same);
    dumpColumn(out, "wait-record", args.waitOnRecordCorrelation, same);
}

} // namespace

std::string dumpReport(const ImportReport& report)
{
    std::ostringstream out;
    out << "events " << report.events << " drawable " << report.drawable << " dropped " << report.dropped
        << " repaired " << report.repaired << " fractional " << report.hasFractionalTimes << " text "
        << report.textBytes << '\n';
    for (const auto& [kind, count] : report.counted)
        out << "counted " << kind << ' ' << count << '\n';
    for (std::size_t i = 0; i < report.problems.size(); ++i) {
        const ImportReport::Entry& entry = report.problems[i];
        if (entry.count == 0 && entry.bytes == 0)
            continue;
        out << "problem " << problemInfo(static_cast<Problem>(i)).id << ' ' << entry.count << " bytes " << entry.bytes
            << '\n';
        for (const ImportReport::Example& example : entry.examples)
            out << "  at " << example.offset << ": " << example.text << '\n';
    }
    return out.str();
}

std::string dumpTrace(const Trace& trace)
{
    std::ostringstream out;
    out.precision(17);
    out << dumpReport(trace.report());
    out << "range [" << trace.range().begin << ", " << trace.range().end << ") core [" << trace.coreRange().begin
        << ", " << trace.coreRange().end << ")\n";
    dumpMetadata(out, trace.metadata());
    dumpTracks(out, trace);
    dumpSlices(out, trace);
    dumpLinks(out, trace);
    dumpArgs(out, trace);
    return out.str();
}

} // namespace kinetoscope::tests
