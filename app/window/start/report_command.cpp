// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/start/report_command.h"

#include "app/options/scope_options.h"
#include "app/window/start/trace_arguments.h"
#include "app/window/theme.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/names/rules_file.h"
#include "core/analysis/ranks/aligned_job.h"
#include "core/words/english.h"
#include "widgets/report/report_maker.h"

#include <QEventLoop>
#include <QFile>

#include <iostream>

namespace kinetoscope {

int runReport(const ReportOptions& options, const std::vector<TraceArgument>& traces, bool alignsClocks)
{
    Result<KernelClassifier> classifier = loadClassifier({});
    if (!classifier)
        return failWith(classifier.error());
    Result<std::shared_ptr<const TraceSet>> loaded = loadTraceSet(traces, LoadOptions {}, Progress {});
    if (loaded && alignsClocks)
        loaded = withAlignedClocks(*loaded, *classifier, Progress {});
    if (!loaded)
        return failWith(loaded.error());
    for (const Remark& remark : (*loaded)->remarks())
        std::cerr << "kinetoscope: " << english(remark) << '\n';
    if (const Result<Done> done = checkScope(options.scope, **loaded); !done)
        return failWith(done.error());
    applyTheme(ThemeChoice::Light);
    ReportRequest request;
    AnalysisRequest part { .traces = *loaded,
        .scope = options.scope,
        .classifier = std::make_shared<const KernelClassifier>(std::move(classifier).value()) };
    for (const AnalysisDescriptor* analysis : options.analyses) {
        part.analysis = analysis;
        request.parts.push_back(part);
    }
    request.title = jobName(traces);
    request.mostRows = options.mostRows;
    request.fileName = QFile::decodeName(QByteArray::fromStdString(options.output));

    ReportMaker maker;
    QEventLoop loop;
    QObject::connect(&maker, &ReportMaker::saved, &loop, [&loop] { loop.exit(kExitDone); });
    QObject::connect(&maker, &ReportMaker::failed, &loop, [&loop](const Error& error) { loop.exit(failWith(error)); });
    maker.start(std::move(request));
    return loop.exec();
}

} // namespace kinetoscope
