// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/exported_trace.h"

#include "tests/support/strict_json.h"
#include "tests/support/temp_dir.h"

#include <zlib.h>

#include <array>

namespace kinetoscope::tests {

namespace {

/// The text of a file of one gzip member; browsers take no more.
std::string inflateOneMember(const std::string& data, std::string& error)
{
    z_stream stream {};
    if (inflateInit2(&stream, 15 + 16) != Z_OK)
        return {};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data())); // NOLINT: zlib only reads
    stream.avail_in = static_cast<uInt>(data.size());
    std::string out;
    std::array<char, 1U << 16> buffer {};
    int status = Z_OK;
    while (status == Z_OK) {
        stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
        stream.avail_out = static_cast<uInt>(buffer.size());
        status = inflate(&stream, Z_NO_FLUSH);
        out.append(buffer.data(), buffer.size() - stream.avail_out);
    }
    if (status != Z_STREAM_END)
        error = "the gzip data end too early or are damaged";
    else if (stream.avail_in > 0)
        error = "something stands behind the gzip member";
    inflateEnd(&stream);
    return out;
}

bool isNumber(const StrictJson* value)
{
    return value && value->type == StrictJson::Type::Number;
}

bool isNumberOrText(const StrictJson* value)
{
    return isNumber(value) || (value && value->type == StrictJson::Type::String);
}

std::string brokenRuleOf(const StrictJson& event)
{
    if (event.type != StrictJson::Type::Object)
        return "no object";
    const std::string phase = event.textOf("ph");
    if (phase.size() != 1 || std::string_view("BEXiICbnestfPNODMVvRc").find(phase) == std::string_view::npos)
        return "unknown phase";
    const StrictJson* name = event.find("name");
    if (phase != "E" && (!name || name->type != StrictJson::Type::String))
        return "no name";
    for (const std::string_view key : { "pid", "tid" }) {
        if (event.find(key) && !isNumberOrText(event.find(key)))
            return std::string(key) + " is neither number nor text";
    }
    if (!event.find("pid"))
        return "no pid";
    if (phase != "M" && !isNumber(event.find("ts")))
        return "no ts that sorts";
    if (phase == "X" && !isNumber(event.find("dur")))
        return "no dur";
    const StrictJson* args = event.find("args");
    if (args && args->type != StrictJson::Type::Object)
        return "args are no object";
    if (phase == "C") {
        if (!args || args->members.empty())
            return "a counter without a value";
        for (const auto& [key, value] : args->members) {
            if (!isNumber(&value))
                return "a counter whose value is no number";
        }
    }
    const bool isFlow = phase == "s" || phase == "t" || phase == "f";
    if (isFlow && !isNumberOrText(event.find("id")))
        return "a flow without an id";
    return {};
}

} // namespace

ExportedTrace readExported(const std::string& path)
{
    ExportedTrace trace;
    std::string data = readFile(path);
    if (data.starts_with("\x1f\x8b"))
        data = inflateOneMember(data, trace.error);
    trace.text = std::make_shared<const std::string>(std::move(data));
    if (trace.error.empty())
        trace.events = strictEvents(*trace.text, trace.error);
    return trace;
}

std::string brokenRule(const ExportedTrace& trace, std::size_t first)
{
    for (std::size_t i = first; i < trace.events.size(); ++i) {
        std::string error;
        const StrictJson event = readStrictJson(trace.events[i], error);
        std::string rule = error.empty() ? brokenRuleOf(event) : error;
        if (!rule.empty())
            return "event " + std::to_string(i) + ": " + rule + ": " + std::string(trace.events[i].substr(0, 300));
    }
    return {};
}

} // namespace kinetoscope::tests
