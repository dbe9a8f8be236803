// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parameter_options.h"

#include "core/base/comma_list.h"

#include <CLI/CLI.hpp>

#include <cctype>
#include <optional>
#include <utility>

namespace kinetoscope::cli {

namespace {

const char* valueName(const ParameterDescriptor& parameter)
{
    switch (parameter.type) {
    case ParameterType::Int:
        return "N";
    case ParameterType::Double:
        return "NUMBER";
    case ParameterType::Duration:
        return "TIME";
    case ParameterType::StringList:
        return "LIST";
    default:
        return "TEXT";
    }
}

/// What a flag says: --x and --x=true are true, --x=false is false; nothing if it was not given.
/// @param id  of the option, which has no name where help does not show it.
Result<std::optional<bool>> flagValue(const CLI::Option& option, const std::string& id)
{
    if (option.count() == 0)
        return std::optional<bool>();
    const std::string& text = option.results().back(); // "true" where nothing stands behind the flag
    if (text == "true" || text == "false")
        return std::optional<bool>(text == "true");
    return invalidArgument(
        { KT_PHRASE("cli", "%1 is true or false, not %2."), arg::Option { id }, arg::Name { text } });
}

/// A flag and its --no- form together.
Result<std::optional<bool>> flagValue(const CLI::Option& option, const CLI::Option& negation, const std::string& id)
{
    const Result<std::optional<bool>> on = flagValue(option, id);
    const Result<std::optional<bool>> off = flagValue(negation, "no-" + id);
    if (!on || !off)
        return on ? off.error() : on.error();
    if (on.value() && off.value())
        return invalidArgument({ KT_PHRASE("cli", "Give %1 or its --no- form, not both."), arg::Option { id } });
    return off.value() ? std::optional<bool>(!*off.value()) : on.value();
}

} // namespace

std::string acceptedWords(const ParameterDescriptor& parameter)
{
    std::string words;
    for (const std::string& choice : parameter.choices)
        words += (!words.empty() ? ", " : parameter.type == ParameterType::StringList ? "; of " : "; one of ") + choice;
    return words;
}

void ParameterOptions::add(CLI::App& app, const ParameterDescriptor& parameter, const char* group)
{
    Entry& entry = m_entries.emplace_back();
    entry.descriptor = &parameter;
    if (parameter.type == ParameterType::Bool) {
        addFlag(app, entry, group);
        return;
    }
    const std::string usual = formatParameter(parameter, parameter.defaultValue);
    std::string help = parameter.help + acceptedWords(parameter);
    if (parameter.type == ParameterType::Duration)
        help += "; in ns, us, ms or s, without a unit us";
    if (!usual.empty())
        help += "; default " + usual;
    if (parameter.htaDefault)
        help += ", in hta mode " + formatParameter(parameter, *parameter.htaDefault);
    entry.option = app.add_option("--" + parameter.id, entry.text, help)->type_name(valueName(parameter))->group(group);
    // May be given again and again. What stands between two commas is for who reads the parameter: the parser of
    // options would leave empty pieces out.
    if (parameter.type == ParameterType::StringList)
        entry.option->multi_option_policy(CLI::MultiOptionPolicy::Join);
}

/// Both forms of a flag; help shows the one that changes something.
void ParameterOptions::addFlag(CLI::App& app, Entry& entry, const char* group)
{
    const ParameterDescriptor& parameter = *entry.descriptor;
    const bool onByDefault = std::get<bool>(parameter.defaultValue);
    // Of a flag and its opposite the one is shown that changes something.
    std::string opposite = parameter.help;
    const bool isAbbreviation =
        opposite.size() > 1 && std::isupper(static_cast<unsigned char>(opposite[1])); // GB/s stays
    if (!isAbbreviation)
        opposite.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(opposite.front())));
    const std::string off = parameter.help + " (off by default)";
    const std::string on = "Switch off (on by default): " + opposite;
    entry.option = app.add_flag("--" + parameter.id, off)->group(onByDefault ? "" : group);
    entry.negation = app.add_flag("--no-" + parameter.id, on)->group(onByDefault ? group : "");
}

Result<Parameters> ParameterOptions::values() const
{
    Parameters parameters;
    for (const Entry& entry : m_entries) {
        const std::string& id = entry.descriptor->id;
        if (entry.negation) {
            KT_TRY(const std::optional<bool> flag, flagValue(*entry.option, *entry.negation, id));
            if (flag)
                parameters.set(id, *flag);
            continue;
        }
        if (entry.option->count() == 0)
            continue;
        // What is taken without the option is not to be had of a script's variable that is not set.
        const bool isList = entry.descriptor->type == ParameterType::StringList;
        const std::string text = isList ? joinedByCommas(entry.option->results()) : entry.text;
        const bool isText = isList || entry.descriptor->type == ParameterType::String;
        if (isText && text.empty() && formatParameter(*entry.descriptor, entry.descriptor->defaultValue).empty())
            return invalidArgument({ KT_PHRASE("cli", "%1: an empty text chooses nothing."), arg::Option { id } });
        KT_TRY(ParameterValue value, parseParameter(*entry.descriptor, text));
        parameters.set(id, std::move(value));
    }
    return parameters;
}

} // namespace kinetoscope::cli
