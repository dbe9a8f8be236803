// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/aligned_job.h"
#include "core/analysis/run_analysis.h"
#include "core/base/decimal.h"
#include "core/catalog/analyses.h"
#include "core/output/table_writer.h"
#include "tests/golden/golden_sets.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/long_tests.h"
#include "tests/support/rank_recorder.h"
#include "tests/support/simulated_program.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_parts.h"
#include "tests/support/trace_text.h"

#include <QDir>

#include <algorithm>
#include <map>
#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Figures do not depend on what does not matter: in which order a file has its events and its keys, which numbers it
/// gives to launches, when it was recorded, how numbers are spelled, what else is in it, in which order files are given
/// and how many threads there are. Every analysis of one job is run on made traces, and on public ones that lie beside
/// the project, each written again in these ways; what comes out must be the same.
class TestRewrittenTraces : public QObject {
    Q_OBJECT

private slots:
    void madeTraces_data();
    void madeTraces();
    void publicTraces_data();
    void publicTraces();
    void idsWithFractions();
};

namespace {

using Texts = std::vector<std::string>; ///< of each rank's trace
using Job = std::vector<TraceParts>;

/// Which rows a table has, or in which order too.
enum class Order { Any, Same };

bool dependsOnTheFile(std::string_view analysis, const ColumnDescriptor& column)
{
    static constexpr std::string_view kNumbers[] { "index", "index_runtime", "fwdbwd_index", "correlation",
        "first_correlation", "second_correlation" };
    return std::ranges::find(kNumbers, column.name) != std::end(kNumbers)
        || (analysis == "call-tree" && column.name == "parent");
}

/// Where the first of several is in the file, and its name.
std::string withoutPlaces(const std::string& text)
{
    std::string rest;
    for (std::size_t i = 0; i < text.size();) {
        const bool isPlace = text.compare(i, 14, "First at byte ") == 0 || text.compare(i, 8, "at byte ") == 0;
        if (isPlace)
            i = std::min(text.find_first_of("\t\n", i), text.size());
        else
            rest += text[i++];
    }
    return rest;
}

/// A table's rows, columns by name: counters are columns in the order in which the file has them.
std::string linesOf(std::string_view analysis, const Table& table, Order order)
{
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < table.columns().size(); ++i) {
        if (!dependsOnTheFile(analysis, table.columns()[i]))
            columns.push_back(i);
    }
    std::ranges::sort(columns, {}, [&table](std::size_t i) { return table.columns()[i].name; });
    std::vector<std::uint32_t> rows(table.rowCount());
    for (std::uint32_t row = 0; row < rows.size(); ++row)
        rows[row] = row;
    const std::string text = withoutPlaces(writeTablePart(table, rows, columns, TableFormat::Tsv));
    if (order == Order::Same)
        return text;
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    std::ranges::sort(lines);
    std::string sorted;
    for (const std::string& line : lines)
        sorted += line + '\n';
    return sorted;
}

/// What every analysis says of a job; Unreadable and the like where it cannot be loaded.
Result<std::string> figuresOf(const Texts& texts, Order order, int threads = 1)
{
    const KernelClassifier classifier;
    LoadOptions options = testLoadOptions();
    options.workers = threads;
    auto traces = loadTexts(texts, options);
    if (traces)
        traces = withAlignedClocks(*traces, classifier, Progress {});
    if (!traces)
        return traces.error();
    const AnalysisInput input { *traces, {} };
    std::string text;
    for (const AnalysisDescriptor& analysis : analyses()) {
        if (analysis.inputCount != 1)
            continue;
        AnalysisContext context { .classifier = &classifier, .threads = threads };
        const auto result = runAnalysis(analysis, std::span(&input, 1), {}, Mode::Exact, context);
        text += "== " + analysis.id + '\n';
        if (!result) {
            text += english(result.error().message) + '\n';
            continue;
        }
        for (const Table& table : result->tables)
            text += "-- " + analysis.id + ' ' + table.name() + '\n' + linesOf(analysis.id, table, order);
        for (const Remark& remark : result->remarks)
            text += withoutPlaces(english(remark)) + '\n';
    }
    return text;
}

Texts textsOf(const Job& job, Spacing spacing = Spacing::Lines)
{
    Texts texts;
    for (const TraceParts& parts : job)
        texts.push_back(textOf(parts, spacing));
    return texts;
}

template <typename Things> void shuffle(Things& things, RandomNumbers& random)
{
    for (std::size_t i = things.size(); i > 1; --i)
        std::swap(things[i - 1], things[random.next() % i]);
}

bool isMetadata(const TextEvent& event)
{
    return event.get("ph") == R"("M")";
}

/// Takes the first event of each thread out: which of several threads counts is said by the file's order.
std::vector<TextEvent> takeFirstOfThreads(std::vector<TextEvent>& events)
{
    std::vector<TextEvent> first;
    std::vector<TextEvent> rest;
    std::set<std::string> threads;
    for (TextEvent& event : events) {
        const std::string thread = std::string(event.get("pid")) + ' ' + std::string(event.get("tid"));
        const bool isFirst = !isMetadata(event) && threads.insert(thread).second;
        (isFirst ? first : rest).push_back(std::move(event));
    }
    events = std::move(rest);
    return first;
}

/// Events that begin at the same time keep their order, which is how files say what is inside what, and so do names.
Texts inAnotherOrder(Job job, RandomNumbers& random)
{
    for (TraceParts& parts : job) {
        std::vector<TextEvent> events = takeFirstOfThreads(parts.events);
        std::map<std::string, std::vector<std::size_t>, std::less<>> alike;
        std::vector<std::string> keys;
        for (const TextEvent& event : parts.events)
            keys.emplace_back(isMetadata(event) ? std::string_view("M") : event.get("ts"));
        for (std::size_t i = keys.size(); i-- > 0;)
            alike[keys[i]].push_back(i); // the first one last
        shuffle(keys, random);
        for (const std::string& key : keys) {
            events.push_back(std::move(parts.events[alike[key].back()]));
            alike[key].pop_back();
        }
        parts.events = std::move(events);
    }
    return textsOf(job);
}

Texts namesLast(Job job, RandomNumbers& /*random*/)
{
    for (TraceParts& parts : job)
        std::ranges::stable_partition(parts.events, [](const TextEvent& event) { return !isMetadata(event); });
    return textsOf(job);
}

void renumber(TextMembers& members)
{
    static constexpr std::string_view kKeys[] { "correlation", "External id", "external id", "id", "Python id",
        "Python parent id", "Sequence number", "Ev Idx", "wait_on_cuda_event_record_corr_id" };
    for (TextMember& member : members) {
        const DecimalInteger number = parseInteger(member.value);
        if (std::ranges::find(kKeys, member.key) != std::end(kKeys) && number.isValid && number.value > 0
            && number.value < 4'000'000'000)
            member.value = std::to_string(number.value * 7 + 3);
    }
}

Texts withOtherNumbers(Job job, RandomNumbers& /*random*/)
{
    for (TraceParts& parts : job) {
        for (TextEvent& event : parts.events) {
            renumber(event.members);
            if (event.args)
                renumber(*event.args);
        }
    }
    return textsOf(job);
}

/// The `ts` of an event, also one written as a text; no number where there is none.
DecimalTime timeOf(const TextMember& member)
{
    std::string_view text = member.value;
    if (text.size() > 1 && text.front() == '"')
        text = text.substr(1, text.size() - 2);
    return member.key == "ts" ? parseMicroseconds(text) : DecimalTime {};
}

/// A day and a bit later; nothing where times are finer than a nanosecond, or too large.
Texts later(Job job, RandomNumbers& /*random*/)
{
    constexpr Nanoseconds kLater = 86'461'000'007'000;
    for (TraceParts& parts : job) {
        for (TextEvent& event : parts.events) {
            for (TextMember& member : event.members) {
                const DecimalTime time = timeOf(member);
                if (time.isRounded || time.isClamped)
                    return {};
                if (!time.isNumber)
                    continue;
                const bool isText = member.value.front() == '"';
                member.value = microseconds(saturatingAdd(time.ns, kLater),
                    time.isFractional ? TimeStyle::ThreeDecimals : TimeStyle::WholeMicroseconds);
                if (isText)
                    member.value = jsonString(member.value);
            }
        }
    }
    return textsOf(job);
}

/// Another order of keys, no white space, keys that mean nothing, and places as programs write them that know no whole
/// numbers.
Texts spelledOtherwise(Job job, RandomNumbers& random)
{
    for (TraceParts& parts : job) {
        parts.document.push_back({ "anything", R"({"traceEvents": [{"ph": "X", "ts": 1, "dur": 9, "pid": 1}]})" });
        shuffle(parts.document, random);
        for (TextEvent& event : parts.events) {
            for (TextMember& member : event.members) {
                if ((member.key == "pid" || member.key == "tid") && parseInteger(member.value).isValid)
                    member.value = std::to_string(parseInteger(member.value).value) + ".0";
            }
            event.members.push_back({ "tdur", "17" });
            shuffle(event.members, random);
            if (event.args) {
                event.args->push_back({ "anything else", R"([{"stream": 99, "correlation": 1}])" });
                shuffle(*event.args, random);
            }
        }
    }
    return textsOf(job, Spacing::None);
}

/// Counters and marks of another process, while the job runs.
Texts withThingsBeside(Job job, RandomNumbers& random)
{
    for (TraceParts& parts : job) {
        std::vector<std::string> times;
        for (const TextEvent& event : parts.events) {
            if (event.get("ph") == R"("X")" && parseMicroseconds(event.get("ts")).isNumber)
                times.emplace_back(event.get("ts"));
        }
        for (int i = 0; i < 20 && !times.empty(); ++i) {
            const std::string& time = times[random.next() % times.size()];
            const bool isCounter = i % 2 == 0;
            parts.events.push_back(
                { { { "ph", isCounter ? R"("C")" : R"("i")" }, { "cat", R"("beside")" }, { "name", R"("beside")" },
                      { "s", R"("g")" }, { "pid", "777777" }, { "tid", "777777" }, { "ts", time } },
                    TextMembers { { "value", std::to_string(i) } } });
        }
    }
    return textsOf(job);
}

/// Ranks have their numbers from what is in the files.
Texts filesReversed(Job job, RandomNumbers& /*random*/)
{
    std::ranges::reverse(job);
    return textsOf(job);
}

struct Rewriting {
    const char* name;
    Texts (*rewritten)(Job, RandomNumbers&); ///< empty where a job cannot be written so
    Order order;
};

constexpr Rewriting kRewritings[] {
    { "events in another order", inAnotherOrder, Order::Any },
    { "names last", namesLast, Order::Same },
    { "other numbers", withOtherNumbers, Order::Same },
    { "a day later", later, Order::Same },
    { "spelled otherwise", spelledOtherwise, Order::Same },
    { "things beside", withThingsBeside, Order::Same },
    { "files reversed", filesReversed, Order::Same },
};

/// Of files that are whole; gzip'd ones inflated.
Texts textsIn(const QString& folder)
{
    Texts texts;
    for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files)) {
        const std::string bytes = readFile(file.filePath().toStdString());
        texts.push_back(file.fileName().endsWith(QStringLiteral(".gz")) ? gunzip(bytes) : bytes);
    }
    return texts;
}

bool haveRanks(const Job& job)
{
    return std::ranges::all_of(job, [](const TraceParts& parts) {
        return std::ranges::find(parts.document, "distributedInfo", &TextMember::key) != parts.document.end();
    });
}

/// What came of a job.
struct Outcome {
    std::string fault;    ///< what differs; "" for nothing
    std::string notTried; ///< why it was not written in all ways, or in none; "" where it was
};

/// "" where nothing differs, else what does.
std::string differenceOf(const Result<std::string>& actual, const std::string& expected)
{
    return actual ? firstDifference(*actual, expected).toStdString() : english(actual.error().message);
}

Outcome outcomeOfJob(const Job& job, const std::string& seed)
{
    const Texts asItIs = textsOf(job);
    const Result<std::string> any = figuresOf(asItIs, Order::Any);
    const Result<std::string> same = figuresOf(asItIs, Order::Same);
    if (!any || !same)
        return { {}, "Does not load: " + english((any ? same : any).error().message) };
    Outcome outcome;
    RandomNumbers random(std::hash<std::string>()(seed));
    for (const Rewriting& rewriting : kRewritings) {
        if (rewriting.rewritten == filesReversed && (job.size() == 1 || !haveRanks(job)))
            continue;
        const Texts rewritten = rewriting.rewritten(job, random);
        if (rewritten.empty()) {
            outcome.notTried += std::string("All but this was tried: ") + rewriting.name;
            continue;
        }
        const Result<std::string> actual = figuresOf(rewritten, rewriting.order);
        if (const std::string fault = differenceOf(actual, rewriting.order == Order::Any ? *any : *same);
            !fault.empty())
            return { std::string(rewriting.name) + ": " + fault, {} };
    }
    for (const int threads : { 2, 8 }) {
        if (const std::string fault = differenceOf(figuresOf(asItIs, Order::Same, threads), *same); !fault.empty())
            return { std::to_string(threads) + " threads: " + fault, {} };
    }
    return outcome;
}

} // namespace

void TestRewrittenTraces::madeTraces_data()
{
    QTest::addColumn<bool>("isJob");
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 6; seed += sanitizedStride()) {
        QTest::addRow("program %u", seed) << false << seed;
        QTest::addRow("job %u", seed) << true << seed;
    }
}

void TestRewrittenTraces::madeTraces()
{
    QFETCH(bool, isJob);
    QFETCH(unsigned, seed);
    Texts texts { SimulatedProgram(seed).run({}).text };
    if (isJob)
        texts = generateTraces({ .seed = seed,
            .ranks = 1 + static_cast<int>(seed % 3),
            .layers = 1,
            .pythonFrames = seed % 2 == 0,
            .loseEveryLaunch = seed % 4 == 0 ? 9 : 0,
            .stragglerRank = 1,
            .times = seed % 3 == 1 ? TimeStyle::WholeMicroseconds : TimeStyle::ThreeDecimals,
            .defects = {} });
    Job job;
    for (const std::string& text : texts) {
        const auto parts = partsOf(text);
        QVERIFY(parts.has_value());
        job.push_back(*parts);
    }
    const Outcome outcome = outcomeOfJob(job, std::to_string(seed));
    QVERIFY2(outcome.fault.empty(), outcome.fault.c_str());
    KT_COMPARE_TEXT(outcome.notTried, "");
}

void TestRewrittenTraces::publicTraces_data()
{
    KT_REQUIRE_SHARED("traces");
    QTest::addColumn<QString>("set");
    for (const QString& set : publicSets())
        QTest::addRow("%s", qPrintable(set)) << set;
}

void TestRewrittenTraces::publicTraces()
{
    QFETCH(QString, set);
    // Each is loaded and analysed eleven times: with all of them this takes half an hour.
    constexpr std::size_t kMost = std::size_t { 1'300'000 };
    Job job;
    std::size_t size = 0;
    for (const std::string& text : textsIn(sharedPath(QStringLiteral("traces/") + set))) {
        size += text.size();
        if (size > kMost && !isLongRun())
            QSKIP("Larger than what is tried unless KINETOSCOPE_LONG_TESTS=1.");
        if (const auto parts = partsOf(text))
            job.push_back(*parts);
    }
    if (job.empty())
        QSKIP("No JSON object with events among these files.");
    const Outcome outcome = outcomeOfJob(job, set.toStdString());
    QVERIFY2(outcome.fault.empty(), outcome.fault.c_str());
    if (!outcome.notTried.empty())
        QSKIP(outcome.notTried.c_str());
}

/// 7.0 is 7, also where a file has both.
void TestRewrittenTraces::idsWithFractions()
{
    const auto trace = loadText(R"({"traceEvents": [
        {"ph": "X", "cat": "cpu_op", "name": "a", "pid": 7, "tid": 8, "ts": 0, "dur": 10},
        {"ph": "X", "cat": "cpu_op", "name": "b", "pid": 7.0, "tid": 8.00, "ts": 2, "dur": 5},
        {"ph": "M", "name": "thread_name", "pid": 7.0, "tid": 8.0, "args": {"name": "main"}},
        {"ph": "X", "cat": "cpu_op", "name": "c", "pid": 7, "tid": "8.5", "ts": 2, "dur": 5},
        {"ph": "X", "cat": "cpu_op", "name": "d", "pid": 7, "tid": "8.", "ts": 2, "dur": 5},
        {"ph": "X", "cat": "cpu_op", "name": "e", "pid": 7, "tid": "v8.0", "ts": 2, "dur": 5}]})");
    KT_VERIFY_OK(trace);
    std::vector<std::string> tids;
    for (const Track& track : (*trace)->tracks())
        tids.emplace_back((*trace)->text(track.tid));
    QCOMPARE(tids, (std::vector<std::string> { "8", "8.5", "8.", "v8.0" }));
    QCOMPARE((*trace)->tracks().front().name, std::string("main"));
    QCOMPARE((*trace)->tracks().front().sliceCount, 2u);
}

QTEST_GUILESS_MAIN(TestRewrittenTraces)
#include "tst_rewritten_traces.moc"
