// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_analysis.h"
#include "core/analysis/scope/missing_choices.h"
#include "core/catalog/analyses.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QTest>

#include <algorithm>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What of the parameters that were chosen for one trace another one does not have.
class TestMissingChoices : public QObject {
    Q_OBJECT

private slots:
    void whatIsNotThereIsMissing_data();
    void whatIsNotThereIsMissing();
    void eachSideOfAComparisonHasItsOwn();
    void stepsFollowTheStepPattern();
    void preferencesHoldForAnyTrace();
    void stopIsObeyed();
};

namespace {

/// Steps 1 to 3, aten::mm and cudaLaunchKernel on rank 0, step 2 and a counter on rank 1.
AnalysisInput job()
{
    TraceText one;
    for (int step = 1; step <= 3; ++step)
        one.step(step, step * 100_us, 90_us);
    one.op("aten::mm", 110_us, 50_us).launch(120_us, 5_us, 1).kernel("gemm", 140_us, 30_us, 7, 1);
    one.annotation("phase 8", 110_us, 20_us).runtime("cudaDeviceSynchronize", 390_us, 5_us, 2);
    TraceText other;
    other.step(2, 100_us, 90_us).runtime("cuLaunchKernel_v9_ptsz", 120_us, 5_us, 1).kernel("k", 140_us, 3_us, 7, 1);
    other.complete("cuda_profiler_range", "k", 0, 0, 500_us, 1_us, R"("ctr.sum": 5)");
    return inputOf({ one.text(), other.text() });
}

/// "id: names > rest" of each missing choice, one a line.
std::string missingOf(const AnalysisDescriptor& analysis, std::vector<AnalysisInput> inputs,
    const std::vector<std::pair<std::string, std::string>>& chosen)
{
    Parameters values = *completeParameters(analysis, {}, Mode::Exact);
    std::vector<std::string> ids;
    for (const auto& [id, text] : chosen) {
        const auto parameter = std::ranges::find(analysis.parameters, id, &ParameterDescriptor::id);
        values.set(id, *parseParameter(*parameter, text));
        ids.push_back(id);
    }
    const auto missing = missingChoices(analysis.parameters, ids, values, inputs, {});
    if (!missing)
        return english(missing.error().message);
    std::string words;
    for (const MissingChoice& choice : *missing) {
        words += choice.parameter->id + ":";
        for (const std::string& name : choice.names)
            words += " " + name;
        words += " > " + formatParameter(*choice.parameter, choice.rest) + "\n";
    }
    return words;
}

} // namespace

void TestMissingChoices::whatIsNotThereIsMissing_data()
{
    QTest::addColumn<QString>("analysis");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("missing");
    const auto row = [](const char* name, const char* analysis, const char* id, const char* value,
                         const char* missing) {
        QTest::newRow(name) << QString(analysis) << QString(id) << QString(value) << QString(missing);
    };
    row("step of one rank", "stragglers", "profiler-steps", "1", "");
    row("all steps", "stragglers", "profiler-steps", "all", "");
    row("one step too many", "stragglers", "profiler-steps", "2-4", "profiler-steps: 4 > all\n");
    row("no number", "stragglers", "profiler-steps", "soon", "");
    row("op", "kernel-sequences", "operator-name", "aten::mm", "");
    row("other op", "kernel-sequences", "operator-name", "aten::addmm", "operator-name: aten::addmm > \n");
    row("part of an op", "kernel-sequences", "operator-name", "mm", "operator-name: mm > \n");
    row("annotation is no op", "kernel-sequences", "operator-name", "phase 8", "operator-name: phase 8 > \n");
    row("calls", "kernel-launches", "launch-api", "cuLaunchKernel,cudaLaunchKernel", "");
    row("other calls", "kernel-launches", "launch-api", "hipLaunchKernel,cudaLaunchKernel,cudaDeviceSynchronize",
        "launch-api: hipLaunchKernel cudaDeviceSynchronize > cudaLaunchKernel\n");
    row("formulas", "cupti-counters", "formula", "a='ctr.sum'/2,b=a*flops", "");
    row("formulas over nothing", "cupti-counters", "formula", "a=x.sum/2,b=a*2,c=ctr.sum*2",
        "formula: a=x.sum/2 b=a*2 > c=ctr.sum*2\n");
    row("changes by cause and type", "what-if", "change", "host:op=0,work:compute=0.5,wait:all=0", "");
    row("changes of what is there", "what-if", "change", "kernel:gemm=0.5,op:aten::mm=0.5,kernel:/^ge/=0.5", "");
    row("changes of something else", "what-if", "change",
        "op:aten::addmm=0.5,host:op=0,kernel:add<float, 4>=0.5,wait:hipDeviceSynchronize=0",
        "change: op:aten::addmm=0.5 kernel:add<float, 4>=0.5 wait:hipDeviceSynchronize=0 > host:op=0\n");
    row("no formula", "cupti-counters", "formula", "a=", "");
}

void TestMissingChoices::whatIsNotThereIsMissing()
{
    QFETCH(QString, analysis);
    QFETCH(QString, id);
    QFETCH(QString, value);
    QFETCH(QString, missing);
    KT_COMPARE_TEXT(
        missingOf(*findAnalysis(analysis.toStdString()), { job() }, { { id.toStdString(), value.toStdString() } }),
        missing.toStdString());
}

void TestMissingChoices::eachSideOfAComparisonHasItsOwn()
{
    const AnalysisDescriptor& diff = *findAnalysis("trace-diff");
    const AnalysisInput other = inputOf({ TraceText().step(7, 0_us, 50_us).op("aten::a", 1_us, 2_us).text() });
    KT_COMPARE_TEXT(
        missingOf(diff, { job(), other },
            { { "control-steps", "7" }, { "test-steps", "7" }, { "control-ranks", "1" }, { "test-ranks", "0-5" } }),
        "test-ranks: 1-5 > \ncontrol-steps: 7 > \n");
    KT_COMPARE_TEXT(missingOf(diff, { other, other }, { { "control-steps", "7" }, { "test-steps", "all" } }), "");
}

void TestMissingChoices::stepsFollowTheStepPattern()
{
    AnalysisInput input = job();
    input.scope.stepPattern = "^phase";
    KT_COMPARE_TEXT(missingOf(*findAnalysis("stragglers"), { input }, { { "profiler-steps", "1,8" } }),
        "profiler-steps: 1 > all\n");
}

/// The part of an op's name is a choice as the whole is; how long a chain is at least is none.
void TestMissingChoices::preferencesHoldForAnyTrace()
{
    const AnalysisDescriptor& sequences = *findAnalysis("kernel-sequences");
    KT_COMPARE_TEXT(missingOf(sequences, { job() }, { { "match", "contains" }, { "operator-name", "mm" } }), "");
    KT_COMPARE_TEXT(missingOf(sequences, { job() }, { { "match", "regex" }, { "operator-name", "^mm" } }),
        "operator-name: ^mm > \n");
    KT_COMPARE_TEXT(missingOf(sequences, { job() }, { { "match", "regex" }, { "operator-name", "(" } }), "");
    for (const AnalysisDescriptor& analysis : analyses()) {
        for (const ParameterDescriptor& parameter : analysis.parameters)
            QVERIFY2(!parameter.isThreshold || parameter.names == NamedThing::None, parameter.id.c_str());
    }
}

void TestMissingChoices::stopIsObeyed()
{
    Progress progress;
    std::stop_source source;
    source.request_stop();
    progress.stop = source.get_token();
    const AnalysisDescriptor& sequences = *findAnalysis("kernel-sequences");
    Parameters values = *completeParameters(sequences, {}, Mode::Exact);
    values.set("operator-name", std::string("aten::mm"));
    const std::vector<std::string> ids { "operator-name" };
    const std::vector<AnalysisInput> inputs { job() };
    KT_VERIFY_ERROR(missingChoices(sequences.parameters, ids, values, inputs, progress), ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestMissingChoices)
#include "tst_missing_choices.moc"
