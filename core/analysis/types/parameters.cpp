// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/parameters.h"

#include "core/base/comma_list.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace kinetoscope {

namespace {

struct TimeUnit {
    std::string_view suffix;
    std::int64_t ns = 1;
};
// Longest suffix first: "5us" also ends in "s".
constexpr std::array<TimeUnit, 5> kTimeUnits { { { "ns", 1 }, { "us", 1'000 }, { "µs", 1'000 }, { "ms", 1'000'000 },
    { "s", 1'000'000'000 } } };

Error notOfType(const ParameterDescriptor& descriptor, std::string_view text, Message wanted)
{
    return invalidArgument({ KT_PHRASE("parameters", "%1 takes %2, not %3."), arg::Option { descriptor.id },
        std::move(wanted), arg::Name { std::string(text) } });
}

arg::Text boundOf(const ParameterDescriptor& descriptor, double bound)
{
    return { formatBound(descriptor, bound) };
}

std::optional<Error> outsideRange(const ParameterDescriptor& descriptor, std::string_view text, double value)
{
    const bool tooSmall = descriptor.minimum && value < *descriptor.minimum;
    const bool tooLarge = descriptor.maximum && value > *descriptor.maximum;
    if (!tooSmall && !tooLarge)
        return std::nullopt;
    const arg::Option option { descriptor.id };
    const arg::Text given { std::string(text) };
    if (descriptor.minimum && descriptor.maximum)
        return invalidArgument({ KT_PHRASE("parameters", "%1 takes a value from %2 to %3, not %4."), option,
            boundOf(descriptor, *descriptor.minimum), boundOf(descriptor, *descriptor.maximum), given });
    if (descriptor.minimum)
        return invalidArgument({ KT_PHRASE("parameters", "%1 takes a value of at least %2, not %3."), option,
            boundOf(descriptor, *descriptor.minimum), given });
    return invalidArgument({ KT_PHRASE("parameters", "%1 takes a value of at most %2, not %3."), option,
        boundOf(descriptor, *descriptor.maximum), given });
}

std::optional<double> parseDouble(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc {} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::vector<std::string> splitList(std::string_view text)
{
    std::vector<std::string> parts = splitAtCommas(text);
    std::erase(parts, "");
    return parts;
}

Result<ParameterValue> parseChoice(const ParameterDescriptor& descriptor, std::string_view text)
{
    if (std::ranges::find(descriptor.choices, text) != descriptor.choices.end())
        return ParameterValue { std::string(text) };
    return notOfType(
        descriptor, text, { KT_PHRASE("parameters", "one of %1"), arg::Text { joined(descriptor.choices, ", ") } });
}

Result<ParameterValue> parseBool(const ParameterDescriptor& descriptor, std::string_view text)
{
    if (text == "true" || text == "on" || text == "yes" || text == "1")
        return ParameterValue { true };
    if (text == "false" || text == "off" || text == "no" || text == "0")
        return ParameterValue { false };
    return notOfType(descriptor, text, { KT_PHRASE("parameters", "true or false") });
}

/// An id that no descriptor has is a mistake of the program: a throw in every build, as of a value of another type, so
/// that the run over all analyses finds it.
const ParameterValue& valueOf(const std::map<std::string, ParameterValue, std::less<>>& values, std::string_view id)
{
    const auto it = values.find(id);
    if (it == values.end())
        throw std::out_of_range("no parameter '" + std::string(id) + "'");
    return it->second;
}

} // namespace

const char* toString(NamedThing thing)
{
    static constexpr std::array kWords { "", "op", "counter", "rank", "step", "call", "change" };
    return kWords[static_cast<std::size_t>(thing)];
}

bool Parameters::boolean(std::string_view id) const
{
    return std::get<bool>(valueOf(m_values, id));
}

std::int64_t Parameters::integer(std::string_view id) const
{
    return std::get<std::int64_t>(valueOf(m_values, id));
}

double Parameters::number(std::string_view id) const
{
    const ParameterValue& value = valueOf(m_values, id);
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return static_cast<double>(*whole);
    return std::get<double>(value);
}

const std::string& Parameters::text(std::string_view id) const
{
    return std::get<std::string>(valueOf(m_values, id));
}

const std::vector<std::string>& Parameters::list(std::string_view id) const
{
    return std::get<std::vector<std::string>>(valueOf(m_values, id));
}

Result<ParameterValue> parseParameter(const ParameterDescriptor& descriptor, std::string_view text)
{
    switch (descriptor.type) {
    case ParameterType::Bool:
        return parseBool(descriptor, text);
    case ParameterType::Int: {
        const auto value = wholeNumber(text);
        if (!value)
            return notOfType(descriptor, text, { KT_PHRASE("parameters", "a whole number") });
        if (auto error = outsideRange(descriptor, text, static_cast<double>(*value)))
            return *error;
        return ParameterValue { *value };
    }
    case ParameterType::Double: {
        const auto value = parseDouble(text);
        if (!value)
            return notOfType(descriptor, text, { KT_PHRASE("parameters", "a number") });
        if (auto error = outsideRange(descriptor, text, *value))
            return *error;
        return ParameterValue { *value };
    }
    case ParameterType::Duration: {
        const Result<std::int64_t> ns = parseDuration(text);
        if (!ns)
            return invalidArgument(
                { KT_PHRASE("parameters", "%1: %2"), arg::Option { descriptor.id }, ns.error().message });
        if (auto error = outsideRange(descriptor, text, static_cast<double>(*ns)))
            return *error;
        return ParameterValue { *ns };
    }
    case ParameterType::String:
        return ParameterValue { std::string(text) };
    case ParameterType::StringList:
        // Of changes an empty piece is part of a name, or a mistake that who reads them tells.
        if (descriptor.names == NamedThing::Change && !text.empty())
            return ParameterValue { splitAtCommas(text) };
        return ParameterValue { splitList(text) };
    case ParameterType::Choice:
        return parseChoice(descriptor, text);
    }
    return notOfType(descriptor, text, { KT_PHRASE("parameters", "another value") });
}

std::string formatParameter(const ParameterDescriptor& descriptor, const ParameterValue& value)
{
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? "true" : "false";
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return descriptor.type == ParameterType::Duration ? formatDuration(*whole) : std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&value))
        return shortestText(*number);
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    return joinedByCommas(std::get<std::vector<std::string>>(value));
}

std::string formatBound(const ParameterDescriptor& descriptor, double bound)
{
    if (descriptor.type == ParameterType::Double)
        return shortestText(bound);
    return formatParameter(descriptor, static_cast<std::int64_t>(bound));
}

Result<std::int64_t> parseDuration(std::string_view text)
{
    std::string_view number = text;
    std::int64_t unit = 1'000;
    for (const TimeUnit& candidate : kTimeUnits) {
        if (number.ends_with(candidate.suffix)) {
            number.remove_suffix(candidate.suffix.size());
            unit = candidate.ns;
            break;
        }
    }
    while (number.ends_with(' '))
        number.remove_suffix(1);
    if (const auto ns = scaledDecimal(number, unit))
        return *ns;
    return invalidArgument(
        { KT_PHRASE("parameters",
              "%1 is no time in whole nanoseconds (write 5us, 300ns, 1.5ms or 2s; without a unit microseconds)."),
            arg::Name { std::string(text) } });
}

} // namespace kinetoscope
