// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/session.h"
#include "app/cli/terminal.h"
#include "core/analysis/scope/scope_text.h"
#include "core/base/text.h"
#include "core/base/wrapped_text.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace kinetoscope::cli {

namespace {

/// Without the dashes, which all have.
std::vector<std::string> optionNames(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
        names.insert(names.end(), option->get_fnames().begin(), option->get_fnames().end());
    }
    return names;
}

/// The first argument that looks like an option and is none.
std::string unknownOption(const CLI::App& app)
{
    for (const std::string& extra : app.remaining()) {
        if (extra.size() > 1 && extra.front() == '-')
            return extra.substr(0, extra.find('='));
    }
    return {};
}

constexpr std::size_t kOptionWidth = 34; // of names in the help; what they mean stands to the right of it

/// Help in lines of the terminal, words whole.
class WrappingFormatter : public CLI::Formatter {
public:
    std::string make_option_desc(const CLI::Option* option) const override
    {
        const std::size_t width = std::max<std::size_t>(terminalWidth(), kOptionWidth + 20) - kOptionWidth;
        return joined(wrappedText(option->get_description(), width), "\n");
    }
    std::string make_footer(const CLI::App* app) const override
    {
        std::string text = "\n" + app->get_footer() + "\n\n";
        for (const std::string& line : wrappedText(exitCodeSentence(), terminalWidth()))
            text += line + "\n";
        return text;
    }
};

/// The first option with one value that was given more than once; nullptr without one.
const CLI::Option* repeatedOption(const CLI::App& app)
{
    for (const CLI::Option* option : app.get_options()) {
        const bool takesOne =
            option->get_items_expected_max() == 1 && option->get_multi_option_policy() == CLI::MultiOptionPolicy::Throw;
        if (takesOne && option->count() > 1)
            return option;
    }
    return nullptr;
}

std::string noOption(const CLI::App& app, const std::string& unknown)
{
    const std::string near =
        nearestName(std::string_view(unknown).substr(unknown.find_first_not_of('-')), optionNames(app));
    return fmt::format(
        "There is no option '{}' here{}", unknown, near.empty() ? "." : fmt::format("; did you mean '--{}'?", near));
}

void explain(const CLI::App& app, const CLI::ParseError& error)
{
    std::string sentence = error.what();
    if (const std::string unknown = unknownOption(app); !unknown.empty())
        sentence = noOption(app, unknown);
    else if (const CLI::Option* repeated = repeatedOption(app);
             repeated && dynamic_cast<const CLI::ArgumentMismatch*>(&error))
        sentence = fmt::format("{} can be given once only.", repeated->get_name());
    printError(sentence);
    printError("Try '" + app.get_name() + " --help'.");
}

} // namespace

std::optional<std::string> unknownName(const Arguments& arguments)
{
    const auto name = std::ranges::find_if(arguments, [](const std::string& a) { return !a.starts_with('-'); });
    const bool wantsHelp = std::ranges::any_of(
        arguments, [](const std::string& a) { return a == "--help" || a == "-h" || a == "--version"; });
    return name == arguments.end() || wantsHelp ? std::nullopt : std::optional(*name);
}

ExitCode flushOutput()
{
    if (std::fflush(stdout) == 0)
        return kExitDone;
    printError(fmt::format("The standard output cannot be written: {}.", std::strerror(errno)));
    return kExitOutput;
}

std::string versionText()
{
    return std::string("kinetoscope-cli ") + KINETOSCOPE_VERSION;
}

bool parse(CLI::App& app, const Arguments& arguments, ExitCode& code)
{
    app.set_version_flag("--version", versionText());
    const auto formatter = std::make_shared<WrappingFormatter>();
    formatter->column_width(kOptionWidth);
    app.formatter(formatter);
    try {
        // CLI11 takes the arguments last first.
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        return true;
    } catch (const CLI::Success& wanted) {
        code = static_cast<ExitCode>(app.exit(wanted)); // help or version, on the standard output
        if (code == kExitDone)
            code = flushOutput();
    } catch (const CLI::ParseError& error) {
        explain(app, error);
        code = kExitUsage;
    }
    return false;
}

} // namespace kinetoscope::cli
