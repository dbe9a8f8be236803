// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/rank_path.h"
#include "core/analysis/causes/replay/applied_changes.h"
#include "core/analysis/causes/replay/step_walls.h"
#include "tests/golden/golden_sets.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/long_tests.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_macros.h"

#include <map>
#include <tuple>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What causes.md promises of what-if (section 4.1), on every public trace that lies beside the project: a replay
/// without a change is the recording, and with things faster nothing gets later.
class TestReplayProperties : public QObject {
    Q_OBJECT

private slots:
    void withoutAChangeItIsTheRecording_data();
    void withoutAChangeItIsTheRecording();
    void nothingIsSavedWithoutAChange_data();
    void nothingIsSavedWithoutAChange();
    void nothingComesLaterWhereThingsAreFaster_data();
    void nothingComesLaterWhereThingsAreFaster();
    void savingsAndPathsAddUp_data();
    void savingsAndPathsAddUp();
    void randomTracesAreNoDifferent();

private:
    LoadedSet m_traces;
};

namespace {

void addSets()
{
    KT_REQUIRE_SHARED("traces");
    QTest::addColumn<QString>("set");
    for (const QString& set : publicSets())
        QTest::addRow("%s", qPrintable(set)) << set;
}

std::vector<Step> stepsOfTrace(const Trace& trace)
{
    return { trace.steps().begin(), trace.steps().end() };
}

/// What a replay has at another time than the recording; "" if it has nothing.
/// @param isWrong  whether a time of the replay is wrong: both, the replayed one first.
template <typename IsWrong>
std::string firstWrong(
    const Recording& recording, const Change& change, const std::vector<Step>& steps, const IsWrong& isWrong)
{
    const Progress progress;
    const Replay replay(recording, change, progress);
    const auto text = [](const char* what, std::size_t i, Timestamp replayed, Timestamp recorded) {
        return std::string(what) + " " + std::to_string(i) + ": " + std::to_string(replayed) + ", recorded "
            + std::to_string(recorded);
    };
    const SliceTable& slices = recording.trace().slices();
    for (WorkNumber work = 0; work < recording.works().size(); ++work) {
        const SliceId slice = recording.works().slice(work);
        if (isWrong(replay.startOf(work), slices.start[slice.index()]))
            return text("start of work", slice.index(), replay.startOf(work), slices.start[slice.index()]);
        if (isWrong(replay.endOf(work), slices.end(slice)))
            return text("end of work", slice.index(), replay.endOf(work), slices.end(slice));
    }
    for (OperationNumber operation = 0; operation < recording.ends.size(); ++operation) {
        if (isWrong(replay.endOfOperation(operation), recording.ends[operation]))
            return text("end of operation", operation, replay.endOfOperation(operation), recording.ends[operation]);
    }
    if (isWrong(replay.end(), recording.range().end))
        return text("end", 0, replay.end(), recording.range().end);
    const Change nothing;
    const StepWalls walls(recording, steps);
    const std::vector<StepWindow> recorded = walls.in(Replay(recording, nothing, progress));
    const std::vector<StepWindow> replayed = walls.in(replay);
    for (std::size_t step = 0; step < steps.size(); ++step) {
        if (isWrong(replayed[step].range.end, recorded[step].range.end))
            return text("completion of step", step, replayed[step].range.end, recorded[step].range.end);
    }
    return {};
}

/// A standard change, and where it takes all of something, half of it.
std::vector<NamedChange> fasterThings(const Recording& recording)
{
    std::vector<NamedChange> all = standardChanges(recording, 5);
    for (std::size_t i = 0, count = all.size(); i < count; ++i) {
        if (all[i].kind == ChangeKind::Host || all[i].kind == ChangeKind::Work || all[i].kind == ChangeKind::Kernel)
            all.push_back(twiceAsFast(all[i].kind, all[i].target));
    }
    return all;
}

// What is wrong of a rank; "" for nothing.

std::string changedByNothing(const Trace& trace, const CauseThresholds& thresholds)
{
    const Progress progress;
    const std::vector<Step> steps = stepsOfTrace(trace);
    for (const Grain grain : { Grain::Runs, Grain::Pieces }) {
        const Recording recording(trace, thresholds, progress, steps, grain);
        if (recording.range().isEmpty())
            return {}; // no recorded time: it is not replayed
        Change ones;
        ones.factorOfWork.assign(recording.works().size(), 0);
        ones.isRemoved.assign(recording.blocking.size(), false);
        ones.isGone.assign(recording.ends.size(), false);
        for (const Change& change : { Change {}, ones }) {
            std::string wrong = firstWrong(recording, change, steps, std::not_equal_to<Timestamp> {});
            if (!wrong.empty())
                return wrong;
        }
    }
    return {};
}

std::string laterWhereFaster(const Trace& trace, const CauseThresholds& thresholds)
{
    const Progress progress;
    const std::vector<Step> steps = stepsOfTrace(trace);
    const NameTypes types = KernelClassifier().typesOf(trace);
    const Recording runs(trace, thresholds, progress, steps, Grain::Runs);
    const Recording pieces(trace, thresholds, progress, steps, Grain::Pieces);
    if (runs.range().isEmpty())
        return {}; // no recorded time: it is not replayed
    for (const NamedChange& named : fasterThings(runs)) {
        const std::vector<NamedChange> all { named };
        const Recording& recording = grainFor(all) == Grain::Runs ? runs : pieces;
        const std::string wrong =
            firstWrong(recording, changeOf(recording, types, all), steps, std::greater<Timestamp> {});
        if (!wrong.empty())
            return written(named) + ": " + wrong;
    }
    return {};
}

std::string textAt(const Table& table, std::size_t row, const char* column)
{
    const Cell cell = table.cell(row, table.columnIndex(column));
    const auto* text = std::get_if<std::string>(&cell);
    return text ? *text : std::string();
}

/// Recorded and new wall time of rank, step (0: none), what changes and its target.
using Walls =
    std::map<std::tuple<std::int64_t, std::int64_t, std::string, std::string>, std::pair<Nanoseconds, Nanoseconds>>;

Walls::key_type keyAt(const Table& table, std::size_t row, bool hasStep)
{
    return { integerAt(table, row, "rank"), hasStep ? integerAt(table, row, "step") : 0, textAt(table, row, "change"),
        textAt(table, row, "target") };
}

Walls wallsOf(const AnalysisResult& result, const char* name)
{
    Walls walls;
    const Table& table = *result.findTable(name);
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        walls[keyAt(table, row, table.name() == "steps")] = { integerAt(table, row, "wall"),
            integerAt(table, row, "new_wall") };
    return walls;
}

/// What the links of the critical paths add up to.
Walls criticalOf(const AnalysisResult& result, bool hasStep)
{
    Walls sums;
    const Table& table = *result.findTable("critical");
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        auto& [recorded, replayed] = sums[keyAt(table, row, hasStep)];
        recorded += integerAt(table, row, "recorded");
        replayed += integerAt(table, row, "replayed");
    }
    return sums;
}

} // namespace

void TestReplayProperties::withoutAChangeItIsTheRecording_data()
{
    addSets();
}

/// Every operation ends, and every piece of work starts and ends, when it did: also where factors of 1 are worked with.
void TestReplayProperties::withoutAChangeItIsTheRecording()
{
    KT_FETCH_PUBLIC_SET(traces);
    for (const RankTrace& rank : traces->ranks()) {
        const std::string wrong = changedByNothing(*rank.trace, {});
        QVERIFY2(wrong.empty(), qPrintable(QStringLiteral("rank %1: %2").arg(rank.rank).arg(toQString(wrong))));
    }
}

void TestReplayProperties::nothingIsSavedWithoutAChange_data()
{
    addSets();
}

/// And so it is said: wall times are as recorded, that of the trace what its critical path is long.
void TestReplayProperties::nothingIsSavedWithoutAChange()
{
    KT_FETCH_PUBLIC_SET(traces);
    const auto paths = runOn({ traces, {} }, "critical-path");
    KT_VERIFY_OK(paths);
    std::map<std::int64_t, Nanoseconds> walls;
    const Table& summary = *paths->findTable("summary");
    for (std::size_t row = 0; row < summary.rowCount(); ++row)
        walls[integerAt(summary, row, "rank")] = integerAt(summary, row, "wall");
    for (const char* change : { "host:all=1", "work:compute=1", "host:all=1,work:copy=1" }) {
        const auto result = runOn({ traces, {} }, "what-if", { { "change", change } });
        KT_VERIFY_OK(result);
        for (const char* name : { "changes", "steps" }) {
            const Table& table = *result->findTable(name);
            for (std::size_t row = 0; row < table.rowCount(); ++row) {
                QCOMPARE(integerAt(table, row, "saved"), 0);
                QCOMPARE(integerAt(table, row, "new_wall"), integerAt(table, row, "wall"));
                if (table.name() == "changes")
                    QCOMPARE(integerAt(table, row, "wall"), walls[integerAt(table, row, "rank")]);
            }
        }
    }
}

void TestReplayProperties::nothingComesLaterWhereThingsAreFaster_data()
{
    addSets();
}

/// No operation ends later, no work starts or ends later, no step is complete later. A step may take longer only
/// because the one before it is complete earlier, which is where its time begins.
void TestReplayProperties::nothingComesLaterWhereThingsAreFaster()
{
    KT_FETCH_PUBLIC_SET(traces);
    for (const RankTrace& rank : traces->ranks()) {
        const std::string wrong = laterWhereFaster(*rank.trace, {});
        QVERIFY2(wrong.empty(), qPrintable(QStringLiteral("rank %1, %2").arg(rank.rank).arg(toQString(wrong))));
    }
}

void TestReplayProperties::savingsAndPathsAddUp_data()
{
    addSets();
}

/// Of each standard change: saved is the wall less the new one and never less than nothing; what is critical adds up to
/// both; and the steps that are chosen are the rows that all steps have.
void TestReplayProperties::savingsAndPathsAddUp()
{
    KT_FETCH_PUBLIC_SET(traces);
    AnalysisInput input { traces, {} };
    const auto whole = runOn(input, "what-if");
    KT_VERIFY_OK(whole);
    const Walls ofWhole = wallsOf(*whole, "changes");
    QVERIFY(criticalOf(*whole, false) == ofWhole);
    for (const auto& [key, walls] : ofWhole)
        QVERIFY2(walls.second <= walls.first, (std::get<2>(key) + " " + std::get<3>(key)).c_str());
    const Walls ofSteps = wallsOf(*whole, "steps");
    std::vector<std::int64_t> numbers = traces->stepNumbers();
    numbers.resize(std::min<std::size_t>(numbers.size(), 2));
    for (const std::int64_t number : numbers) {
        input.scope.steps = { number };
        const auto step = runOn(input, "what-if");
        KT_VERIFY_OK(step);
        Walls expected = ofSteps;
        std::erase_if(expected, [number](const auto& each) { return std::get<1>(each.first) != number; });
        QVERIFY2(wallsOf(*step, "steps") == expected, std::to_string(number).c_str());
        // A step that is complete with the one before has no path.
        std::erase_if(expected, [](const auto& each) { return each.second.first == 0 && each.second.second == 0; });
        QVERIFY2(criticalOf(*step, true) == expected, ("critical of step " + std::to_string(number)).c_str());
    }
}

void TestReplayProperties::randomTracesAreNoDifferent()
{
    for (std::uint32_t seed = 1; seed <= 400; seed += sanitizedStride()) {
        const auto trace = randomTrace(seed,
            { .steps = static_cast<int>(seed % 4),
                .launches = seed % 5 == 0 ? 40 : 20,
                .isOrderly = seed % 7 < 3,
                .hasWaits = true });
        // Everything starts within 2000 ns.
        const CauseThresholds thresholds { seed % 2 == 0 ? 30 : 30'000, 20, seed % 3 == 0 ? 2 : 1000 };
        for (const auto faultOf : { changedByNothing, laterWhereFaster }) {
            const std::string wrong = faultOf(*trace, thresholds);
            QVERIFY2(wrong.empty(), ("seed " + std::to_string(seed) + ", " + wrong).c_str());
        }
    }
}

QTEST_GUILESS_MAIN(TestReplayProperties)
#include "tst_replay_properties.moc"
