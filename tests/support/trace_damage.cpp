// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_generator.h"

namespace kinetoscope::tests {

namespace {

constexpr std::string_view kBoundary = "\n  },\n  {"; ///< between two events of LayoutStyle::Kineto
constexpr std::string_view kLastEvent = "\n  }\n  ]";

/// First event boundary at or after `share` % of the text: position of its comma.
std::size_t commaAt(const std::string& text, std::size_t share)
{
    return text.find(kBoundary, text.size() / 100 * share) + kBoundary.find(',');
}

std::size_t endOfEvents(const std::string& text)
{
    return text.rfind(kLastEvent) + kLastEvent.find('}') + 1;
}

std::string withEvents(std::string text, std::string_view elements)
{
    return text.insert(commaAt(text, 50) + 1, "\n  " + std::string(elements) + ",");
}

std::string withNamedOp(std::string text, std::string_view rawName)
{
    return withEvents(std::move(text),
        "{\n    \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"" + std::string(rawName)
            + "\", \"pid\": 41200, \"tid\": 41999,\n    \"ts\": 5310774600.000, \"dur\": 2.500\n  }");
}

std::string kernelRow(std::string_view name, std::string_view timeMembers)
{
    return "{\n    \"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"" + std::string(name)
        + "\", \"pid\": 0, \"tid\": 33,\n    " + std::string(timeMembers)
        + ",\n    \"args\": {\n      \"device\": 0, \"stream\": 33\n    }\n  }";
}

} // namespace

std::string damage(std::string text, Defect defect)
{
    switch (defect) {
    case Defect::CutShort:
        return text.substr(0, commaAt(text, 80) + 60);
    case Defect::NoClosingBracket:
        return text.substr(0, endOfEvents(text));
    case Defect::TrailingComma:
        return text.insert(endOfEvents(text), ",");
    case Defect::MissingComma:
        return text.erase(commaAt(text, 50), 1);
    case Defect::RawNewlineInName:
        return withNamedOp(std::move(text), "first line\nsecond line");
    case Defect::BadUtf8InName:
        return withNamedOp(std::move(text), "config.py(0): \xB0\x80");
    case Defect::QuoteInName:
        return withNamedOp(std::move(text), R"(f("a", "b"))");
    case Defect::BackslashInName:
        return withNamedOp(std::move(text), R"(C:\torch\cuda\__init__.py)");
    case Defect::LowerCaseNan:
        return withEvents(std::move(text),
            "{\"ph\": \"C\", \"name\": \"GPU 0 clock\", \"pid\": 0, \"ts\": 5310774600.000, \"args\": {\"MHz\": nan}}");
    case Defect::NegativeDuration:
        return withEvents(std::move(text), kernelRow("unfinished", "\"ts\": 5310774600.000, \"dur\": -1"));
    case Defect::OverlappingKernels:
        return withEvents(std::move(text),
            kernelRow("first", "\"ts\": 5310774600.000, \"dur\": 10.000") + ",\n  "
                + kernelRow("second", "\"ts\": 5310774605.000, \"dur\": 10.000"));
    }
    return text;
}

} // namespace kinetoscope::tests
