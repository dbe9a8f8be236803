// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/table_writer.h"

#include <string>

namespace kinetoscope {

class JsonWriter;

/// `{"name":...,"title":...,"columns":[{"name":...,"type":...,"unit":...}],"rows":[[...]]}`. What is done of a long
/// table goes to `sink`; the rest stays in `json`.
void writeTableJson(JsonWriter& json, const Table& table, const TextSink& sink);
/// Whether columns tell their definitions: where they are listed, not above every result.
enum class Definitions : bool { Without, With };
/// The column list alone, for `list` too.
void writeColumnsJson(
    JsonWriter& json, const std::vector<ColumnDescriptor>& columns, Definitions definitions = Definitions::Without);
/// A parameter's value: flags and numbers as such, times as text with a unit, lists as arrays.
void writeParameterValue(JsonWriter& json, const ParameterDescriptor& descriptor, const ParameterValue& value);
/// `[7,"default"]`: the streams that a scope chooses, numbers and the texts of those that the file names by one.
void writeStreamsJson(JsonWriter& json, const Scope& scope);
/// `[{"code":...,"sentence":...,"path":...}]`.
void writeRemarksJson(JsonWriter& json, std::span<const Remark> remarks);
/// A document of schema kinetoscope.analysis/1, with one table or (nullptr) all.
void writeResultJson(const AnalysisResult& result, const ResultInfo& info, const Table* table, const TextSink& sink);
/// A document of schema kinetoscope.list/1: parameters, tables and columns of the analyses given.
[[nodiscard]] std::string writeAnalysisListJson(std::span<const AnalysisDescriptor> analyses);

} // namespace kinetoscope
