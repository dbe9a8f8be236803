// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/start/render_command.h"

#include "app/window/theme.h"
#include "widgets/export/picture_export.h"
#include "widgets/panels/analysis_panel.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/timeline_picture.h"

#include <QEventLoop>

#include <iostream>

namespace kinetoscope {

namespace {

/// The chart of an analysis, from the very panel that the window shows.
Result<QByteArray> renderAnalysis(
    const AnalysisDescriptor& analysis, ViewState& viewState, const RenderOptions& options, PictureFormat format)
{
    AnalysisPanel panel(analysis, &viewState);
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
        std::string reason = "'" + analysis.id + "' has nothing to draw for this trace";
        if (panel.result() && !panel.result()->remarks.empty())
            reason += ": " + panel.result()->remarks.front().sentence;
        return Error { ErrorCode::NotATrace, reason };
    }
    return panel.chartPicture(format, options.size, 1.0, options.theme == ThemeChoice::Dark);
}

Result<QByteArray> renderTimeline(const ViewState& viewState, const RenderOptions& options, PictureFormat format)
{
    TimelinePicture picture;
    picture.format = format;
    picture.size = options.size;
    picture.scale = 1.0;
    picture.dark = options.theme == ThemeChoice::Dark;
    picture.visible = options.range.value_or(TimeRange {});
    return renderTimelinePicture(viewState.traceSet(), viewState.names(), picture);
}

} // namespace

int runRender(const RenderOptions& options, const std::vector<TraceArgument>& traces)
{
    const Result<std::shared_ptr<const TraceSet>> loaded = loadTraceSet(traces, LoadOptions {}, Progress {});
    if (!loaded)
        return failWith(loaded.error());
    for (const Remark& remark : (*loaded)->remarks())
        std::cerr << "kinetoscope: " << remark.sentence << '\n';

    applyTheme(options.theme);
    ViewState viewState;
    viewState.setTraceSet(*loaded);
    if (options.range) {
        Scope scope;
        scope.range = options.range;
        viewState.setScope(scope);
    }
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
