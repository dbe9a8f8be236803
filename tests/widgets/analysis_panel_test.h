// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/run_analysis.h"
#include "core/catalog/analyses.h"
#include "tests/support/load_text.h"
#include "tests/support/trace_text.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/support/view_state.h"

#include <QLocale>
#include <QObject>
#include <QSize>
#include <QTest>

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace kinetoscope::tests {

/// An analysis of our own, so that states can be steered from outside.
namespace scripted {

inline std::atomic<int> runs { 0 };
inline std::atomic<bool> hold { false };
inline std::atomic<bool> holdEvidence { false };
inline std::atomic<int> evidenceAsked { 0 };
inline std::atomic<bool> isMadeOfNothing { false };

inline Result<AnalysisResult> run(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const int number = ++runs;
    while (hold && !context.progress.shouldStop())
        std::this_thread::yield();
    if (context.progress.shouldStop())
        return Error::stopped();
    const std::int64_t wanted = parameters.integer("rows");
    if (wanted == 13)
        return Error { ErrorCode::InvalidArgument, Message::verbatim("Thirteen <b>rows</b> bring bad luck.") };
    Table table("numbers", "Numbers",
        { { "number", ColumnType::Int, Unit::Count, "Number", "" }, { "run", ColumnType::Int, Unit::None, "", "" } });
    for (std::int64_t i = 0; i < wanted; ++i)
        table.addRow({ i, std::int64_t { number } });
    table.setEvidence([traces = inputs[0].traces](std::size_t row, std::size_t column) {
        ++evidenceAsked;
        while (holdEvidence)
            std::this_thread::yield();
        Selection selection;
        if (isMadeOfNothing)
            return selection;
        selection.slices.push_back({ 0, SliceId { static_cast<std::uint32_t>(row + column) } });
        return selection;
    });
    AnalysisResult result;
    result.tables.push_back(std::move(table));
    if (wanted == 0)
        result.remarks.push_back({ "none", { KT_PHRASE("test", "No rows were asked for.") } });
    return result;
}

/// As it is before a test.
inline void reset()
{
    runs = 0;
    hold = false;
    holdEvidence = false;
    evidenceAsked = 0;
    isMadeOfNothing = false;
}

[[nodiscard]] inline const AnalysisDescriptor& descriptor()
{
    static const AnalysisDescriptor kDescriptor = [] {
        AnalysisDescriptor analysis;
        analysis.id = "scripted";
        analysis.title = "Scripted";
        analysis.question = "Does the panel do what it is told?";
        analysis.recordingOption = "activities=[ProfilerActivity.CUDA]";
        ParameterDescriptor rows;
        rows.id = "rows";
        rows.title = "Rows";
        rows.help = "How many rows.";
        rows.type = ParameterType::Int;
        rows.defaultValue = std::int64_t { 3 };
        rows.minimum = 0;
        rows.maximum = 100;
        ParameterDescriptor delay;
        delay.id = "delay";
        delay.title = "Delay";
        delay.type = ParameterType::Duration;
        delay.defaultValue = std::int64_t { 30'000 };
        ParameterDescriptor flag;
        flag.id = "flag";
        flag.title = "Flag";
        flag.type = ParameterType::Bool;
        flag.defaultValue = true;
        analysis.parameters = { rows, delay, flag };
        analysis.run = run;
        return analysis;
    }();
    return kDescriptor;
}

} // namespace scripted

/// A panel over a job, shown, with its first numbers on display.
struct ReadyPanel {
    ReadyPanel(const AnalysisDescriptor& analysis, std::shared_ptr<const TraceSet> job, QSize size = {})
        : panel(analysis, &viewState)
    {
        viewState.setTraceSet(std::move(job));
        if (!size.isEmpty())
            panel.resize(size);
        panel.show();
        if (!QTest::qWaitFor([this] { return panel.state() == AnalysisPanel::State::Ready; }))
            qFatal("The panel of %s does not get ready.", analysis.id.c_str());
    }
    ViewState viewState;
    AnalysisPanel panel;
};

/// Tests of panels over job(). The class of a test calls open() in its initTestCase() and scripted::reset() in its
/// init().
class AnalysisPanelTest : public QObject {
protected:
    /// A job of two ranks with an op and three kernels each; null where it cannot be made.
    [[nodiscard]] static std::shared_ptr<const TraceSet> job()
    {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 2; ++rank) {
            texts.push_back(TraceText()
                                .rank(rank, 2)
                                .op("aten::mm", 10_us, 50_us)
                                .launch(20_us, 5_us, 77)
                                .kernel("gemm<float>(int)", 40_us, 30_us, 7, 77)
                                .launch(30_us, 5_us, 78)
                                .kernel("ncclKernel_AllReduce", 60_us, 40_us, 20, 78)
                                .launch(40_us, 5_us, 79)
                                .kernel("relu", 120_us, 10_us, 7, 79)
                                .text());
        }
        auto loaded = loadTexts(texts);
        return loaded ? loaded.value() : nullptr;
    }
    /// Of the scripted analysis: so many rows; 13 are refused.
    [[nodiscard]] static Parameters rows(std::int64_t count)
    {
        Parameters parameters;
        parameters.set("rows", count);
        return parameters;
    }

    void open()
    {
        QLocale::setDefault(QLocale::c());
        m_job = job();
        QVERIFY(m_job);
    }

    std::shared_ptr<const TraceSet> m_job;
};

} // namespace kinetoscope::tests
