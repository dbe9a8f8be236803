// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/waterfall/shared_time.h"
#include "core/analysis/waterfall/waterfall_tables.h"
#include "core/io/trace_loader.h"
#include "core/numeric/mann_whitney.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Where the time goes that one window takes longer than another (ranks.md, section 4).
class TestWaterfall : public QObject {
    Q_OBJECT

private slots:
    void effectsOfCountAndPrice_data();
    void effectsOfCountAndPrice();
    void sharedTimeIsDividedEvenly();
    void sharedTimeAgreesWithASlowOne_data();
    void sharedTimeAgreesWithASlowOne();
    void shiftsAndNoise_data();
    void shiftsAndNoise();
    void shiftsAgreeWithASlowOne_data();
    void shiftsAgreeWithASlowOne();
    void extremeTimesHaveAShift();
    void stepsOfTheGpu();
    void stepsOfTheHost();
    void withoutGpuWorkOnlyTheWallIsKnown();
    void theLastStepHasNoEnd();
    void whatAStepIsOnTheGpuIsSaidWhereStepsAreChosen();
    void aRangeIsAWindow();
    void noWindowIsSaid();
    void everythingAddsUp_data();
    void everythingAddsUp();
    void saysWhatDiffers();
    void whatDiffersBesideAlikeWindowsIsSaid();
    void saysWhereMediansDifferOtherwise();
    void saysWhereMediansDoNotDiffer();
    void exposedCommunicationOpensIntoWaits();
};

/// Section 7, example 10.
void TestWaterfall::effectsOfCountAndPrice_data()
{
    QTest::addColumn<int>("controlCalls");
    QTest::addColumn<qint64>("controlTime");
    QTest::addColumn<int>("testCalls");
    QTest::addColumn<qint64>("testTime");
    QTest::addColumn<qint64>("count");
    QTest::addColumn<qint64>("price");
    QTest::newRow("both") << 10 << qint64 { 50'000 } << 12 << qint64 { 72'000 } << qint64 { 11'000 }
                          << qint64 { 11'000 };
    QTest::newRow("new") << 0 << qint64 { 0 } << 3 << qint64 { 900 } << qint64 { 900 } << qint64 { 0 };
    QTest::newRow("gone") << 3 << qint64 { 900 } << 0 << qint64 { 0 } << qint64 { -900 } << qint64 { 0 };
    QTest::newRow("dearer") << 4 << qint64 { 100 } << 4 << qint64 { 130 } << qint64 { 0 } << qint64 { 30 };
    QTest::newRow("a half to even, down") << 1 << qint64 { 1 } << 2 << qint64 { 0 } << qint64 { 0 } << qint64 { -1 };
    QTest::newRow("a half to even, up") << 1 << qint64 { 3 } << 2 << qint64 { 0 } << qint64 { 2 } << qint64 { -5 };
    QTest::newRow("the other way") << 2 << qint64 { 0 } << 1 << qint64 { 3 } << qint64 { -2 } << qint64 { 5 };
}

void TestWaterfall::effectsOfCountAndPrice()
{
    QFETCH(int, controlCalls);
    QFETCH(qint64, controlTime);
    QFETCH(int, testCalls);
    QFETCH(qint64, testTime);
    QFETCH(qint64, count);
    QFETCH(qint64, price);
    const CallEffects effects = effectsOf({ controlCalls, controlTime }, { testCalls, testTime });
    QCOMPARE(qint64 { effects.count }, count);
    QCOMPARE(qint64 { effects.price }, price);
}

/// Section 7, example 11.
void TestWaterfall::sharedTimeIsDividedEvenly()
{
    std::vector<SharingWork> works { { { 0, 21 }, 0, 0, 0, 0 }, { { 10, 25 }, 1, 1, 0, 0 } };
    shareTime(works, { 0, 100 }, 1, {});
    QCOMPARE(works[0].time, Nanoseconds { 16 });
    QCOMPARE(works[1].time, Nanoseconds { 9 });
}

void TestWaterfall::sharedTimeAgreesWithASlowOne_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < 60; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

void TestWaterfall::sharedTimeAgreesWithASlowOne()
{
    QFETCH(int, seed);
    std::mt19937 random(static_cast<unsigned>(seed));
    const auto below = [&random](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
    const TimeRange window { 10, 90 };
    std::vector<SharingWork> works;
    for (int i = 1 + below(12); i > 0; --i) {
        const Timestamp begin = below(100);
        works.push_back({ { begin, begin + below(40) }, static_cast<std::uint64_t>(i), static_cast<std::uint32_t>(i),
            static_cast<std::uint8_t>(below(4)), 0 });
    }
    std::vector<Timestamp> edges { window.begin, window.end };
    for (const SharingWork& work : works) {
        if (work.range.isEmpty())
            continue;
        edges.push_back(work.range.begin);
        edges.push_back(work.range.end);
    }
    std::sort(edges.begin(), edges.end());
    std::map<std::uint32_t, Nanoseconds> wanted;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        if (edges[i] < window.begin || edges[i] >= window.end)
            continue;
        std::vector<const SharingWork*> sharing;
        for (int layer = 0; layer < 4 && sharing.empty(); ++layer) {
            for (const SharingWork& work : works) {
                if (work.layer == layer && work.range.begin <= edges[i] && edges[i] < work.range.end)
                    sharing.push_back(&work);
            }
        }
        std::sort(sharing.begin(), sharing.end(), [](const SharingWork* a, const SharingWork* b) {
            return a->range.begin != b->range.begin ? a->range.begin < b->range.begin : a->order < b->order;
        });
        for (Timestamp t = edges[i]; t < edges[i + 1] && !sharing.empty(); ++t) // dealt out one by one
            ++wanted[sharing[static_cast<std::size_t>(t - edges[i]) % sharing.size()]->id];
    }
    shareTime(works, window, 4, {});
    for (const SharingWork& work : works)
        QCOMPARE(work.time, wanted[work.id]);
}

/// Section 7, example 12, and what no test can tell.
void TestWaterfall::shiftsAndNoise_data()
{
    using Times = QList<qint64>;
    QTest::addColumn<Times>("control");
    QTest::addColumn<Times>("test");
    QTest::addColumn<qint64>("shift");
    QTest::addColumn<qint64>("low");
    QTest::addColumn<qint64>("high");
    QTest::addColumn<double>("p");
    QTest::newRow("longer") << Times { 100, 101, 102, 103 } << Times { 104, 106, 108, 110 } << qint64 { 5 }
                            << qint64 { 2 } << qint64 { 9 } << 1.0 / 35;
    QTest::newRow("noise") << Times { 100, 101, 102, 103, 107 } << Times { 99, 104, 106, 108, 110 } << qint64 { 3 }
                           << qint64 { -3 } << qint64 { 8 } << 13.0 / 42;
    QTest::newRow("all equal") << Times { 7, 7, 7, 7 } << Times { 7, 7, 7, 7 } << qint64 { 0 } << qint64 { 0 }
                               << qint64 { 0 } << 1.0;
    QTest::newRow("one and one") << Times { 5 } << Times { 8 } << qint64 { 3 } << qint64 { 3 } << qint64 { 3 } << 1.0;
}

void TestWaterfall::shiftsAndNoise()
{
    QFETCH(QList<qint64>, control);
    QFETCH(QList<qint64>, test);
    QFETCH(qint64, shift);
    QFETCH(qint64, low);
    QFETCH(qint64, high);
    QFETCH(double, p);
    const std::vector<Nanoseconds> first(control.begin(), control.end());
    const std::vector<Nanoseconds> second(test.begin(), test.end());
    const std::optional<TimeShift> found = shiftOf(first, second);
    QVERIFY(found);
    QCOMPARE(qint64 { found->shift }, shift);
    QCOMPARE(qint64 { found->interval.first }, low);
    QCOMPARE(qint64 { found->interval.second }, high);
    QVERIFY2(std::fabs(found->p - p) < 1e-12, qPrintable(QString::number(found->p)));
    QVERIFY(!shiftOf({}, second));
}

void TestWaterfall::shiftsAgreeWithASlowOne_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < 40; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

/// All differences made and sorted; p by dealing the ranks out in every way.
void TestWaterfall::shiftsAgreeWithASlowOne()
{
    QFETCH(int, seed);
    std::mt19937 random(static_cast<unsigned>(seed));
    const std::size_t m = 1 + random() % 7;
    const std::size_t n = 1 + random() % 7;
    std::vector<Nanoseconds> all;
    for (std::size_t i = 0; i < m + n; ++i)
        all.push_back(static_cast<Nanoseconds>(i) * 3); // no ties
    std::shuffle(all.begin(), all.end(), random);
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(m);
    const std::vector<Nanoseconds> first(all.begin(), middle);
    const std::vector<Nanoseconds> second(middle, all.end());
    std::vector<Nanoseconds> differences;
    for (const Nanoseconds a : first) {
        for (const Nanoseconds b : second)
            differences.push_back(b - a);
    }
    const auto above = static_cast<std::size_t>(
        std::count_if(differences.begin(), differences.end(), [](Nanoseconds d) { return d > 0; }));
    std::map<std::size_t, double> ways; // by U
    double sum = 0;
    for (unsigned mask = 0; mask < 1U << (m + n); ++mask) {
        std::size_t ofSecond = 0;
        std::size_t pairs = 0;
        for (std::size_t i = 0; i < m + n; ++i) {
            if ((mask >> i & 1U) != 0) {
                ++ofSecond;
                pairs += i + 1 - ofSecond;
            }
        }
        if (ofSecond == n) {
            ++ways[pairs];
            ++sum;
        }
    }
    double below = 0;
    double over = 0;
    for (const auto& [u, count] : ways) {
        below += u <= above ? count / sum : 0;
        over += u >= above ? count / sum : 0;
    }
    const std::optional<TimeShift> found = shiftOf(first, second);
    QVERIFY(found);
    QVERIFY(std::fabs(found->p - std::min(1.0, 2 * std::min(below, over))) < 1e-12);
    std::sort(differences.begin(), differences.end());
    const std::size_t last = differences.size() - 1;
    const Nanoseconds twice = differences[last / 2] + differences[(last + 1) / 2];
    QCOMPARE(found->shift, twice >= 0 ? twice / 2 : -((1 - twice) / 2));
    const auto back = shiftOf(second, first); // the sides swapped
    QCOMPARE(back->interval.first, -found->interval.second);
    QCOMPARE(back->interval.second, -found->interval.first);
    QVERIFY(std::fabs(back->p - found->p) < 1e-12);
}

void TestWaterfall::extremeTimesHaveAShift()
{
    const std::vector<Nanoseconds> none(30, 0);
    const std::vector<Nanoseconds> all(30, kMaxTimestamp);
    const std::optional<TimeShift> found = shiftOf(none, all);
    QVERIFY(found);
    QCOMPARE(found->shift, kMaxTimestamp);
    QVERIFY(found->p < 1e-6);
    QCOMPARE(shiftOf(all, none)->shift, -kMaxTimestamp);
}

namespace {

/// Steps 1 to `steps` of 100 us on the host, each of which launches two kernels that run 50 us later.
TraceText waterfallSteps(int steps, Nanoseconds longer = 0)
{
    TraceText text;
    for (int i = 0; i < steps; ++i) {
        const Timestamp at = i * 100_us;
        const std::int64_t id = 10 * (i + 1);
        text.step(i + 1, at, 100_us).launch(at + 10_us, 2_us, id).launch(at + 20_us, 2_us, id + 1);
        text.kernel("gemm", at + 50_us, 30_us + (i + 1 == 2 ? longer : 0), 7, id);
        text.copy("Memcpy DtoD (Device -> Device)", at + 50_us + 60_us, 10_us, 7, id + 1, 64);
    }
    return text;
}

Result<AnalysisResult> waterfallOf(
    const std::string& control, const std::string& test, const ParameterTexts& parameters = {})
{
    const std::vector<AnalysisInput> inputs { inputOf({ control }), inputOf({ test }) };
    return runOn(inputs, "waterfall", parameters);
}

} // namespace

void TestWaterfall::stepsOfTheGpu()
{
    const std::string text = waterfallSteps(4, 20_us).text();
    const auto result = waterfallOf(text, text, { { "control-steps", "1" }, { "test-steps", "2" } });
    KT_COMPARE_TEXT(tests::rowsOf(result, "parts", { "part", "control", "test", "delta", "verdict" }),
        "wall 100 100 0 one window a side\ncompute 30 50 20 one window a side\ncomm_exposed 0 0 0 one window a side\n"
        "mem_exposed 10 10 0 one window a side\nother_exposed 0 0 0 one window a side\n"
        "idle_host_wait 0 0 0 one window a side\nidle_kernel_wait 0 10 10 one window a side\n"
        "idle_other 60 30 -30 one window a side\nidle_unknown_launch 0 0 0 one window a side\n");
    KT_COMPARE_TEXT(
        tests::rowsOf(result, "kernels", { "part", "control_calls", "test_calls", "delta", "price_effect" }),
        "compute 1 1 20 20\nmem_exposed 1 1 0 0\n");
    const Table& parts = *result->findTable("parts");
    QCOMPARE(parts.evidence(1, parts.columnIndex("control"), 0).intervals.size(), std::size_t { 1 });
    QVERIFY(parts.evidence(1, parts.columnIndex("control"), 1).isEmpty());
    QVERIFY(!parts.evidence(1, parts.columnIndex("delta"), 1).isEmpty());
}

void TestWaterfall::stepsOfTheHost()
{
    const std::string text = waterfallSteps(3).text();
    const auto result =
        waterfallOf(text, text, { { "control-steps", "2" }, { "test-steps", "3" }, { "window", "host" } });
    KT_COMPARE_TEXT(tests::rowsOf(result, "parts", { "part", "control", "test" }).substr(0, 12), "wall 100 100");
    KT_COMPARE_TEXT(tests::rowsOf(result, "kernels", { "part", "control_calls", "control_time", "test_time" }),
        "compute 1 30 30\nmem_exposed 1 10 10\n");
}

/// A program that uses no GPU does not wait for its host.
void TestWaterfall::withoutGpuWorkOnlyTheWallIsKnown()
{
    const auto text = [](Nanoseconds length) {
        return wholeMicroseconds().step(1, 0_us, length).op("aten::add", 1_us, 5_us).text();
    };
    const std::vector<AnalysisInput> inputs { inputOf({ text(100_us) }), inputOf({ text(70_us) }) };
    const auto result = runOn(inputs, "waterfall", { { "window", "host" } });
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(remarkOf(result, "in-words"),
        "The test takes 30.00 us (30.0 %) less than the control. With one window a side nothing tells whether that is "
        "noise. What of it is work of a GPU, and what is waiting, is not known: of a rank no GPU work was recorded.\n");
    const std::string rows = tests::rowsOf(result, "parts", { "part", "control", "test", "delta", "verdict" });
    QVERIFY2(rows.starts_with("wall 100 70 -30 one window a side\ncompute    \n"), rows.c_str());
    QVERIFY2(rows.find("\nidle_host_wait    \n") != std::string::npos, rows.c_str());
}

void TestWaterfall::whatAStepIsOnTheGpuIsSaidWhereStepsAreChosen()
{
    const std::string text = waterfallSteps(4).text();
    const auto isSaid = [&text](const ParameterTexts& parameters) {
        const auto result = waterfallOf(text, text, parameters);
        return result && std::ranges::any_of(result->remarks, [](const Remark& remark) {
            return remark.code == "gpu-steps"
                && english(remark.message)
                == "Steps are those of the GPU, each from its first work to the first work of the next: where the GPU "
                   "waits for the host before the first work of a step, that wait belongs to the step before. Set "
                   "--window to host for the steps of the host.";
        });
    };
    QVERIFY(isSaid({ { "control-steps", "1" }, { "test-steps", "2" } }));
    QVERIFY(!isSaid({ { "control-steps", "1" }, { "test-steps", "2" }, { "window", "host" } }));
    QVERIFY(!isSaid({}));
}

/// On the GPU a step ends where the next begins.
void TestWaterfall::theLastStepHasNoEnd()
{
    const std::string text = waterfallSteps(3).text();
    const auto refused = waterfallOf(text, text, { { "control-steps", "1" }, { "test-steps", "3" } });
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
    const auto both = waterfallOf(text, text, { { "control-steps", "3" }, { "test-steps", "3" } });
    KT_COMPARE_TEXT(tests::rowsOf(both, "parts", { "part", "control", "test" }).substr(0, 11), "wall 70 70\n");
    const auto all = waterfallOf(text, text);
    KT_VERIFY_OK(all);
    const auto isLeftOut = [](const Remark& remark) { return remark.code == "last-step"; };
    QVERIFY(std::any_of(all->remarks.begin(), all->remarks.end(), isLeftOut));
    QVERIFY(std::none_of(both->remarks.begin(), both->remarks.end(), isLeftOut));
    KT_COMPARE_TEXT(
        tests::rowsOf(all, "parts", { "part", "control_median", "verdict" }).substr(0, 24), "wall 100 too few windows");
}

void TestWaterfall::aRangeIsAWindow()
{
    std::vector<AnalysisInput> inputs(2, inputOf({ waterfallSteps(3).text() }));
    inputs[0].scope.range = TimeRange { 50_us, 100_us };
    inputs[1].scope.range = TimeRange { 60_us, 100_us };
    const auto result = runOn(inputs, "waterfall");
    KT_COMPARE_TEXT(tests::rowsOf(result, "parts", { "part", "control", "test", "delta" }).substr(0, 37),
        "wall 50 40 -10\ncompute 30 20 -10\ncomm");
}

void TestWaterfall::noWindowIsSaid()
{
    const std::string text = TraceText().op("aten::mm", 0_us, 5_us).text();
    const auto result = waterfallOf(text, text);
    KT_VERIFY_OK(result);
    QCOMPARE(result->findTable("parts")->rowCount(), std::size_t { 0 });
    QCOMPARE(result->remarks.back().code, std::string("nothing-to-compare"));
}

void TestWaterfall::everythingAddsUp_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < 30; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

/// Parts to the wall time, kernels to the parts, effects to the differences; swapped sides negate them.
void TestWaterfall::everythingAddsUp()
{
    QFETCH(int, seed);
    const auto job = static_cast<std::uint32_t>(seed);
    std::vector<AnalysisInput> inputs { { randomJob(job, 2), {} }, { randomJob(job + 100, 2), {} } };
    const auto result = runOn(inputs, "waterfall");
    std::swap(inputs[0], inputs[1]);
    const auto swapped = runOn(inputs, "waterfall");
    KT_VERIFY_OK(result);
    KT_VERIFY_OK(swapped);
    const Table& parts = *result->findTable("parts");
    const Table& kernels = *result->findTable("kernels");
    const auto figure = [](const Table& table, std::size_t row, std::string_view column) {
        const Cell cell = table.cell(row, table.columnIndex(column));
        return std::holds_alternative<std::int64_t>(cell) ? std::get<std::int64_t>(cell) : 0;
    };
    for (const char* const column : { "control", "test", "delta" }) {
        Nanoseconds sum = 0;
        for (std::size_t part = 1; part < parts.rowCount(); ++part)
            sum += figure(parts, part, column);
        if (parts.rowCount() > 0)
            QCOMPARE(sum, figure(parts, 0, column));
    }
    for (std::size_t part = 0; part < parts.rowCount(); ++part) {
        const Table& other = *swapped->findTable("parts");
        QCOMPARE(figure(other, part, "delta"), -figure(parts, part, "delta"));
        if (part == 0 || part > 4)
            continue;
        std::map<std::string_view, Nanoseconds> sums;
        for (std::size_t row = 0; row < kernels.rowCount(); ++row) {
            if (kernels.text(row, 0) != parts.text(part, 0))
                continue;
            QCOMPARE(figure(kernels, row, "count_effect") + figure(kernels, row, "price_effect"),
                figure(kernels, row, "delta"));
            sums["control"] += figure(kernels, row, "control_time");
            sums["test"] += figure(kernels, row, "test_time");
        }
        QCOMPARE(sums["control"], figure(parts, part, "control"));
        QCOMPARE(sums["test"], figure(parts, part, "test"));
    }
}

void TestWaterfall::saysWhatDiffers()
{
    const auto sentenceOf = [](const Result<AnalysisResult>& result) {
        return result ? english(result->remarks.front().message) : std::string();
    };
    const std::string text = waterfallSteps(4, 20_us).text();
    const std::string without = waterfallSteps(4).text();
    KT_COMPARE_TEXT(sentenceOf(waterfallOf(without, without, { { "control-steps", "1" }, { "test-steps", "2" } })),
        "Nothing differs in the windows that were compared: both take 100.0 us, part by part.");
    KT_COMPARE_TEXT(sentenceOf(waterfallOf(without, without)),
        "The median windows do not differ: both take 100.0 us, part by part. Nor do the 3 pairs of windows of one "
        "step, part by part.");
    KT_COMPARE_TEXT(sentenceOf(waterfallOf(without, without, { { "control-steps", "1,2" }, { "test-steps", "3" } })),
        "The median windows do not differ: both take 100.0 us, part by part. Others may.");
    KT_COMPARE_TEXT(sentenceOf(waterfallOf(text, text, { { "control-steps", "1" }, { "test-steps", "2" } })),
        "Both windows take 100.0 us; in the test 30.00 us less idle time that nothing explains, 20.00 us more "
        "computation "
        "and 10.00 us more idle time between kernels. With one window a side nothing tells whether that is noise.");
    std::vector<AnalysisInput> inputs(2, inputOf({ text }));
    inputs[0].scope.range = TimeRange { 50_us, 90_us };
    inputs[1].scope.range = TimeRange { 50_us, 80_us };
    KT_COMPARE_TEXT(sentenceOf(runOn(inputs, "waterfall")),
        "The test takes 10.00 us (25.0 %) less than the control: 10.00 us less idle time that nothing explains. With "
        "one "
        "window a side nothing tells whether that is noise.");
}

/// The median window of a side is as long as ever where one step differs, and as many kernels may take as long that are
/// others.
void TestWaterfall::whatDiffersBesideAlikeWindowsIsSaid()
{
    const auto sentenceOf = [](const Result<AnalysisResult>& result) {
        return result ? english(result->remarks.front().message) : std::string();
    };
    const std::string usual = waterfallSteps(6).text();
    KT_COMPARE_TEXT(sentenceOf(waterfallOf(usual, waterfallSteps(6, 20_us).text())),
        "The median windows do not differ: both take 100.0 us, part by part. Of the 5 pairs of windows of one step 1 "
        "does, that of step 2: in the test 30.00 us less idle time that nothing explains.");
    const auto jobOf = [](const std::string& ofRank1) {
        return inputOf({ waterfallSteps(6).rank(0, 2).text(), ofRank1 });
    };
    const std::vector<AnalysisInput> jobs { jobOf(waterfallSteps(6).rank(1, 2).text()),
        jobOf(waterfallSteps(6, 20_us).rank(1, 2).text()) };
    KT_COMPARE_TEXT(sentenceOf(runOn(jobs, "waterfall", { { "control-ranks", "0,1" }, { "test-ranks", "0,1" } })),
        "The median windows do not differ: both take 100.0 us, part by part. Of the 10 pairs of windows of one step 1 "
        "does, that of rank 1 in step 2: in the test 30.00 us less idle time that nothing explains.");
    std::string renamed = usual;
    for (std::size_t at = renamed.find("gemm"); at != std::string::npos; at = renamed.find("gemm"))
        renamed.replace(at, 4, "gemv");
    KT_COMPARE_TEXT(sentenceOf(waterfallOf(usual, renamed, { { "control-steps", "1" }, { "test-steps", "1" } })),
        "Both windows take 100.0 us, part by part. Kernels of the median windows differ: in the test 'gemm' takes "
        "30.00 us "
        "less and 'gemv' takes 30.00 us more.");
    KT_COMPARE_TEXT(sentenceOf(waterfallOf(usual, renamed)),
        "The median windows do not differ: both take 100.0 us, part by part. Nor do the 5 pairs of windows of one "
        "step, "
        "part by part. Kernels of the median windows differ: in the test 'gemm' takes 30.00 us less and 'gemv' takes "
        "30.00 us "
        "more.");
}

/// On the host, step 9 is compared with step 5, the median one of the others: they are alike in the wall time, and in
/// no part of it are they what most of the steps are.
void TestWaterfall::saysWhereMediansDifferOtherwise()
{
    KT_REQUIRE_SHARED("traces/kineto_resnet50_w0");
    const auto traces = loadTraceSet(
        { { std::nullopt, sharedPath("traces/kineto_resnet50_w0").toStdString() } }, testLoadOptions(), {});
    KT_VERIFY_OK(traces);
    const std::vector<AnalysisInput> inputs(2, AnalysisInput { traces.value(), {} });
    const auto onHost =
        runOn(inputs, "waterfall", { { "control-steps", "5-8,10" }, { "test-steps", "9" }, { "window", "host" } });
    KT_COMPARE_TEXT(remarkOf(onHost, "in-words"),
        "The test's median window takes 390.0 us (0.2 %) more than the control's (step 5): 5.696 ms less waiting for "
        "the host, 5.503 ms more computation and 588.0 us more idle time between kernels. The medians over all windows "
        "of the sides differ otherwise: in the test 7.090 ms more waiting for the host, 4.066 ms less computation and "
        "44.00 us less idle time between kernels. 5 and 1 windows are too few to tell whether that is noise.\n");
    // On the GPU they bear it out.
    const auto onGpu = runOn(inputs, "waterfall", { { "control-steps", "5-8" }, { "test-steps", "9" } });
    const std::string said = remarkOf(onGpu, "in-words");
    QVERIFY2(said.find("than the control's (step ") != std::string::npos, said.c_str());
    QVERIFY2(said.find("differ otherwise") == std::string::npos, said.c_str());
}

/// Windows of a length that is the median one of both sides, with computation and waits that are not.
void TestWaterfall::saysWhereMediansDoNotDiffer()
{
    const auto steps = [](const std::vector<std::pair<Nanoseconds, Nanoseconds>>& wallsAndComputation) {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        int number = 0;
        for (const auto& [wall, computation] : wallsAndComputation) {
            text.step(++number, at, wall);
            text.launch(at + 1_us, 2_us, number);
            text.kernel("gemm", at + 5_us, computation, 7, number);
            at += wall;
        }
        text.step(++number, at, 50_us);
        text.launch(at + 1_us, 2_us, number).kernel("gemm", at + 5_us, 30_us, 7, number);
        return text.text();
    };
    const std::string control = steps({ { 100_us, 60_us }, { 101_us, 50_us }, { 102_us, 70_us } });
    const std::string test = steps({ { 100_us, 60_us }, { 101_us, 60_us }, { 102_us, 63_us } });
    const std::string said = remarkOf(waterfallOf(control, test), "in-words");
    QVERIFY2(said.find(" The medians over all windows of the sides do not differ in computation and waiting for the "
                       "host. ")
            != std::string::npos,
        said.c_str());
}

namespace {

/// A rank with one all-reduce; rank 0 has a kernel beside it.
std::string reducingRank(int rank, Timestamp start, Timestamp end)
{
    TraceText text;
    text.rank(rank, 2);
    text.kernel("ncclDevKernel_AllReduce", start, end - start, 20, 0,
        ArgsText().add("Collective name", "allreduce").add("Process Group Name", "0").add("Seq", std::int64_t { 0 }));
    if (rank == 0)
        text.kernel("gemm", 30_us, 20_us, 7);
    return text.text();
}

/// What is said of the waits of the two ranks; empty where nothing is.
std::string waitsOf(const AnalysisInput& control, const AnalysisInput& test, const std::string& testRank)
{
    return remarkOf(runOn(std::vector<AnalysisInput> { control, test }, "waterfall",
                        { { "control-ranks", "0" }, { "test-ranks", testRank } }),
        "exposed-waits");
}

} // namespace

/// Rank 0 waits 60 of its 80 us for rank 1, 20 of them beside a kernel.
void TestWaterfall::exposedCommunicationOpensIntoWaits()
{
    const AnalysisInput job = inputOf({ reducingRank(0, 20_us, 100_us), reducingRank(1, 80_us, 100_us) });
    KT_COMPARE_TEXT(waitsOf(job, job, "1"),
        "The control's rank waits for other ranks in 40.00 us of its 60.00 us of exposed communication, the test's in "
        "0 ns of 20.00 us; the rest is 20.00 us and 20.00 us.\n");
    // They start together and one ends later: nothing tells that it waits.
    const AnalysisInput apart = inputOf({ reducingRank(0, 20_us, 100_us), reducingRank(1, 20_us, 40_us) });
    KT_COMPARE_TEXT(waitsOf(apart, apart, "1"), "");
    // So it is here, but of so little time that the rank hardly waits in any case.
    const AnalysisInput even = inputOf({ reducingRank(0, 20_us, 100_us), reducingRank(1, 20_us, 98_us) });
    KT_COMPARE_TEXT(waitsOf(even, job, "0"),
        "The control's rank waits for other ranks in 2.000 us of its 60.00 us of exposed communication, the test's in "
        "40.00 us of 60.00 us; the rest is 58.00 us and 20.00 us.\n");
}

QTEST_GUILESS_MAIN(TestWaterfall)
#include "tst_waterfall.moc"
