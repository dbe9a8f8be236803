// SPDX-License-Identifier: GPL-3.0-or-later
// The report: from the window, from the command line, and with names that would like to be markup.
#include "app/window/docks/analysis_docks.h"
#include "app/window/report/report_dialog.h"
#include "app/window/start/commands.h"
#include "core/analysis/job/rank_step_table.h"
#include "core/base/analysis_name.h"
#include "core/catalog/analyses.h"
#include "core/output/report/report.h"
#include "core/words/english.h"
#include "tests/app/window_fixture.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/report/inline_svg.h"

#include <QAction>
#include <QByteArray>
#include <QDockWidget>
#include <QFileInfo>
#include <QHash>
#include <QListWidget>
#include <QObject>
#include <QPointer>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QString>
#include <QStringList>
#include <QTest>
#include <QXmlStreamAttribute>
#include <QXmlStreamAttributes>
#include <QXmlStreamReader>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

/// What a strict XML reader finds in a report; the text of each element goes to its section.
struct Findings {
    QString problem; ///< "" where it is well-formed
    QSet<QString> elements;
    QStringList dangers; ///< attributes and elements that would load or run something
    QStringList sections;
    QHash<QString, int> charts;
    QHash<QString, int> tables;
    QHash<QString, QString> commands;
    QSet<QString> ids;
    QString text;
    struct PrintedTable {
        QString style;
        QStringList heads;
    };
    std::vector<PrintedTable> printed;
};

void look(Findings& found, const QXmlStreamReader& reader, const QString& section)
{
    const QString name = reader.name().toString();
    found.elements.insert(name);
    if (name == u"script"_s || name == u"iframe"_s || name == u"object"_s || name == u"link"_s || name == u"base"_s)
        found.dangers.append(name);
    if (name == u"svg"_s)
        ++found.charts[section];
    if (name == u"table"_s)
        ++found.tables[section];
    const QXmlStreamAttributes attributes = reader.attributes();
    for (const QXmlStreamAttribute& attribute : attributes) {
        const QString key = attribute.name().toString();
        const QString value = attribute.value().toString();
        const bool isReference = key.endsWith(u"href"_s) || key == u"src"_s || value.contains(u"url("_s);
        const bool staysInside =
            value.startsWith(u'#') || value.startsWith(u"data:image/"_s) || value.startsWith(u"url(#"_s);
        if (key.startsWith(u"on"_s) || (isReference && !staysInside))
            found.dangers.append(name + u' ' + key + u'=' + value);
        if (key == u"id"_s) {
            if (found.ids.contains(value))
                found.dangers.append(u"id twice: "_s + value);
            found.ids.insert(value);
        }
    }
}

Findings read(const std::string& html)
{
    Findings found;
    QXmlStreamReader reader(toQString(html));
    QString section;
    bool isCode = false;
    bool isHead = false;
    while (!reader.atEnd()) {
        switch (reader.readNext()) {
        case QXmlStreamReader::StartElement:
            if (reader.name() == u"section"_s) {
                section = reader.attributes().value(u"id"_s).toString();
                found.sections.append(section);
            }
            isCode = reader.name() == u"code"_s;
            look(found, reader, section);
            isHead = reader.name() == u"th"_s;
            if (reader.name() == u"table"_s)
                found.printed.push_back({ reader.attributes().value(u"style"_s).toString(), {} });
            break;
        case QXmlStreamReader::Characters:
            found.text += reader.text();
            if (isCode)
                found.commands[section] += reader.text();
            if (isHead)
                found.printed.back().heads.append(reader.text().toString());
            break;
        case QXmlStreamReader::EndElement:
            isCode = false;
            isHead = false;
            break;
        default:
            break;
        }
    }
    if (reader.hasError())
        found.problem = u"line %1: %2"_s.arg(reader.lineNumber()).arg(reader.errorString());
    return found;
}

std::vector<const AnalysisDescriptor*> all()
{
    std::vector<const AnalysisDescriptor*> all;
    for (const AnalysisDescriptor& analysis : analyses())
        all.push_back(&analysis);
    return all;
}

} // namespace

class TestReport : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        GeneratorOptions options;
        options.ranks = 2;
        options.layers = 1;
        for (const std::string& text : generateTraces(options))
            m_traces.push_back(
                { std::nullopt, m_folder.write("rank" + std::to_string(m_traces.size()) + ".json", text) });
    }

    void holdsEveryAnalysisThatWasChosen()
    {
        ReportOptions options;
        options.analyses = all();
        options.mostRows = 3;
        options.output = m_folder.file("all.html");
        QCOMPARE(runReport(options, m_traces), static_cast<int>(kExitDone));
        const std::string html = readFile(options.output);
        QVERIFY(html.starts_with("<!DOCTYPE html>"));
        const Findings found = read(html);
        QVERIFY2(found.problem.isEmpty(), qPrintable(found.problem));
        QVERIFY2(found.dangers.isEmpty(), qPrintable(found.dangers.join(u'\n')));
        QStringList wanted;
        for (const AnalysisDescriptor* analysis : analysesByGroup())
            wanted.append(toQString(analysis->id));
        QCOMPARE(found.sections, wanted);
        // The list of contents, group by group.
        QVERIFY(html.find(">GPU time</p><ul><li>") != std::string::npos);
        QCOMPARE(toQString(html).count(u"<p class=\"question\">GPU time</p>"_s), 1);
        QVERIFY(html.find(">Overview</p><ul><li><a href=\"#overview\">") < html.find(">Causes</p><ul>"));
        QVERIFY(found.charts[u"kernel-breakdown"_s] > 0);
        QVERIFY(found.tables[u"kernel-breakdown"_s] > 0);
        QVERIFY(found.commands[u"idle-time"_s].startsWith(u"kinetoscope-cli analyze idle-time "_s));
        QVERIFY2(
            found.text.contains(QRegularExpression(u"The first 3 of [0-9\u202f]+ rows; [0-9\u202f]+ are left out."_s)),
            "how much is left out");
        QVERIFY(found.text.contains(u"(default)"_s));
        // The same report gives the same bytes.
        options.output = m_folder.file("again.html");
        QCOMPARE(runReport(options, m_traces), static_cast<int>(kExitDone));
        KT_COMPARE_TEXT(readFile(options.output), html);
    }

    /// The largest come first where a screen has them first, and calls stand below what calls them.
    void rowsAreThoseThatAScreenOpensWith()
    {
        Table names("names", "Names",
            { { "name", ColumnType::String, Unit::None, "", "" },
                mainFigure({ "calls", ColumnType::Int, Unit::Count, "", "" }) });
        names.addRow({ std::string("small one"), std::int64_t { 1 } });
        names.addRow({ std::string("large one"), std::int64_t { 300 } });
        names.addRow({ std::string("middle one"), std::int64_t { 20 } });
        Table calls("calls", "Calls",
            { inTree({ "row", ColumnType::Int, Unit::None, "", "" }, TreeRole::Row),
                inTree({ "parent", ColumnType::Int, Unit::None, "", "" }, TreeRole::Parent),
                inTree({ "name", ColumnType::String, Unit::None, "", "" }, TreeRole::Label),
                { "time", ColumnType::Duration, Unit::Microseconds, "", "" } });
        const auto addCall = [&](std::int64_t row, Cell parent, const char* name, std::int64_t time) {
            calls.addRow({ row, parent, std::string(name), time });
        };
        addCall(0, {}, "light top", 10);
        addCall(1, std::int64_t { 0 }, "closed call", 10);
        addCall(2, {}, "heavy top", 100);
        addCall(3, std::int64_t { 2 }, "opened call", 90);
        auto result = std::make_shared<AnalysisResult>();
        result->tables = { names, calls };
        Report report;
        report.sections.push_back({ findAnalysis("operators"), result, "", {}, "", "" });
        report.mostRows = 3;
        std::string html = writeReport(report);
        QVERIFY(html.find("large one") < html.find("middle one"));
        QVERIFY(html.find("heavy top") < html.find("large one")); // trees before lists
        QVERIFY(html.find("<td>heavy top</td>") < html.find("<td style=\"padding-left: 24px\">opened call</td>"));
        QVERIFY(html.find("opened call") != std::string::npos);
        QVERIFY(html.find("closed call") == std::string::npos);
        report.mostRows = 2;
        html = writeReport(report);
        QVERIFY(html.find("large one") < html.find("middle one"));
        QVERIFY(html.find("small one") == std::string::npos);
    }

    /// Tables without rows are named in a sentence, with the reason where one rank is open or in scope; they get no
    /// heading.
    void tablesWithoutRowsAreOneSentence()
    {
        Table findings("findings", "What to look at first", { { "finding", ColumnType::String, Unit::None, "", "" } });
        findings.addRow({ std::string("The GPU waits.") });
        auto result = std::make_shared<AnalysisResult>();
        result->tables = { findings, Table(kRankStepsTable, "What each rank does", {}), Table("x", "Another", {}) };
        Report report;
        report.traces.resize(1);
        report.sections.push_back({ findAnalysis("overview"), result, "", {}, "", "" });
        const QString html = toQString(writeReport(report));
        QVERIFY2(html.contains(u">No rows here: \u201cWhat each rank does\u201d, which compares ranks, of which one is "
                               "open; \u201cAnother\u201d.</p>"_s),
            qPrintable(html));
        QVERIFY(html.contains(u"<h3>What to look at first</h3>"_s));
        QVERIFY(!html.contains(u"<h3>What each rank does</h3>"_s) && !html.contains(u"<h3>Another</h3>"_s));
        report.traces.resize(2);
        QVERIFY(!toQString(writeReport(report)).contains(u"compares ranks"_s));
        report.sections.front().ranksInScope = 1;
        QVERIFY(toQString(writeReport(report)).contains(u"which compares ranks, of which one is in scope;"_s));
    }

    /// Shares have one unit, however files have them, and short times keep their digits.
    void figuresReadAsOnAScreen()
    {
        Table table("t", "T",
            { { "name", ColumnType::String, Unit::None, "", "" },
                { "ratio", ColumnType::Float, Unit::Ratio, "Share of idle", "share of idle on this device" },
                { "pctg", ColumnType::Float, Unit::Percent, "Share of time", "% of the time" },
                { "time", ColumnType::Duration, Unit::Microseconds, "Time", "" },
                { "bytes", ColumnType::Int, Unit::Bytes, "Traffic", "" } });
        table.addRow(
            { std::string("op"), 0.7975, 60.12, std::int64_t { 493'200'000 }, std::int64_t { 5'000'000'000 } });
        table.addRow({ std::string("frame"), {}, {}, std::int64_t { 190 }, std::int64_t { 8 } });
        auto result = std::make_shared<AnalysisResult>();
        result->tables = { table };
        Report report;
        report.sections.push_back({ findAnalysis("idle-causes"), result, "", {}, "", "" });
        const std::string html = writeReport(report);
        for (const char* const part : { "Share of idle (%)", ">79.8<", ">60.1<", "Time (ms)", ">493.200<", ">0.000190<",
                 "Traffic (GB)", ">5.000<", ">8 B<" })
            QVERIFY2(html.find(part) != std::string::npos, part);
    }

    /// A number that is a name has no groups of digits; a count has them, in sentences as in tables.
    void countsAreGroupedAndNamesAreNot()
    {
        Table table("t", "T",
            { { "event", ColumnType::Int, Unit::None, "Event" }, { "calls", ColumnType::Int, Unit::Count, "Calls" },
                { .name = "finding", .type = ColumnType::String, .title = "Finding", .text = TextKind::Sentence } });
        table.addRow({ std::int64_t { 31'542 }, std::int64_t { 64'321 },
            Message { KT_PHRASE("test", "Idle in %1 gaps."), arg::Count { 18'022 } } });
        auto result = std::make_shared<AnalysisResult>();
        result->tables = { table };
        result->remarks.push_back({ "others", { KT_PHRASE("test", "There are %1 calls."), arg::Count { 70'655 } } });
        Report report;
        report.sections.push_back({ findAnalysis("idle-causes"), result, "", {}, "", "" });
        const std::string html = writeReport(report);
        for (const char* const part : { ">31542<", ">64\u202f321<", "18\u202f022 gaps", "70\u202f655 calls" })
            QVERIFY2(html.find(part) != std::string::npos, part);
        QCOMPARE(english(result->remarks.front()), "There are 70655 calls."); // on the command line
    }

    /// Who reads a report has seen the window: titles of analyses, the words of its forms, no ids.
    void analysesAndChoicesAreCalledAsInTheWindow()
    {
        Table table("findings", "What to look at first",
            { { .name = "finding", .type = ColumnType::String, .title = "Finding", .text = TextKind::Sentence },
                { .name = "analysis", .type = ColumnType::String, .title = "Shown by" } });
        table.addRow({ std::string("The GPU waits."), std::string("idle-causes") });
        auto result = std::make_shared<AnalysisResult>();
        result->tables = { table };
        result->remarks.push_back(
            { "others", { KT_PHRASE("test", "The analysis %1 adds that up."), analysisName("wait-causes") } });
        ReportSection section { findAnalysis("op-kernel-delays"), result, "", {}, "", "" };
        for (const ParameterDescriptor& parameter : section.analysis->parameters)
            section.parameters.emplace_back(parameter, parameter.defaultValue);
        Report report;
        report.sections.push_back(section);
        const std::string html = writeReport(report);
        for (const char* const part : { "<td>Idle causes</td>", "The analysis \u201cWaits between ranks\u201d adds",
                 "<dd>how often (default)</dd>" })
            QVERIFY2(html.find(part) != std::string::npos, part);
        for (const char* const id : { "idle-causes", "wait-causes", "occurrence_count" })
            QVERIFY2(html.find(id) == std::string::npos, id);
    }

    void headsOfTablesFitAPrintedPageWithWholeWords()
    {
        ReportOptions options;
        options.analyses = all();
        options.output = m_folder.file("printed.html");
        QCOMPARE(runReport(options, m_traces), static_cast<int>(kExitDone));
        const std::string html = readFile(options.output);
        QVERIFY(html.find("@page { size: landscape;") != std::string::npos);
        const Findings found = read(html);
        QVERIFY(!found.printed.empty());
        static const QRegularExpression size(u"^--print-size: ([0-9.]+)pt$"_s);
        bool isAnySmall = false;
        for (const Findings::PrintedTable& table : found.printed) {
            const auto match = size.match(table.style);
            QVERIFY2(match.hasMatch(), qPrintable(table.style));
            const double points = match.captured(1).toDouble();
            QVERIFY(points >= 4 && points <= 7.5);
            isAnySmall = isAnySmall || points < 7.5;
            qsizetype letters = 0;
            for (const QString& head : table.heads) {
                qsizetype longest = 0;
                for (const QString& word : head.split(u' '))
                    longest = std::max(longest, word.size());
                letters += longest;
            }
            // 774 points is A4 across, 8 the padding of a cell, 0.6 of its height the width of a usual letter.
            const double width =
                0.6 * points * static_cast<double>(letters) + 8.0 * static_cast<double>(table.heads.size());
            QVERIFY2(width <= 774 || points == 4, qPrintable(table.heads.join(u'|')));
        }
        QVERIFY(isAnySmall);
    }

    void namesNeverBecomeMarkup_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QString>("shown");
        const auto add = [](const char* row, const QByteArray& name, const QString& shown = {}) {
            QTest::newRow(row) << name << (shown.isEmpty() ? QString::fromUtf8(name) : shown);
        };
        add("script", "<script>alert(1)</script>");
        add("end of title", "</title><img src=x onerror=alert(1)>");
        add("attribute", "\" onmouseover=\"alert(1)\" x=\"");
        add("link", "<a href=javascript:alert(1)>here</a>");
        add("section end", "]]>&amp;&#60;");
        add("template", "void f<std::vector<int>&&>(int const*)");
        add("control characters", "red\x1b[31m", u"red\u241b[31m"_s);
        add("noncharacter",
            "a\xef\xbf\xbe"
            "b",
            u"a\ufffd"
            "b"_s);
        add("turned text",
            "abc\xe2\x80\xae"
            "def",
            u"abc\ufffd"
            "def"_s);
    }

    void namesNeverBecomeMarkup()
    {
        QFETCH(QByteArray, name);
        QFETCH(QString, shown);
        const std::string text = name.toStdString();
        const std::string trace = m_folder.write("hostile.json",
            TraceText()
                .op(text, 0_us, 50_us)
                .launch(10_us, 5_us, 1)
                .kernel(text, 20_us, 30_us, 7, 1)
                .launch(30_us, 5_us, 2)
                .kernel("gemm", 60_us, 30_us, 7, 2)
                .text());
        ReportOptions options;
        options.analyses = all();
        options.output = m_folder.file("hostile.html");
        QCOMPARE(runReport(options, { { std::nullopt, trace } }), static_cast<int>(kExitDone));
        const Findings found = read(readFile(options.output));
        QVERIFY2(found.problem.isEmpty(), qPrintable(found.problem));
        QVERIFY2(found.dangers.isEmpty(), qPrintable(found.dangers.join(u'\n')));
        QVERIFY2(found.text.contains(shown), "the name is shown as it is");
        QVERIFY(!found.elements.contains(u"img"_s));
    }

    void traceItselfIsNeverReplaced()
    {
        ReportOptions options;
        options.analyses = { findAnalysis("overview") };
        options.output = m_traces.front().path;
        const std::string before = readFile(options.output);
        QCOMPARE(runReport(options, m_traces), static_cast<int>(kExitOutput));
        QVERIFY(readFile(options.output) == before);
    }

    void failuresHaveTheirCodes()
    {
        ReportOptions options;
        options.analyses = { findAnalysis("overview") };
        options.output = m_folder.file("no/such/folder/report.html");
        QCOMPARE(runReport(options, m_traces), static_cast<int>(kExitOutput));
        // Said before a trace is read.
        QCOMPARE(runReport(options, { { std::nullopt, "/no/such/trace.json" } }), static_cast<int>(kExitOutput));
        options.output = m_folder.file("unwritten.html");
        QCOMPARE(runReport(options, { { std::nullopt, "/no/such/trace.json" } }), static_cast<int>(kExitInput));
        options.scope.ranks = { 17 };
        QCOMPARE(runReport(options, m_traces), static_cast<int>(kExitUsage));
        options.scope = {};
        options.scope.steps = { 999 };
        QCOMPARE(runReport(options, m_traces), static_cast<int>(kExitUsage));
        options.scope = {};
        options.scope.streams = { 12'345 };
        QCOMPARE(runReport(options, m_traces), static_cast<int>(kExitUsage));
        QVERIFY(!QFileInfo::exists(QString::fromStdString(options.output)));
    }

    void windowExportsWhatItsPanelsShow()
    {
        WindowFixture fixture;
        QSignalSpy opened(&fixture.document, &Document::opened);
        fixture.window->open(m_traces);
        QTRY_COMPARE(opened.count(), 1);
        Parameters parameters;
        parameters.set("num-kernels", std::int64_t { 2 });
        fixture.window->analysisDocks()->panel("kernel-breakdown")->setParameters(parameters);
        Scope scope;
        scope.ranks = { 1 };
        fixture.viewState().setScope(scope);

        fixture.action(ActionId::ExportReport)->trigger();
        auto* dialog = fixture.window->findChild<ReportDialog*>();
        QVERIFY(dialog);
        QStringList groups; // as in the menu
        const auto* list = dialog->findChild<QListWidget*>(u"report-panels"_s);
        for (int row = 0; row < list->count(); ++row)
            groups.append(list->item(row)->text().section(u" \u203a "_s, 0, 0));
        groups.removeDuplicates();
        QStringList inMenu;
        for (const QDockWidget* dock : fixture.window->analysisDocks()->docks())
            inMenu.append(dock->windowTitle());
        QCOMPARE(groups, inMenu);
        dialog->choose({ findAnalysis("kernel-breakdown"), findAnalysis("temporal-breakdown") });
        const std::string fileName = fixture.folder.file("report.html");
        QSignalSpy said(dialog, &ReportDialog::messageShown);
        dialog->save(toQString(fileName));
        QVERIFY(dialog->isWriting());
        QTRY_COMPARE_WITH_TIMEOUT(said.count(), 1, 20'000);
        const Findings found = read(readFile(fileName));
        QVERIFY2(found.problem.isEmpty(), qPrintable(found.problem));
        QCOMPARE(found.sections, (QStringList { u"temporal-breakdown"_s, u"kernel-breakdown"_s }));
        QVERIFY(found.commands[u"kernel-breakdown"_s].contains(u"--num-kernels 2 --ranks 1 "_s));
    }

    void stoppedReportLeavesNoFile()
    {
        WindowFixture fixture;
        QSignalSpy opened(&fixture.document, &Document::opened);
        fixture.window->open(m_traces);
        QTRY_COMPARE(opened.count(), 1);
        fixture.action(ActionId::ExportReport)->trigger();
        QPointer<ReportDialog> dialog = fixture.window->findChild<ReportDialog*>();
        dialog->choose(all());
        const std::string fileName = fixture.folder.file("never.html");
        dialog->save(toQString(fileName));
        dialog->stop();
        QVERIFY(!dialog->isWriting());
        QVERIFY(dialog->isVisible());
        dialog->reject(); // closes
        QTRY_VERIFY(!dialog);
        QVERIFY(!QFileInfo::exists(toQString(fileName)));
    }

    void drawingsKeepNothingThatLeavesThePage()
    {
        const QByteArray svg = "<?xml version=\"1.0\"?><svg width=\"10mm\" viewBox=\"0 0 9 9\" onload=\"x()\">"
                               "<title>old</title><script>x()</script><defs><pattern id=\"a\"/></defs>"
                               "<g onclick=\"x()\"><rect fill=\"url(#a)\"/>"
                               "<image xlink:href=\"http://example.org/x.png\"/>"
                               "<image xlink:href=\"data:image/png;base64,AA\"/>"
                               "<foreignObject><p>hi</p></foreignObject><text>a &lt;b&gt;</text></g></svg>";
        const Result<QByteArray> html = inlineSvg(svg, u"p-"_s, u"A <title>"_s);
        KT_VERIFY_OK(html);
        for (const char* gone : { "script", "onload", "onclick", "example.org", "foreignObject", "hi", "old", "<?xml" })
            QVERIFY2(!html->contains(gone), gone);
        for (const char* kept : { "id=\"p-a\"", "url(#p-a)", "data:image/png", "a &lt;b", "viewBox=\"0 0 9 9\"",
                 "<title>A &lt;title&gt;</title>" })
            QVERIFY2(html->contains(kept), kept);
        QVERIFY(!inlineSvg("<svg><g></svg>", u"p"_s, {}));
    }

private:
    TempDir m_folder;
    std::vector<TraceArgument> m_traces;
};

QTEST_MAIN(TestReport)
#include "tst_report.moc"
