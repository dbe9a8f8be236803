// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/changes.h"
#include "core/analysis/causes/replay/factor.h"
#include "core/analysis/efficiency/formulas/op_arguments.h"
#include "core/base/display_name.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_examples.h"
#include "tests/support/trace_text.h"

#include <map>
#include <sstream>
#include <string>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What-if (causes.md section 4): its worked examples, the changes that it takes and those that it offers.
class TestWhatIf : public QObject {
    Q_OBJECT

private slots:
    void factors_data();
    void factors();
    void workedExamples_data();
    void workedExamples();
    void kernelsDisplayedAlikeAreToldApart();
    void collectivesThatWereNotRecordedAreNotOffered();
    void standardChangesAreRanked();
    void changesAreSaidInWords_data();
    void changesAreSaidInWords();
    void badChangesAreRefused_data();
    void badChangesAreRefused();
    void aMissingChangeIsRefused_data();
    void aMissingChangeIsRefused();
    void sizesThatAreInTheFileAloneAreReadThere();
    void namesMayHaveCommas();
    void barsHaveTheColourOfTheirTime();
};

namespace {

/// Memory is freed when the host has waited for all that was launched: for that a free waits itself.
std::string freeAfterWaitExample()
{
    return TraceText()
        .launch(0_us, 5_us, 1)
        .kernel("k", 10_us, 100_us, 7, 1)
        .runtime("cudaDeviceSynchronize", 5_us, 107_us, 2)
        .runtime("cudaFree", 112_us, 50_us, 3)
        .launch(162_us, 5_us, 4)
        .kernel("k", 172_us, 10_us, 7, 4)
        .text();
}

/// A graph is captured and instantiated for 20 us; then an op launches a kernel.
std::string graphsMadeExample()
{
    return TraceText()
        .runtime("cudaStreamBeginCapture", 0_us, 1_us, 1)
        .op("aten::x", 1_us, 8_us)
        .runtime("cudaStreamEndCapture", 9_us, 1_us, 2)
        .runtime("cudaGraphInstantiate", 10_us, 10_us, 3)
        .op("aten::y", 20_us, 10_us)
        .launch(22_us, 2_us, 4)
        .kernel("k", 25_us, 10_us, 7, 4)
        .text();
}

/// Two element-wise kernels, and something else after them.
std::string elementwiseExample()
{
    const std::string name = "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>";
    return TraceText()
        .launch(0_us, 1_us, 1)
        .launch(1_us, 1_us, 2)
        .launch(2_us, 1_us, 3)
        .kernel(name, 4_us, 4_us, 7, 1)
        .kernel(name, 8_us, 4_us, 7, 2)
        .kernel("gemm", 12_us, 8_us, 7, 3)
        .text();
}

/// Two calls of an op with inputs of different sizes.
std::string shapesExample()
{
    return TraceText()
        .op("aten::mm", 0_us, 2_us, R"("Input Dims": [[8, 8], [8, 8]], "Input type": ["float", "float"])")
        .op("aten::mm", 2_us, 2_us, R"("Input Dims": [[8, 16], [16, 8]], "Input type": ["float", "float"])")
        .launch(0_us, 1_us, 1)
        .launch(2_us, 1_us, 2)
        .kernel("gemm", 2_us, 10_us, 7, 1)
        .kernel("gemm", 12_us, 10_us, 7, 2)
        .text();
}

/// Two steps of 105 us that launch the same ten kernels, one every 10 us.
std::string repeatedLaunchesExample()
{
    TraceText text = wholeMicroseconds();
    for (int step = 0; step < 2; ++step) {
        text.step(step, step * 105'000, 105_us);
        for (int i = 0; i < 10; ++i) {
            const Timestamp at = step * 105'000 + i * 10'000;
            const int number = step * 10 + i + 1;
            text.launch(at, 5_us, number)
                .kernel("k" + std::to_string(i), at + 6'000, 2_us, 7, number, R"("grid": [8,1,1], "block": [32,1,1])");
        }
    }
    return text.text();
}

} // namespace

void TestWhatIf::factors_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("of");
    QTest::addColumn<qint64>("result"); // -1: no factor
    QTest::newRow("half up") << QByteArray("0.5") << qint64 { 5 } << qint64 { 3 };
    QTest::newRow("nothing") << QByteArray("0") << qint64 { 5 } << qint64 { 0 };
    QTest::newRow("point first") << QByteArray(".25") << qint64 { 10 } << qint64 { 3 };
    QTest::newRow("six digits") << QByteArray("0.999999") << qint64 { 1'000'000'000 } << qint64 { 999'999'000 };
    QTest::newRow("a week by a million") << QByteArray("999999") << qint64 { 604'800'000'000'000 }
                                         << std::numeric_limits<qint64>::max();
    QTest::newRow("seven digits") << QByteArray("0.1234567") << qint64 { 1 } << qint64 { -1 };
    QTest::newRow("negative") << QByteArray("-1") << qint64 { 1 } << qint64 { -1 };
    QTest::newRow("no digit") << QByteArray(".") << qint64 { 1 } << qint64 { -1 };
    QTest::newRow("empty") << QByteArray("") << qint64 { 1 } << qint64 { -1 };
    QTest::newRow("words") << QByteArray("half") << qint64 { 1 } << qint64 { -1 };
}

void TestWhatIf::factors()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, of);
    QFETCH(qint64, result);
    const auto factor = Factor::parse(text.toStdString());
    QCOMPARE(factor.has_value(), result >= 0);
    if (factor)
        QCOMPARE(qint64 { factor->of(of) }, result);
}

void TestWhatIf::workedExamples_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<QByteArray>("queue");
    QTest::addColumn<QByteArray>("walls"); // of the trace, of each step
    const auto add = [](const char* name, const std::string& text, const char* change, const char* walls,
                         const char* queue = "1000") {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(change) << QByteArray(queue)
                            << QByteArray(walls);
    };
    add("14: the kernel beside", communicationBesideExample(), "kernel:gemm=0.5", "140 132\n");
    add("14: communication", communicationBesideExample(), "work:communication=0", "140 140\n");
    add("14: both", communicationBesideExample(), "kernel:gemm=0.5,work:communication=0", "140 90\n");
    add("15: loading", dataLoadingExample(), "host:data_loading=0", "245 145\n142 82\n100 60\n");
    add("15: compute", dataLoadingExample(), "work:compute=0.5", "245 215\n142 112\n100 100\n");
    add("15: host", dataLoadingExample(), "host:all=0.5", "245 163.5\n142 102\n100 60\n");
    add("16: no waits", blockingCopyExample(), "wait:all=0", "140 113\n");
    add("16: no waits, by a pattern", blockingCopyExample(), "wait:/^cuda/=0", "140 113\n");
    add("a free waits before it frees", freeAfterWaitExample(), "wait:synchronisation=0", "182 180\n");
    add("a faster free waits as long", freeAfterWaitExample(), "wait:synchronisation=0,host:memory_allocation=0.5",
        "182 155\n");
    add("17: fused", threeLaunchesExample(), "fuse:k1|k2|k3=1", "64 52\n");
    add("17: no launch", threeLaunchesExample(), "host:launch=0", "64 49\n");
    add("17: no op", threeLaunchesExample(), "host:op=0", "64 24\n");
    add("17: inside an op", threeLaunchesExample(), "op:aten::b=0", "64 64\n");
    add("17: no op of a name", threeLaunchesExample(), "in:aten::b=0", "64 44\n");
    add("17: no op of a name, fused", threeLaunchesExample(), "in:aten::a=0,fuse:k2|k3=1", "64 37\n");
    add("17: half of the ops but one", threeLaunchesExample(), "host:op=0.5,keep:/::a$/=1", "64 51.5\n");
    add("17: an op gone but its call", threeLaunchesExample(), "in:aten::b=0,keep:cudaLaunchKernel=1", "64 49\n");
    add("16: no waits but one", blockingCopyExample(), "wait:all=0,keep:cudaMemcpyAsync=1", "140 139\n");
    add("no making of graphs", graphsMadeExample(), "in:graph_making=0", "35 15\n");
    add("half of the host but graphs", graphsMadeExample(), "keep:graph_making=1,host:all=0.5", "35 33\n");
    add("element-wise kernels", elementwiseExample(), "work:elementwise_runs=0.5", "20 16\n");
    add("an op", shapesExample(), "op:aten::mm=0", "22 4\n");
    add("an op of some shapes", shapesExample(), "op:aten::mm[[8, 8],[8, 8]]=0", "22 14\n");
    add("an op of other shapes", shapesExample(), "op:/mm$/[[8,16],[16,8]]=0", "22 12\n");
    add("an op of no shapes of it", shapesExample(), "op:aten::mm[[8]]=0", "22 22\n");
    add("repeated launches, kept", repeatedLaunchesExample(), "graph:repeated=1,keep:/./=1",
        "210 210\n105 105\n105 105\n");
    // Handed over at 5 and 20 us, ten kernels of 2 us each follow each other from 6 us on.
    add("repeated launches", repeatedLaunchesExample(), "graph:repeated=1", "210 46\n105 26\n105 20\n");
    add("18: a full queue", fullQueueExample(), "kernel:k1=0.5", "180 135\n", "2");
    add("18: by a pattern", fullQueueExample(), "kernel:/^k1$/=0.5", "180 135\n", "2");
}

void TestWhatIf::workedExamples()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, change);
    QFETCH(QByteArray, queue);
    QFETCH(QByteArray, walls);
    const auto result = runOn(inputOf({ text.toStdString() }), "what-if",
        { { "change", change.toStdString() }, { "max-queue-length", queue.toStdString() } });
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(rowsOf(result, "changes", { "wall", "new_wall" }) + rowsOf(result, "steps", { "wall", "new_wall" }),
        walls.toStdString());
}

/// Two kernels that would be displayed alike are told apart, and what tells them apart can be written down.
void TestWhatIf::kernelsDisplayedAlikeAreToldApart()
{
    const std::string args = "(float, float, float, cudnnTensorStruct, float const*)";
    const std::string wide = "void cudnn::bn_bw_1C11_kernel_new<float, float, float2, 128, true, 1>" + args;
    const std::string narrow = "void cudnn::bn_bw_1C11_kernel_new<float, float, float2, 32, true, 1>" + args;
    QCOMPARE(displayName(wide), displayName(narrow));
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 10_us, 1)
                                 .kernel(wide, 20_us, 40_us, 7, 1)
                                 .launch(10_us, 10_us, 2)
                                 .kernel(narrow, 61_us, 20_us, 7, 2)
                                 .text();
    const auto usual = runOn(inputOf({ text }), "what-if", { { "top-kernels", "2" } });
    KT_VERIFY_OK(usual);
    std::vector<std::string> shown; // more saved first
    std::istringstream lines(rowsOf(usual, "changes", { "description" }));
    for (std::string line; std::getline(lines, line);) {
        if (line.find("bn_bw") != std::string::npos)
            shown.push_back(line.substr(0, line.rfind(" twice as fast")));
    }
    QCOMPARE(shown.size(), std::size_t { 2 });
    QVERIFY(shown[0] != shown[1]);
    const auto savedBy = [&](const std::string& name) {
        return rowsOf(
            runOn(inputOf({ text }), "what-if", { { "change", "kernel:" + name + "=0.5" } }), "changes", { "saved" });
    };
    KT_COMPARE_TEXT(savedBy(shown[0]), "20\n");
    KT_COMPARE_TEXT(savedBy(shown[1]), "10\n");
    // Asked for by its own name, as the menu of a kernel does, a kernel is called the same.
    for (const auto& [own, name] : { std::pair(wide, shown[0]), std::pair(narrow, shown[1]) })
        KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "what-if", { { "change", "kernel:" + own + "=0.5" } }),
                            "changes", { "description" }),
            name + " twice as fast\n");
}

/// Frames of distributed_c10d.py have the cause whatever they do; most ask whether there is a process group at all.
void TestWhatIf::collectivesThatWereNotRecordedAreNotOffered()
{
    TraceText text = wholeMicroseconds()
                         .python("train.py(3): step", 0_us, 50_us, 1)
                         .python("torch/distributed/distributed_c10d.py(1273): is_initialized", 5_us, 4_us, 2, 1)
                         .launch(20_us, 5_us, 1)
                         .kernel("k", 30_us, 10_us, 7, 1);
    const auto offered = [](const std::string& trace) {
        const auto result = runOn(inputOf({ trace }), "what-if");
        std::istringstream lines(rowsOf(result, "changes", { "description" }));
        for (std::string line; std::getline(lines, line);) {
            if (line.find("collectives gone") != std::string::npos)
                return line;
        }
        return std::string();
    };
    KT_COMPARE_TEXT(
        offered(text.text()), "host time: collectives gone (Python of distributed_c10d.py; none was recorded)");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ text.text() }), "critical-path"), "no-collective"),
        "4.000 us counts as time of collectives because it is in Python functions of distributed_c10d.py; no op, "
        "annotation or kernel of a collective was recorded.\n");
    const std::string withOp = TraceText(text).op("c10d::allreduce_", 41_us, 5_us).text();
    const std::string withKernel = TraceText(text).kernel("ncclDevKernel_AllReduce", 42_us, 5_us, 8).text();
    for (const std::string& each : { withOp, withKernel }) {
        KT_COMPARE_TEXT(offered(each), "host time: collectives gone");
        KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ each }), "critical-path"), "no-collective"), "");
    }
}

void TestWhatIf::standardChangesAreRanked()
{
    const auto result = runOn(inputOf({ dataLoadingExample() }), "what-if", { { "top-kernels", "1" } });
    KT_COMPARE_TEXT(rowsOf(result, "changes", { "change", "target", "factor", "saved" }),
        "host data_loading 0 100\nhost all 0.5 81.5\nhost op 0 30\nwork compute 0.5 30\nhost launch 0 20\n"
        "host unrecorded 0 10\nwait synchronisation 0 3\nhost memory_allocation 0 0\nhost code_loading 0 0\n"
        "host profiler 0 0\nhost compilation 0 0\nhost collective 0 0\nhost python 0 0\nwork communication 0 0\n"
        "work copy 0 0\nkernel k1 0.5 0\n");
}

/// What the first column says; of several changes all.
void TestWhatIf::changesAreSaidInWords_data()
{
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<QByteArray>("words");
    const auto add = [](const char* change, const char* words) {
        QTest::newRow(change) << QByteArray(change) << QByteArray(words);
    };
    add("host:all=0.5", "all host time twice as fast");
    add("host:data_loading=0", "host time: data loading gone");
    add("work:compute=0.8", "GPU work: computation taking 0.8 times as long");
    add("kernel:gemm=0.5", "gemm twice as fast");
    add("kernel:gemm=1.0", "gemm unchanged");
    add("work:compute=2", "GPU work: computation taking 2 times as long");
    add("host:op=1.25", "host time: ops taking 1.25 times as long");
    add("op:aten::x=0", "GPU work of aten::x gone");
    add("wait:all=0", "no waiting in any call");
    add("wait:cudaDeviceSynchronize=0", "no waiting in cudaDeviceSynchronize");
    add("wait:synchronisation=0", "no waiting for the GPU");
    add("fuse:gemm|next=1", "gemm|next fused");
    add("graph:repeated=1", "repeated launches as graphs");
    add("graph:single=1", "one sequence of launches as graphs");
    add("in:aten::x=0", "no host time inside aten::x");
    add("in:graph_making=0", "no host time while graphs are made");
    add("keep:aten::x=1", "host time unchanged inside aten::x");
    add("keep:graph_making=1", "host time unchanged while graphs are made");
    add("work:elementwise_runs=0.5", "element-wise kernels that follow one another twice as fast");
    add("kernel:gemm=0.5,wait:all=0", "gemm twice as fast and no waiting in any call");
}

void TestWhatIf::changesAreSaidInWords()
{
    QFETCH(QByteArray, change);
    QFETCH(QByteArray, words);
    const auto result =
        runOn(inputOf({ communicationBesideExample() }), "what-if", { { "change", change.toStdString() } });
    KT_COMPARE_TEXT(rowsOf(result, "changes", { "description" }), words.toStdString() + "\n");
}

void TestWhatIf::badChangesAreRefused_data()
{
    QTest::addColumn<QByteArray>("change");
    for (const char* bad :
        { "compute=0.5", "work:fast=1", "host:kernel_gap=0", "kernel:k1", "kernel:k1=", "kernel:k1=-1", "wait:all=0.5",
            "fuse:a|b=0", "kernel:/(/=0.5", "=0", "op:aten::x=0.5;host:op=0", "work:compute=0.5;bogus:y", "graph:all=1",
            "graph:repeated=0", "in:aten::x=0.5", "keep:aten::x=0", "in:/(/=0", "op:/(/[[8]]=0" })
        QTest::newRow(bad) << QByteArray(bad);
}

void TestWhatIf::badChangesAreRefused()
{
    QFETCH(QByteArray, change);
    const auto result =
        runOn(inputOf({ communicationBesideExample() }), "what-if", { { "change", change.toStdString() } });
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::InvalidArgument);
    if (change.contains(';'))
        KT_COMPARE_TEXT(english(result.error().message),
            "Changes are separated by commas, not by semicolons: '" + change.toStdString() + "'.");
    if (change == "host:kernel_gap=0")
        KT_COMPARE_TEXT(english(result.error().message),
            "'kernel_gap' is no cause of host time. Write all, or one of data_loading, synchronisation, "
            "memory_allocation, graph, code_loading, profiler, compilation, launch, copy_call, other_call, collective, "
            "op, python, unrecorded.");
}

void TestWhatIf::aMissingChangeIsRefused_data()
{
    QTest::addColumn<QByteArray>("changes");
    for (const char* bad : { ",", " ", "host:op=0,", "host:op=0, ", ",host:op=0", "host:op=0,,work:copy=0.5",
             "host:op=0, ,work:copy=0.5", "host:op=0,,bogus:a=1", "kernel:a,b=1,,", ",,host:op=0" })
        QTest::newRow(bad) << QByteArray(bad);
}

/// What a variable of a script that is not set leaves in a list.
void TestWhatIf::aMissingChangeIsRefused()
{
    QFETCH(QByteArray, changes);
    const std::string text = changes.toStdString();
    const AnalysisInput input = inputOf({ communicationBesideExample() });
    for (const auto& error : { runOn(input, "what-if", { { "change", text } }).error(), parseChanges(text).error() }) {
        QCOMPARE(error.code, ErrorCode::InvalidArgument);
        KT_COMPARE_TEXT(english(error.message),
            text == " " ? "An empty text names no change." : "A change is missing beside a comma: '" + text + "'.");
    }
    QVERIFY(!parseChanges(""));
    // As many as a broken script may write are still read in one go.
    const std::string commas(200'000, ',');
    const auto one = parseChanges("kernel:a" + commas + "b=0.5");
    QVERIFY(one && one.value().size() == 1);
    QCOMPARE(one.value()[0].target, "a" + commas + "b");
}

/// Of an event with an odd `Seq` the loader keeps no arguments.
void TestWhatIf::sizesThatAreInTheFileAloneAreReadThere()
{
    std::string text = shapesExample();
    text.insert(text.find("\"Input Dims\""), R"("Seq": "x", )");
    const AnalysisInput input = inputOf({ text });
    QVERIFY(OpArgumentStore(*input.traces->ranks().front().trace).needsFile());
    const auto with = [&](const char* change) { return runOn(input, "what-if", { { "change", change } }); };
    const auto one = with("op:aten::mm[[8,8],[8,8]]=0");
    KT_COMPARE_TEXT(rowsOf(one, "changes", { "new_wall" }), "14\n");
    KT_COMPARE_TEXT(remarkOf(one, "change-meets-nothing"), "");
    KT_COMPARE_TEXT(rowsOf(with("op:aten::mm[[8,16],[16,8]]=0"), "changes", { "new_wall" }), "12\n");
}

void TestWhatIf::namesMayHaveCommas()
{
    const std::vector<std::string> pieces { "kernel:f<1", " 2>(int)=0.5", "host:op=0" };
    const auto changes = parseChanges(pieces);
    KT_VERIFY_OK(changes);
    QCOMPARE(changes->size(), std::size_t { 2 });
    KT_COMPARE_TEXT(changes->front().target, "f<1, 2>(int)");
    KT_COMPARE_TEXT(changes->back().target, "op");
    // As one types a list: a blank behind the comma, or in front of it.
    const std::vector<std::string> typed { "host:op=0 ", " work:copy= 0.5" };
    const auto both = parseChanges(typed);
    KT_VERIFY_OK(both);
    QCOMPARE(both->size(), std::size_t { 2 });
    KT_COMPARE_TEXT(both->back().factorText, "0.5");
    // What follows an equals sign in a name may look like a factor.
    const std::vector<std::string> equals { "kernel:f<T = 1", " U = int>(int)=0.5", "in:a=1", "b=0", "op:c::d=1" };
    const auto named = parseChanges(equals);
    KT_VERIFY_OK(named);
    QCOMPARE(named->size(), std::size_t { 3 });
    KT_COMPARE_TEXT((*named)[0].target, "f<T = 1, U = int>(int)");
    KT_COMPARE_TEXT((*named)[1].target, "a=1,b");
    KT_COMPARE_TEXT((*named)[2].target, "c::d");
    const auto empty = parseChanges("kernel:f<T = 1,, U = int>(int)=0.5, in:a,,=0");
    KT_VERIFY_OK(empty);
    QCOMPARE(empty->size(), std::size_t { 2 });
    KT_COMPARE_TEXT((*empty)[0].target, "f<T = 1,, U = int>(int)");
    KT_COMPARE_TEXT((*empty)[1].target, "a,,");
    QVERIFY(parseChanges(std::vector<std::string> {})->empty());
    const std::vector<std::string> negative { "host:op=-1" };
    QVERIFY(english(parseChanges(negative).error().message).ends_with("without a sign, such as op:aten::copy_=0.5."));
}

/// A change has the colour of the time that it takes away.
void TestWhatIf::barsHaveTheColourOfTheirTime()
{
    const auto result = runOn(inputOf({ dataLoadingExample() }), "what-if");
    KT_VERIFY_OK(result);
    const Table& table = result->tables.front();
    const std::map<std::string, PartKind, std::less<>> expected { { "op", PartKind::HostOp },
        { "launch", PartKind::ApiCall }, { "data_loading", PartKind::Annotation }, { "all", PartKind::HostOp },
        { "compute", PartKind::Compute }, { "communication", PartKind::Communication }, { "copy", PartKind::Memory } };
    std::size_t met = 0;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const auto found = expected.find(table.text(row, table.columnIndex("target")));
        if (found == expected.end())
            continue;
        ++met;
        QVERIFY2(table.kindOfRow(row) == found->second, found->first.c_str());
        QVERIFY(result->charts.front().kindOfRow(table, row) == found->second);
    }
    QCOMPARE(met, expected.size());
}

QTEST_GUILESS_MAIN(TestWhatIf)
#include "tst_what_if.moc"
