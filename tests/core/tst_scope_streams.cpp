// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/names/classification.h"
#include "core/analysis/scope/scope_streams.h"
#include "core/analysis/types/stream_cell.h"
#include "core/catalog/analyses.h"
#include "core/layout/timeline/timeline_tree.h"
#include "core/model/text_number.h"
#include "core/overlay/overlays.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QStringList>
#include <QTest>

#include <map>
#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Streams and devices that a file names by a text: written in lists, chosen in scopes, and apart from each other.
class TestScopeStreams : public QObject {
    Q_OBJECT

private slots:
    void devicesOfMergedRanksAreInTheirOrder_data();
    void devicesOfMergedRanksAreInTheirOrder();
    void listsReadBack_data();
    void listsReadBack();
    void listsRefused_data();
    void listsRefused();
    void everyTextReadsBack();
    void aJobOffersItsStreams();
    void missingStreamIsNamed();
    void scopeByTextIsTheStreamsOwn();
    void devicesNamedByATextStayApart();
    void devicesNamedByATextStayApartInEveryTable();
    void devicesNamedByATextHaveTheirOverlays();
};

namespace {

/// "a" runs 10 us, "b" 20 us, ..., on streams that are called so, each with its launch.
std::string traceOfStreams(const std::vector<JsonId>& devices, const std::vector<JsonId>& streams)
{
    TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    Nanoseconds length = 0;
    std::int64_t correlation = 0;
    for (const JsonId& device : devices) {
        for (const JsonId& stream : streams) {
            length += 10_us;
            ++correlation;
            const std::string args = "\"correlation\": " + std::to_string(correlation);
            text.launch(correlation * 1_us, 1_us, correlation);
            text.complete("kernel", "k" + std::to_string(correlation), device, stream, 100_us, length, args);
            text.complete("gpu_memcpy", "Memcpy HtoD", device, stream, 400_us, length, args + ", \"bytes\": 1000");
        }
    }
    return text.text();
}

std::string listOf(const std::vector<std::int64_t>& numbers, const std::vector<std::string>& texts)
{
    StreamList list { numbers, {} };
    for (const std::string& text : texts) {
        list.numbers.push_back(numberOfText(text));
        list.texts[list.numbers.back()] = text;
    }
    return formatStreamList(list);
}

} // namespace

void TestScopeStreams::listsReadBack_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("written"); // "" for the same
    QTest::newRow("number") << "7"
                            << "";
    QTest::newRow("spans") << "20,7-9"
                           << "7-9,20";
    QTest::newRow("text") << "default"
                          << "";
    QTest::newRow("both, twice") << "default,7,default"
                                 << "7,default";
    QTest::newRow("blanks") << " 7 , stream 7 "
                            << "7,stream 7";
    QTest::newRow("quoted for nothing") << R"("default")"
                                        << "default";
    QTest::newRow("comma") << R"("a,b",7)"
                           << R"(7,"a,b")";
    QTest::newRow("quotation mark") << R"("say ""a""")"
                                    << "";
    QTest::newRow("text that looks like a number") << R"("7-9",7)"
                                                   << R"(7,"7-9")";
    QTest::newRow("text of dashes") << R"("--")"
                                    << "";
    QTest::newRow("the word for all") << R"("all")"
                                      << "";
    QTest::newRow("other letters") << QString::fromUtf8("\xe9\x98\x9f\xe5\x88\x97,7")
                                   << QString::fromUtf8("7,\xe9\x98\x9f\xe5\x88\x97");
}

void TestScopeStreams::listsReadBack()
{
    QFETCH(QString, text);
    QFETCH(QString, written);
    const auto list = parseStreamList(text.toStdString());
    KT_VERIFY_OK(list);
    QCOMPARE(QString::fromStdString(formatStreamList(*list)), written.isEmpty() ? text : written);
    const auto again = parseStreamList(formatStreamList(*list));
    KT_VERIFY_OK(again);
    QVERIFY(*again == *list);
}

void TestScopeStreams::listsRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : { "", ",", "7,", ",default", "\"open", "\"\"", "\"a\"b", "7-", "9-7", "-", "0-99999999" })
        QTest::newRow(text) << text;
}

void TestScopeStreams::listsRefused()
{
    QFETCH(QString, text);
    KT_VERIFY_ERROR(parseStreamList(text.toStdString()), ErrorCode::InvalidArgument);
}

void TestScopeStreams::everyTextReadsBack()
{
    const std::string letters = "a7-, \"=all";
    for (std::size_t i = 0; i < 20'000; ++i) {
        std::string text;
        for (std::size_t rest = i + 1; rest > 0; rest /= letters.size())
            text.push_back(letters[rest % letters.size()]);
        const auto list = parseStreamList(listOf({ 3 }, { text }));
        KT_VERIFY_OK(list);
        QCOMPARE(list->texts.size(), std::size_t { 1 });
        QCOMPARE(list->texts.begin()->second, text);
        QCOMPARE(list->numbers.size(), std::size_t { 2 });
    }
}

void TestScopeStreams::aJobOffersItsStreams()
{
    const AnalysisInput input = inputOf({ traceOfStreams({ 0 }, { 7, "default", -1 }),
        traceOfStreams({ 0 }, { "default", "stream 7", 20 }), TraceText().op("aten::mm", 0_us, 1_us).text() });
    KT_COMPARE_TEXT(formatStreamList(streamsOf(*input.traces)), "7,20,default,stream 7");
    KT_COMPARE_TEXT(formatStreamList(streamsOf(*inputOf({ TraceText().op("a", 0_us, 1_us).text() }).traces)), "");
}

void TestScopeStreams::missingStreamIsNamed()
{
    const StreamList there = streamsOf(*inputOf({ traceOfStreams({ 0 }, { 7, "default", "a,b" }) }).traces);
    const auto missing = [&there](const char* text) { return missingStream(*parseStreamList(text), there); };
    KT_COMPARE_TEXT(missing("7,default,\"a,b\""), "");
    KT_COMPARE_TEXT(missing("7,9"), "9");
    KT_COMPARE_TEXT(missing("7,defualt"), "defualt");
    KT_COMPARE_TEXT(missing("\"7\""), "\"7\"");
    KT_COMPARE_TEXT(missing("\"b,a\""), "\"b,a\"");
}

void TestScopeStreams::scopeByTextIsTheStreamsOwn()
{
    const std::string text = traceOfStreams({ 0 }, { 7, "default", "stream 7" });
    const auto kernels = [&text](const char* streams) {
        Scope scope;
        setStreams(scope, *parseStreamList(streams));
        return rowsOf(
            runOn(inputOf({ text, text }, scope), "kernel-breakdown"), "kernels", { "name", "rank", "count" });
    };
    for (const auto& [streams, names] : std::map<std::string, std::set<std::string>> {
             { "7", { "k1" } }, { "default", { "k2" } }, { "stream 7", { "k3" } }, { "7,stream 7", { "k1", "k3" } } }) {
        const std::string rows = kernels(streams.c_str());
        for (const char* name : { "k1", "k2", "k3" })
            QVERIFY2((rows.find(std::string(name) + " 0 ") != std::string::npos) == names.contains(name), rows.c_str());
    }
}

void TestScopeStreams::devicesNamedByATextStayApart()
{
    const std::string text = traceOfStreams({ "gpu a", 3, "gpu b", "-1" }, { 7 });
    const AnalysisInput input = inputOf({ text, text });
    const auto& first = *input.traces->ranks()[0].trace;
    std::set<std::int64_t> devices;
    for (const Track& track : first.tracks()) {
        if (track.isDeviceSide())
            devices.insert(track.device);
    }
    QCOMPARE(devices.size(), std::size_t { 4 });
    QVERIFY(devices.contains(3) && devices.contains(Track::kNoDevice));
    QVERIFY(devices.contains(numberOfText("gpu a")) && devices.contains(numberOfText("gpu b")));
    // Each has a place on the timeline, under its text, the numbers first.
    std::vector<std::string> titles;
    const TimelineTree tree = buildTimelineTree(*input.traces);
    for (const TreeGroup& group : tree.ranks[0].groups) {
        if (group.isDevice)
            titles.push_back(group.title);
    }
    QCOMPARE(titles, (std::vector<std::string> { "GPU 3", "GPU gpu a", "GPU gpu b" }));
    // The order of texts is that of their numbers.
    QStringList rows = QString::fromStdString(
        rowsOf(runOn(inputOf({ text }), "temporal-breakdown"), "devices", { "device", "compute_time(us)" }))
                           .split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    rows.sort();
    QCOMPARE(rows.join(QLatin1Char('|')), QStringLiteral(" 40|3 20|gpu a 10|gpu b 30"));
}

void TestScopeStreams::devicesNamedByATextStayApartInEveryTable()
{
    const std::string named = traceOfStreams({ "gpu a", "gpu b" }, { 7, "default" });
    const std::string numbered = traceOfStreams({ 0, 1 }, { 7, "default" });
    std::size_t compared = 0;
    for (const AnalysisDescriptor& analysis : analyses()) {
        if (analysis.inputCount != 1)
            continue;
        const auto texts = runOn(inputOf({ named }), analysis.id);
        const auto numbers = runOn(inputOf({ numbered }), analysis.id);
        KT_VERIFY_OK(texts);
        KT_VERIFY_OK(numbers);
        for (const Table& table : texts->tables) {
            const Table& other = *numbers->findTable(table.name());
            const std::size_t device = table.columnIndex("device");
            // The health of a trace says what is odd about it.
            if (device >= table.columnCount() || analysis.group == PanelGroup::Health)
                continue;
            QVERIFY2(table.rowCount() == other.rowCount(), (analysis.id + " " + table.name()).c_str());
            std::map<std::string, std::size_t> rows;
            std::map<std::string, std::size_t> expected;
            for (std::size_t row = 0; row < table.rowCount(); ++row) {
                const Cell cell = table.cell(row, device);
                const auto* text = std::get_if<std::string>(&cell);
                ++rows[text ? *text : "none"];
                const Cell number = other.cell(row, device);
                const auto* count = std::get_if<std::int64_t>(&number);
                ++expected[!count ? "none" : *count == 0 ? "gpu a" : "gpu b"];
            }
            QVERIFY2(rows == expected, (analysis.id + " " + table.name()).c_str());
            compared += rows.contains("gpu a") && rows.contains("gpu b") ? 1 : 0;
        }
    }
    QVERIFY(compared > 10);
}

void TestScopeStreams::devicesNamedByATextHaveTheirOverlays()
{
    const AnalysisInput input = inputOf({ traceOfStreams({ "gpu a", "gpu b" }, { 7, "default" }) });
    const KernelClassifier classifier;
    AnalysisContext context;
    context.classifier = &classifier;
    for (const char* id : { "queue-length", "active-kernels", "copy-bandwidth" }) {
        const OverlayDescriptor* descriptor = findOverlay(id);
        QVERIFY2(descriptor, id);
        const Result<Overlay> overlay = buildOverlay(*descriptor, input, {}, context);
        KT_VERIFY_OK(overlay);
        std::set<std::int64_t> devices;
        std::set<TrackId> tracks;
        for (const OverlaySeries& series : overlay->series) {
            devices.insert(series.device);
            if (series.track.isValid())
                tracks.insert(series.track);
        }
        QVERIFY2((devices == std::set<std::int64_t> { numberOfText("gpu a"), numberOfText("gpu b") }), id);
        QCOMPARE(tracks.size(), std::size_t(std::string_view(id) == "queue-length" ? 4 : 0));
    }
}

void TestScopeStreams::devicesOfMergedRanksAreInTheirOrder_data()
{
    QTest::addColumn<QStringList>("pids");
    QTest::addColumn<QString>("rows");
    QTest::newRow("SGLang") << QStringList { "[TP00] 0", "[TP01] 0", "[TP02] 0", "[TP10] 0" }
                            << "[TP00] 0\n[TP01] 0\n[TP02] 0\n[TP10] 0\n";
    QTest::newRow("numbers") << QStringList { "1000000", "2000000", "3000000", "10000000" }
                             << "pid 1000000\npid 2000000\npid 3000000\npid 10000000\n";
}

/// Each rank calls its GPU 0: they are named by their pids.
void TestScopeStreams::devicesOfMergedRanksAreInTheirOrder()
{
    QFETCH(QStringList, pids);
    QFETCH(QString, rows);
    for (const bool isReversed : { false, true }) {
        if (isReversed)
            std::ranges::reverse(pids);
        QStringList events;
        for (const QString& pid : pids)
            events << QStringLiteral(R"({"ph":"X","cat":"kernel","name":"k","pid":"%1","tid":7,"ts":10,"dur":5,)"
                                     R"("args":{"device":0,"stream":7}})")
                          .arg(pid);
        const std::string text = QStringLiteral("{\"traceEvents\":[%1]}").arg(events.join(',')).toStdString();
        KT_COMPARE_TEXT(
            rowsOf(runOn(inputOf({ text }), "temporal-breakdown"), "devices", { "device" }), rows.toStdString());
    }
}

QTEST_GUILESS_MAIN(TestScopeStreams)
#include "tst_scope_streams.moc"
