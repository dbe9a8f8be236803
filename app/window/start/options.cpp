// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/start/options.h"

#include "app/options/given_text.h"
#include "app/options/output_name.h"
#include "app/options/scope_options.h"
#include "app/options/trace_argument.h"
#include "app/window/start/language.h"
#include "core/analysis/scope/scope_text.h"
#include "core/base/comma_list.h"
#include "core/base/text.h"
#include "core/base/vectors.h"
#include "core/catalog/analyses.h"
#include "core/overlay/overlays.h"
#include "core/words/english.h"
#include "widgets/export/picture_export.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <iostream>

namespace kinetoscope {

namespace {

constexpr int kMinSide = 64;
constexpr int kMaxSide = 16384;

constexpr const char* kTraces =
    "trace files (.json, .json.gz), summaries (.ksum), tables of CUPTI activity (.csv), folders of "
    "them, or RANK=path";

constexpr const char* kExamples = R"(
Examples:
  kinetoscope                                   start empty
  kinetoscope trace.json.gz                     open one trace
  kinetoscope 0=first.json 1=second.json        two ranks of one job
  kinetoscope traces/                           every trace of a folder
  kinetoscope run.kinetoscope                   a session, as it was saved
  kinetoscope render timeline -o t.png trace.json.gz
  kinetoscope report -o report.html traces/

)";

constexpr const char* kRenderExamples = R"(
Examples:
  kinetoscope render timeline -o t.png trace.json.gz
  kinetoscope render timeline --overlays idle-gaps,queue-length -o t.svg trace.json.gz
  kinetoscope render kernel-breakdown --theme dark -o k.svg traces/

)";

constexpr const char* kReportExamples = R"(
Examples:
  kinetoscope report -o report.html traces/
  kinetoscope report --analyses overview,idle-time --steps 10-12 -o report.html trace.json.gz

)";

struct Texts {
    std::vector<std::string> traces;
    std::string what;
    std::string size = "1600x900";
    std::string theme = "light";
    ScopeOptions scope;
    std::vector<std::string> overlays;
    std::string output;
    std::string analyses;
    std::size_t rows = 20;
};

int usageError(const std::string& sentence)
{
    std::cerr << "kinetoscope: " << sentence << '\n';
    return kExitUsage;
}

/// "idle-gaps, sequences, ..."
std::string overlayIds()
{
    return joined(mapped(overlays(), &OverlayDescriptor::id), ", ");
}

/// A file named in an option is the user's; a wrong one is a wrong use, as everywhere on the command line.
std::variant<RenderOptions, int> renderOptions(const Texts& texts)
{
    RenderOptions options;
    options.what = texts.what;
    if (texts.what != "timeline" && !findAnalysis(texts.what))
        return usageError(fmt::format(
            "there is no picture '{}': it is timeline, or an analysis that kinetoscope-cli list names", texts.what));
    const Result<QSize> size = parseSize(texts.size);
    if (!size)
        return usageError(english(size.error().message));
    options.size = *size;
    options.theme = texts.theme == "dark" ? ThemeChoice::Dark : ThemeChoice::Light;
    const Result<Scope> scope = texts.scope.scope();
    if (!scope)
        return usageError(english(scope.error().message));
    Scope rangeAlone;
    rangeAlone.range = scope->range;
    if (texts.what == "timeline" && *scope != rangeAlone)
        return usageError("of the scope only --range is about the timeline");
    options.scope = *scope;
    if (!texts.overlays.empty() && texts.what != "timeline")
        return usageError(fmt::format("--overlays is about the timeline; '{}' has none", texts.what));
    for (const std::string& overlay : texts.overlays) {
        if (!findOverlay(overlay))
            return usageError(fmt::format("there is no overlay '{}': they are {}", overlay, overlayIds()));
    }
    for (const std::string& overlay : texts.overlays) {
        const std::string_view family = findOverlay(overlay)->family;
        for (const std::string& other : texts.overlays) {
            if (overlay < other && !family.empty() && family == findOverlay(other)->family)
                return usageError(
                    fmt::format("the overlays {} and {} mark the same places: give one of them", overlay, other));
        }
    }
    options.overlays = texts.overlays;
    options.output = texts.output;
    if (!pictureFormatOf(QString::fromStdString(texts.output)))
        return usageError(fmt::format("the output must end in .png, .svg or .pdf, not '{}'", texts.output));
    return options;
}

/// All that look at one job, or those that were named.
std::variant<std::vector<const AnalysisDescriptor*>, int> chosenAnalyses(const std::vector<std::string>& names)
{
    std::vector<const AnalysisDescriptor*> chosen;
    std::vector<std::string> known;
    for (const AnalysisDescriptor& analysis : analyses()) {
        if (names.empty() && analysis.inputCount < 2)
            chosen.push_back(&analysis);
        known.push_back(analysis.id);
    }
    for (const std::string& name : names) {
        const AnalysisDescriptor* analysis = findAnalysis(name);
        if (!analysis)
            return usageError(fmt::format("there is no analysis '{}'{}", name, didYouMean(name, known, "")));
        if (std::ranges::find(chosen, analysis) == chosen.end())
            chosen.push_back(analysis);
    }
    return chosen;
}

std::variant<ReportOptions, int> reportOptions(const Texts& texts)
{
    ReportOptions options;
    auto chosen = chosenAnalyses(texts.analyses.empty() ? std::vector<std::string> {} : splitAtCommas(texts.analyses));
    if (const int* code = std::get_if<int>(&chosen))
        return *code;
    options.analyses = std::get<0>(std::move(chosen));
    const Result<Scope> scope = texts.scope.scope();
    if (!scope)
        return usageError(english(scope.error().message));
    options.scope = *scope;
    options.mostRows = texts.rows;
    options.output = texts.output;
    return options;
}

void addRender(CLI::App& render, Texts& texts)
{
    render.add_option("PICTURE", texts.what, "timeline, or the id of an analysis")->required();
    render.add_option("TRACE", texts.traces, kTraces)->required();
    render.add_option("--size", texts.size, "width and height in pixels")->capture_default_str();
    render.add_option("--theme", texts.theme, "light or dark")
        ->check(CLI::IsMember({ "light", "dark" }))
        ->capture_default_str();
    texts.scope.add(render);
    render.add_option("--overlays", texts.overlays, "what analyses add to the timeline, with commas: " + overlayIds())
        ->delimiter(',')
        ->allow_extra_args(false);
    render.add_option("-o,--output", texts.output, "file to write: .png, .svg or .pdf")->required();
}

void addReport(CLI::App& report, Texts& texts)
{
    report.add_option("TRACE", texts.traces, kTraces)->required();
    report
        .add_option("--analyses", texts.analyses, "ids of analyses, as kinetoscope-cli list names them; all of one job")
        ->check(isGiven("an empty text chooses nothing"))
        ->type_name("LIST");
    report.add_option("--rows", texts.rows, "most rows of a table")
        ->check(CLI::Range(0, 100'000))
        ->capture_default_str();
    texts.scope.add(report);
    report.add_option("-o,--output", texts.output, "file to write, whole or not at all")
        ->required()
        ->check(namesAFile("a report is a file: name one"));
}

} // namespace

int failWith(const Error& error)
{
    std::cerr << "kinetoscope: " << english(error.message) << '\n';
    return exitCodeOf(error.code);
}

std::variant<Options, int> parseOptions(int argc, const char* const* argv)
{
    Options options;
    Texts texts;
    CLI::App app { "Opens PyTorch profiler (Kineto) traces, draws them, and says where the GPU time went.",
        "kinetoscope" };
    app.footer(kExamples + exitCodeSentence());
    app.set_version_flag("--version", "kinetoscope " KINETOSCOPE_VERSION);
    app.add_flag("--reset-settings", options.resetSettings, "forget preferences, layout and recent files");
    std::vector<std::string> known = mapped(languages(), &QString::toStdString);
    app.add_option("--language", options.language, "of the window, instead of the preferences'")
        ->check(CLI::IsMember(known));
    std::string memoryLimit;
    app.add_option("--memory-limit", memoryLimit,
           "traces take no more than this much memory (4GiB), further ranks are listed; default 60 % of the machine's")
        ->check(isGiven("an empty text is no size"));
    app.add_option("TRACE", texts.traces, std::string(kTraces) + "; or one session file");

    CLI::App* render = app.add_subcommand("render", "draw one picture without a window and end");
    addRender(*render, texts);
    render->footer(kRenderExamples + exitCodeSentence());

    CLI::App* report = app.add_subcommand("report", "write charts and tables to one HTML file and end");
    addReport(*report, texts);
    report->footer(kReportExamples + exitCodeSentence());

    bool isUnaligned = false;
    for (CLI::App* each : std::initializer_list<CLI::App*> { &app, render, report })
        each->add_flag("--no-clock-alignment", isUnaligned,
            "leave the clocks of ranks as their files have them; otherwise they are put together at their collectives");

    try {
        app.parse(argc, const_cast<char**>(argv)); // CLI11 2.1 takes a pointer to non-const and does not write
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? kExitDone : kExitUsage;
    }
    options.alignsClocks = !isUnaligned;
    for (const std::string& text : texts.traces)
        options.traces.push_back(parseTraceArgument(text));
    if (!memoryLimit.empty()) {
        const Result<std::uint64_t> bytes = parseByteSize(memoryLimit);
        if (!bytes)
            return failWith(bytes.error());
        options.memoryLimit = *bytes;
    }
    if (render->parsed()) {
        auto parsed = renderOptions(texts);
        if (const int* code = std::get_if<int>(&parsed))
            return *code;
        options.render = std::get<RenderOptions>(std::move(parsed));
    }
    if (report->parsed()) {
        auto parsed = reportOptions(texts);
        if (const int* code = std::get_if<int>(&parsed))
            return *code;
        options.report = std::get<ReportOptions>(std::move(parsed));
    }
    return options;
}

bool choosePlatform(int argc, const char* const* argv)
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
    if (qEnvironmentVariableIsSet("QT_QPA_PLATFORM") || !qEnvironmentVariableIsEmpty("DISPLAY")
        || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY"))
        return true;
    bool needsWindow = true;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "-platform" || argument == "--platform" || argument == "-display" || argument == "--display")
            return true; // the user chose; Qt reads these itself
        if ((i == 1 && (argument == "render" || argument == "report")) || argument == "--help" || argument == "-h"
            || argument == "--version")
            needsWindow = false;
    }
    if (needsWindow) {
        std::cerr << "kinetoscope: there is no display to show a window on. 'kinetoscope render timeline -o "
                     "picture.png TRACE' draws "
                     "without one, 'kinetoscope-cli analyze' prints the numbers.\n";
        return false;
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
#else
    Q_UNUSED(argc);
    Q_UNUSED(argv);
#endif
    return true;
}

Result<QSize> parseSize(std::string_view text)
{
    const Error error { ErrorCode::InvalidArgument,
        { KT_PHRASE("options", "a size is WIDTHxHEIGHT in pixels, each from 64 to 16384, for example 1600x900") } };
    int width = 0;
    int height = 0;
    const char* const end = text.data() + text.size();
    const auto [afterWidth, widthProblem] = std::from_chars(text.data(), end, width);
    if (widthProblem != std::errc() || afterWidth == end || *afterWidth != 'x')
        return error;
    const auto [afterHeight, heightProblem] = std::from_chars(afterWidth + 1, end, height);
    if (heightProblem != std::errc() || afterHeight != end)
        return error;
    if (width < kMinSide || width > kMaxSide || height < kMinSide || height > kMaxSide)
        return error;
    return QSize(width, height);
}

} // namespace kinetoscope
