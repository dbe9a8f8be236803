// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/load_ranks.h"
#include "core/io/summary/summary_reader.h"
#include "core/summaries/summarize.h"
#include "core/summaries/summary_file.h"
#include "core/summaries/trace_list.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QFile>
#include <QProcess>

#include <filesystem>
#include <map>
#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;
namespace fs = std::filesystem;

/// `summarize`: what is listed, what is skipped, what is left behind (ranks.md, section 5.2).
class TestSummarize : public QObject {
    Q_OBJECT

private slots:
    void shardsTogetherAreOneRun();
    void nothingIsDoneTwice();
    void changedTracesAndParametersAreDoneAgain();
    void anotherTraceAtItsPlaceIsTold();
    void badTracesAreToldAndTriedAgain();
    void twoOfOneNameAreRefused();
    void leftoversOfTheDeadAreRemoved();
    void hostsAreReadFromNames_data();
    void hostsAreReadFromNames();
    void killedAtAnyMomentItIsFinishedByTheNext();
    void memoryLimitIsAFailure();
    void failuresAreToldWhereSummariesAreOpened();
};

namespace {

std::string rankText(int rank)
{
    TraceText text;
    text.rank(rank, 8);
    for (int i = 0; i < 5; ++i)
        text.kernel("ncclDevKernel_AllReduce", 100_us * static_cast<unsigned>(i + 1) + rank * 1'000,
            50_us - rank * 1'000, 20, 0,
            ArgsText()
                .add("Collective name", "allreduce")
                .add("Process Group Name", "0")
                .add("Seq", std::int64_t { i })
                .text());
    return text.text();
}

/// Eight ranks, two of them in a folder below.
void writeJob(const TempDir& folder)
{
    for (int rank = 0; rank < 8; ++rank)
        folder.write((rank < 6 ? "traces/rank" : "traces/more/rank") + std::to_string(rank) + ".json", rankText(rank));
}

SummarizeJob jobOf(const TempDir& folder, const KernelClassifier& classifier)
{
    SummarizeJob job;
    job.traces = { { std::nullopt, folder.file("traces") } };
    job.outputFolder = folder.file("out");
    job.classifier = &classifier;
    return job;
}

/// Path below `folder` and content of each file, of summaries without when and where.
std::map<std::string, std::string> filesIn(const std::string& folder)
{
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file())
            files[entry.path().lexically_relative(folder).string()] = readFile(entry.path().string());
    }
    return files;
}

} // namespace

void TestSummarize::shardsTogetherAreOneRun()
{
    const TempDir folder;
    writeJob(folder);
    const KernelClassifier classifier;
    SummarizeJob job = jobOf(folder, classifier);
    const auto all = summarize(job, {});
    KT_VERIFY_OK(all);
    QCOMPARE(all->summarized, std::size_t { 8 });
    const auto whole = filesIn(job.outputFolder);
    QCOMPARE(whole.size(), std::size_t { 8 });
    QVERIFY(whole.contains("more/rank7.ksum"));
    job.outputFolder = folder.file("parts");
    for (std::size_t index = 0; index < 3; ++index) {
        job.shard = { index, 3 };
        const auto part = summarize(job, {});
        KT_VERIFY_OK(part);
        QCOMPARE(part->summarized, std::size_t { index < 2 ? 3U : 2U });
        QCOMPARE(part->text(job.shard),
            "shard " + std::to_string(index) + " of 3: " + std::to_string(part->summarized)
                + " summarized, 0 up to date, 0 failed");
    }
    QVERIFY(filesIn(job.outputFolder) == whole);
}

void TestSummarize::nothingIsDoneTwice()
{
    const TempDir folder;
    writeJob(folder);
    const KernelClassifier classifier;
    SummarizeJob job = jobOf(folder, classifier);
    KT_VERIFY_OK(summarize(job, {}));
    auto again = summarize(job, {});
    KT_VERIFY_OK(again);
    QCOMPARE(again->upToDate, std::size_t { 8 });
    QCOMPARE(again->summarized, std::size_t { 0 });
    // Copied to another file system: other times, the same content.
    fs::last_write_time(folder.file("traces/rank0.json"), fs::file_time_type::clock::now() - std::chrono::hours(5));
    again = summarize(job, {});
    KT_VERIFY_OK(again);
    QCOMPARE(again->upToDate, std::size_t { 8 });
    job.isForced = true;
    again = summarize(job, {});
    KT_VERIFY_OK(again);
    QCOMPARE(again->summarized, std::size_t { 8 });
}

void TestSummarize::changedTracesAndParametersAreDoneAgain()
{
    const TempDir folder;
    writeJob(folder);
    const KernelClassifier classifier;
    SummarizeJob job = jobOf(folder, classifier);
    KT_VERIFY_OK(summarize(job, {}));
    folder.write("traces/rank3.json", rankText(3) + " ");
    folder.write("out/rank4.ksum", readFile(folder.file("out/rank4.ksum")).substr(0, 5'000));
    auto again = summarize(job, {});
    KT_VERIFY_OK(again);
    QCOMPARE(again->summarized, std::size_t { 2 });
    job.options.kernelShare = 0.01;
    again = summarize(job, {});
    KT_VERIFY_OK(again);
    QCOMPARE(again->summarized, std::size_t { 8 });
    const auto rules = KernelClassifier::withRules("COMMUNICATION ^my_exchange\n");
    KT_VERIFY_OK(rules);
    job.classifier = &*rules;
    again = summarize(job, {});
    KT_VERIFY_OK(again);
    QCOMPARE(again->summarized, std::size_t { 8 });
}

void TestSummarize::anotherTraceAtItsPlaceIsTold()
{
    const TempDir folder;
    writeJob(folder);
    const KernelClassifier classifier;
    KT_VERIFY_OK(summarize(jobOf(folder, classifier), {}));
    const auto opened = loadTraceSet({ { std::nullopt, folder.file("out") } }, {}, {});
    KT_VERIFY_OK(opened);
    QCOMPARE((*opened)->ranks().size(), std::size_t { 8 });
    const auto told = [](const TraceSet& set) {
        return std::ranges::count(set.remarks(), std::string(kOtherTrace), &Remark::code);
    };
    // Another time alone is no other trace.
    fs::last_write_time(folder.file("traces/rank2.json"), fs::file_time_type::clock::now() - std::chrono::hours(5));
    const auto same = loadRank(*opened, 2, {}, {});
    KT_VERIFY_OK(same);
    QVERIFY((*same)->ranks()[2].isLoaded());
    QCOMPARE(told(**same), 0);
    // Of the same length, as a run that was recorded again may be.
    std::string text = readFile(folder.file("traces/rank2.json"));
    const std::size_t at = text.find("ncclDevKernel_AllReduce");
    QVERIFY(at != std::string::npos);
    text.replace(at, 5, "nccl_");
    folder.write("traces/rank2.json", text);
    auto other = loadRank(*opened, 2, {}, {});
    KT_VERIFY_OK(other);
    QVERIFY((*other)->ranks()[2].isLoaded());
    QCOMPARE(told(**other), 1);
    const auto remark = std::ranges::find((*other)->remarks(), std::string(kOtherTrace), &Remark::code);
    QCOMPARE(remark->ranks, std::vector<std::int64_t> { 2 });
    // Given up, its summary speaks for the rank again.
    const std::shared_ptr<const TraceSet> without = withoutTraces(**other, std::vector<std::size_t> { 2 });
    QCOMPARE(told(*without), 0);
    other = loadRank(without, 2, {}, {});
    KT_VERIFY_OK(other);
    QCOMPARE(told(**other), 1);
}

void TestSummarize::badTracesAreToldAndTriedAgain()
{
    const TempDir folder;
    writeJob(folder);
    folder.write("traces/bad.json", "no trace at all");
    const KernelClassifier classifier;
    const SummarizeJob job = jobOf(folder, classifier);
    auto outcome = summarize(job, {});
    KT_VERIFY_OK(outcome);
    QCOMPARE(outcome->summarized, std::size_t { 8 });
    QCOMPARE(outcome->failures.size(), std::size_t { 1 });
    QCOMPARE(outcome->failures.front().trace, folder.file("traces/bad.json"));
    const std::string why = readFile(folder.file("out/bad.ksum.failed"));
    QVERIFY2(
        why.find("\"exit_code\":3") != std::string::npos && why.find("bad.json") != std::string::npos, why.c_str());
    QVERIFY(!fs::exists(folder.file("out/bad.ksum")));
    outcome = summarize(job, {});
    KT_VERIFY_OK(outcome);
    QCOMPARE(outcome->upToDate, std::size_t { 8 });
    QCOMPARE(outcome->failures.size(), std::size_t { 1 });
    folder.write("traces/bad.json", rankText(0));
    outcome = summarize(job, {});
    KT_VERIFY_OK(outcome);
    QCOMPARE(outcome->summarized, std::size_t { 1 });
    QVERIFY(!fs::exists(folder.file("out/bad.ksum.failed")));
}

void TestSummarize::twoOfOneNameAreRefused()
{
    const TempDir folder;
    folder.write("traces/a.json", rankText(0));
    folder.write("traces/a.json.gz", rankText(1));
    const KernelClassifier classifier;
    KT_VERIFY_ERROR(summarize(jobOf(folder, classifier), {}), ErrorCode::InvalidArgument);
    QVERIFY(!fs::exists(folder.file("out")));
    const TempDir empty;
    fs::create_directory(empty.file("traces"));
    KT_VERIFY_ERROR(summarize(jobOf(empty, classifier), {}), ErrorCode::NotATrace);
    const TempDir missing;
    KT_VERIFY_ERROR(summarize(jobOf(missing, classifier), {}), ErrorCode::Unreadable);
}

void TestSummarize::leftoversOfTheDeadAreRemoved()
{
    const TempDir folder;
    writeJob(folder);
    const std::string own = hostName();
    QProcess ended;
    ended.start(QStringLiteral("true"), {});
    QVERIFY(ended.waitForStarted());
    const std::string dead = std::to_string(ended.processId());
    QVERIFY(ended.waitForFinished());
    const std::string alive = std::to_string(QCoreApplication::applicationPid());
    const std::string ofDead = folder.write("out/.rank0.ksum." + own + "." + dead + ".tmp", "half");
    const std::string ofAlive = folder.write("out/.other.ksum." + own + "." + alive + ".tmp", "half");
    const std::string ofOther = folder.write("out/.rank0.ksum.another.node.1.tmp", "half");
    const std::string ofOtherOld = folder.write("out/.rank0.ksum.failed.another.node.2.tmp", "half");
    const std::string notOurs = folder.write("out/.rank0.json." + own + "." + dead + ".tmp", "half");
    fs::last_write_time(ofOtherOld, fs::file_time_type::clock::now() - std::chrono::hours(25));
    const KernelClassifier classifier;
    KT_VERIFY_OK(summarize(jobOf(folder, classifier), {}));
    QVERIFY(!fs::exists(ofDead));
    QVERIFY(fs::exists(ofAlive));
    QVERIFY(fs::exists(ofOther));
    QVERIFY(!fs::exists(ofOtherOld));
    QVERIFY(fs::exists(notOurs));
}

void TestSummarize::hostsAreReadFromNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("host");
    QTest::newRow("as PyTorch names them") << "node-17_4242.1700000000123.pt.trace.json"
                                           << "node-17";
    QTest::newRow("compressed, dots, underscores") << "gpu_01.cluster.x_1.2.pt.trace.json.gz"
                                                   << "gpu_01.cluster.x";
    QTest::newRow("no process") << "node.1700000000123.pt.trace.json"
                                << "";
    QTest::newRow("another name") << "rank3.json.gz"
                                  << "";
}

void TestSummarize::hostsAreReadFromNames()
{
    QFETCH(QString, name);
    QFETCH(QString, host);
    QCOMPARE(QString::fromStdString(hostInFileName(name.toStdString())), host);
}

void TestSummarize::killedAtAnyMomentItIsFinishedByTheNext()
{
    const TempDir folder;
    writeJob(folder);
    const KernelClassifier classifier;
    const SummarizeJob job = jobOf(folder, classifier);
    KT_VERIFY_OK(summarize(job, {}));
    const auto whole = filesIn(job.outputFolder);
    const QString program = QStringLiteral(KINETOSCOPE_BIN_DIR "/kinetoscope-cli");
    if (!QFile::exists(program))
        QSKIP("kinetoscope-cli was not built.");
    const std::string out = folder.file("killed");
    const QStringList arguments { QStringLiteral("summarize"), QStringLiteral("-o"), QString::fromStdString(out),
        QString::fromStdString(folder.file("traces")) };
    std::set<std::size_t> found;
    for (int delay = 0; delay < 40; ++delay) {
        fs::remove_all(out);
        QProcess process;
        process.start(program, arguments);
        QVERIFY(process.waitForStarted());
        QTest::qSleep(delay * 3);
        process.kill();
        QVERIFY(process.waitForFinished());
        std::size_t done = 0;
        if (fs::exists(out)) {
            for (const auto& [name, content] : filesIn(out)) {
                if (!name.ends_with(".ksum"))
                    continue;
                ++done;
                KT_VERIFY_OK(readSummary(out + "/" + name, {}));
            }
        }
        found.insert(done);
        QProcess again;
        again.start(program, arguments);
        QVERIFY(again.waitForFinished(60'000));
        QCOMPARE(again.exitCode(), 0);
        const QByteArray says = again.readAllStandardError();
        QVERIFY2(says.contains(QByteArray::number(qulonglong(done)) + " up to date, 0 failed"), says.constData());
        QVERIFY(filesIn(out) == whole);
    }
    QVERIFY(!found.empty());
}

void TestSummarize::memoryLimitIsAFailure()
{
    const TempDir folder;
    TraceText text;
    for (int i = 0; i < 20'000; ++i)
        text.kernel("gemm", 10_us * static_cast<unsigned>(i), 5_us, 7);
    const std::string big = text.text();
    folder.write("traces/rank0.json", big);
    const KernelClassifier classifier;
    SummarizeJob job = jobOf(folder, classifier);
    job.load.limits.memoryBytes = 100'000;
    job.load.blockBytes = 4'096;
    const auto outcome = summarize(job, {});
    KT_VERIFY_OK(outcome);
    QCOMPARE(outcome->failures.size(), std::size_t { 1 });
    QCOMPARE(outcome->failures.front().error.code, ErrorCode::MemoryLimit);
    const std::string why = readFile(folder.file("out/rank0.ksum.failed"));
    QVERIFY2(why.find("\"exit_code\":6") != std::string::npos, why.c_str());
}

void TestSummarize::failuresAreToldWhereSummariesAreOpened()
{
    const TempDir folder;
    writeJob(folder);
    folder.write("traces/rank5.json", "no trace at all");
    folder.write("out/slurm-17_3.out", "a log");
    const KernelClassifier classifier;
    KT_VERIFY_OK(summarize(jobOf(folder, classifier), {}));
    const auto opened = loadTraceSet({ { std::nullopt, folder.file("out") } }, {}, {});
    KT_VERIFY_OK(opened);
    QCOMPARE((*opened)->ranks().size(), std::size_t { 7 });
    std::string said;
    for (const Remark& remark : (*opened)->remarks())
        said += remark.code + ": " + english(remark) + "\n";
    QVERIFY2(said.find("ranks-without-summary: Of the 8 ranks of the job these have no summary here: 5.")
            != std::string::npos,
        said.c_str());
    QVERIFY2(said.find("not-summarized: Rank 5: ") != std::string::npos, said.c_str());
    QVERIFY2(said.find("a log") == std::string::npos && said.find("slurm-17") == std::string::npos, said.c_str());
}

QTEST_GUILESS_MAIN(TestSummarize)
#include "tst_summarize.moc"
