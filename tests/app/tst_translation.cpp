// SPDX-License-Identifier: GPL-3.0-or-later
// The German translation is whole, and the window says nothing that went past it.
#include "app/window/docks/analysis_docks.h"
#include "app/window/start/language.h"
#include "core/layout/table/shown_texts.h"
#include "tests/app/window_fixture.h"
#include "tests/support/registry_texts.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/chart_view.h"
#include "widgets/delegates/finding_card.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/report/report_maker.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/translator.h"

#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QByteArray>
#include <QChar>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGroupBox>
#include <QHeaderView>
#include <QIODevice>
#include <QItemSelectionModel>
#include <QKeySequence>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLatin1String>
#include <QLineEdit>
#include <QList>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QModelIndex>
#include <QObject>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTabBar>
#include <QTest>
#include <QTextBrowser>
#include <QTimer>
#include <QToolButton>
#include <QTranslator>
#include <QXmlStreamReader>

#include <map>
#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

const QString kTranslation = QStringLiteral(KINETOSCOPE_SOURCE_DIR "/resources/translations/kinetoscope_de.ts");

/// One text of a .ts file.
struct Entry {
    QString context;
    QString source;
    bool isPlural = false;
    bool isFinished = true;
    QStringList forms; ///< one, or singular and plural
};

QList<Entry> entriesOf(const QString& fileName)
{
    QFile file(fileName);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("There is no %s.", qPrintable(fileName));
    QXmlStreamReader reader(&file);
    QList<Entry> entries;
    Entry entry;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement) {
            if (reader.isEndElement() && reader.name() == u"message")
                entries.append(entry);
            continue;
        }
        if (reader.name() == u"name")
            entry.context = reader.readElementText();
        else if (reader.name() == u"message")
            entry = { entry.context, {}, reader.attributes().value("numerus"_L1) == "yes"_L1, true, {} };
        else if (reader.name() == u"source")
            entry.source = reader.readElementText();
        else if (reader.name() == u"numerusform")
            entry.forms.append(reader.readElementText());
        else if (reader.name() == u"translation") {
            entry.isFinished = !reader.attributes().hasAttribute("type"_L1);
            if (!entry.isPlural)
                entry.forms.append(reader.readElementText());
        }
    }
    return entries;
}

/// "%1", "%n" of a text, each once, sorted.
QStringList placesOf(const QString& text)
{
    static const QRegularExpression place(u"%[1-9n]"_s);
    QStringList places;
    for (auto match = place.globalMatch(text); match.hasNext();)
        places.append(match.next().captured());
    places.sort();
    places.removeDuplicates();
    return places;
}

constexpr QChar kOpen(u'\u27e6');
constexpr QChar kClose(u'\u27e7');

/// German between brackets: what stands outside of them was never translated.
class MarkingTranslator : public QTranslator {
public:
    MarkingTranslator()
    {
        for (const Entry& entry : entriesOf(kTranslation))
            m_forms[{ entry.context, entry.source }] = entry.forms;
    }
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char*, int number) const override
    {
        if (*context == 'Q') // Qt's own dialogs: their words come with Qt
            return kOpen + QString::fromUtf8(source) + kClose;
        const auto found = m_forms.find({ QString::fromUtf8(context), QString::fromUtf8(source) });
        if (found == m_forms.end())
            return {};
        return kOpen + (number == 1 ? found->second.front() : found->second.back()) + kClose;
    }

private:
    std::map<std::pair<QString, QString>, QStringList> m_forms;
};

/// Gathers what Qt's own dialogs and menus ask for.
class AskedOfQt : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char*, int) const override
    {
        // That is no word, but the direction of writing.
        if (*context == 'Q' && qstrcmp(source, "QT_LAYOUT_DIRECTION") != 0)
            m_asked.insert({ QString::fromUtf8(context), QString::fromUtf8(source) });
        return {};
    }
    [[nodiscard]] const std::set<std::pair<QString, QString>>& asked() const { return m_asked; }

private:
    mutable std::set<std::pair<QString, QString>> m_asked;
};

/// Shows a file dialog as those have it whose desktop brings none of its own, with its menus.
void showFileDialog(QFileDialog::AcceptMode accept, QFileDialog::FileMode files, const QString& folder)
{
    QFileDialog dialog(nullptr, u"-"_s, folder);
    dialog.setOption(QFileDialog::DontUseNativeDialog);
    dialog.setAcceptMode(accept);
    dialog.setFileMode(files);
    dialog.show();
    for (const QFileDialog::ViewMode view : { QFileDialog::Detail, QFileDialog::List }) {
        dialog.setViewMode(view);
        for (auto* list : dialog.findChildren<QAbstractItemView*>()) {
            const QAbstractItemModel* model = list->model();
            for (int column = 0; model && column < model->columnCount(list->rootIndex()); ++column) {
                (void)model->headerData(column, Qt::Horizontal).toString();
                for (int row = 0; row < model->rowCount(list->rootIndex()); ++row)
                    (void)model->index(row, column, list->rootIndex()).data().toString();
            }
        }
    }
}

/// Ends the question that is asked next, with No where it has one.
void answerNextQuestion(QWidget& by)
{
    QTimer::singleShot(0, &by, [] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        QAbstractButton* no = box ? box->button(QMessageBox::No) : nullptr;
        if (no)
            no->click();
        else if (box)
            box->accept();
    });
}

/// What a file dialog asks and answers where a name is taken, lost or to be deleted.
void askInFileDialog(const QString& folder, const QString& taken)
{
    QFileDialog save(nullptr, u"-"_s, folder);
    save.setOption(QFileDialog::DontUseNativeDialog);
    save.setAcceptMode(QFileDialog::AcceptSave);
    save.show();
    save.selectFile(taken);
    answerNextQuestion(save);
    QMetaObject::invokeMethod(&save, "accept");
    auto* files = save.findChild<QAbstractItemView*>(u"listView"_s);
    const bool hasFiles = QTest::qWaitFor([files] { return files->model()->rowCount(files->rootIndex()) > 1; });
    if (!hasFiles)
        qFatal("The files of %s are not there.", qPrintable(folder));
    for (int row = 0; row < files->model()->rowCount(files->rootIndex()); ++row) {
        const QModelIndex index = files->model()->index(row, 0, files->rootIndex());
        if (index.data().toString() == taken)
            files->selectionModel()->select(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
    answerNextQuestion(save);
    save.findChild<QAction*>(u"qt_delete_action"_s)->trigger();

    for (const QFileDialog::FileMode mode : { QFileDialog::ExistingFiles, QFileDialog::Directory }) {
        QFileDialog open(nullptr, u"-"_s, folder);
        open.setOption(QFileDialog::DontUseNativeDialog);
        open.setFileMode(mode);
        open.show();
        open.findChild<QLineEdit*>(u"fileNameEdit"_s)->setText(u"lost"_s);
        answerNextQuestion(open);
        QMetaObject::invokeMethod(&open, "accept");
    }
}

/// What of a text stands outside of brackets.
QString unmarked(QString text)
{
    static const QRegularExpression tags(u"<[^<>]*>"_s);
    if (text.startsWith(u"<qt>"))
        text.replace(tags, u"\n"_s)
            .replace(u"&lt;"_s, u"<"_s)
            .replace(u"&gt;"_s, u">"_s)
            .replace(u"&quot;"_s, u"\""_s)
            .replace(u"&amp;"_s, u"&"_s);
    QString outside;
    int depth = 0;
    for (const QChar c : text) {
        depth += c == kOpen ? 1 : c == kClose ? -1 : 0;
        if (depth < 0) { // broken into lines: this is the end of one
            outside.clear();
            depth = 0;
        } else if (depth == 0 && c != kClose && c != u'\u200b') {
            outside += c;
        }
    }
    return outside;
}

/// Between the parts of a line.
const QRegularExpression kSeparators(u"\n|  +| \u00b7 | \u203a | > | \u2013 |, |; |: "_s);

/// Columns of plain texts that are the trace's, or ids.
bool isOfTheTrace(const ColumnDescriptor& column)
{
    static const std::set<std::string> names { "Compute Spec", "Concrete Inputs", "Input Dims", "Input type",
        "analysis", "api", "aten_op_name", "bottom_level_op", "collective", "covers", "device", "first_call",
        "first_kind", "found_in", "graph", "input_shapes", "kernel_file", "kernel_hash", "launch_api", "missing_from",
        "module", "name", "op", "op_path", "pid", "process_group", "python_line", "s_cat", "s_name",
        "s_user_annotation", "second_call", "second_kind", "short_name", "source", "tid", "top_level_op", "track" };
    return column.text == TextKind::Name || column.text == TextKind::Chain || names.contains(column.name);
}

/// Gathers texts that nobody translated, and where they were seen.
class Misses {
public:
    /// What is the trace's, or a name in every language.
    void allow(const QString& content)
    {
        m_content.insert(content);
        for (const QString& part : content.split(kSeparators, Qt::SkipEmptyParts))
            m_content.insert(part.trimmed());
    }
    /// @param isBroken  names may be in pieces, on several lines.
    void check(const QString& text, const QString& place, bool isBroken = false)
    {
        static const QRegularExpression letters(u"\\p{L}{2,}"_s);
        static const QRegularExpression unit(u"^\\(?[<\u2013-]?((fp|bf|tf|int)\\d+ )?[\\s\\d.,\u202f\u00a0e+-]*"
                                             u"(ns|\u00b5s|ms|[kMGT]?B|GB/s|[GT]?FLOP/[sB]|px|us)?\u2026?\\)?$"_s);
        for (const QString& part : unmarked(text).split(kSeparators, Qt::SkipEmptyParts)) {
            const QString said = part.trimmed();
            if (said.contains(letters) && !unit.match(said).hasMatch() && !isContent(said, isBroken))
                m_found[said].insert(place);
        }
    }
    /// Prints them. @return how many.
    std::size_t report() const
    {
        for (const auto& [text, places] : m_found)
            qWarning("'%s' at%s", qPrintable(text.left(200)), qPrintable(*places.begin()));
        return m_found.size();
    }

private:
    /// Also what was cut in its middle, and with a number or a unit in brackets.
    [[nodiscard]] bool isContent(QString said, bool isBroken) const
    {
        static const QRegularExpression number(u" \\([\\w/\u00b5]{1,7}\\)$"_s);
        if (m_content.contains(said))
            return true;
        said.remove(number);
        const QStringList ends = said.split(u'\u2026');
        // Of two names on a chart the middle may be cut, where they meet, and words that most kernels have.
        const auto isOfOne = [this](QString end) {
            end = end.remove(u'\u00b7').trimmed();
            return std::ranges::any_of(m_content, [&end](const QString& each) { return each.contains(end); });
        };
        if (isBroken && ends.size() >= 2 && std::ranges::all_of(ends, isOfOne))
            return true;
        return m_content.contains(said) || std::ranges::any_of(m_content, [&](const QString& each) {
            return isBroken ? std::ranges::all_of(ends, [&each](const QString& end) { return each.contains(end); })
                            : ends.size() == 2 && each.startsWith(ends.front()) && each.endsWith(ends.back());
        });
    }

    std::set<QString> m_content;
    std::map<QString, std::set<QString>> m_found;
};

/// The bytes of a report with charts, as the window writes it.
QByteArray sampleReport()
{
    const TempDir folder;
    auto traces = loadTraceSet({ { std::nullopt, KINETOSCOPE_SOURCE_DIR "/resources/samples/job" } }, {}, {});
    ReportRequest request;
    for (const char* const id : { "overview", "idle-time", "kernel-breakdown" }) {
        AnalysisRequest part;
        part.analysis = findAnalysis(id);
        part.traces = traces.value();
        request.parts.push_back(part);
    }
    request.fileName = toQString(folder.file("report.html"));
    ReportMaker maker;
    QSignalSpy saved(&maker, &ReportMaker::saved);
    maker.start(request);
    QFile file(request.fileName);
    return saved.wait(60'000) && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestTranslation : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QCoreApplication::installTranslator(&m_translator); }
    void everyTextIsTranslated();
    void theRegistryIsInIt();
    void theSourcesAreInIt();
    void nothingIsSaidPastIt_data();
    void nothingIsSaidPastIt();
    void lettersAreThereAndTheirOwn();
    void wordsOfQtAreInIt();
    void theProgramSpeaksIt();

private:
    void lookAtWindow(WindowFixture& fixture, const QString& place);
    void lookAtWidget(QWidget& widget, const QString& place);
    void lookAtModel(const QAbstractItemModel& model, const QString& place, const QModelIndex& parent = {});
    void lookAtTable(const ResultTableView& view, const QString& place);
    void allowNames(const Table& table);
    void allowTrace(const TraceSet& traces);
    void lookAtChart(ChartView& view, const QString& place);
    void lookAtPicture(const Result<QByteArray>& picture, const QString& place);
    void lookAtPanel(AnalysisPanel& panel, const QString& place);
    void lookAtDialogs(WindowFixture& fixture);

    MarkingTranslator m_translator;
    Misses m_misses;
    std::map<const ChartView*, QPointer<const ChartPlot>> m_seenPlots; ///< whose texts were looked at, of the row
    std::set<ChartKind> m_zoomedKinds;                                 ///< of charts that were zoomed into, of all rows
};

void TestTranslation::everyTextIsTranslated()
{
    const QList<Entry> entries = entriesOf(kTranslation);
    QVERIFY(!entries.isEmpty());
    for (const Entry& entry : entries) {
        const QByteArray what = (entry.context + u": "_s + entry.source).toUtf8();
        QVERIFY2(entry.isFinished && entry.forms.size() == (entry.isPlural ? 2 : 1), what.constData());
        for (const QString& form : entry.forms) {
            QVERIFY2(!form.isEmpty(), what.constData());
            QVERIFY2(placesOf(form) == placesOf(entry.source), what.constData());
        }
    }
}

void TestTranslation::theRegistryIsInIt()
{
    std::set<QString> known;
    for (const Entry& entry : entriesOf(kTranslation)) {
        if (entry.context == u"registry")
            known.insert(entry.source);
    }
    for (const std::string& text : registryTexts())
        QVERIFY2(known.contains(toQString(text)), (text + ": run resources/translations/update.sh").c_str());
}

/// Gathered once more, the texts are those of the file.
void TestTranslation::theSourcesAreInIt()
{
    const TempDir folder;
    const QString copy = toQString(folder.file("copy.ts"));
    QVERIFY(QFile::copy(kTranslation, copy));
    QProcess update;
    update.start(QStringLiteral(KINETOSCOPE_SOURCE_DIR "/resources/translations/update.sh"),
        { QStringLiteral(KINETOSCOPE_BIN_DIR "/.."), copy });
    QVERIFY(update.waitForFinished(120'000));
    if (update.exitCode() == 127)
        QSKIP("Qt's lupdate is not installed.");
    QCOMPARE(update.exitCode(), 0);
    const QList<Entry> now = entriesOf(copy);
    for (const Entry& entry : now)
        QVERIFY2(entry.isFinished, qPrintable(entry.context + u": "_s + entry.source));
    QCOMPARE(now.size(), entriesOf(kTranslation).size());
}

void TestTranslation::lookAtModel(const QAbstractItemModel& model, const QString& place, const QModelIndex& parent)
{
    constexpr int kMostRows = 200;
    for (int column = 0; column < model.columnCount(parent); ++column) {
        for (const int role : { Qt::DisplayRole, Qt::ToolTipRole })
            m_misses.check(model.headerData(column, Qt::Horizontal, role).toString(), place + u" heading"_s);
        for (int row = 0; row < std::min(kMostRows, model.rowCount(parent)); ++row) {
            const QModelIndex index = model.index(row, column, parent);
            m_misses.check(index.data().toString(), place);
            if (!place.contains(u"FactsView")) // ids as files have them
                m_misses.check(index.data(Qt::ToolTipRole).toString(), place);
            if (column == 0 && model.hasChildren(index))
                lookAtModel(model, place, index);
        }
    }
}

void TestTranslation::lookAtTable(const ResultTableView& view, const QString& place)
{
    const Table* table = view.table();
    const bool isOfCategories = table && place.contains(u"duration-concentration");
    for (std::size_t column = 0; table && column < table->columnCount(); ++column) {
        const ColumnDescriptor& descriptor = table->columns()[column];
        for (const int role : { Qt::DisplayRole, Qt::ToolTipRole })
            m_misses.check(view.model()->headerData(static_cast<int>(column), Qt::Horizontal, role).toString(),
                place + u" heading "_s + toQString(descriptor.name));
        if (descriptor.type != ColumnType::String || descriptor.isInFilesOnly || isOfTheTrace(descriptor)
            || (descriptor.name == "kind" && (isOfCategories || cardColumns(*table))))
            continue;
        for (int row = 0; row < view.model()->rowCount(); ++row)
            m_misses.check(view.model()->index(row, static_cast<int>(column)).data().toString(),
                place + u" column "_s + toQString(descriptor.name));
    }
}

void TestTranslation::allowNames(const Table& table)
{
    for (std::size_t column = 0; column < table.columnCount(); ++column) {
        if (table.columns()[column].name.find("__") != std::string::npos)
            m_misses.allow(toQString(table.columns()[column].name)); // a counter's
        if (!isOfTheTrace(table.columns()[column]))
            continue;
        const ShownTexts shown(table, column);
        for (std::size_t row = 0; row < std::min<std::size_t>(table.rowCount(), 20'000); ++row) {
            m_misses.allow(toQString(table.text(row, column)));
            m_misses.allow(toQString(shown.of(table.text(row, column))));
        }
    }
}

/// Once as it stands: a view that draws its chart anew has another plot.
void TestTranslation::lookAtPicture(const Result<QByteArray>& picture, const QString& place)
{
    if (!picture)
        return;
    QXmlStreamReader reader(*picture);
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement
            && (reader.name() == u"text" || reader.name() == u"title"))
            m_misses.check(reader.readElementText(QXmlStreamReader::IncludeChildElements), place, true);
    }
}

void TestTranslation::lookAtChart(ChartView& view, const QString& place)
{
    const auto* plot = view.findChild<const ChartPlot*>();
    QPointer<const ChartPlot>& seen = m_seenPlots[&view];
    if (plot && seen == plot)
        return;
    seen = plot;
    PictureRequest request;
    request.format = PictureFormat::Svg;
    lookAtPicture(view.picture(request), place + u" chart"_s);
    // What a chart says while a part of it is in sight: once of each kind, for a picture takes a while.
    // Those over time zoom the timeline instead.
    const std::optional<ChartKind> kind = view.description() ? std::optional(view.description()->kind()) : std::nullopt;
    if (!kind || kind == ChartKind::StepSeries || kind == ChartKind::StackedArea || m_zoomedKinds.contains(*kind))
        return;
    QTest::keyClick(&view, Qt::Key_Plus);
    if (view.isZoomed()) {
        m_zoomedKinds.insert(*kind);
        lookAtPicture(view.picture(request, view.pages(800, 600).front()), place + u" zoomed chart"_s);
    }
    QTest::keyClick(&view, Qt::Key_0);
}

void TestTranslation::lookAtWidget(QWidget& widget, const QString& place)
{
    const QString here = place + u' ' + QLatin1String(widget.metaObject()->className()) + u' ' + widget.objectName();
    for (const QString& text : { widget.windowTitle(), widget.toolTip(), widget.statusTip(), widget.accessibleName(),
             widget.accessibleDescription(), widget.whatsThis() })
        m_misses.check(text, here);
    for (const QAction* action : widget.actions()) {
        for (const QString& text : { action->text(), action->toolTip(), action->statusTip() })
            m_misses.check(text, here + u" action "_s + action->objectName());
    }
    if (const auto* label = qobject_cast<QLabel*>(&widget))
        m_misses.check(label->text(), here);
    if (const auto* button = qobject_cast<QAbstractButton*>(&widget))
        m_misses.check(button->text(), here);
    if (const auto* group = qobject_cast<QGroupBox*>(&widget))
        m_misses.check(group->title(), here);
    if (const auto* menu = qobject_cast<QMenu*>(&widget))
        m_misses.check(menu->title(), here);
    if (const auto* line = qobject_cast<QLineEdit*>(&widget))
        m_misses.check(line->placeholderText(), here);
    if (const auto* box = qobject_cast<QComboBox*>(&widget)) {
        for (int i = 0; i < box->count(); ++i)
            m_misses.check(box->itemText(i), here);
    }
    if (const auto* tabs = qobject_cast<QTabBar*>(&widget)) {
        for (int i = 0; i < tabs->count(); ++i) {
            m_misses.check(tabs->tabText(i), here);
            m_misses.check(tabs->tabToolTip(i), here);
        }
    }
    if (const auto* table = qobject_cast<ResultTableView*>(&widget))
        lookAtTable(*table, here);
    else if (auto* chart = qobject_cast<ChartView*>(&widget))
        lookAtChart(*chart, here);
    else if (const auto* view = qobject_cast<QAbstractItemView*>(&widget);
             view && view->model() && !qobject_cast<QHeaderView*>(&widget))
        lookAtModel(*view->model(), here);
}

void TestTranslation::lookAtPanel(AnalysisPanel& panel, const QString& place)
{
    const QString name = place + u' ' + toQString(panel.analysis().id);
    QVERIFY(QTest::qWaitFor(
        [&panel] {
            return panel.state() != AnalysisPanel::State::Running && panel.state() != AnalysisPanel::State::Stale;
        },
        60'000));
    const auto result = panel.result();
    std::set<std::string> charts { "" };
    for (const ChartDescription& chart : result ? result->charts : std::vector<ChartDescription> {})
        charts.insert(chart.id);
    std::set<std::string> tables { "" };
    for (const Table& table : result ? result->tables : std::vector<Table> {})
        tables.insert(table.name());
    for (const Table& table : result ? result->tables : std::vector<Table> {})
        allowNames(table);
    const auto showAll = [&](const std::string& chart, const std::string& table) {
        PanelLook look = panel.look();
        look.chart = chart;
        look.table = table;
        panel.setLook(look);
        QCoreApplication::processEvents();
        for (QWidget* each : panel.findChildren<QWidget*>())
            lookAtWidget(*each, name + u' ' + toQString(chart) + u' ' + toQString(table));
    };
    for (const std::string& chart : charts)
        showAll(chart, "");
    for (const std::string& table : tables)
        showAll("", table);
}

void TestTranslation::lookAtWindow(WindowFixture& fixture, const QString& place)
{
    QCoreApplication::processEvents();
    for (QWidget* top : QApplication::topLevelWidgets()) {
        lookAtWidget(*top, place);
        for (QWidget* each : top->findChildren<QWidget*>())
            lookAtWidget(*each, place);
    }
    for (const QAction* action : fixture.window->findChildren<QAction*>()) {
        for (const QString& text : { action->text(), action->toolTip(), action->statusTip() })
            m_misses.check(text, place + u" action "_s + action->objectName());
    }
}

void TestTranslation::lookAtDialogs(WindowFixture& fixture)
{
    using enum ActionId;
    for (const ActionId id : { Preferences, ExportReport, ExportTrace, ImportReport, Shortcuts, About, ChooseScope,
             FindTrack, Commands, FilterTracks, Search }) {
        fixture.action(id)->trigger();
        lookAtWindow(fixture, u"dialog "_s + fixture.action(id)->objectName());
        for (QDialog* dialog : fixture.window->findChildren<QDialog*>())
            dialog->close();
        QTest::keyClick(
            QApplication::focusWidget() ? QApplication::focusWidget() : fixture.window.get(), Qt::Key_Escape);
    }
}

void TestTranslation::allowTrace(const TraceSet& traces)
{
    for (const RankTrace& rank : traces.ranks()) {
        const Trace& trace = *rank.trace;
        for (std::size_t i = 0; i < trace.strings().size(); ++i)
            m_misses.allow(toQString(trace.strings().view(StringId { i })));
        for (const ImportReport::Entry& entry : trace.report().problems) {
            for (const ImportReport::Example& example : entry.examples) {
                if (example.isQuote)
                    m_misses.allow(displayText(example.text));
            }
        }
        const QFileInfo file(toQString(trace.path()));
        for (const QString& name : { file.filePath(), file.path(), file.fileName() })
            m_misses.allow(name);
        for (const Track& track : trace.tracks())
            m_misses.allow(toQString(track.name));
        for (const DeviceProperties& device : trace.metadata().devices)
            m_misses.allow(toQString(device.name));
        m_misses.allow(toQString(trace.metadata().backend));
    }
    // Languages by their own names, columns of counters, Inductor's categories, groups, kinds and element types of
    // collectives, data sheets.
    for (const char* const name : { "English", "Deutsch", "flops", "dram_bytes", "arithmetic_intensity", "gemm/conv",
             "aten", "0 (default_pg)", "allreduce", "alltoall", "alltoall allreduce", "host", "Float", "Int", "Long",
             "BFloat16", "NVIDIA A100 data sheet" })
        m_misses.allow(QLatin1String(name));
}

void TestTranslation::nothingIsSaidPastIt_data()
{
    QTest::addColumn<QString>("trace");
    const QString samples = QStringLiteral(KINETOSCOPE_SOURCE_DIR "/resources/samples/");
    QTest::newRow("the sample") << samples + u"job"_s;
    QTest::newRow("counters") << samples + u"counters/cupti_forward.pt.trace.json.gz"_s;
    const QDir shared(QStringLiteral(KINETOSCOPE_SOURCE_DIR "/../shared/traces"));
    for (const char* const name : { "triton_a100", "made_ranks_lost", "cpu_only_small", "kineto_h100_sync_before",
             "memory_timeline", "bert_mi300", "mi210_gpu_only", "broken_made/truncated_mid_event.json" }) {
        if (shared.exists(QLatin1String(name)))
            QTest::newRow(name) << shared.filePath(QLatin1String(name));
    }
}

void TestTranslation::nothingIsSaidPastIt()
{
    QFETCH(QString, trace);
    m_misses = {};
    m_seenPlots.clear();
    WindowFixture fixture;
    lookAtWindow(fixture, u"empty window"_s);
    fixture.drop({ "/no/such/trace.json" });
    QCoreApplication::processEvents();
    lookAtWindow(fixture, u"missing file"_s);
    fixture.drop({ trace.toStdString() });
    QVERIFY(QTest::qWaitFor([&fixture] { return fixture.document.isOpen(); }, 60'000));
    allowTrace(*fixture.viewState().traceSet());
    for (const AnalysisDescriptor& analysis : analyses()) {
        fixture.window->analysisDocks()->raise(analysis.id);
        lookAtPanel(*fixture.window->analysisDocks()->panel(analysis.id), QString());
    }
    QVERIFY(!m_zoomedKinds.empty() || qstrcmp(QTest::currentDataTag(), "the sample") != 0);
    lookAtWindow(fixture, u"timeline"_s);
    lookAtDialogs(fixture);
    QCOMPARE(m_misses.report(), std::size_t { 0 });
}

namespace {

/// What is wrong with the letters that stand for the entries of one menu, or for the fields and buttons of one dialog:
/// one with the same letter as another is only walked to; one without a letter is, too, and may only be there where all
/// of its own are taken, in no menu.
class Letters {
public:
    explicit Letters(QString place)
        : m_place(std::move(place))
    {
    }
    void add(const QString& text)
    {
        const QString letter = QKeySequence::mnemonic(text).toString();
        if (letter.isEmpty()) {
            m_without.append(text);
            return;
        }
        const auto [at, isNew] = m_users.try_emplace(letter, text);
        if (!isNew)
            m_wrong.append(u"%1: %2, %3"_s.arg(m_place, at->second, text));
    }
    [[nodiscard]] const QStringList& without() const { return m_without; }
    [[nodiscard]] QStringList wrong() const
    {
        QStringList wrong = m_wrong;
        for (const QString& text : m_without) {
            const auto isFree = [this](QChar letter) {
                return letter.isLetterOrNumber() && !m_users.contains(u"Alt+"_s + letter.toUpper());
            };
            if (std::ranges::any_of(text, isFree))
                wrong.append(u"%1: none in %2"_s.arg(m_place, text));
        }
        return wrong;
    }

private:
    QString m_place;
    std::map<QString, QString> m_users;
    QStringList m_without;
    QStringList m_wrong;
};

QStringList wrongLettersOf(const QList<QAction*>& actions, const QString& place)
{
    Letters letters(place);
    for (const QAction* action : actions) {
        if (action->isVisible() && !action->isSeparator())
            letters.add(action->text());
    }
    QStringList wrong = letters.wrong();
    for (const QString& text : letters.without())
        wrong.append(u"%1: all letters of %2 are taken"_s.arg(place, text));
    for (const QAction* action : actions) {
        QMenu* menu = action->menu();
        if (menu && !menu->isEmpty()) {
            menu->popup({}); // its letters are there while it is open
            wrong += wrongLettersOf(menu->actions(), action->text());
            menu->close();
        }
    }
    return wrong;
}

/// What is in sight. Escape closes, so Close and Cancel need no letter; boxes of a list and buttons with a sign instead
/// of a text are walked to.
QStringList wrongLettersOf(const QDialog& dialog, const QString& place)
{
    Letters letters(place);
    const auto* box = dialog.findChild<QDialogButtonBox*>();
    for (const QLabel* label : dialog.findChildren<QLabel*>()) {
        if (label->isVisible() && label->buddy())
            letters.add(label->text());
    }
    for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
        const auto role = box ? box->buttonRole(button) : QDialogButtonBox::InvalidRole;
        if (button->isVisible() && !button->text().isEmpty() && role != QDialogButtonBox::RejectRole)
            letters.add(button->text());
    }
    return letters.wrong();
}

} // namespace

void TestTranslation::lettersAreThereAndTheirOwn()
{
    using enum ActionId;
    QStringList wrong;
    for (const bool isTranslated : { true, false }) {
        if (!isTranslated)
            QCoreApplication::removeTranslator(&m_translator);
        WindowFixture fixture;
        const QString language = isTranslated ? u"German"_s : u"English"_s;
        wrong += wrongLettersOf(fixture.window->menuBar()->actions(), language);
        fixture.drop({ KINETOSCOPE_SOURCE_DIR "/resources/samples/job" });
        QTRY_VERIFY(fixture.document.isOpen());
        wrong += wrongLettersOf(fixture.window->menuBar()->actions(), language);
        for (const ActionId id : { Preferences, ExportReport, ExportTrace, ImportReport, Shortcuts, About, GoToTime }) {
            fixture.action(id)->trigger();
            QCoreApplication::processEvents();
            for (QDialog* dialog : fixture.window->findChildren<QDialog*>()) {
                if (!dialog->isVisible())
                    continue;
                wrong += wrongLettersOf(*dialog, language + u" dialog "_s + fixture.action(id)->objectName());
                dialog->close();
            }
        }
    }
    QCoreApplication::installTranslator(&m_translator);
    wrong.removeDuplicates();
    for (const QString& each : wrong)
        qWarning("%s", qPrintable(each));
    QVERIFY(wrong.isEmpty());
}

/// Where Qt's translations are not installed, its dialogs and menus are not half in another language.
void TestTranslation::wordsOfQtAreInIt()
{
    QCoreApplication::removeTranslator(&m_translator);
    AskedOfQt asked;
    QCoreApplication::installTranslator(&asked);
    const TempDir folder;
    QVERIFY(QDir(toQString(folder.path())).mkdir(u"inner"_s));
    QFile file(toQString(folder.file("some.json")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{}") == 2);
    file.close();
    showFileDialog(QFileDialog::AcceptOpen, QFileDialog::ExistingFiles, toQString(folder.path()));
    showFileDialog(QFileDialog::AcceptSave, QFileDialog::AnyFile, toQString(folder.path()));
    showFileDialog(QFileDialog::AcceptOpen, QFileDialog::Directory, toQString(folder.path()));
    askInFileDialog(toQString(folder.path()), u"some.json"_s);
    QLineEdit line;
    QSpinBox number;
    QTextBrowser page;
    QDockWidget dock;
    QKeySequenceEdit keys;
    QMessageBox question(QMessageBox::Question, u"-"_s, u"-"_s, QMessageBox::Yes | QMessageBox::No);
    QScrollBar bar;
    for (QWidget* each : { static_cast<QWidget*>(&line), static_cast<QWidget*>(&number), static_cast<QWidget*>(&page),
             static_cast<QWidget*>(&dock), static_cast<QWidget*>(&keys), static_cast<QWidget*>(&question),
             static_cast<QWidget*>(&bar) }) {
        each->show();
        QTimer::singleShot(0, each, [] {
            if (QWidget* menu = QApplication::activePopupWidget())
                menu->close();
        });
        QContextMenuEvent click(QContextMenuEvent::Mouse, { 1, 1 }, each->mapToGlobal(QPoint(1, 1)));
        QCoreApplication::sendEvent(each, &click);
    }
    QCoreApplication::removeTranslator(&asked);
    QCoreApplication::installTranslator(&m_translator);

    std::set<std::pair<QString, QString>> known;
    for (const Entry& entry : entriesOf(kTranslation))
        known.insert({ entry.context, entry.source });
    QStringList missing;
    for (const auto& [context, source] : asked.asked()) {
        if (!known.contains({ context, source }))
            missing.append(context + u": "_s + source);
    }
    for (const QString& each : missing)
        qWarning("%s", qPrintable(each));
    QVERIFY(missing.isEmpty());
    QVERIFY(asked.asked().contains({ u"QFileDialog"_s, u"Look in:"_s }));
}

/// What main() does: words and numbers of the window, while what goes into files stays in English.
void TestTranslation::theProgramSpeaksIt()
{
    QCoreApplication::removeTranslator(&m_translator);
    if (!languages().contains(u"de"_s))
        QSKIP("Qt's lrelease was not there when this was built.");
    const QByteArray inEnglish = sampleReport();
    applyLanguage(u"de"_s);
    const auto idle = [] { return QCoreApplication::translate("registry", "Idle time"); };
    QCOMPARE(idle(), u"Leerlaufzeit"_s);
    QCOMPARE(QCoreApplication::translate("Document", "%n files", nullptr, 1), u"1 Datei"_s);
    QCOMPARE(decimalText(1.5, 1), u"1,5"_s);
    // Keys are called as in the program's own texts, whether or not Qt's translations are installed.
    QCOMPARE(QKeySequence(u"Ctrl+Shift+Del"_s).toString(QKeySequence::NativeText), u"Strg+Umschalt+Entf"_s);
    const QDialogButtonBox buttons(QDialogButtonBox::Close | QDialogButtonBox::Cancel);
    QCOMPARE(buttons.button(QDialogButtonBox::Cancel)->text().remove(u'&'), u"Abbrechen"_s);
    QCOMPARE(buttons.button(QDialogButtonBox::Close)->text().remove(u'&'), u"Schlie\u00dfen"_s);
    QLocale::setDefault(QLocale::c());
    QVERIFY(inEnglish.contains("Idle time"));
    QCOMPARE(sampleReport(), inEnglish);
    QCOMPARE(english(Message { KT_PHRASE("scope-options", "none") }), std::string("none"));
}

QTEST_MAIN(TestTranslation)
#include "tst_translation.moc"
