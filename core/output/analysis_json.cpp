// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/analysis_json.h"

#include "core/analysis/run_analysis.h"
#include "core/analysis/types/columns.h"
#include "core/base/number_text.h"
#include "core/output/json_writer.h"
#include "core/words/english.h"

#include <array>

namespace kinetoscope {

namespace {

const char* typeName(ColumnType type)
{
    switch (type) {
    case ColumnType::String:
        return "string";
    case ColumnType::Int:
        return "int";
    case ColumnType::Float:
    case ColumnType::Duration:
    case ColumnType::Time:
        return "float";
    case ColumnType::List:
        return "list";
    }
    return "string";
}

const char* typeName(ParameterType type)
{
    static constexpr std::array kWords { "bool", "int", "float", "duration", "string", "list", "choice" };
    return kWords[static_cast<std::size_t>(type)];
}

void analysisJsonWriteCell(JsonWriter& json, const Cell& cell, ColumnType type)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
        if (type == ColumnType::Duration || type == ColumnType::Time)
            json.number(microsecondsText(*whole));
        else
            json.value(*whole);
    } else if (const auto* number = std::get_if<double>(&cell)) {
        json.value(*number);
    } else if (const auto* text = std::get_if<std::string>(&cell)) {
        json.value(*text);
    } else if (const auto* list = std::get_if<std::vector<std::string>>(&cell)) {
        json.array(*list);
    } else {
        json.null();
    }
}

void writeScope(JsonWriter& json, const Scope& scope)
{
    json.beginObject();
    json.key("ranks");
    json.array(scope.ranks);
    json.key("steps");
    json.array(scope.steps);
    json.key("streams");
    writeStreamsJson(json, scope);
    if (scope.range) {
        json.key("range_ns");
        json.array(std::array { scope.range->begin, scope.range->end });
    }
    json.endObject();
}

void writeBound(
    JsonWriter& json, std::string_view key, const ParameterDescriptor& parameter, const std::optional<double>& bound)
{
    if (!bound)
        return;
    json.key(key);
    if (parameter.type == ParameterType::Duration)
        json.value(formatDuration(static_cast<std::int64_t>(*bound)));
    else
        json.value(*bound);
}

void writeParameterDescriptor(JsonWriter& json, const ParameterDescriptor& parameter)
{
    json.member("name", parameter.id);
    json.member("type", typeName(parameter.type));
    json.member("unit", parameter.type == ParameterType::Duration ? "us" : "");
    json.key("default");
    writeParameterValue(json, parameter, parameter.defaultValue);
    json.key("default_hta");
    writeParameterValue(json, parameter, parameter.htaDefault ? *parameter.htaDefault : parameter.defaultValue);
    writeBound(json, "minimum", parameter, parameter.minimum);
    writeBound(json, "maximum", parameter, parameter.maximum);
    if (!parameter.choices.empty()) {
        json.key("choices");
        json.array(parameter.choices);
    }
    if (parameter.names != NamedThing::None)
        json.member("names", toString(parameter.names));
    json.member("hta_only", parameter.htaOnly);
    json.member("help", parameter.help);
}

void writeParameterDescriptors(JsonWriter& json, std::string_view key, std::span<const ParameterDescriptor> parameters)
{
    json.key(key);
    json.objects(parameters, [&json](const ParameterDescriptor& each) { writeParameterDescriptor(json, each); });
}

void writeTableDescriptors(JsonWriter& json, std::string_view key, const std::vector<TableDescriptor>& tables)
{
    json.key(key);
    json.objects(tables, [&json](const TableDescriptor& table) {
        json.member("name", table.name);
        json.member("title", table.title);
        json.key("columns");
        writeColumnsJson(json, table.columns, Definitions::With);
    });
}

void writeAnalysis(JsonWriter& json, const AnalysisDescriptor& analysis)
{
    json.member("id", analysis.id);
    json.member("title", analysis.title);
    json.member("question", analysis.question);
    json.key("modes");
    json.beginArray();
    if (analysis.run)
        json.value("exact");
    if (analysis.runLikeHta)
        json.value("hta");
    json.endArray();
    json.member("inputs", std::int64_t { analysis.inputCount });
    if (analysis.mostInputs > analysis.inputCount)
        json.member("most_inputs", std::int64_t { analysis.mostInputs });
    if (!analysis.comparingTable.empty())
        json.member("comparing_table", std::string_view(analysis.comparingTable));
    json.member("default_ranks", analysis.lowestRankByDefault ? "lowest" : "all");
    writeParameterDescriptors(json, "parameters", analysis.parameters);
    writeTableDescriptors(json, "tables", analysis.tables);
    if (!analysis.tablesOfHta.empty())
        writeTableDescriptors(json, "hta_tables", analysis.tablesOfHta);
}

} // namespace

void writeColumnsJson(JsonWriter& json, const std::vector<ColumnDescriptor>& columns, Definitions definitions)
{
    json.objects(columns, [&](const ColumnDescriptor& column) {
        json.member("name", column.name);
        json.member("type", typeName(column.type));
        json.member("unit", toString(column.unit));
        if (!column.denominator.empty())
            json.member("denominator", column.denominator);
        if (definitions == Definitions::With && !column.definition.empty())
            json.member("definition", column.definition);
    });
}

void writeTableJson(JsonWriter& json, const Table& table, const TextSink& sink)
{
    json.beginObject();
    json.member("name", table.name());
    json.member("title", table.title());
    json.key("columns");
    writeColumnsJson(json, table.columns());
    json.key("rows");
    json.beginArray();
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        json.newLine();
        json.beginArray();
        for (std::size_t column = 0; column < table.columnCount(); ++column)
            analysisJsonWriteCell(
                json, inFiles(table.cell(row, column), table.columns()[column]), table.columns()[column].type);
        json.endArray();
        constexpr std::size_t kFlushAt = std::size_t { 1 } << 16; // bytes of a piece
        if (json.text().size() >= kFlushAt)
            sink(json.take());
    }
    json.endArray();
    json.endObject();
}

void writeParameterValue(JsonWriter& json, const ParameterDescriptor& descriptor, const ParameterValue& value)
{
    if (const auto* flag = std::get_if<bool>(&value))
        json.value(*flag);
    else if (const auto* number = std::get_if<double>(&value))
        json.value(*number);
    else if (const auto* whole = std::get_if<std::int64_t>(&value); whole && descriptor.type != ParameterType::Duration)
        json.value(*whole);
    else if (const auto* list = std::get_if<std::vector<std::string>>(&value))
        analysisJsonWriteCell(json, *list, ColumnType::List);
    else
        json.value(formatParameter(descriptor, value));
}

void writeStreamsJson(JsonWriter& json, const Scope& scope)
{
    json.array(scope.streams, [&](std::int64_t stream) {
        if (const auto text = scope.streamTexts.find(stream); text != scope.streamTexts.end())
            json.value(text->second);
        else
            json.value(stream);
    });
}

void writeRemarksJson(JsonWriter& json, std::span<const Remark> remarks)
{
    json.objects(remarks, [&json](const Remark& remark) {
        json.member("code", remark.code);
        json.member("sentence", english(remark));
        if (!remark.path.empty())
            json.member("path", remark.path);
    });
}

void writeResultJson(const AnalysisResult& result, const ResultInfo& info, const Table* table, const TextSink& sink)
{
    JsonWriter json;
    json.beginObject();
    json.member("schema", "kinetoscope.analysis/1");
    json.member("analysis", info.analysis);
    json.member("mode", info.mode == Mode::Hta ? "hta" : "exact");
    json.key("parameters");
    json.beginObject();
    for (const auto& [descriptor, value] : info.parameters) {
        json.key(descriptor.id);
        writeParameterValue(json, descriptor, value);
    }
    json.endObject();
    json.key("scope");
    writeScope(json, info.scope);
    json.key("traces");
    json.objects(info.traces, [&json](const ResultInfo::TraceInfo& trace) {
        json.member("path", trace.path);
        json.member("rank", trace.rank);
    });
    json.key("tables");
    json.beginArray();
    for (const Table& candidate : result.tables) {
        if (table && table != &candidate)
            continue;
        json.newLine();
        writeTableJson(json, candidate, sink);
    }
    json.endArray();
    json.key("remarks");
    writeRemarksJson(json, result.remarks);
    json.endObject();
    sink(json.take() + '\n');
}

std::string writeAnalysisListJson(std::span<const AnalysisDescriptor> analyses)
{
    JsonWriter json;
    json.beginObject();
    json.member("schema", "kinetoscope.list/1");
    json.key("analyses");
    json.objects(analyses, [&json](const AnalysisDescriptor& analysis) { writeAnalysis(json, analysis); });
    writeParameterDescriptors(json, "hta_parameters", htaParameters());
    json.endObject();
    return json.take() + '\n';
}

} // namespace kinetoscope
