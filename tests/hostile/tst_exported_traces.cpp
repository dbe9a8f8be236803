// SPDX-License-Identifier: GPL-3.0-or-later
// Every file of the folder of public traces goes out and comes in again: strict JSON for others, nothing lost for us.
#include "core/export/exports.h"
#include "tests/hostile/shared_files.h"
#include "tests/support/dump_trace.h"
#include "tests/support/exported_trace.h"
#include "tests/support/load_text.h"
#include "tests/support/long_tests.h"
#include "tests/support/part_idle.h"
#include "tests/support/strict_json.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QDir>

#include <algorithm>
#include <optional>
#include <tuple>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

/// Name, start and, if it has an end, duration of a slice. Valid as long as its trace.
using NameAndTime = std::tuple<std::string_view, Timestamp, std::optional<Nanoseconds>>;

} // namespace

class TestExportedTraces : public QObject {
    Q_OBJECT

private slots:
    void everyFile_data();
    void everyFile();

private:
    /// The text of a file, what a strict reader makes of it and what we do: read once for all that is compared with it.
    struct Input {
        std::string text;
        std::vector<std::string_view> events;
        std::string error;
        std::vector<NameAndTime> slices; ///< sorted
    };
    void copyIsTheInput(const Trace& trace, const Input& input);
    void middleIsATrace(const std::shared_ptr<const TraceSet>& traces, const Input& input);
    void exportAddsExactly(const std::shared_ptr<const TraceSet>& traces, const std::string& kind,
        const Parameters& parameters, const Input& input);

    TempDir m_dir;
};

namespace {

class CopyAll final : public EventPlan {
public:
    [[nodiscard]] Fate fateOf(EventIndex) const override { return Fate::Copy; }
};

std::string textOf(const std::string& path)
{
    std::string data = readFile(path);
    return data.starts_with("\x1f\x8b") ? gunzip(data) : data;
}

/// The dump without what only a damaged file has: what was read with repairs is read without them.
std::string dumpOfSlices(const Trace& trace)
{
    std::string text;
    for (std::size_t i = 0; i < trace.slices().size(); ++i) {
        const SliceId id = SliceTable::at(i);
        text += std::string(trace.name(id)) + ' ' + std::to_string(trace.slices().start[i]) + ' '
            + std::to_string(trace.slices().duration(id)) + ' ' + std::to_string(trace.slices().correlation(id)) + '\n';
    }
    return text;
}

/// Of one without an end, which is drawn as far as others reach, that it has none.
NameAndTime nameAndTime(const Trace& trace, SliceId id)
{
    const bool isFinished = !trace.slices().has(id, kSliceUnfinished);
    return { trace.name(id), trace.slices().start[id.index()],
        isFinished ? std::optional(trace.slices().duration(id)) : std::nullopt };
}

/// Of all slices, sorted.
std::vector<NameAndTime> namesAndTimes(const Trace& trace)
{
    std::vector<NameAndTime> all;
    for (std::size_t i = 0; i < trace.slices().size(); ++i)
        all.push_back(nameAndTime(trace, SliceTable::at(i)));
    std::sort(all.begin(), all.end());
    return all;
}

bool includes(const std::vector<NameAndTime>& all, const std::vector<NameAndTime>& some)
{
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

} // namespace

void TestExportedTraces::everyFile_data()
{
    QTest::addColumn<QString>("path");
    KT_REQUIRE_SHARED(QStringLiteral("traces/SOURCES.md"));
    const QDir root(sharedPath(QStringLiteral("traces")));
    for (const QString& name : traceFilesBelow(root)) {
        if (!isTooLongHere(root.filePath(name)))
            QTest::newRow(qPrintable(name)) << root.filePath(name);
    }
}

/// A copy with no change at all: the text itself where it was strict, what was read of it where it was not.
void TestExportedTraces::copyIsTheInput(const Trace& trace, const Input& input)
{
    const std::string target = m_dir.file("copy.json.gz");
    const CopyAll plan;
    auto writer = TraceWriter::create(target, {}, 3, Progress {});
    KT_VERIFY_OK(writer);
    KT_VERIFY_OK((*writer)->copyTrace(trace, plan, {}));
    KT_VERIFY_OK((*writer)->finish());
    const ExportedTrace out = readExported(target);
    QVERIFY2(out.error.empty(), out.error.c_str());
    const bool isStrictTrace = input.error.empty() && trace.report().events > 0;
    if (isStrictTrace && trace.report().isClean()) {
        KT_COMPARE_TEXT(*out.text, input.text);
        return;
    }
    const auto again = loadTrace(target, testLoadOptions(), Progress {});
    KT_VERIFY_OK(again);
    QCOMPARE((*again)->report().dropped, std::uint64_t { 0 });
    if (!isStrictTrace) // what is strict stays, and is read as before
        QCOMPARE((*again)->report().repaired, std::uint64_t { 0 });
    KT_COMPARE_TEXT(dumpOfSlices(**again), dumpOfSlices(trace));
    QCOMPARE((*again)->flows().all().size(), trace.flows().all().size());
    QCOMPARE((*again)->counters().size(), trace.counters().size());
}

/// Events of the output are those of the input and what was added; texts that nothing touched are the same bytes.
void TestExportedTraces::exportAddsExactly(const std::shared_ptr<const TraceSet>& traces, const std::string& kind,
    const Parameters& parameters, const Input& input)
{
    ExportInput request;
    request.traces = traces;
    request.parameters = parameters;
    request.context.threads = 3;
    const std::string target = m_dir.file("export.json");
    const Result<ExportResult> result = runExport(*findExport(kind), request, target);
    if (!result) {
        QCOMPARE(result.error().code, ErrorCode::InvalidArgument); // nothing to add
        return;
    }
    const WrittenTrace& written = result->files.front();
    const ExportedTrace out = readExported(target);
    QVERIFY2(out.error.empty(), out.error.c_str());
    QCOMPARE(out.events.size(), written.copied + written.edited + written.added);
    const std::size_t old = out.events.size() - static_cast<std::size_t>(written.added);
    const std::string rule = brokenRule(out, old);
    QVERIFY2(rule.empty(), rule.c_str());
    if (!input.error.empty() || written.mended + written.lost > 0)
        return;
    QCOMPARE(old, input.events.size());
    std::uint64_t same = 0;
    for (std::size_t i = 0; i < old; ++i)
        same += out.events[i] == input.events[i] ? 1 : 0;
    QCOMPARE(same, written.copied);
    const auto again = loadTrace(target, testLoadOptions(), Progress {});
    KT_VERIFY_OK(again);
    QCOMPARE((*again)->report().events, std::uint64_t { out.events.size() });
    if (kind == "sequences") // compressed names are names again: all slices are there, and those of the lanes
        QVERIFY(includes(namesAndTimes(**again), input.slices));
}

/// The middle third: its events are events of the input, and what overlaps it is there.
void TestExportedTraces::middleIsATrace(const std::shared_ptr<const TraceSet>& traces, const Input& input)
{
    ExportInput request;
    request.traces = traces;
    request.context.threads = 3;
    const TimeRange whole = traces->range();
    const Nanoseconds third = saturatingSubtract(whole.end, whole.begin) / 3;
    request.scope.range = TimeRange { whole.begin + third, whole.begin + 2 * third };
    const std::string target = m_dir.file("trim.json");
    const Result<ExportResult> result = runExport(*findExport("trim"), request, target);
    if (!result) {
        QCOMPARE(result.error().code, ErrorCode::InvalidArgument); // nothing lies there
        return;
    }
    const ExportedTrace out = readExported(target);
    QVERIFY2(out.error.empty(), out.error.c_str());
    const auto again = loadTrace(target, testLoadOptions(), Progress {});
    KT_VERIFY_OK(again);
    const Trace& before = *traces->ranks().front().trace;
    const std::vector<NameAndTime> after = namesAndTimes(**again);
    std::vector<NameAndTime> overlapping;
    const RankTrace& rank = traces->ranks().front();
    for (std::size_t i = 0; i < before.slices().size(); ++i) {
        const SliceId id = SliceTable::at(i);
        const TimeRange job { rank.toJobTime(before.slices().start[i]), rank.toJobTime(before.slices().end(id)) };
        const bool isInside = job.begin < request.scope.range->end && job.end > request.scope.range->begin;
        if (isInside && !before.slices().has(id, kSliceCorruptTime)) // its time cannot be read
            overlapping.push_back(nameAndTime(before, id));
    }
    std::sort(overlapping.begin(), overlapping.end());
    QVERIFY(includes(after, overlapping));
    QVERIFY(includes(input.slices, after));
    const auto part = loadTraceSet({ { traces->ranks().front().rank, target } }, LoadOptions {}, Progress {});
    KT_VERIFY_OK(part);
    const std::string difference = inventedIdle(traces, *part);
    QVERIFY2(difference.empty(), difference.c_str());
}

void TestExportedTraces::everyFile()
{
    QFETCH(QString, path);
    const auto traces = loadTraceSet({ { std::nullopt, path.toStdString() } }, LoadOptions {}, Progress {});
    if (!traces)
        QSKIP("This is no trace.");
    const Trace& trace = *(*traces)->ranks().front().trace;
    if (trace.isMemoryTimeline())
        QSKIP("A raw memory timeline has no events.");
    Input input { textOf(path.toStdString()), {}, {}, namesAndTimes(trace) };
    input.events = strictEvents(input.text, input.error);
    copyIsTheInput(trace, input);
    middleIsATrace(*traces, input);
    Parameters counters;
    for (const char* id : { "active-kernels", "occupancy", "memory" })
        counters.set(id, true);
    exportAddsExactly(*traces, "counters", counters, input);
    for (const bool compress : { false, true }) {
        Parameters sequences;
        sequences.set("compress", compress);
        sequences.set("lanes", true);
        exportAddsExactly(*traces, "sequences", sequences, input);
    }
}

QTEST_GUILESS_MAIN(TestExportedTraces)
#include "tst_exported_traces.moc"
