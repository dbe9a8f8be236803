// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/thresholds.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <map>
#include <optional>
#include <set>
#include <string>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Parameters from where on something counts: which there are, and that the overview has those of the analyses it sums
/// up.
class TestThresholds : public QObject {
    Q_OBJECT

private slots:
    void areThoseThatSaySo();
    void oneNameIsOneParameter();
    void theOverviewNamesTheGapsItCounts_data();
    void theOverviewNamesTheGapsItCounts();
    void theOverviewCountsShortLaunchesAsTheirAnalysisDoes_data();
    void theOverviewCountsShortLaunchesAsTheirAnalysisDoes();
};

namespace {

/// The row of a kind of finding; none without one.
std::optional<std::size_t> rowOf(const Table& findings, std::string_view kind)
{
    for (std::size_t row = 0; row < findings.rowCount(); ++row) {
        if (findings.text(row, findings.columnIndex("kind")) == kind)
            return row;
    }
    return std::nullopt;
}

} // namespace

void TestThresholds::areThoseThatSaySo()
{
    std::set<std::string> found;
    for (const Threshold& threshold : thresholds()) {
        const ParameterDescriptor& parameter = *threshold.parameter;
        QVERIFY(found.insert(threshold.analysis->id + " " + parameter.id).second);
        QVERIFY(!parameter.title.empty() && !parameter.help.empty());
        QVERIFY2(parameter.type == ParameterType::Double || parameter.type == ParameterType::Duration,
            parameter.id.c_str()); // a preference is typed; what it may be is told by its limits
        QVERIFY2(parameter.minimum, parameter.id.c_str());
    }
    const std::set<std::string> wanted { "overview least-share", "overview least-time", "overview large-share",
        "overview outside-view", "overview slow-step", "overview consecutive-kernel-delay", "overview runtime-cutoff",
        "idle-time consecutive-kernel-delay", "idle-causes consecutive-kernel-delay",
        "critical-path consecutive-kernel-delay", "what-if consecutive-kernel-delay", "steps consecutive-kernel-delay",
        "wait-causes consecutive-kernel-delay", "waterfall consecutive-kernel-delay", "kernel-launches runtime-cutoff",
        "kernel-launches launch-delay-cutoff", "trace-health overhead-share" };
    QVERIFY(found == wanted);
}

void TestThresholds::oneNameIsOneParameter()
{
    std::map<std::string, const ParameterDescriptor*> byName;
    for (const Threshold& threshold : thresholds()) {
        const ParameterDescriptor& one = *threshold.parameter;
        const ParameterDescriptor& other = *byName.try_emplace(one.id, &one).first->second;
        QVERIFY2(one.title == other.title && one.type == other.type && one.defaultValue == other.defaultValue
                && one.minimum == other.minimum && one.maximum == other.maximum,
            one.id.c_str());
    }
}

void TestThresholds::theOverviewNamesTheGapsItCounts_data()
{
    QTest::addColumn<QString>("delay");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("sentence");
    const QString reason =
        "what runs next was in its queue by then, so the host is not the reason; it may wait for "
        "another stream, an event, another rank or another program on the GPU, or begin slowly, as first uses do.";
    const QString small = "Between pieces of work that follow each other the GPU idles 15.00 us (42.9 % of GPU time "
                          "in view), in 1 gap shorter than %1.";
    const QString large = "The GPU idles 15.00 us (42.9 % of GPU time in view), in 1 gap of %1 or more: %2";
    QTest::newRow("usual") << "30us"
                           << "kernel-gaps" << small.arg("30 us");
    QTest::newRow("just above") << "15001ns"
                                << "kernel-gaps" << small.arg("15.001 us");
    QTest::newRow("equal") << "15us"
                           << "long-gaps" << large.arg("15 us", reason);
    QTest::newRow("none") << "0"
                          << "long-gaps" << large.arg("0 us", reason);
}

void TestThresholds::theOverviewNamesTheGapsItCounts()
{
    QFETCH(QString, delay);
    QFETCH(QString, kind);
    QFETCH(QString, sentence);
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 1_us, 1)
                                 .launch(2_us, 1_us, 2)
                                 .kernel("a", 10_us, 10_us, 7, 1)
                                 .kernel("b", 35_us, 10_us, 7, 2)
                                 .text();
    const auto result = runOn(inputOf({ text }), "overview", { { "consecutive-kernel-delay", delay.toStdString() } });
    KT_VERIFY_OK(result);
    const Table& findings = result->tables[0];
    const auto row = rowOf(findings, kind.toStdString());
    QVERIFY(row);
    KT_COMPARE_TEXT(findings.text(*row, 0), sentence.toStdString());
    // Evidence is looked for with the same limit.
    QCOMPARE(findings.evidence(*row, 0).intervals.size(), std::size_t { 1 });
}

void TestThresholds::theOverviewCountsShortLaunchesAsTheirAnalysisDoes_data()
{
    QTest::addColumn<QString>("cutoff");
    QTest::addColumn<int>("count");
    QTest::newRow("usual") << "50us" << 10;
    QTest::newRow("the call itself") << "10us" << 10;
    QTest::newRow("below it") << "9999ns" << 0;
}

void TestThresholds::theOverviewCountsShortLaunchesAsTheirAnalysisDoes()
{
    QFETCH(QString, cutoff);
    QFETCH(int, count);
    TraceText tiny = wholeMicroseconds();
    for (int i = 0; i < 10; ++i)
        tiny.launch(i * 20'000, 10_us, i + 1).kernel("k" + std::to_string(i), i * 20'000 + 11'000, 1_us, 7, i + 1);
    const AnalysisInput input = inputOf({ tiny.text() });
    const ParameterTexts cutoffs { { "runtime-cutoff", cutoff.toStdString() } };
    const auto launches = runOn(input, "kernel-launches", cutoffs);
    KT_VERIFY_OK(launches);
    QCOMPARE(launches->findTable("short-kernels")->rowCount(), static_cast<std::size_t>(count));
    const auto result = runOn(input, "overview", cutoffs);
    KT_VERIFY_OK(result);
    const auto row = rowOf(result->tables[0], "short-kernels");
    QVERIFY(row);
    const std::string sentence(result->tables[0].text(*row, 0));
    QCOMPARE(sentence.find(", 100.0 % take the host longer than their kernels take the GPU, ") != std::string::npos,
        count > 0);
}

QTEST_GUILESS_MAIN(TestThresholds)
#include "tst_thresholds.moc"
