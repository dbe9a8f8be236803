// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/output/analysis_json.h"
#include "core/output/json_writer.h"
#include "core/session/session_format.h"
#include "core/session/session_paths.h"

#include <array>

namespace kinetoscope {

namespace {

/// A path is bytes; one that is no text goes out encoded, under another key.
void writePath(JsonWriter& json, const std::string& key, const std::string& path, const std::string& folder)
{
    const std::string shown = pathInSession(path, folder);
    if (isValidUtf8(shown))
        json.member(key, shown);
    else
        json.member(key + "-encoded", percentEncoded(shown));
}

void writeRange(JsonWriter& json, std::string_view key, const TimeRange& range)
{
    json.key(key);
    json.array(std::array { range.begin, range.end });
}

void writeNumbers(JsonWriter& json, std::string_view key, const std::vector<std::int64_t>& numbers)
{
    if (numbers.empty())
        return;
    json.key(key);
    json.array(numbers);
}

void writeTexts(JsonWriter& json, std::string_view key, const std::vector<std::string>& texts)
{
    json.key(key);
    json.array(texts);
}

/// A member that holds an array of objects, one a line.
template <typename Items, typename Write>
void writeList(JsonWriter& json, std::string_view key, const Items& items, Write write)
{
    if (items.empty())
        return;
    json.newLine();
    json.key(key);
    json.objects(items, write);
}

void writeTrack(JsonWriter& json, const SessionTrack& track)
{
    json.key("track");
    json.beginObject();
    json.member("index", static_cast<std::int64_t>(track.index));
    json.member("kind", track.kind);
    json.member("pid", track.pid);
    json.member("tid", track.tid);
    json.member("name", track.name);
    json.endObject();
}

void writeScope(JsonWriter& json, const Scope& scope)
{
    json.newLine();
    json.key("scope");
    json.beginObject();
    writeNumbers(json, "ranks", scope.ranks);
    writeNumbers(json, "steps", scope.steps);
    if (!scope.streams.empty()) {
        json.key("streams");
        writeStreamsJson(json, scope);
    }
    if (scope.range)
        writeRange(json, "range-ns", *scope.range);
    if (!scope.stepPattern.empty())
        json.member("step-pattern", scope.stepPattern);
    json.endObject();
}

void writeSelection(JsonWriter& json, const Session& session)
{
    writeList(json, "selected-slices", session.slices, [&json](const SessionSlice& slice) {
        json.member("rank", slice.rank);
        json.member("row", static_cast<std::int64_t>(slice.row));
        json.member("start-ns", slice.start);
        json.member("name", slice.name);
    });
    writeList(json, "selected-intervals", session.intervals, [&json](const SessionInterval& interval) {
        json.member("rank", interval.rank);
        writeRange(json, "range-ns", interval.range);
        if (interval.track)
            writeTrack(json, *interval.track);
    });
}

void writeView(JsonWriter& json, const Session& session)
{
    json.newLine();
    json.key("view");
    json.beginObject();
    writeRange(json, "visible-ns", session.visible);
    json.member("scroll", session.scroll);
    if (!session.colourBy.empty())
        json.member("colour-by", session.colourBy);
    if (session.alignsClocks)
        json.member("align-clocks", true);
    if (!session.density.empty())
        json.member("density", session.density);
    if (!session.filter.empty())
        json.member("filter", session.filter);
    if (session.overlays)
        writeTexts(json, "overlays", *session.overlays);
    json.endObject();
    writeList(json, "stored-views", session.places, [&json](const SessionPlace& place) {
        json.member("digit", place.digit);
        writeRange(json, "visible-ns", place.visible);
        json.member("scroll", place.scroll);
    });
    writeList(json, "rows", session.rows, [&json](const SessionRow& row) {
        json.member("rank", row.rank);
        if (row.group)
            json.member("group", *row.group);
        if (row.track)
            writeTrack(json, *row.track);
        if (row.isExpanded)
            json.member("expanded", *row.isExpanded);
        if (row.hidesPython)
            json.member("hides-python", *row.hidesPython);
        if (row.isSteps)
            json.member("steps", true);
        if (row.isHidden)
            json.member("hidden", true);
        if (row.pinned)
            json.member("pinned", *row.pinned);
        if (row.place)
            json.member("place", *row.place);
    });
}

void writeLook(JsonWriter& json, const PanelLook& look)
{
    if (!look.chart.empty())
        json.member("chart", look.chart);
    if (!look.table.empty())
        json.member("table", look.table);
    writeList(json, "tables", look.tables, [&json](const TableLook& table) {
        json.member("table", table.table);
        writeTexts(json, "hidden", table.hiddenColumns);
        if (!table.sortColumn.empty()) {
            json.member("sort", table.sortColumn);
            json.member("descending", table.isDescending);
        }
    });
    for (const auto& [key, text] : { std::pair("grid-figure", &look.grid.figure), { "grid-order", &look.grid.order },
             { "grid-coordinate", &look.grid.coordinate } }) {
        if (!text->empty())
            json.member(key, *text);
    }
    if (look.grid.isDifference)
        json.member("grid-difference", true);
    if (look.grid.isFolded)
        json.member("grid-folded", true);
}

void writePanels(JsonWriter& json, const Session& session, const std::string& folder)
{
    writeList(json, "panels", session.panels, [&](const SessionPanel& panel) {
        json.member("analysis", panel.analysis);
        json.member("shown", panel.isShown);
        json.member("in-front", panel.isInFront);
        json.key("parameters");
        json.beginObject();
        for (const auto& [id, text] : panel.parameters)
            json.member(id, text);
        json.endObject();
        if (!panel.baseline.empty())
            writePath(json, "baseline", panel.baseline, folder);
        writeLook(json, panel.look);
    });
    if (!session.windowLayout.empty()) {
        json.newLine();
        json.member("window-layout-version", session.windowLayoutVersion);
        json.member("window-layout", session.windowLayout);
    }
}

} // namespace

std::string writeSession(const Session& session, const std::string& folder)
{
    JsonWriter json;
    json.beginObject();
    json.member("kinetoscope-session", kSessionVersion);
    json.member("written-by", KINETOSCOPE_VERSION);
    writeList(json, "traces", session.traces, [&](const SessionTrace& trace) {
        if (trace.rank)
            json.member("rank", *trace.rank);
        writePath(json, "path", trace.path, folder);
    });
    writeList(json, "files", session.files, [&](const SessionFile& file) {
        writePath(json, "path", file.path, folder);
        json.member("bytes", file.bytes);
        json.member("modified-ns", file.modified);
    });
    writeScope(json, session.scope);
    writeView(json, session);
    writeSelection(json, session);
    writeList(json, "marks", session.marks, [&json](const Mark& mark) {
        writeRange(json, "range-ns", mark.range);
        json.member("note", mark.note);
        json.member("kept", mark.isKept);
    });
    writePanels(json, session, folder);
    json.newLine();
    json.endObject();
    return json.take() + '\n';
}

std::string sessionName(std::string_view name)
{
    constexpr std::size_t kMostOfName = 240;
    return repairUtf8(name.substr(0, kMostOfName));
}

} // namespace kinetoscope
