// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/kernel_ngrams.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/words/remark_codes.h"
#include "core/words/english.h"
#include "tests/support/analysis_modes.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Kernel sequences (SPEC.md section 9.1).
class TestKernelSequences : public QObject {
    Q_OBJECT

private slots:
    void section91Example_data();
    void section91Example();
    void section91ExampleExactNames();
    void diff91MatchesAtAnyDepth();
    void diff93HostEventsOnly();
    void htaLosesStepsAfterTheBackwardThread_data();
    void htaLosesStepsAfterTheBackwardThread();
    void diff94SyncRowsAreNoKernels();
    void launchOrder();
    void savingIsTheGaps();
    void everyRepeatedChainWithoutAName();
    void occurrencesOfTheFirstPatterns();
    void trafficByTheShapesOfTheOps();
    void trafficNeedsShapes();
    void longPausesAreNotSaved();
    void trafficIsWhatOnlyTheNextOpReads();
    void trafficIsWhatTheDeviceCanMove();
    void stepsOfTheFirstPatterns();
    void ngramsNeedNoOp();
    void ngramsEndAtALongPause();
    void ngramsDoNotDependOnTheOrderOfTheFile();
    void ngramsAgreeWithTheSlowOne();
    void windowsOfALayerAreShownOnce();
    void chainsOfStreamsAreFoundAgain();
    void badParametersAreErrors_data();
    void badParametersAreErrors();
    void nothingFoundIsSaid();
    void chartsShowTheFirstPatterns();
    void whyNothingIsFound_data();
    void whyNothingIsFound();
    void withoutLaunchesTheRecordingIsAtFault();
};

namespace {

const std::vector<std::string_view> kHtaColumns { "pattern", "count", "GPU kernel duration (us)",
    "CPU op duration (us)" };

/// Three launches inside an op that starts at `at`: gemm, memset and bias, on two streams.
void addLinear(TraceText& text, Timestamp at, std::int64_t correlation)
{
    text.launch(at + 12_us, 1_us, correlation)
        .kernel("gemm", at + 20_us, 10_us, 7, correlation)
        .launch(at + 15_us, 1_us, correlation + 1)
        .kernel("Memset (Device)", at + 18_us, 1_us, 7, correlation + 1)
        .launch(at + 20_us, 1_us, correlation + 2)
        .kernel("bias", at + 35_us, 10_us, 20, correlation + 2);
}

std::string example()
{
    TraceText text = wholeMicroseconds();
    text.op("dummy", 0_us, 1_us); // HTA loses a launch that is the first event of the file
    text.op("aten::linear", 10_us, 40_us).op("aten::t", 12_us, 3_us).op("aten::addmm", 20_us, 25_us);
    addLinear(text, 10_us, 1);
    text.op("aten::linear", 100_us, 40_us).op("aten::linear", 105_us, 30_us);
    addLinear(text, 110_us, 4);
    text.op("aten::linear", 200_us, 40_us).launch(210_us, 1_us, 7).kernel("gemm", 230_us, 10_us, 7, 7);
    text.op("aten::linear_backward", 250_us, 40_us);
    for (int i = 0; i < 3; ++i)
        text.launch(255_us + i * 5_us, 1_us, 8 + i)
            .kernel(std::string(1, static_cast<char>('a' + i)), 280_us + i * 2_us, 1_us, 7, 8 + i);
    return text.text();
}

const ParameterTexts kLinear { { "operator-name", "aten::linear" } };

ParameterTexts with(ParameterTexts parameters, std::string id, std::string value)
{
    parameters.emplace_back(std::move(id), std::move(value));
    return parameters;
}

} // namespace

void TestKernelSequences::section91Example_data()
{
    addModes();
}

void TestKernelSequences::section91Example()
{
    QFETCH(bool, isHta);
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ example() }), "kernel-sequences", with(kLinear, "match", "contains"),
                               isHta ? Mode::Hta : Mode::Exact),
                        "sequences", kHtaColumns),
        "aten::linear|Memset (Device)|gemm|bias 2 42 80\n"
        "aten::linear_backward|a|b|c 1 3 40\n");
}

void TestKernelSequences::section91ExampleExactNames()
{
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ example() }), "kernel-sequences", kLinear), "sequences", kHtaColumns),
        "aten::linear|Memset (Device)|gemm|bias 2 42 80\n");
}

void TestKernelSequences::diff91MatchesAtAnyDepth()
{
    TraceText text = wholeMicroseconds();
    text.op("dummy", 0_us, 1_us).op("aten::linear", 10_us, 40_us);
    addLinear(text, 10_us, 1);
    text.op("wrapper", 100_us, 60_us).op("aten::linear", 105_us, 40_us);
    addLinear(text, 110_us, 4);
    const AnalysisInput input = inputOf({ text.text() });
    KT_COMPARE_TEXT(rowsOf(runOn(input, "kernel-sequences", kLinear), "sequences", { "count" }), "2\n");
    KT_COMPARE_TEXT(rowsOf(runOn(input, "kernel-sequences", kLinear, Mode::Hta), "sequences", { "count" }), "1\n");
}

void TestKernelSequences::diff93HostEventsOnly()
{
    TraceText text = wholeMicroseconds();
    text.op("dummy", 0_us, 1_us).op("aten::linear", 10_us, 40_us);
    addLinear(text, 10_us, 1);
    text.gpuAnnotation("aten::linear", 30_us, 20_us, 7);
    const AnalysisInput input = inputOf({ text.text() });
    KT_COMPARE_TEXT(rowsOf(runOn(input, "kernel-sequences", kLinear), "sequences", { "count" }), "1\n");
    KT_COMPARE_TEXT(rowsOf(runOn(input, "kernel-sequences", kLinear, Mode::Hta), "sequences", { "count" }), "");
}

void TestKernelSequences::htaLosesStepsAfterTheBackwardThread_data()
{
    QTest::addColumn<int>("stepsWithBackward");
    QTest::addColumn<bool>("isOutsideOfSteps");
    QTest::addColumn<QString>("inHta");
    QTest::newRow("its rows end in the first step") << 1 << false << QStringLiteral("1\n");
    QTest::newRow("in the third") << 3 << false << QStringLiteral("3\n");
    QTest::newRow("in the last") << 4 << false << QStringLiteral("4\n");
    QTest::newRow("one lies before the steps") << 1 << true << QStringLiteral("4\n");
    QTest::newRow("no such thread") << 0 << false << QStringLiteral("4\n");
}

/// Autograd of what lies on the CPU runs on the main thread. HTA hangs what the backward thread does below the steps;
/// once that has no row left it goes on with the root of the main thread, and each later step becomes a part of itself,
/// where no kernel is counted.
void TestKernelSequences::htaLosesStepsAfterTheBackwardThread()
{
    QFETCH(int, stepsWithBackward);
    QFETCH(bool, isOutsideOfSteps);
    QFETCH(QString, inHta);
    const std::string name = "autograd::engine::evaluate_function: ViewBackward0";
    TraceText text = wholeMicroseconds();
    text.thread(100, 100);
    for (int step = 0; step < 5; ++step) { // HTA drops the last one
        const Timestamp begin = 1'000_us * (step + 1);
        text.thread(100, 100).step(step, begin, 900_us).op(name, begin + 100_us, 60_us);
        for (int kernel = 0; kernel < 3; ++kernel) {
            const Timestamp at = begin + 110_us + 10_us * kernel;
            const int correlation = 10 * step + kernel + 1;
            text.launch(at, 5_us, correlation).kernel("k", at + 7_us, 2_us, 7, correlation);
        }
        if (step < stepsWithBackward)
            text.thread(100, 200).op("autograd::engine::evaluate_function: MulBackward0", begin + 300_us, 50_us);
    }
    if (isOutsideOfSteps)
        text.thread(100, 200).op("autograd::engine::evaluate_function: MulBackward0", 10_us, 50_us);
    const AnalysisInput input = inputOf({ text.text() });
    const ParameterTexts parameters { { "operator-name", name }, { "match", "contains" } };
    KT_COMPARE_TEXT(
        rowsOf(runOn(input, "kernel-sequences", parameters, Mode::Hta), "sequences", { "count" }), inHta.toStdString());
    KT_COMPARE_TEXT(rowsOf(runOn(input, "kernel-sequences", parameters), "sequences", { "count" }), "5\n");
}

void TestKernelSequences::diff94SyncRowsAreNoKernels()
{
    const std::string text = wholeMicroseconds()
                                 .op("dummy", 0_us, 1_us)
                                 .op("aten::item", 10_us, 40_us)
                                 .runtime("cudaMemcpyAsync", 12_us, 2_us, 1)
                                 .copy("Memcpy DtoH", 15_us, 2_us, 7, 1, 4)
                                 .runtime("cudaStreamSynchronize", 16_us, 10_us, 2)
                                 .sync("Stream Sync", 16_us, 8_us, 7, 2)
                                 .text();
    const AnalysisInput input = inputOf({ text });
    const ParameterTexts item { { "operator-name", "aten::item" }, { "min-pattern-len", "1" } };
    KT_COMPARE_TEXT(
        rowsOf(runOn(input, "kernel-sequences", item), "sequences", kHtaColumns), "aten::item|Memcpy DtoH 1 2 40\n");
    KT_COMPARE_TEXT(rowsOf(runOn(input, "kernel-sequences", item, Mode::Hta), "sequences", kHtaColumns),
        "aten::item|Memcpy DtoH|Stream Sync 1 10 40\n");
}

void TestKernelSequences::launchOrder()
{
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ example() }), "kernel-sequences", with(kLinear, "order", "launch")),
                        "sequences", { "pattern" }),
        "aten::linear|gemm|Memset (Device)|bias\n");
}

void TestKernelSequences::savingIsTheGaps()
{
    // Memset [28, 29), gemm [30, 40), bias [45, 55): 1 + 5, twice.
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ example() }), "kernel-sequences", kLinear), "sequences",
                        { "kernels", "saving_gaps", "mean_gpu_duration" }),
        "3 12 21\n");
}

void TestKernelSequences::everyRepeatedChainWithoutAName()
{
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ example() }), "kernel-sequences"), "sequences", { "pattern", "count" }),
        "aten::linear|Memset (Device)|gemm|bias 2\n");
}

void TestKernelSequences::occurrencesOfTheFirstPatterns()
{
    const auto result =
        runOn(inputOf({ example() }), "kernel-sequences", with(with(kLinear, "match", "contains"), "top-k", "1"));
    KT_COMPARE_TEXT(rowsOf(result, "occurrences", { "ts", "cpu_duration", "gpu_duration" }), "10 40 21\n100 40 21\n");
    const Table& occurrences = *result->findTable("occurrences");
    QCOMPARE(occurrences.evidence(0, 0).slices.size(), std::size_t { 4 });
    const Table& sequences = *result->findTable("sequences");
    QCOMPARE(sequences.evidence(0, 2).slices.size(), std::size_t { 6 });
    QCOMPARE(sequences.evidence(0, 3).slices.size(), std::size_t { 2 });
}

/// A block of three elementwise ops on 8 floats, each with a kernel.
void addBlock(TraceText& text, Timestamp at, std::int64_t correlation, std::string_view shapes)
{
    text.op("block", at, 50_us);
    for (int i = 0; i < 3; ++i) {
        text.op("aten::mul", at + i * 10_us, 8_us, shapes);
        text.launch(at + i * 10_us + 1_us, 1_us, correlation + i);
        text.kernel("mul", at + i * 10_us + 5_us, 4_us, 7, correlation + i);
    }
}

void TestKernelSequences::trafficByTheShapesOfTheOps()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 2; ++i)
        addBlock(text, i * 100_us, 1 + i * 10,
            R"("Input Dims": [[2, 4], [], [3]], "Input type": ["float", "Scalar", "double"])");
    const auto result = runOn(inputOf({ text.text() }), "kernel-sequences", { { "operator-name", "block" } });
    // Two results of 32 bytes, each written and read again, two times.
    KT_COMPARE_TEXT(rowsOf(result, "sequences", { "count", "saving_gaps", "saving_traffic" }), "2 24 256\n");
}

void TestKernelSequences::trafficNeedsShapes()
{
    TraceText text = wholeMicroseconds();
    addBlock(text, 0, 1, {});
    const auto result = runOn(inputOf({ text.text() }), "kernel-sequences", { { "operator-name", "block" } });
    KT_COMPARE_TEXT(rowsOf(result, "sequences", { "count", "saving_traffic" }), "1 \n");
}

void TestKernelSequences::longPausesAreNotSaved()
{
    TraceText text = wholeMicroseconds();
    text.op("block", 0_us, 60_us);
    const std::array<Timestamp, 4> starts { 10_us, 25_us, 60_us, 100_us }; // gaps of 5, 25 and 30
    for (std::size_t i = 0; i < starts.size(); ++i)
        text.launch(static_cast<Timestamp>(i) * 2_us, 1_us, static_cast<std::int64_t>(i) + 1)
            .kernel("k", starts[i], 10_us, 7, static_cast<std::int64_t>(i) + 1);
    const auto result = runOn(inputOf({ text.text() }), "kernel-sequences", { { "operator-name", "block" } });
    KT_COMPARE_TEXT(rowsOf(result, "sequences", { "saving_gaps" }), "30\n"); // 5 + 25
}

void TestKernelSequences::trafficIsWhatOnlyTheNextOpReads()
{
    // The third op takes another tensor of the size of what the second one reads first: it may be the same one.
    TraceText text = wholeMicroseconds();
    addBlock(text, 0, 1, R"("Input Dims": [[2, 4], [2, 4]], "Input type": ["float", "float"])");
    const auto result = runOn(inputOf({ text.text() }), "kernel-sequences", { { "operator-name", "block" } });
    KT_COMPARE_TEXT(rowsOf(result, "sequences", { "saving_traffic" }), "64\n");
}

void TestKernelSequences::trafficIsWhatTheDeviceCanMove()
{
    TraceText text = wholeMicroseconds();
    addBlock(text, 0, 1, R"("Input Dims": [[2000000000]], "Input type": ["float"])");
    const auto result = runOn(inputOf({ text.text() }), "kernel-sequences", { { "operator-name", "block" } });
    // Not known which GPU: the fastest memory moves 8000 bytes a nanosecond, for 12 us.
    KT_COMPARE_TEXT(rowsOf(result, "sequences", { "saving_traffic" }), "96000000\n");
}

void TestKernelSequences::stepsOfTheFirstPatterns()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 3; ++i)
        addBlock(text, i * 100_us, 1 + i * 10, {});
    text.step(4, 0_us, 200_us).step(5, 200_us, 100_us);
    const AnalysisInput input = inputOf({ text.text() });
    const std::vector<std::string_view> columns { "pattern", "rank", "step", "count", "gpu_duration", "cpu_duration",
        "saving_gaps" };
    const auto result = runOn(input, "kernel-sequences", { { "operator-name", "block" } });
    KT_COMPARE_TEXT(
        rowsOf(result, "steps", columns), "block|mul|mul|mul 0 4 2 24 100 24\nblock|mul|mul|mul 0 5 1 12 50 12\n");
    QCOMPARE(result->findTable("steps")->evidence(0, 3).slices.size(), std::size_t { 8 });
}

/// Kernels of one letter each, 10 us long, 2 us apart; a blank is a long pause.
std::string lettersOnAStream(std::string_view letters, TraceText text = wholeMicroseconds())
{
    Timestamp at = 0;
    for (const char letter : letters) {
        if (letter != ' ')
            text.kernel(std::string(1, letter), at, 10_us, 7);
        at += letter == ' ' ? 100_us : 12_us;
    }
    return text.text();
}

const std::vector<std::string_view> kNgrams { "pattern", "count", "gpu_duration", "saving_gaps" };

void TestKernelSequences::ngramsNeedNoOp()
{
    // abc stands in abcd, which comes as often; bcd and cd, too. ab comes three times.
    const auto result =
        runOn(inputOf({ lettersOnAStream("abcdxabcdyab") }), "kernel-sequences", { { "min-pattern-len", "2" } });
    KT_COMPARE_TEXT(rowsOf(result, "ngrams", kNgrams), "a|b|c|d 2 80 12\na|b 3 60 6\n");
    QCOMPARE(result->findTable("ngrams")->evidence(0, 0).slices.size(), std::size_t { 8 });
    QCOMPARE(result->findTable("ngrams")->evidence(1, 0).slices.size(), std::size_t { 6 });
    const auto named = runOn(inputOf({ lettersOnAStream("abcabc") }), "kernel-sequences", { { "operator-name", "x" } });
    QCOMPARE(named->findTable("ngrams")->rowCount(), std::size_t { 0 });
}

void TestKernelSequences::ngramsEndAtALongPause()
{
    const auto result =
        runOn(inputOf({ lettersOnAStream("ab cdab cd") }), "kernel-sequences", { { "min-pattern-len", "2" } });
    KT_COMPARE_TEXT(rowsOf(result, "ngrams", kNgrams), "a|b 2 40 4\nc|d 2 40 4\n");
}

/// Of windows that save as much and come as often one is shown: that which runs first, not the one whose names do.
void TestKernelSequences::ngramsDoNotDependOnTheOrderOfTheFile()
{
    TraceText backward = wholeMicroseconds();
    for (const char* const letter : { "h", "g", "f", "e", "d", "c", "b", "a" })
        backward.op(letter, 0_us, 1_us);
    for (const TraceText& text : { wholeMicroseconds(), backward }) {
        const auto result = runOn(inputOf({ lettersOnAStream("abcdefghxabcdefghyabcdefgh", text) }), "kernel-sequences",
            { { "min-pattern-len", "4" }, { "max-ngram-len", "4" } });
        KT_COMPARE_TEXT(rowsOf(result, "ngrams", kNgrams), "a|b|c|d 3 120 18\nd|e|f|g 3 120 18\n");
    }
}

void TestKernelSequences::ngramsAgreeWithTheSlowOne()
{
    std::mt19937 random(3);
    for (int round = 0; round < 300; ++round) {
        std::string letters;
        for (int i = 0; i < 40; ++i)
            letters += "abc "[random() % (round % 2 == 0 ? 3 : 4)];
        // Every substring of 2 to 5 letters, counted without overlaps; those that a longer one of as many contains go.
        std::map<std::string, int> counts;
        for (std::size_t length = 2; length <= 5; ++length) {
            for (std::size_t i = 0; i + length <= letters.size(); ++i) {
                const std::string part = letters.substr(i, length);
                if (part.find(' ') != std::string::npos || counts.count(part) > 0)
                    continue;
                for (std::size_t at = letters.find(part); at != std::string::npos; at = letters.find(part, at + length))
                    ++counts[part];
            }
        }
        std::set<std::string> expected;
        for (const auto& [part, count] : counts) {
            const bool isContained =
                std::any_of(counts.begin(), counts.end(), [&ngram = part, &times = count](const auto& other) {
                    return other.second == times && other.first.size() == ngram.size() + 1
                        && other.first.find(ngram) != std::string::npos;
                });
            if (count > 1 && !isContained)
                expected.insert(part + " " + std::to_string(count));
        }
        const auto result = runOn(inputOf({ lettersOnAStream(letters) }), "kernel-sequences",
            { { "min-pattern-len", "2" }, { "max-ngram-len", "5" } });
        KT_VERIFY_OK(result);
        std::set<std::string> found;
        const Table& table = *result->findTable("ngrams");
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            std::string pattern(table.text(row, 0));
            pattern.erase(std::remove(pattern.begin(), pattern.end(), '|'), pattern.end());
            found.insert(pattern + " " + std::to_string(std::get<std::int64_t>(table.cell(row, 2))));
        }
        QVERIFY(std::includes(expected.begin(), expected.end(), found.begin(), found.end()));
        // Only windows of longer chains are missing: another window, half of it the same, comes about as often.
        for (const std::string& chain : expected) {
            const std::string letters5 = chain.substr(0, chain.find(' '));
            const bool hasWindow = std::ranges::any_of(found, [&](const std::string& other) {
                const std::string shown = other.substr(0, other.find(' '));
                return shown.size() == 5
                    && (shown.find(letters5.substr(2)) == 0 || shown.find(letters5.substr(1)) == 0
                        || letters5.find(shown.substr(1)) == 0 || letters5.find(shown.substr(2)) == 0);
            });
            if (found.count(chain) == 0)
                QVERIFY2(letters5.size() == 5 && hasWindow, chain.c_str());
        }
    }
}

/// A layer longer than the longest chain is not told window by window.
void TestKernelSequences::windowsOfALayerAreShownOnce()
{
    const auto result = runOn(inputOf({ lettersOnAStream("abcdefghxabcdefghyabcdefgh") }), "kernel-sequences",
        { { "min-pattern-len", "4" }, { "max-ngram-len", "4" } });
    // Windows: abcd bcde cdef defg efgh, three times each.
    KT_COMPARE_TEXT(rowsOf(result, "ngrams", kNgrams), "a|b|c|d 3 120 18\nd|e|f|g 3 120 18\n");
    QCOMPARE(result->remarks.size(), std::size_t { 1 });
    // The table does not contradict the remark.
    QVERIFY(english(result->remarks.front()).find("whatever op launched them") != std::string::npos
        || result->remarks.front().code == "no-launches");
}

/// Where the chains of the streams stand, occurrence by occurrence: what marks them on the timeline.
void TestKernelSequences::chainsOfStreamsAreFoundAgain()
{
    const auto input = inputOf({ lettersOnAStream("abcxabcyab c") });
    const std::vector<std::string> chains { "a|b|c", "nowhere|b", "b|c" };
    const KernelClassifier classifier;
    AnalysisContext context;
    context.classifier = &classifier;
    const auto found = ngramOccurrences(input, chains, context);
    KT_VERIFY_OK(found);
    QCOMPARE(found->rowCount(), std::size_t { 4 });
    QCOMPARE(found->text(0, 0), std::string_view("a|b|c"));
    QCOMPARE(found->evidence(0, 0).slices.size(), std::size_t { 3 });
    QCOMPARE(found->text(3, 0), std::string_view("b|c"));
    QCOMPARE(found->evidence(3, 0).slices.size(), std::size_t { 2 });
    // A name may hold what stands between names.
    const auto odd = ngramOccurrences(inputOf({ lettersOnAStream("a|xa|xb") }), { { "a|||x" } }, context);
    KT_VERIFY_OK(odd);
    QCOMPARE(odd->rowCount(), std::size_t { 2 });
    QCOMPARE(odd->evidence(0, 0).slices.size(), std::size_t { 3 });
}

void TestKernelSequences::badParametersAreErrors_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isHta");
    QTest::newRow("regex") << "(" << false;
    QTest::newRow("hta without a name") << "" << true;
}

void TestKernelSequences::badParametersAreErrors()
{
    QFETCH(QString, name);
    QFETCH(bool, isHta);
    KT_VERIFY_ERROR(
        runOn(inputOf({ example() }), "kernel-sequences",
            { { "operator-name", name.toStdString() }, { "match", "regex" } }, isHta ? Mode::Hta : Mode::Exact),
        ErrorCode::InvalidArgument);
}

void TestKernelSequences::nothingFoundIsSaid()
{
    const auto result = runOn(inputOf({ example() }), "kernel-sequences", { { "operator-name", "aten::none" } });
    KT_VERIFY_OK(result);
    QCOMPARE(result->tables.front().rowCount(), std::size_t { 0 });
    QVERIFY(english(result->remarks.front()).find("aten::none") != std::string::npos);
}

void TestKernelSequences::chartsShowTheFirstPatterns()
{
    for (const char* topK : { "1", "2", "100" }) {
        for (const char* op : { "", "aten::linear" }) {
            const auto result = runOn(inputOf({ example(), example() }), "kernel-sequences",
                { { "operator-name", op }, { "match", "contains" }, { "top-k", topK } });
            KT_VERIFY_OK(result);
            const Table& table = *result->findTable("sequences");
            const Table& occurrences = *result->findTable("occurrences");
            std::set<std::string> first;
            for (std::size_t row = 0; row < occurrences.rowCount(); ++row)
                first.emplace(occurrences.text(row, 0));
            // By what the table is sorted by comes first, in its order.
            QCOMPARE(result->charts.front().id, std::string(*op ? "patterns" : "savings"));
            for (const ChartDescription& chart : result->charts) {
                QVERIFY(chart.rows && !chart.as<BarChart>()->sortByValue);
                std::set<std::string> shown;
                std::map<std::string, std::string> marks;
                std::size_t before = 0;
                for (const ChartRow& row : *chart.rows) {
                    QVERIFY(shown.empty() || row.row > before);
                    before = row.row;
                    shown.emplace(table.text(row.row, 0));
                    QVERIFY(marks.try_emplace(std::string(table.text(row.row, 0)), row.mark).first->second == row.mark);
                }
                QVERIFY(shown == first);
                QCOMPARE(chart.rows->front().mark, std::string("A"));
                std::set<std::string> letters;
                for (const auto& [pattern, mark] : marks)
                    letters.insert(mark);
                QCOMPARE(letters.size(), marks.size());
            }
        }
    }
}

void TestKernelSequences::whyNothingIsFound_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("match");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* title, const char* name, const char* match, const char* words) {
        QTest::newRow(title) << QString::fromUtf8(name) << QString::fromUtf8(match) << QString::fromUtf8(words);
    };
    row("no such op", "aten::none", "exact", "No op named 'aten::none' launches GPU work");
    row("a host op", "aten::t", "exact", "No op named 'aten::t' launches GPU work");
    row("no part", "gelu", "contains", "No op with 'gelu' in its name");
    row("no match", "^b", "regex", "No op whose name matches '^b'");
    row("too few", "aten::linear", "exact",
        "The op named 'aten::linear' launches at most 3 kernels each time in this scope, not 9");
    row("none at all", "", "exact", "no op launches the same chain of 9 kernels or more twice");
}

void TestKernelSequences::whyNothingIsFound()
{
    QFETCH(const QString, name);
    QFETCH(const QString, match);
    QFETCH(const QString, words);
    const auto result = runOn(inputOf({ example() }), "kernel-sequences",
        { { "operator-name", name.toStdString() }, { "match", match.toStdString() }, { "min-pattern-len", "9" } });
    KT_VERIFY_OK(result);
    QCOMPARE(result->remarks.size(), std::size_t { 1 });
    const Remark& remark = result->remarks.front();
    QVERIFY2(english(remark).find(words.toStdString()) != std::string::npos, english(remark).c_str());
    QCOMPARE(remark.code, std::string(kNothingFits)); // no recording option would help
    QVERIFY(english(remark).find("activities") == std::string::npos);
}

void TestKernelSequences::withoutLaunchesTheRecordingIsAtFault()
{
    TraceText text = wholeMicroseconds();
    text.op("aten::linear", 10_us, 40_us);
    const auto result = runOn(inputOf({ text.text() }), "kernel-sequences", kLinear);
    KT_VERIFY_OK(result);
    QVERIFY(english(result->remarks.front()).find("activities=[") != std::string::npos);
    QVERIFY(result->remarks.front().code != kNothingFits);
}

QTEST_GUILESS_MAIN(TestKernelSequences)
#include "tst_kernel_sequences.moc"
