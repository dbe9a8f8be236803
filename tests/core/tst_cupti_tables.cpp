// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/tables/cupti_tables.h"
#include "core/io/trace_loader.h"
#include "core/words/english.h"
#include "tests/support/load_text.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QElapsedTimer>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// CUPTI activity tables as traces (SPEC.md section 16.2).
class TestCuptiTables : public QObject {
    Q_OBJECT

private slots:
    void tablesOfAFolderAreOneTrace();
    void kindsOfFiles_data();
    void kindsOfFiles();
    void contentDecides_data();
    void contentDecides();
    void badHeadersSayWhatIsMissing_data();
    void badHeadersSayWhatIsMissing();
    void badRowsAreToldWithTheirLine();
    void onlyBadRowsAreAnError();
    void timesAreExact();
    void copiesNeedNoName();
    void listsOfNames();
    void rowsCanBeLookedAt();
    void compressedTables();
    void foldersAreRanks();
    void aMillionRows();
};

namespace {

constexpr const char* kKernels = "start,device,context,block,name,stream,shared memory,grid,end,cat,correlation,dur\n"
                                 "8,0,1,\"[1, 1, 1]\",\"k1, with comma\",7,0,\"[1]\",20,kernel,1,12\n"
                                 "21.5,1,1,\"[1, 1, 1]\",\"k \"\"2\"\"\",20,0,\"[1]\",25,kernel,2,3.5\n";
constexpr const char* kRuntime = "\xef\xbb\xbfstart,end,name,correlation,dur\r\n"
                                 "0,5,cudaLaunchKernel_v7000,1,5\r\n"
                                 "10,12,cudaLaunchKernel_v7000,2,2\r\n";

std::shared_ptr<const TraceSet> loaded(const std::string& path)
{
    auto traces = loadTraceSet({ { std::nullopt, path } }, testLoadOptions(), {});
    return traces ? traces.value() : nullptr;
}

} // namespace

void TestCuptiTables::tablesOfAFolderAreOneTrace()
{
    const TempDir folder;
    folder.write("job/kernel.csv", kKernels);
    folder.write("job/cuda_runtime.csv", kRuntime);
    const auto traces = loaded(folder.path() + "/job");
    QVERIFY(traces);
    QCOMPARE(traces->ranks().size(), std::size_t { 1 });
    const Trace& trace = *traces->ranks().front().trace;
    QCOMPARE(trace.report().events, std::uint64_t { 4 });
    QCOMPARE(trace.report().drawable, std::uint64_t { 4 });
    QVERIFY(trace.report().isClean());
    const SliceId kernel = findSlice(trace, "k1, with comma");
    QVERIFY(kernel.isValid());
    QVERIFY(trace.kind(kernel) == EventKind::Kernel);
    QVERIFY(trace.slices().range(kernel) == (TimeRange { 8'000, 20'000 }));
    QCOMPARE(trace.name(trace.launchOf(kernel)), std::string_view("cudaLaunchKernel_v7000"));
    const SliceId second = findSlice(trace, "k \"2\"");
    QVERIFY(trace.slices().range(second) == (TimeRange { 21'500, 25'000 }));
    QCOMPARE(trace.track(trace.trackOf(second)).device, std::int64_t { 1 });
    QCOMPARE(trace.track(trace.trackOf(second)).stream, std::int64_t { 20 });
}

void TestCuptiTables::kindsOfFiles_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("category");
    const auto row = [](const char* path, const char* category) { QTest::newRow(path) << path << category; };
    row("/a/kernel.csv", "kernel");
    row("conc_kernel.csv.gz", "kernel");
    row("/a.csv/Cuda_Runtime.CSV", "cuda_runtime");
    row("cuda_driver.csv", "cuda_driver");
    row("gpu_memcpy.csv", "gpu_memcpy");
    row("gpu_memset.csv", "gpu_memset");
    row("kernel", "");
    row("my_kernel.csv", "");
    row("kernel.json", "");
}

void TestCuptiTables::kindsOfFiles()
{
    QFETCH(QString, path);
    QFETCH(QString, category);
    QCOMPARE(toQString(cuptiCategoryOfFile(path.toStdString())), category);
}

void TestCuptiTables::contentDecides_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("kind"); ///< of the first slice; "" if it does not load
    const QByteArray kernels(kKernels);
    const QByteArray runtime(kRuntime);
    QTest::newRow("a table called a trace") << "trace.json" << kernels << "kernel";
    QTest::newRow("a trace called a table")
        << "kernel.csv" << QByteArray::fromStdString(TraceText().op("a", 0, 1).text()) << "cpu_op";
    QTest::newRow("calls have no stream") << "some.csv" << runtime << "runtime_call";
    QTest::newRow("the column cat tells")
        << "some.csv" << QByteArray("name,start,dur,cat\na,1,2,cuda_driver\n") << "driver_call";
    QTest::newRow("the file name is stronger")
        << "gpu_memset.csv" << QByteArray("name,start,dur,cat\na,1,2,cuda_driver\n") << "memset";
    QTest::newRow("other names of columns")
        << "x.csv" << QByteArray("Name;Start;Duration;Correlation ID;Stream_Id\nk;1;2;3;7\n") << "kernel";
    QTest::newRow("prose") << "x.txt" << QByteArray("hello, world\n") << "";
}

void TestCuptiTables::contentDecides()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, text);
    QFETCH(QString, kind);
    const auto trace = loadText(text.toStdString(), testLoadOptions(), file.toStdString());
    QCOMPARE(trace.isOk(), !kind.isEmpty());
    if (trace.isOk())
        QCOMPARE(toQString(toString((*trace)->kind(SliceId { 0u }))), kind);
}

void TestCuptiTables::badHeadersSayWhatIsMissing_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const char* file, const char* text, const char* sentence) {
        QTest::newRow(name) << file << text << sentence;
    };
    row("no name", "kernel.csv", "start,end\n1,2\n", "has no column 'name'");
    row("nothing known", "kernel.csv", "a,b\n1,2\n", "has no column 'name'");
    row("no start", "kernel.csv", "name,end\nk,2\n", "has no column 'start'");
    row("no end", "kernel.csv", "name,start\nk,2\n", "neither 'end' nor 'dur'");
    row("calls without names", "cuda_runtime.csv", "start,end\n1,2\n", "has no column 'name'");
}

void TestCuptiTables::badHeadersSayWhatIsMissing()
{
    QFETCH(QString, file);
    QFETCH(QString, text);
    QFETCH(QString, sentence);
    const TempDir folder;
    const std::string path = folder.write(file.toStdString(), text.toStdString());
    const auto trace = loadTrace(path, testLoadOptions(), {});
    KT_VERIFY_ERROR(trace, ErrorCode::NotATrace);
    QVERIFY2(english(trace.error().message).find(sentence.toStdString()) != std::string::npos,
        english(trace.error().message).c_str());
    const auto traces = loadTraceSet({ { std::nullopt, path } }, testLoadOptions(), {});
    KT_VERIFY_ERROR(traces, ErrorCode::NotATrace);
    QCOMPARE(english(traces.error().message), english(trace.error().message));
}

void TestCuptiTables::badRowsAreToldWithTheirLine()
{
    const TempDir folder;
    folder.write("kernel.csv",
        "name,start,end,stream\nok,1,2,7\nshort,1\nlate,soon,2,7\n\nendless,1,,7\n\"two\nlines\",1,x,7\nalso "
        "ok,5,6,7\n");
    const auto traces = loaded(folder.path());
    QVERIFY(traces);
    const ImportReport& report = traces->ranks().front().trace->report();
    QCOMPARE(report.events, std::uint64_t { 6 });
    QCOMPARE(report.drawable, std::uint64_t { 2 });
    QCOMPARE(report.dropped, std::uint64_t { 4 });
    const auto& examples = report.entry(Problem::DamagedEvent).examples;
    QCOMPARE(examples.size(), std::size_t { 3 });
    QCOMPARE(examples[0].text, std::string("kernel.csv, line 3: has 2 fields, the header 4"));
    QCOMPARE(examples[1].text, std::string("kernel.csv, line 4: start 'soon' is no number"));
    QCOMPARE(examples[2].text, std::string("kernel.csv, line 6: end '' is no number"));
    QCOMPARE(traces->remarks().size(), std::size_t { 1 });
    QVERIFY(english(traces->remarks().front()).find("4 rows cannot be read; kernel.csv, line 3") == 0);
}

void TestCuptiTables::onlyBadRowsAreAnError()
{
    const auto trace = loadText("name,start,end\nk,a,b\n", testLoadOptions(), "kernel.csv");
    KT_VERIFY_ERROR(trace, ErrorCode::NotATrace);
    QVERIFY(english(trace.error().message).find("line 2: start 'a' is no number") != std::string::npos);
    const auto empty = loadText("name,start,end\n", testLoadOptions(), "kernel.csv");
    KT_VERIFY_OK(empty);
    QCOMPARE((*empty)->report().events, std::uint64_t { 0 });
}

void TestCuptiTables::timesAreExact()
{
    const auto trace = loadText("name,start,end,stream\na,1700000000123456.789,1700000000123457.790,7\n"
                                "b,1.7e3,1700.5,7\nbackwards,5,3,7\nhuge,1e300,1e300,7\n",
        testLoadOptions(), "kernel.csv");
    KT_VERIFY_OK(trace);
    const SliceTable& slices = (*trace)->slices();
    const SliceId a = findSlice(**trace, "a");
    QCOMPARE(slices.start[a.index()], std::int64_t { 1'700'000'000'123'456'789 });
    QCOMPARE(slices.duration(a), Nanoseconds { 1001 });
    QCOMPARE(slices.start[findSlice(**trace, "b").index()], std::int64_t { 1'700'000 });
    QVERIFY(!slices.isSound(findSlice(**trace, "backwards")));
}

void TestCuptiTables::copiesNeedNoName()
{
    const auto trace =
        loadText("start,end,stream,bytes,correlation\n1,2,7,4096,5\n", testLoadOptions(), "gpu_memcpy.csv");
    KT_VERIFY_OK(trace);
    QCOMPARE((*trace)->name(SliceId { 0u }), std::string_view("Memcpy"));
    QCOMPARE((*trace)->args().bytes.find(0), std::optional<std::int64_t>(4096));
}

void TestCuptiTables::listsOfNames()
{
    const auto trace = loadText("name\ngemm\nrelu\ngemm\n", testLoadOptions(), "list.csv");
    KT_VERIFY_OK(trace);
    QCOMPARE((*trace)->slices().size(), std::size_t { 3 });
    QVERIFY((*trace)->kind(SliceId { 0u }) == EventKind::Kernel);
}

void TestCuptiTables::rowsCanBeLookedAt()
{
    const TempDir folder;
    folder.write("kernel.csv", kKernels);
    folder.write("cuda_runtime.csv", kRuntime);
    const auto traces = loaded(folder.path());
    QVERIFY(traces);
    const Trace& trace = *traces->ranks().front().trace;
    const auto textOf = [&trace](std::string_view name) {
        const auto text = trace.eventJson(trace.slices().eventIndex[findSlice(trace, name).index()]);
        return text ? text.value() : english(text.error().message);
    };
    QCOMPARE(textOf("k \"2\""),
        std::string(R"({"args":{"start":21.5,"device":1,"context":1,"block":"[1, 1, 1]","name":"k \"2\"","stream":20,)"
                    R"("shared memory":0,"grid":"[1]","end":25,"cat":"kernel","correlation":2,"dur":3.5}})"));
    QCOMPARE(textOf("cudaLaunchKernel_v7000"),
        std::string(R"({"args":{"start":0,"end":5,"name":"cudaLaunchKernel_v7000","correlation":1,"dur":5}})"));
}

void TestCuptiTables::compressedTables()
{
    const TempDir folder;
    const std::string path = folder.write("kernel.csv.gz", gzip(kKernels));
    const auto trace = loadTrace(path, testLoadOptions(), {});
    KT_VERIFY_OK(trace);
    QCOMPARE((*trace)->slices().size(), std::size_t { 2 });
    QVERIFY((*trace)->report().isGzip);
    QVERIFY((*trace)->eventJson(1).value().find("k \\\"2\\\"") != std::string::npos);
}

void TestCuptiTables::foldersAreRanks()
{
    const TempDir folder;
    folder.write("a/kernel.csv", kKernels);
    folder.write("b/kernel.csv", kKernels);
    folder.write("b/gpu_memset.csv", "start,end,stream\n1,2,7\n");
    const auto traces = loadTraceSet(
        { { std::nullopt, folder.path() + "/a" }, { std::nullopt, folder.path() + "/b" } }, testLoadOptions(), {});
    KT_VERIFY_OK(traces);
    QCOMPARE((*traces)->ranks().size(), std::size_t { 2 });
    QCOMPARE((*traces)->ranks()[1].trace->slices().size(), std::size_t { 3 });
}

void TestCuptiTables::aMillionRows()
{
    std::string text = "name,start,dur,stream,correlation\n";
    for (int i = 0; i < 1'000'000; ++i) {
        const std::string number = std::to_string(i);
        text +=
            "void at::native::kernel_" + std::to_string(i % 200) + "<float>," + number + ".25,0.5,7," + number + "\n";
    }
    QElapsedTimer timer;
    timer.start();
    const auto trace = loadText(text, testLoadOptions(), "kernel.csv");
    KT_VERIFY_OK(trace);
    QCOMPARE((*trace)->slices().size(), std::size_t { 1'000'000 });
    qInfo("a million rows in %lld ms", timer.elapsed());
    QVERIFY((*trace)->eventJson(999'999).value().find("\"correlation\":999999") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestCuptiTables)
#include "tst_cupti_tables.moc"
