// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/session.h"
#include "core/output/info/info_report.h"

#include <CLI/CLI.hpp>

namespace kinetoscope::cli {

ExitCode runInfo(const Arguments& arguments)
{
    CLI::App app("What is inside traces: ranks, events, tracks, steps, devices, health.", "kinetoscope-cli info");
    CommonOptions options;
    options.addInput(app);
    options.addOutput(app);
    app.footer(
        "Examples:\n  kinetoscope-cli info trace.json.gz\n  kinetoscope-cli info --format json -o info.json ranks/");
    ExitCode code = kExitDone;
    if (!parse(app, arguments, code))
        return code;

    const Result<TableWriterOptions> look = options.writerOptions();
    Session session(options);
    if (const Result<Done> writable = session.checkOutput(); !writable)
        return session.fail(writable.error());
    const Result<std::shared_ptr<const TraceSet>> traces = session.load(options.traceArguments());
    if (!traces)
        return session.fail(traces.error());
    switch (options.tableFormat()) {
    case TableFormat::Json:
        return session.finish(session.shown(writeInfoJson(**traces)));
    case TableFormat::Text:
        return session.finish(session.shown(writeInfoText(**traces, look->lineWidth)));
    default:
        return session.finish(session.shown(writeTable(infoTable(**traces), options.tableFormat(), *look)));
    }
}

} // namespace kinetoscope::cli
