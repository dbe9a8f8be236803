// SPDX-License-Identifier: GPL-3.0-or-later
// Every table that a panel exports, against what the real command line prints for the panel's own "Copy as command".
#include "core/catalog/analyses.h"
#include "tests/support/load_text.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "widgets/export/picture_export.h"
#include "widgets/export/table_export.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/analysis/analysis_request.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/support/view_state.h"

#include <QAction>
#include <QApplication>
#include <QByteArray>
#include <QClipboard>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMetaObject>
#include <QMimeData>
#include <QObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QSignalSpy>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTest>
#include <QTimer>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

/// What a shell makes of a command, the programs of this build first in its path.
QByteArray outputOf(const QString& command, QByteArray& errors)
{
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PATH"_s, QStringLiteral(KINETOSCOPE_BIN_DIR) + u':' + environment.value(u"PATH"_s));
    shell.setProcessEnvironment(environment);
    shell.start(u"sh"_s, { u"-c"_s, command });
    shell.waitForFinished(60'000);
    errors = shell.readAllStandardError();
    return shell.readAllStandardOutput();
}

struct Format {
    TableFormat format;
    const char* word;   ///< of --format
    const char* ending; ///< of a file
};
constexpr std::array kFormats { Format { TableFormat::Csv, "csv", ".csv" }, Format { TableFormat::Tsv, "tsv", ".tsv" },
    Format { TableFormat::Json, "json", ".json" }, Format { TableFormat::Markdown, "markdown", ".md" } };

} // namespace

class TestPanelExports : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY2(
            QFileInfo::exists(QStringLiteral(KINETOSCOPE_BIN_DIR "/kinetoscope-cli")), "kinetoscope-cli is not built");
        GeneratorOptions options;
        options.ranks = 2;
        options.layers = 1;
        // A name that a shell would take apart.
        std::vector<TraceArgument> files;
        for (const std::string& text : generateTraces(options))
            files.push_back({ std::nullopt,
                m_folder.write("a job's $(files)/rank" + std::to_string(files.size()) + ".json", text) });
        auto loaded = loadTraceSet(files, testLoadOptions(), Progress {});
        KT_VERIFY_OK(loaded);
        m_job = *loaded;
        auto counters = loadTraceSet({ { std::nullopt, m_folder.write("cupti.json", generateCuptiTrace(1, 2)) } },
            testLoadOptions(), Progress {});
        KT_VERIFY_OK(counters);
        m_counters = *counters;
        options.ranks = 1;
        options.seed = 2;
        options.layers = 2;
        m_otherFile = m_folder.write("other.json", generateTrace(options));
        auto other = loadTraceSet({ { std::nullopt, m_otherFile } }, testLoadOptions(), Progress {});
        KT_VERIFY_OK(other);
        m_other = *other;
    }

    void tablesAreWhatTheCommandPrints_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<bool>("isScoped");
        for (const AnalysisDescriptor& analysis : analyses()) {
            QTest::addRow("%s", analysis.id.c_str()) << QByteArray::fromStdString(analysis.id) << false;
            QTest::addRow("%s, scoped", analysis.id.c_str()) << QByteArray::fromStdString(analysis.id) << true;
        }
    }

    void tablesAreWhatTheCommandPrints()
    {
        QFETCH(QByteArray, id);
        QFETCH(bool, isScoped);
        const AnalysisDescriptor& analysis = *findAnalysis(id.toStdString());
        ViewState viewState;
        AnalysisPanel panel(analysis, &viewState);
        // One trace a job where two are compared: one argument of the command has to name it.
        viewState.setTraceSet(id == "cupti-counters" ? m_counters : analysis.inputCount > 1 ? m_other : m_job);
        if (isScoped) {
            Scope scope;
            scope.range = TimeRange { 100'001, 3'000'007 };
            if (analysis.inputCount < 2 && id != "cupti-counters")
                scope.ranks = { 1 };
            viewState.setScope(scope);
            panel.setParameters(changed(analysis));
        }
        panel.resize(1200, 400);
        panel.show();
        QTRY_VERIFY(panel.state() == AnalysisPanel::State::Ready || panel.state() == AnalysisPanel::State::Empty
            || panel.state() == AnalysisPanel::State::Failed);
        if (!panel.result()) { // then the command line has no numbers either
            QByteArray errors;
            const QByteArray printed = outputOf(panel.commandLine() + u" --quiet --format csv"_s, errors);
            QVERIFY2(printed.isEmpty() && !errors.isEmpty(), qPrintable(panel.commandLine()));
            return;
        }
        for (const Table& table : panel.result()->tables) {
            panel.showTable(toQString(table.name()));
            const bool isFirst = &table == &panel.result()->tables.front();
            for (const Format& format : kFormats) {
                if (!isFirst && format.format != TableFormat::Csv)
                    continue; // one table shows what a format is
                const std::string file = m_folder.file(table.name() + format.ending);
                QSignalSpy said(&panel, &AnalysisPanel::messageShown);
                panel.exportShownTable(format.format, toQString(file));
                QTRY_COMPARE(said.count(), 1);
                QByteArray errors;
                const QByteArray printed =
                    outputOf(panel.commandLine() + u" --quiet --format "_s + QString::fromLatin1(format.word), errors);
                QVERIFY2(!printed.isEmpty(), qPrintable(panel.commandLine() + u'\n' + QString::fromUtf8(errors)));
                KT_COMPARE_TEXT(readFile(file), printed.toStdString());
            }
        }
    }

    void comparisonNamesBothTraces_data()
    {
        QTest::addColumn<bool>("isScoped");
        QTest::addRow("everything") << false;
        QTest::addRow("a range, of both traces") << true;
    }

    void comparisonNamesBothTraces()
    {
        QFETCH(bool, isScoped);
        ViewState viewState;
        AnalysisPanel panel(*findAnalysis("trace-diff"), &viewState);
        viewState.setTraceSet(m_other);
        if (isScoped) {
            Scope scope;
            scope.range = TimeRange { 100'001, 1'000'007 };
            viewState.setScope(scope);
        }
        panel.show();
        const std::string baseline = m_folder.file("a job's $(files)/rank0.json");
        panel.setBaselinePath(baseline);
        QTRY_VERIFY(panel.request().baseline);
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Ready);
        const std::string file = m_folder.file("diff.json");
        QSignalSpy said(&panel, &AnalysisPanel::messageShown);
        panel.exportShownTable(TableFormat::Json, toQString(file));
        QTRY_COMPARE(said.count(), 1);
        QByteArray errors;
        const QByteArray printed = outputOf(panel.commandLine() + u" --quiet --format json"_s, errors);
        QVERIFY2(!printed.isEmpty(), errors.constData());
        KT_COMPARE_TEXT(readFile(file), printed.toStdString());
    }

    void comparisonsNameTheFilesOfEachJob_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QString>("table");
        QTest::addColumn<bool>("hasBaseline");
        QTest::addRow("a job of chosen files with itself") << QByteArray("trace-diff") << u"ops"_s << false;
        QTest::addRow("a job of chosen files with a folder") << QByteArray("trace-diff") << u"ops"_s << true;
        QTest::addRow("names in both") << QByteArray("kernel-names") << u"difference"_s << true;
        QTest::addRow("kinds of one job") << QByteArray("duration-concentration") << u"comparison"_s << false;
    }

    /// The folder of the open job holds a third trace that was not chosen.
    void comparisonsNameTheFilesOfEachJob()
    {
        QFETCH(QByteArray, id);
        QFETCH(QString, table);
        QFETCH(bool, hasBaseline);
        GeneratorOptions options;
        options.ranks = 3;
        options.layers = 1;
        options.seed = 3;
        std::vector<TraceArgument> files;
        for (const std::string& text : generateTraces(options))
            files.push_back(
                { std::nullopt, m_folder.write("chosen/rank" + std::to_string(files.size()) + ".json", text) });
        files.front().rank = 7; // as the user gave it
        files.erase(files.begin() + 1);
        auto chosen = loadTraceSet(files, testLoadOptions(), Progress {});
        KT_VERIFY_OK(chosen);
        ViewState viewState;
        AnalysisPanel panel(*findAnalysis(id.toStdString()), &viewState);
        viewState.setTraceSet(*chosen);
        if (id == "trace-diff") {
            Parameters parameters;
            parameters.set("control-ranks", std::string(hasBaseline ? "0,1" : "7"));
            parameters.set("test-ranks", std::string("2"));
            panel.setParameters(parameters);
        }
        panel.resize(1200, 400);
        panel.show();
        if (hasBaseline) {
            panel.setBaselinePath(m_folder.file("a job's $(files)"));
            QTRY_VERIFY(panel.request().baseline);
        }
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Ready);
        panel.showTable(table);
        const std::string file = m_folder.file("many.json");
        QSignalSpy said(&panel, &AnalysisPanel::messageShown);
        panel.exportShownTable(TableFormat::Json, toQString(file));
        QTRY_COMPARE(said.count(), 1);
        QByteArray errors;
        const QByteArray printed = outputOf(panel.commandLine() + u" --quiet --format json"_s, errors);
        QVERIFY2(!printed.isEmpty(), qPrintable(panel.commandLine() + u'\n' + QString::fromUtf8(errors)));
        KT_COMPARE_TEXT(readFile(file), printed.toStdString());
    }

    void traceIsNeverReplacedByItsTable()
    {
        ViewState viewState;
        AnalysisPanel panel(*findAnalysis("temporal-breakdown"), &viewState);
        viewState.setTraceSet(m_other);
        panel.show();
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Ready);
        const std::string before = readFile(m_otherFile);
        QSignalSpy said(&panel, &AnalysisPanel::exportFailed);
        panel.exportShownTable(TableFormat::Json, toQString(m_otherFile));
        QTRY_COMPARE(said.count(), 1);
        QVERIFY(readFile(m_otherFile) == before);
    }

    void filesAreReplacedOnlyAfterAQuestion_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("there");
        QTest::addRow("table, no ending") << u"saveTable"_s << u"kept"_s << u"kept.csv"_s;
        QTest::addRow("table, another dot") << u"saveTable"_s << u"run.2"_s << u"run.2.csv"_s;
        QTest::addRow("table, own ending") << u"saveTable"_s << u"kept.json"_s << u"kept.json"_s;
        QTest::addRow("chart, no ending") << u"saveChart"_s << u"kept"_s << u"kept.svg"_s;
        QTest::addRow("chart, another dot") << u"saveChart"_s << u"run.2"_s << u"run.2.svg"_s;
    }

    void filesAreReplacedOnlyAfterAQuestion()
    {
        QFETCH(QString, action);
        QFETCH(QString, typed);
        QFETCH(QString, there);
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        ViewState viewState;
        AnalysisPanel panel(*findAnalysis("kernel-breakdown"), &viewState);
        viewState.setTraceSet(m_job);
        panel.show();
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Ready);
        const std::string file = m_folder.write("saved/" + there.toStdString(), "keep me");
        for (const bool mayReplace : { false, true }) {
            int questions = 0;
            QTimer user;
            connect(&user, &QTimer::timeout, this, [&] {
                QWidget* top = QApplication::activeModalWidget();
                if (auto* question = qobject_cast<QMessageBox*>(top)) {
                    ++questions;
                    question->button(mayReplace ? QMessageBox::Yes : QMessageBox::No)->click();
                } else if (auto* dialog = qobject_cast<QFileDialog*>(top)) {
                    if (questions > 0) { // it stays after a no
                        dialog->reject();
                        return;
                    }
                    dialog->findChild<QLineEdit*>(u"fileNameEdit"_s)
                        ->setText(toQString(m_folder.file("saved/")) + typed);
                    QMetaObject::invokeMethod(dialog, "accept", Qt::QueuedConnection);
                }
            });
            user.start(20);
            QSignalSpy said(&panel, &AnalysisPanel::messageShown);
            panel.findChild<QAction*>(action)->trigger();
            user.stop();
            QCOMPARE(questions, 1);
            QTRY_COMPARE(said.count(), mayReplace ? 1 : 0);
            QCOMPARE(readFile(file) == "keep me", !mayReplace);
        }
    }

    /// Files of several traces and panels lie side by side in one folder.
    void suggestedNamesTellTraceAndPanel()
    {
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        ViewState viewState;
        AnalysisPanel panel(*findAnalysis("kernel-breakdown"), &viewState);
        viewState.setTraceSet(m_other);
        panel.show();
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Ready);
        const QString trace = withoutTraceEndings(QFileInfo(toQString(m_otherFile)).fileName());
        for (const auto& [action, end] : { std::pair { u"saveTable"_s, u".csv"_s }, { u"saveChart"_s, u".svg"_s } }) {
            QString suggested;
            QTimer user;
            connect(&user, &QTimer::timeout, this, [&] {
                if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                    suggested = dialog->findChild<QLineEdit*>(u"fileNameEdit"_s)->text();
                    dialog->reject();
                }
            });
            user.start(20);
            panel.findChild<QAction*>(action)->trigger();
            QVERIFY2(suggested.startsWith(trace + u"-kernel-breakdown-"_s), qPrintable(suggested));
            QVERIFY2(suggested.endsWith(end), qPrintable(suggested));
        }
    }

    void clipboardTakesTheTableInEachFormat()
    {
        ViewState viewState;
        AnalysisPanel panel(*findAnalysis("kernel-breakdown"), &viewState);
        viewState.setTraceSet(m_job);
        panel.show();
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Ready);
        panel.showTable(u"kernels"_s);
        for (const auto& [name, start] :
            { std::pair { u"copyCsv"_s, "name,"_L1 }, std::pair { u"copyTsv"_s, "name\t"_L1 },
                std::pair { u"copyJson"_s, "{\"schema\""_L1 }, std::pair { u"copyMarkdown"_s, "### "_L1 } }) {
            QGuiApplication::clipboard()->clear();
            auto* action = panel.findChild<QAction*>(name);
            QVERIFY2(action, qPrintable(name));
            action->trigger();
            QTRY_VERIFY(!QGuiApplication::clipboard()->text().isEmpty());
            const QString text = QGuiApplication::clipboard()->text();
            QVERIFY2(text.startsWith(start), qPrintable(text.left(80)));
        }
    }

    void copiedRowsAreThoseOnScreen()
    {
        ViewState viewState;
        AnalysisPanel panel(*findAnalysis("kernel-breakdown"), &viewState);
        viewState.setTraceSet(m_job);
        panel.show();
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Ready);
        panel.showTable(u"kernels"_s);
        auto* table = panel.findChild<ResultTableView*>();
        const auto name = static_cast<int>(table->table()->columnIndex("name"));
        for (int column = 0; column < table->model()->columnCount(); ++column)
            table->setColumnHidden(column, column != name);
        table->sortByColumn(name, Qt::AscendingOrder);
        panel.findChild<QLineEdit*>(u"tableFilter"_s)->setText(u"gemm"_s);
        QStringList expected { u"name"_s };
        for (int row = 0; row < table->model()->rowCount(); ++row)
            expected.append(toQString(table->table()->text(
                static_cast<std::size_t>(table->model()->index(row, name).data(Qt::UserRole + 2).toInt()),
                static_cast<std::size_t>(name))));
        QVERIFY(expected.size() > 1);
        QGuiApplication::clipboard()->clear();
        panel.findChild<QAction*>(u"copyTable"_s)->trigger();
        QTRY_COMPARE(QGuiApplication::clipboard()->text(), expected.join(u'\n') + u'\n');
    }

    void chartIsCopiedAsPictureAndAsDrawing()
    {
        ViewState viewState;
        AnalysisPanel panel(*findAnalysis("kernel-breakdown"), &viewState);
        viewState.setTraceSet(m_job);
        panel.show();
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Ready);
        panel.findChild<QAction*>(u"copyChart"_s)->trigger();
        const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
        QVERIFY(copied->hasImage());
        QVERIFY(copied->data(u"image/svg+xml"_s).startsWith("<?xml"));
    }

private:
    /// Parameters with another value for each number and flag, so that the command has something to say.
    static Parameters changed(const AnalysisDescriptor& analysis)
    {
        Parameters parameters;
        for (const ParameterDescriptor& parameter : analysis.parameters) {
            ParameterValue value = parameter.defaultValue;
            if (auto* number = std::get_if<std::int64_t>(&value); number && !parameter.htaOnly)
                *number += parameter.type == ParameterType::Duration ? 1'500 : 1;
            if (auto* flag = std::get_if<bool>(&value); flag && !parameter.htaOnly)
                *flag = !*flag;
            const Result<ParameterValue> checked = parseParameter(parameter, formatParameter(parameter, value));
            parameters.set(parameter.id, checked ? *checked : parameter.defaultValue);
        }
        return parameters;
    }

    TempDir m_folder;
    std::shared_ptr<const TraceSet> m_job;
    std::shared_ptr<const TraceSet> m_counters;
    std::shared_ptr<const TraceSet> m_other;
    std::string m_otherFile;
};

QTEST_MAIN(TestPanelExports)
#include "tst_panel_exports.moc"
