// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/exports.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/part_idle.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What `export trim` cuts away is nowhere taken for idle time.
class TestTrimmedIdle : public QObject {
    Q_OBJECT

private slots:
    void launchedAheadOfItsTime();
    void stepsFarApart();
    void generatedJobs();
    void randomWork();
    void theComparisonSeesInventedIdle();

private:
    Result<ExportResult> trim(
        const std::shared_ptr<const TraceSet>& traces, const std::string& target, const Scope& scope);

    TempDir m_dir;
};

namespace {

bool hasRemark(const ExportResult& result, std::string_view code)
{
    return std::any_of(
        result.remarks.begin(), result.remarks.end(), [code](const Remark& remark) { return remark.code == code; });
}

} // namespace

Result<ExportResult> TestTrimmedIdle::trim(
    const std::shared_ptr<const TraceSet>& traces, const std::string& target, const Scope& scope)
{
    ExportInput input;
    input.traces = traces;
    input.scope = scope;
    input.context.threads = 2;
    return runExport(*findExport("trim"), input, target);
}

/// The host is 800 us ahead of the device: what it launches in the range runs long after it.
void TestTrimmedIdle::launchedAheadOfItsTime()
{
    TraceText text;
    for (int i = 0; i < 100; ++i) {
        text.launch(10_us * i, 1_us, i + 1);
        text.kernel("k", 800_us + 10_us * i, 8_us, 7, i + 1);
    }
    const auto traces = loadFiles({ m_dir.write("ahead.json", text.text()) });
    const std::string target = m_dir.file("ahead_out.json");
    const Result<ExportResult> result = trim(traces, target, rangeScope(850_us, 900_us));
    KT_VERIFY_OK(result);
    QVERIFY(hasRemark(*result, "trim-work-between"));
    const auto again = loadFiles({ target });
    QCOMPARE(QString::fromStdString(inventedIdle(traces, again)), QString());
    const Trace& trace = *again->ranks().front().trace;
    // Those that ran at 850 .. 900, those launched then (they run at 1650 ..), and the 75 between, all with a launch.
    QCOMPARE(trace.launches().all().size(), std::size_t { 85 });

    // The range of what runs before anything is launched in it: nothing else stays.
    const Result<ExportResult> small = trim(traces, target, rangeScope(1'700_us, 1'709_us));
    KT_VERIFY_OK(small);
    QVERIFY(!hasRemark(*small, "trim-work-between"));
    QCOMPARE(loadFiles({ target })->ranks().front().trace->launches().all().size(), std::size_t { 1 });
}

/// Two steps with one between them: its device work stays, its host work goes.
void TestTrimmedIdle::stepsFarApart()
{
    TraceText text;
    for (int step = 0; step < 3; ++step) {
        const int at = 100 * step;
        text.step(step + 1, at * 1_us, 100_us);
        text.op("op of " + std::to_string(step + 1), (at + 5) * 1_us, 20_us);
        text.launch((at + 10) * 1_us, 1_us, step + 1);
        text.kernel("k" + std::to_string(step + 1), (at + 20) * 1_us, 90_us, 7, step + 1);
    }
    const auto traces = loadFiles({ m_dir.write("apart.json", text.text()) });
    Scope scope;
    scope.steps = { 1, 3 };
    const std::string target = m_dir.file("apart_out.json");
    KT_VERIFY_OK(trim(traces, target, scope));
    const auto again = loadFiles({ target });
    QCOMPARE(QString::fromStdString(inventedIdle(traces, again)), QString());
    QCOMPARE(again->stepNumbers(), (std::vector<std::int64_t> { 1, 3 }));
    const Trace& trace = *again->ranks().front().trace;
    QVERIFY(findSlice(trace, "k2").isValid());
    QVERIFY(readFile(target).find("op of 2") == std::string::npos);
}

void TestTrimmedIdle::generatedJobs()
{
    for (const std::uint64_t seed : std::initializer_list<std::uint64_t> { 1, 2, 3 }) {
        GeneratorOptions options;
        options.seed = seed;
        options.steps = 4;
        options.ranks = 2;
        const std::vector<std::string> texts = generateTraces(options);
        const auto traces = loadFiles({ m_dir.write("job/0.json", texts[0]), m_dir.write("job/1.json", texts[1]) });
        const TimeRange core = traces->coreRange();
        for (int i = 0; i < 12; ++i) {
            const Nanoseconds part = core.length() / 12;
            Scope scope = rangeScope(core.begin + i * part, core.begin + (i + 1 + i % 3) * part);
            if (i < 4) {
                scope = {};
                const std::vector<std::int64_t> steps = traces->stepNumbers();
                scope.steps = { steps[static_cast<std::size_t>(i)] };
                if (i == 3)
                    scope.steps = { steps[0], steps[2] };
            }
            const TempDir folder;
            KT_VERIFY_OK(trim(traces, folder.path(), scope));
            const auto again = loadFiles({ folder.file("0_trimmed.json"), folder.file("1_trimmed.json") });
            QVERIFY(again);
            QCOMPARE(QString::fromStdString(inventedIdle(traces, again)), QString());
        }
    }
}

/// Work that overlaps, on several streams, launched long before, by graphs or by nobody.
void TestTrimmedIdle::randomWork()
{
    std::minstd_rand random(5);
    const auto below = [&random](int n) { return static_cast<int>(random() % static_cast<std::uint32_t>(n)); };
    for (int round = 0; round < 200; ++round) {
        TraceText text;
        for (int step = 0; step < 4; ++step)
            text.step(step, step * 250_us, 250_us);
        for (int i = 1; i <= 30; ++i) {
            const int at = below(1'000);
            const int pieces = below(4) == 0 ? 3 : 1;
            if (below(6) != 0)
                text.launch(at * 1_us, 2_us, i);
            for (int piece = 0; piece < pieces; ++piece)
                text.kernel("k", (at + below(300)) * 1_us, below(60) * 1_us, below(3) * 7, i);
        }
        const auto traces = loadFiles({ m_dir.write("random.json", text.text()) });
        const Timestamp begin = below(1'000) * 1_us;
        Scope scope = rangeScope(begin, begin + (1 + below(300)) * 1_us);
        if (round % 3 == 0) {
            scope = {};
            scope.steps = { below(4), below(4) };
        }
        const std::string target = m_dir.file("random_out.json");
        if (!trim(traces, target, scope))
            continue; // nothing lies there
        const std::string difference = inventedIdle(traces, loadFiles({ target }));
        QVERIFY2(difference.empty(), (std::to_string(round) + ": " + difference).c_str());
    }
}

void TestTrimmedIdle::theComparisonSeesInventedIdle()
{
    TraceText whole;
    whole.op("first", 0, 1_us);
    TraceText part = whole;
    for (int i = 0; i < 3; ++i) {
        whole.kernel("k", 10_us * i, 8_us, 7, 0);
        if (i != 1)
            part.kernel("k", 10_us * i, 8_us, 7, 0);
    }
    QVERIFY(!inventedIdle(
        loadFiles({ m_dir.write("whole.json", whole.text()) }), loadFiles({ m_dir.write("part.json", part.text()) }))
                 .empty());
}

QTEST_GUILESS_MAIN(TestTrimmedIdle)
#include "tst_trimmed_idle.moc"
