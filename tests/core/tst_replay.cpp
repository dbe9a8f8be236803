// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/owners/thread_lines.h"
#include "core/analysis/causes/replay/applied_changes.h"
#include "core/analysis/causes/replay/changes.h"
#include "core/analysis/causes/replay/factor.h"
#include "core/analysis/causes/replay/replay_path.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_examples.h"
#include "tests/support/trace_text.h"

#include <map>
#include <random>
#include <string>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The replay behind what-if (causes.md 4.1): that nothing changed is the recording, and that faster is never later.
class TestReplay : public QObject {
    Q_OBJECT

private slots:
    void withoutAMainThreadTheWallIsTheWorks();
    void timesCenturiesApartAreNotReplayed();
    void borrowedMomentsFollowWhatIsBorrowed();
    void nothingChangedIsTheRecording();
    void secondsAreAsExactAsMicroseconds();
    void fasterIsNeverLater();
    void nothingIsSavedThatIsNotOnThePath();
    void aLineIsNotWalkedOnAfterAStop();
    void elementwiseKernelsAreNotSoughtAfterAStop();
    void kernelsOfMoreNamesThanFactorsHaveNumbers();
};

namespace {

/// An op of a thread, and in the middle of it work that another thread launched. That thread does nothing else then:
/// by the clocks of the file the work starts before its launch, or the launch takes no time.
std::string launchesOfAnotherThread(Nanoseconds length, Timestamp workStart)
{
    return wholeMicroseconds()
        .op("aten::main", 0_us, 600_us)
        .op("aten::other", 600_us, 400_us)
        .thread(100, 5)
        .launch(0_us, 5_us, 1)
        .launch(800_us, length, 2)
        .launch(900_us, length, 3)
        .kernel("k1", 10_us, 5_us, 7, 1)
        .kernel("k2", workStart, 500_us, 7, 2)
        .kernel("k3", 1'400_us, 5_us, 7, 3)
        .text();
}

/// A random change of factors of at most 1.
Change slimmerChange(const Recording& recording, unsigned seed)
{
    std::mt19937 random(seed);
    Change change;
    for (Factor& each : change.host) {
        if (random() % 3 == 0)
            each = random() % 2 == 0 ? Factor::none() : Factor::half();
    }
    change.factors.push_back(Factor::none());
    change.factors.push_back(Factor::half());
    for (WorkNumber work = 0; work < recording.works().size(); ++work)
        change.factorOfWork.push_back(static_cast<std::uint16_t>(random() % 3));
    for (std::size_t i = 0; i < recording.blocking.size(); ++i)
        change.isRemoved.push_back(random() % 3 == 0);
    return change;
}

} // namespace

/// A thread that does nothing goes on as the stretch of the main thread does that it is in (causes.md 4.1, H_i): from
/// its begin at 600 us the 200 or 199 us to the launch are halved or gone, as the 600 before them are.
void TestReplay::borrowedMomentsFollowWhatIsBorrowed()
{
    const auto wall = [](const std::string& text, const char* change) {
        return rowsOf(runOn(inputOf({ text }), "what-if", { { "change", change } }), "changes", { "wall", "new_wall" });
    };
    KT_COMPARE_TEXT(wall(launchesOfAnotherThread(0_us, 800_us), "host:op=0.5"), "1405 1005\n");
    KT_COMPARE_TEXT(wall(launchesOfAnotherThread(0_us, 800_us), "host:op=0"), "1405 620\n");
    KT_COMPARE_TEXT(wall(launchesOfAnotherThread(5_us, 799_us), "host:op=0.5"), "1405 1005.5\n");
}

/// The main thread has slices without length only: no other thread takes its place, as none does on the critical path.
void TestReplay::withoutAMainThreadTheWallIsTheWorks()
{
    const AnalysisInput input = inputOf({ wholeMicroseconds()
                                              .thread(1, 5)
                                              .op("aten::a", 0_us, 30_us)
                                              .launch(50_us, 0_us, 1)
                                              .thread(1, 6)
                                              .launch(60_us, 0_us, 2)
                                              .launch(60_us, 0_us, 3)
                                              .kernel("k", 50_us, 2_us, 7, 1)
                                              .kernel("k", 60_us, 3_us, 7, 2)
                                              .kernel("k", 63_us, 2_us, 7, 3)
                                              .text() });
    const auto path = runOn(input, "critical-path");
    const auto replayed = runOn(input, "what-if", { { "change", "host:all=0.5" } });
    KT_COMPARE_TEXT(rowsOf(replayed, "changes", { "wall", "new_wall" }), "15 15\n");
    QCOMPARE(path->findTable("summary")->cell(0, path->findTable("summary")->columnIndex("wall")),
        replayed->findTable("changes")->cell(0, replayed->findTable("changes")->columnIndex("wall")));
}

void TestReplay::timesCenturiesApartAreNotReplayed()
{
    const std::string text = wholeMicroseconds()
                                 .op("aten::a", -9'007'199'254'740'992'000, 5_us)
                                 .op("aten::b", 9'007'199'254'740'000'000, 7_us)
                                 .text();
    const auto result = runOn(inputOf({ text }), "what-if");
    KT_COMPARE_TEXT(rowsOf(result, "changes", { "wall", "new_wall" }), "");
    const std::string said = remarkOf(result, "no-replay");
    QVERIFY2(said.find("apart, which cannot be right: it is not replayed.") != std::string::npos, said.c_str());
}

/// Every operation ends and every piece of work starts and ends when it did, whatever the trace.
void TestReplay::nothingChangedIsTheRecording()
{
    for (unsigned seed = 1; seed <= 200; ++seed) {
        const auto trace = randomTrace(seed, { .isOrderly = seed % 3 == 0 });
        const CauseThresholds thresholds { seed % 2 == 0 ? 30 : 30'000, 1'000'000, seed % 5 == 0 ? 2 : 1000 };
        const Recording recording(*trace, thresholds, {});
        const Change nothing;
        const Replay replay(recording, nothing, {});
        for (OperationNumber i = 0; i < recording.ends.size(); ++i)
            QVERIFY2(replay.endOfOperation(i) == recording.ends[i], qPrintable(QStringLiteral("seed %1").arg(seed)));
        for (WorkNumber work = 0; work < recording.works().size(); ++work) {
            QVERIFY2(replay.startOf(work) == recording.works().startOf(work),
                qPrintable(QStringLiteral("seed %1").arg(seed)));
            QCOMPARE(replay.endOf(work), recording.works().endOf(work));
        }
    }
}

/// Waits of more than half a second and work of more than 4.3 s are kept in another way.
void TestReplay::secondsAreAsExactAsMicroseconds()
{
    constexpr Nanoseconds kSecond = 1'000'000'000;
    const auto trace = loadText(TraceText()
                                    .launch(0, 5_us, 1)
                                    .launch(1'000'000, 5_us, 2)
                                    .launch(9 * kSecond, 5_us, 3)
                                    .kernel("a", 2 * kSecond, 5 * kSecond, 7, 1)
                                    .kernel("b", 8 * kSecond, 1_us, 7, 2)
                                    .kernel("c", 12 * kSecond, 1_us, 7, 3)
                                    .text())
                           .value();
    const Recording recording(*trace, { .gap = 10 * kSecond }, {});
    const auto lagsOf = [&recording](WorkNumber work) {
        std::map<DependencyKind, Nanoseconds> lags;
        const WaitsOfWork waits = recording.waits.of(work);
        for (std::size_t i = 0; i < waits.size(); ++i)
            lags[waits[i].kind()] = recording.lagOf(work, waits[i]);
        return lags;
    };
    using Lags = std::map<DependencyKind, Nanoseconds>;
    // From when the call has returned.
    QVERIFY(lagsOf(0) == (Lags { { DependencyKind::Launch, 2 * kSecond - 5_us } }));
    // What did not hold up work takes as long as usual: the lower of 2 s and 3 s behind launches, 1 s behind work.
    QVERIFY(
        lagsOf(1) == (Lags { { DependencyKind::Stream, kSecond }, { DependencyKind::Launch, 2 * kSecond - 5_us } }));
    QVERIFY(
        lagsOf(2) == (Lags { { DependencyKind::Stream, kSecond }, { DependencyKind::Launch, 3 * kSecond - 5_us } }));
    const Change nothing;
    const Replay same(recording, nothing, {});
    for (WorkNumber work = 0; work < 3; ++work) {
        QCOMPARE(same.startOf(work), recording.works().startOf(work));
        QCOMPARE(same.endOf(work), recording.works().endOf(work));
    }
    QCOMPARE(same.endOf(0), 7 * kSecond);
    Change gone;
    gone.factors.push_back(Factor::none());
    gone.factorOfWork = { 1, 0, 0 };
    const Replay replay(recording, gone, {});
    QCOMPARE(replay.endOf(0), 2 * kSecond);
    QCOMPARE(replay.startOf(1), 3 * kSecond);
    QCOMPARE(replay.startOf(2), 12 * kSecond);
}

void TestReplay::fasterIsNeverLater()
{
    for (unsigned seed = 1; seed <= 200; ++seed) {
        const auto trace = randomTrace(seed, { .isOrderly = seed % 3 == 0 });
        const Recording recording(*trace, { seed % 2 == 0 ? 30 : 30'000, 1'000'000, seed % 5 == 0 ? 2 : 1000 }, {});
        const Change change = slimmerChange(recording, seed);
        const Replay replay(recording, change, {});
        for (OperationNumber i = 0; i < recording.ends.size(); ++i)
            QVERIFY2(replay.endOfOperation(i) <= recording.ends[i], qPrintable(QStringLiteral("seed %1").arg(seed)));
        for (WorkNumber work = 0; work < recording.works().size(); ++work) {
            QVERIFY2(replay.startOf(work) <= recording.works().startOf(work),
                qPrintable(QStringLiteral("seed %1").arg(seed)));
            QVERIFY(replay.endOf(work) <= recording.works().endOf(work));
        }
    }
}

/// The sure bound (causes.md 4.3): what is saved is at most what the changed owners have of the path. Not for calls
/// that block, whose waiting goes with them, nor for host time where threads really ran side by side.
void TestReplay::nothingIsSavedThatIsNotOnThePath()
{
    int compared = 0;
    for (unsigned seed = 1; seed <= 120; ++seed) {
        AnalysisInput input;
        input.traces = randomJob(seed, 1, { .isOrderly = true });
        for (const char* change : { "work:compute=0", "work:compute=0.5", "work:communication=0", "work:copy=0.25",
                 "work:other_work=0", "kernel:/./=0.5" }) {
            const auto result = runOn(input, "what-if",
                { { "change", change }, { "consecutive-kernel-delay", seed % 2 == 0 ? "30ns" : "30us" } });
            KT_VERIFY_OK(result);
            const Table& changes = *result->findTable("changes");
            if (changes.rowCount() == 0)
                continue;
            const std::size_t saved = changes.columnIndex("saved");
            Nanoseconds onPath = 0;
            for (const IntervalRef& link : changes.evidence(0, saved).intervals)
                onPath += link.range.length();
            const double factor = std::get<double>(changes.cell(0, changes.columnIndex("factor")));
            const auto links = static_cast<double>(changes.evidence(0, saved).intervals.size());
            const auto most = static_cast<double>(onPath) * (1 - factor) + links / 2 + 1; // each is rounded by itself
            const auto found = static_cast<double>(std::get<std::int64_t>(changes.cell(0, saved)));
            QVERIFY2(found <= most,
                qPrintable(QStringLiteral("seed %1, %2: %3 saved, %4 possible")
                               .arg(seed)
                               .arg(QLatin1String(change))
                               .arg(found)
                               .arg(most)));
            compared += found > 0 ? 1 : 0;
        }
    }
    QVERIFY(compared > 50);
}

/// A main thread of millions of ops was walked to its end after a stop: 0.1 s at 3 million events.
void TestReplay::aLineIsNotWalkedOnAfterAStop()
{
    class Stop final : public StopObserver {
    public:
        bool stopsHere() override { return isAsked; }
        [[nodiscard]] std::size_t itemsPerLook() const override { return 1; }
        bool isAsked = false;
    };
    const AnalysisInput input = inputOf({ threeLaunchesExample() });
    Stop stop;
    Progress progress;
    progress.observer = &stop;
    ThreadLines lines(*input.traces->ranks()[0].trace, progress);
    const auto segments = [&lines] {
        int count = 0;
        lines.eachSegment({ LineId::Kind::Main, lines.mainThread() }, { kMinTimestamp, kMaxTimestamp },
            [&count](const LineSegment&) { ++count; });
        return count;
    };
    QVERIFY(segments() > 6);
    stop.isAsked = true;
    QCOMPARE(segments(), 0);
}

void TestReplay::elementwiseKernelsAreNotSoughtAfterAStop()
{
    const std::string name = "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>";
    TraceText text = wholeMicroseconds();
    for (int i = 1; i <= 20; ++i)
        text.launch(i * 1_us, 1_us, i).kernel(name, i * 4_us, 4_us, 7, i);
    const auto trace = loadText(text.text()).value();
    const Recording recording(*trace, {}, {});
    const auto changes = parseChanges("work:elementwise_runs=0.5");
    KT_VERIFY_OK(changes);
    const NameTypes types = KernelClassifier().typesOf(*trace);
    QVERIFY(touchesAnything(recording, types, changes->front()));
    class StopAtOnce : public StopObserver {
    public:
        [[nodiscard]] bool stopsHere() override { return true; }
        [[nodiscard]] std::size_t itemsPerLook() const override { return 1; }
    } stop;
    Progress stopped;
    stopped.observer = &stop;
    QVERIFY(!touchesAnything(recording, types, changes->front(), stopped));
}

void TestReplay::kernelsOfMoreNamesThanFactorsHaveNumbers()
{
    constexpr std::uint32_t kNames = 66'000;
    TraceText text = wholeMicroseconds();
    std::vector<NamedChange> changes;
    for (std::uint32_t i = 0; i < kNames; ++i) {
        const std::string name = "kernel_" + std::to_string(i);
        text.kernel(name, i * 4_us, 2_us, 7);
        changes.push_back(twiceAsFast(ChangeKind::Kernel, name));
    }
    changes.push_back(gone(ChangeKind::Kernel, "kernel_7"));
    const auto trace = loadText(text.text()).value();
    const Recording recording(*trace, {}, {});
    const Change change = changeOf(recording, KernelClassifier().typesOf(*trace), changes);
    QCOMPARE(recording.works().size(), kNames);
    QCOMPARE(change.factors.size(), std::size_t { 3 });
    for (WorkNumber work = 0; work < kNames; ++work)
        QCOMPARE(change.ofWork(work), work == 7 ? Factor::none() : Factor::half());
}

QTEST_GUILESS_MAIN(TestReplay)
#include "tst_replay.moc"
