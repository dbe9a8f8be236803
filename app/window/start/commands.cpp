// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/start/commands.h"

#include "app/options/scope_options.h"
#include "app/options/trace_argument.h"
#include "app/window/docks/trace_contents.h"
#include "app/window/start/trace_arguments.h"
#include "app/window/theme.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/names/rules_file.h"
#include "core/analysis/ranks/aligned_job.h"
#include "core/base/atomic_file.h"
#include "core/base/parallel.h"
#include "core/catalog/analyses.h"
#include "core/overlay/overlays.h"
#include "core/words/english.h"
#include "widgets/export/picture_export.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/report/report_maker.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/timeline_picture.h"

#include <QEventLoop>
#include <QFile>

#include <functional>
#include <iostream>
#include <memory>
#include <vector>

namespace kinetoscope {

namespace {

/// The user's own rules for names as in the window; nullptr, the built-in ones, where they cannot be used.
std::shared_ptr<const KernelClassifier> userClassifier()
{
    Result<KernelClassifier> classifier = loadClassifier({});
    if (classifier)
        return std::make_shared<const KernelClassifier>(std::move(classifier).value());
    std::cerr << "kinetoscope: your own rules for names are not used: " << english(classifier.error().message) << '\n';
    return nullptr;
}

/// Finds out which rules for names count.
using Rules = std::function<std::shared_ptr<const KernelClassifier>()>;

/// The traces of the arguments as one job whose scope is valid; what there is to say of them goes to stderr.
/// @param alignsBy  asked once they are loaded, for what finds the collectives that clocks are put together by
/// (nullptr:
///                  the built-in rules); empty: clocks stay as the files say.
Result<std::shared_ptr<const TraceSet>> loadJob(
    const std::vector<TraceArgument>& traces, const Scope& scope, const Rules& alignsBy)
{
    KT_TRY(std::shared_ptr<const TraceSet> job, loadTraceSet(traces, LoadOptions {}, Progress {}));
    if (alignsBy) {
        const std::shared_ptr<const KernelClassifier> rules = alignsBy();
        const KernelClassifier builtIn;
        KT_TRY(job, withAlignedClocks(job, rules ? *rules : builtIn, Progress {}));
    }
    for (const Remark& remark : job->remarks())
        std::cerr << "kinetoscope: " << english(remark) << '\n';
    KT_TRY_DONE(checkScope(scope, *job));
    return job;
}

/// What of a job the defaults of an analysis depend on, as in the window.
TraceContents contentsFor(const TraceSet& traces, const std::shared_ptr<const KernelClassifier>& classifier)
{
    const KernelClassifier builtIn;
    return contentsOf(traces, classifier ? *classifier : builtIn);
}

/// The chart of an analysis, from the very panel that the window shows.
Result<QByteArray> renderAnalysis(
    const AnalysisDescriptor& analysis, ViewState& viewState, const RenderOptions& options, PictureFormat format)
{
    AnalysisPanel panel(analysis, &viewState);
    const std::shared_ptr<const KernelClassifier> classifier = userClassifier();
    panel.setClassifier(classifier);
    panel.setUsualParameters(usualParametersFor(analysis, contentsFor(*viewState.traceSet(), classifier)));
    panel.resize(options.size);
    // A panel works only while it is visible; this makes it so without a window on anybody's screen.
    panel.setAttribute(Qt::WA_DontShowOnScreen);
    QEventLoop loop;
    const auto quitWhenDone = [&panel, &loop] {
        using State = AnalysisPanel::State;
        if (panel.state() == State::Ready || panel.state() == State::Empty || panel.state() == State::Failed)
            loop.quit();
    };
    QObject::connect(&panel, &AnalysisPanel::stateChanged, &loop, quitWhenDone, Qt::QueuedConnection);
    panel.show();
    loop.exec();
    if (panel.state() != AnalysisPanel::State::Ready || !panel.hasChart()) {
        Message reason { KT_PHRASE("render", "%1 has nothing to draw for this trace"), arg::Name { analysis.id } };
        if (panel.state() == AnalysisPanel::State::Failed)
            reason = { KT_PHRASE("render", "%1: %2"), arg::Name { analysis.id },
                Message::verbatim(panel.sentence().toStdString()) };
        else if (panel.result() && !panel.result()->remarks.empty())
            reason = { KT_PHRASE("render", "%1: %2"), std::move(reason),
                Message::verbatim(english(panel.result()->remarks.front())) };
        return Error { ErrorCode::NotATrace, reason };
    }
    return panel.chartPicture(format, options.size, 1.0, options.theme == ThemeChoice::Dark);
}

/// The overlays that were asked for; what there is to say of them goes to stderr.
Result<std::vector<std::shared_ptr<const Overlay>>> buildOverlays(
    const std::shared_ptr<const TraceSet>& traces, const std::vector<std::string>& ids)
{
    std::vector<std::shared_ptr<const Overlay>> result;
    AnalysisContext context;
    const std::shared_ptr<const KernelClassifier> classifier = userClassifier();
    context.classifier = classifier.get();
    context.threads = coreCount();
    for (const std::string& id : ids) {
        KT_TRY(Overlay overlay, buildOverlay(*findOverlay(id), { traces, {} }, {}, context));
        for (const Remark& remark : overlay.remarks)
            std::cerr << "kinetoscope: " << id << ": " << english(remark) << '\n';
        result.push_back(std::make_shared<const Overlay>(std::move(overlay)));
    }
    return result;
}

Result<QByteArray> renderTimeline(const ViewState& viewState, const RenderOptions& options, PictureFormat format)
{
    KT_TRY(auto overlays, buildOverlays(viewState.traceSet(), options.overlays));
    TimelinePicture picture;
    picture.overlays = std::move(overlays);
    picture.format = format;
    picture.size = options.size;
    picture.scale = 1.0;
    picture.dark = options.theme == ThemeChoice::Dark;
    picture.visible = options.scope.range.value_or(TimeRange {});
    return renderTimelinePicture(viewState.traceSet(), viewState.names(), picture);
}

} // namespace

int runReport(const ReportOptions& options, const std::vector<TraceArgument>& traces, bool alignsClocks)
{
    Result<KernelClassifier> classifier = loadClassifier({});
    if (!classifier)
        return failWith(classifier.error());
    if (const Result<Done> writable = checkWritable(options.output, filesNamedBy(traces)); !writable)
        return failWith(writable.error());
    const auto rules = std::make_shared<const KernelClassifier>(std::move(classifier).value());
    const auto ownRules = [&rules] { return rules; };
    const Result<std::shared_ptr<const TraceSet>> loaded =
        loadJob(traces, options.scope, alignsClocks ? Rules(ownRules) : Rules());
    if (!loaded)
        return failWith(loaded.error());
    applyTheme(ThemeChoice::Light);
    ReportRequest request;
    AnalysisRequest part { .traces = *loaded, .scope = options.scope, .classifier = rules };
    const TraceContents contents = contentsFor(**loaded, rules);
    for (const AnalysisDescriptor* analysis : options.analyses) {
        part.analysis = analysis;
        part.parameters = usualParametersFor(*analysis, contents);
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

int runRender(const RenderOptions& options, const std::vector<TraceArgument>& traces, bool alignsClocks)
{
    if (const Result<Done> writable = checkWritable(options.output, filesNamedBy(traces)); !writable)
        return failWith(writable.error());
    const Result<std::shared_ptr<const TraceSet>> loaded =
        loadJob(traces, options.scope, alignsClocks ? Rules(userClassifier) : Rules());
    if (!loaded)
        return failWith(loaded.error());

    applyTheme(options.theme);
    ViewState viewState;
    viewState.setTraceSet(*loaded);
    if (options.scope != Scope {})
        viewState.setScope(options.scope);
    const QString fileName = QString::fromStdString(options.output);
    const PictureFormat format = pictureFormatOf(fileName).value_or(PictureFormat::Png);
    const AnalysisDescriptor* analysis = findAnalysis(options.what);
    const Result<QByteArray> picture =
        analysis ? renderAnalysis(*analysis, viewState, options, format) : renderTimeline(viewState, options, format);
    if (!picture)
        return failWith(picture.error());
    const Result<Done> saved = saveBytes(fileName, *picture);
    return saved ? kExitDone : failWith(saved.error());
}

} // namespace kinetoscope
