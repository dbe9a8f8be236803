// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/table/table_order.h"
#include "core/output/table_writer.h"
#include "widgets/delegates/number_delegate.h"
#include "widgets/models/column_format.h"
#include "widgets/models/result_table_model.h"
#include "widgets/models/result_table_proxy.h"
#include "widgets/panels/result/facts_view.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/support/fonts.h"

#include <QAbstractItemModelTester>
#include <QBuffer>
#include <QHeaderView>
#include <QPainter>
#include <QSignalSpy>
#include <QSvgGenerator>
#include <QTest>

#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using namespace kinetoscope;
using namespace Qt::StringLiterals;

namespace {

ColumnDescriptor column(std::string name, ColumnType type, Unit unit = Unit::None)
{
    return { std::move(name), type, unit, "", "" };
}

std::shared_ptr<const AnalysisResult> sample()
{
    Table table("kernels", "Kernels",
        { column("name", ColumnType::String), column("sum (us)", ColumnType::Duration, Unit::Microseconds),
            column("count", ColumnType::Int, Unit::Count), column("share", ColumnType::Float, Unit::Percent),
            column("stack", ColumnType::List) });
    table.addRow({ std::string("gemm<i>"), std::int64_t { 12'340'000 }, std::int64_t { 2'000 }, 61.27,
        std::vector<std::string> { "aten::mm", "cudaLaunchKernel" } });
    table.addRow(
        { std::string("Relu"), std::int64_t { 4'567 }, std::int64_t { 30 }, 0.01, std::vector<std::string> {} });
    table.addRow({ std::string("nccl"), std::monostate {}, std::int64_t { 7 }, std::monostate {}, std::monostate {} });
    table.addRow({ std::string("add"), std::int64_t { 999'000 }, std::int64_t { 30 }, 38.74, std::monostate {} });
    auto result = std::make_shared<AnalysisResult>();
    result->tables.push_back(std::move(table));
    return result;
}

QStringList columnTexts(const QAbstractItemModel& model, int columnNumber)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts.append(model.index(row, columnNumber).data().toString());
    return texts;
}

/// How many events of a kind an object gets.
class EventCount : public QObject {
public:
    EventCount(QObject& watched, QEvent::Type type)
        : m_type(type)
    {
        watched.installEventFilter(this);
    }
    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == m_type ? 1 : 0;
        if (count > 1000)
            qFatal("It never comes to an end.");
        return false;
    }
    int count = 0;

private:
    QEvent::Type m_type;
};

} // namespace

class TestResultTable : public QObject {
    Q_OBJECT

private slots:
    /// Widths stay from result to result, but no number is ever cut.
    void otherNumbersAreNotCut()
    {
        const auto resultOf = [](std::int64_t ns, std::int64_t count) {
            auto result = std::make_shared<AnalysisResult>();
            result->tables.emplace_back("numbers", "Numbers",
                std::vector { column("name", ColumnType::String), column("time", ColumnType::Duration),
                    column("count", ColumnType::Int, Unit::Count) });
            result->tables.back().addRow({ std::string("gemm"), ns, count });
            return result;
        };
        ResultTableView view;
        view.resize(500, 200);
        view.show();
        const auto show = [&view](const std::shared_ptr<AnalysisResult>& result) {
            view.setTable(result, "numbers", columnFormats(result->tables.front()));
        };
        show(resultOf(1, 2));
        const int narrow = view.columnWidth(2);
        show(resultOf(1, 1'234'567'890'123'456'789));
        QVERIFY2(view.columnWidth(2) >= view.sizeHintForIndex(view.model()->index(0, 2)).width(),
            qPrintable(QString::number(view.columnWidth(2))));
        QVERIFY(view.columnWidth(2) > narrow);
        const int wide = view.columnWidth(2);
        show(resultOf(2, 3));
        QCOMPARE(view.columnWidth(2), wide); // nothing jumps
        view.setColumnWidth(2, 60);
        show(resultOf(1, 1'234'567'890'123'456'789));
        QCOMPARE(view.columnWidth(2), 60); // somebody wanted it so
    }

    void whereThereAreNoRowsWordsSayWhy()
    {
        ResultTableView view;
        QCOMPARE(view.whyEmpty(), QString()); // nothing is shown at all
        const auto result = sample();
        view.setTable(result, "kernels", columnFormats(result->tables.front()));
        QCOMPARE(view.whyEmpty(), QString());
        view.setFilterText(u"no such name"_s);
        QTRY_COMPARE(view.whyEmpty(), u"No row has \u201cno such name\u201d in it; 4 rows are hidden."_s);
        auto one = std::make_shared<AnalysisResult>();
        one->tables.emplace_back("kernels", "Kernels", result->tables.front().columns());
        one->tables.front().addRow(std::vector<Cell>(one->tables.front().columnCount()));
        view.setTable(one, "kernels", columnFormats(one->tables.front()));
        QTRY_COMPARE(view.whyEmpty(), u"No row has \u201cno such name\u201d in it; 1 row is hidden."_s);
        auto none = std::make_shared<AnalysisResult>();
        none->tables.emplace_back("kernels", "Kernels", result->tables.front().columns());
        view.setTable(none, "kernels", columnFormats(none->tables.front()));
        QTRY_COMPARE(view.whyEmpty(), u"Nothing in this scope belongs in this table."_s);
    }

    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void sentencesAreWrapped()
    {
        ColumnDescriptor sentences = column("finding", ColumnType::String);
        sentences.text = TextKind::Sentence;
        Table findings("findings", "", { sentences, column("n", ColumnType::Int) });
        findings.addRow(
            { std::string("The GPU waits for the host most of the time, and here is at great length what could be "
                          "done about it by those who have the patience to read to the end."),
                std::int64_t { 1 } });
        findings.addRow({ std::string("A few words."), std::int64_t { 2 } });
        auto result = std::make_shared<AnalysisResult>(*sample());
        result->tables.push_back(std::move(findings));
        ResultTableView view;
        view.resize(500, 300);
        view.show();
        view.setTable(result, "kernels", {});
        const int plain = view.rowHeight(0);
        view.setTable(result, "findings", {});
        const int wide = view.rowHeight(0);
        QVERIFY2(wide >= 2 * plain, qPrintable(QString::number(wide)));
        QVERIFY(view.columnWidth(0) < view.viewport()->width());
        QCOMPARE(view.rowHeight(1), plain); // one long sentence makes no others high
        view.sortByColumn(1, Qt::DescendingOrder);
        QTRY_COMPARE(view.rowHeight(0), plain);
        QCOMPARE(view.rowHeight(1), wide);
        view.sortByColumn(1, Qt::AscendingOrder);
        QTRY_COMPARE(view.rowHeight(0), wide);
        view.grab();
        view.resize(1600, 300);
        QTRY_VERIFY(view.rowHeight(0) < wide);
        view.setTable(result, "kernels", {});
        QCOMPARE(view.rowHeight(0), plain);
    }

    /// A change of What if is no sentence with a full stop: in the row that is high for it, it is whole all the same.
    void wordsOfHighRowsAreWhole()
    {
        ColumnDescriptor sentences = column("what_if", ColumnType::String);
        sentences.text = TextKind::Sentence;
        Table changes("changes", "", { sentences, column("n", ColumnType::Int) });
        changes.addRow({ std::string("host time: collectives gone (gloo:all_reduce in distributed_c10d.py; none was "
                                     "recorded on the GPU of this rank in the time in view)"),
            std::int64_t { 1 } });
        auto result = std::make_shared<AnalysisResult>();
        result->tables.push_back(std::move(changes));
        ResultTableView view;
        view.resize(500, 300);
        view.show();
        view.setTable(result, "changes", {});
        const QModelIndex index = view.model()->index(0, 0);
        QVERIFY(view.rowHeight(0) >= 2 * view.fontMetrics().lineSpacing());
        QBuffer drawn;
        QSvgGenerator picture;
        picture.setOutputDevice(&drawn);
        QPainter painter(&picture);
        QStyleOptionViewItem option;
        option.rect = QRect(QPoint(0, 0), view.visualRect(index).size());
        option.palette = view.palette();
        option.font = view.font();
        view.itemDelegateForIndex(index)->paint(&painter, option, index);
        painter.end();
        const QString text = QString::fromUtf8(drawn.data());
        QVERIFY2(!text.contains(u'\u2026') && text.contains(u"in view)"_s), qPrintable(text));
    }

    void shortSentencesLeaveFiguresInSight_data()
    {
        QTest::addColumn<bool>("oneIsLong");
        QTest::newRow("all short") << false;
        QTest::newRow("one of five long") << true; // it is wrapped
    }

    /// A few words are no reason to move all figures out of sight.
    void shortSentencesLeaveFiguresInSight()
    {
        QFETCH(bool, oneIsLong);
        ColumnDescriptor sentences = column("description", ColumnType::String);
        sentences.text = TextKind::Sentence;
        std::vector<ColumnDescriptor> columns { sentences };
        for (const char* name : { "a_long_heading", "a_second_one", "a_third_one", "one_more", "the_last_one" })
            columns.push_back(column(name, ColumnType::Int));
        Table changes("changes", "", std::move(columns));
        for (int row = 0; row < 5; ++row) {
            const bool isLong = oneIsLong && row == 4;
            changes.addRow({ std::string(isLong ? "host time: collectives gone (Python of a file; none was recorded)"
                                                : "host time: ops gone"),
                std::int64_t { 1 }, std::int64_t { 2 }, std::int64_t { 3 }, std::int64_t { 4 }, std::int64_t { 5 } });
        }
        auto result = std::make_shared<AnalysisResult>(*sample());
        result->tables.push_back(std::move(changes));
        ResultTableView view;
        view.resize(420, 300);
        view.show();
        view.setTable(result, "changes", {});
        QVERIFY2(view.columnViewportPosition(2) < view.viewport()->width(),
            qPrintable(QString::number(view.columnWidth(0))));
    }

    void chainsAreReadWhole()
    {
        const ColumnDescriptor pattern { .name = "pattern", .text = TextKind::Chain };
        Table chains("sequences", "", { pattern, column("count", ColumnType::Int) });
        std::vector<std::string> longest { "aten::step" };
        for (int i = 0; i < 60; ++i)
            longest.push_back("kernel_number_" + std::to_string(i) + "_of_many(int)");
        std::vector<std::string> nearly = longest;
        nearly[31] = "kernel_number_xx_of_many(int)"; // differs in the middle alone
        const std::vector<std::vector<std::string>> patterns { { "aten::mm", "gemm(int)", "reduce(int)" },
            { "aten::convolution_backward", "some_kernel_with_a_name(int)", "another_kernel_with_a_name(int)",
                "a_third_one(int)" },
            longest, nearly };
        for (const std::vector<std::string>& steps : patterns)
            chains.addRow({ chains.addChain(steps, "|"), std::int64_t { 1 } });
        Table places("occurrences", "", { pattern, column("ts", ColumnType::Int) });
        for (int i = 0; i < 3; ++i)
            places.addRow({ places.addChain(patterns[1], "|"), std::int64_t { i } });
        auto result = std::make_shared<AnalysisResult>(*sample());
        result->tables.push_back(std::move(chains));
        result->tables.push_back(std::move(places));
        ResultTableView view;
        view.resize(480, 300);
        view.show();
        view.setTable(result, "kernels", {});
        const int plain = view.rowHeight(0);
        view.setTable(result, "sequences", {});
        QCOMPARE(view.rowHeight(0), plain); // fits one line
        QVERIFY(view.rowHeight(1) > plain && view.rowHeight(1) <= view.viewport()->height() / 2);
        // Too long for the view: shortened, but not both to the same text.
        QVERIFY(view.rowHeight(2) > view.rowHeight(1));
        QVERIFY(view.rowHeight(3) > view.rowHeight(2));
        const QImage drawn = view.grab().toImage();
        QVERIFY(!drawn.isNull());
        // Rows keep the height of their text in another order, and get theirs where a filter leaves some out.
        const int two = view.rowHeight(1);
        view.sortByColumn(0, Qt::DescendingOrder);
        QCOMPARE(view.model()->index(3, 0).data().toString().left(11), u"convolution"_s);
        QCOMPARE(view.rowHeight(3), two);
        view.setFilterText(u"gemm"_s);
        QCOMPARE(view.model()->rowCount(), 1);
        QCOMPARE(view.rowHeight(0), plain);
        view.setFilterText({});
        // Narrower columns need more lines.
        view.sortByColumn(-1, Qt::AscendingOrder);
        view.setColumnWidth(0, view.columnWidth(0) / 2);
        QVERIFY(view.rowHeight(1) > two);
        // A table of places is not about its chains: one line each.
        view.setTable(result, "occurrences", {});
        for (int row = 0; row < 3; ++row)
            QCOMPARE(view.rowHeight(row), plain);
    }

    void boxesAreToggledWithTheSpaceBar()
    {
        ResultTableView view;
        view.setTable(sample(), "kernels", {});
        view.setTextTags({ { u"Relu"_s, {} }, { u"nccl"_s, { u"A"_s, true } } });
        QSignalSpy toggled(&view, &ResultTableView::textTagToggled);
        view.setCurrentIndex(view.model()->index(2, 1));
        QTest::keyClick(&view, Qt::Key_Space);
        QCOMPARE(toggled.size(), 1);
        QCOMPARE(toggled.takeFirst().front().toString(), u"nccl"_s);
        view.setCurrentIndex(view.model()->index(3, 0)); // has no box
        QTest::keyClick(&view, Qt::Key_Space);
        QCOMPARE(toggled.size(), 0);
    }

    void aClickBesideABoxTogglesIt()
    {
        ResultTableView view;
        view.resize(500, 300);
        view.setTable(sample(), "kernels", {});
        view.setTextTags({ { u"Relu"_s, { u"A"_s, true } } });
        view.show();
        QSignalSpy toggled(&view, &ResultTableView::textTagToggled);
        const QRect cell = view.visualRect(view.model()->index(1, 0));
        const int tag = TagDelegate::widthIn(&view);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, cell.topLeft() + QPoint(2, 2));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, cell.bottomLeft() + QPoint(tag - 2, -2));
        QCOMPARE(toggled.size(), 2);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, cell.topLeft() + QPoint(tag + 4, 5)); // the name
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, // no tag in that row
            view.visualRect(view.model()->index(0, 0)).topLeft() + QPoint(2, 2));
        QCOMPARE(toggled.size(), 2);
    }

    void modelKeepsItsContract()
    {
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        QAbstractItemModelTester modelTester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester proxyTester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(sample(), "kernels");
        proxy.sort(1, Qt::DescendingOrder);
        proxy.setFilterText(u"e"_s);
        proxy.sort(0, Qt::AscendingOrder);
        proxy.setFilterText({});
        model.setTable(sample(), "no such table");
        QCOMPARE(proxy.rowCount(), 0);
        model.setTable(nullptr, "");
        model.setTable(sample(), "kernels");
        QCOMPARE(proxy.rowCount(), 4);
    }

    void cellsShareTheirColumnsUnit()
    {
        ResultTableModel model;
        model.setTable(sample(), "kernels");
        QCOMPARE(model.headerData(1, Qt::Horizontal).toString(), u"sum (us) (ms)"_s);
        QCOMPARE(columnTexts(model, 1), QStringList({ u"12.34"_s, u"0.004567"_s, u"\u2013"_s, u"0.9990"_s }));
        QCOMPARE(columnTexts(model, 2), QStringList({ u"2\u2009000"_s, u"30"_s, u"7"_s, u"30"_s }));
        QCOMPARE(columnTexts(model, 3), QStringList({ u"61.3"_s, u"<\u00a00.1"_s, u"\u2013"_s, u"38.7"_s }));
        QCOMPARE(model.index(0, 4).data().toString(), u"mm \u203a cudaLaunchKernel"_s);
        QCOMPARE(model.index(0, 1).data(ResultTableModel::FractionDigitsRole).toInt(), 6);
        QCOMPARE(model.index(0, 0).data(ResultTableModel::FractionDigitsRole).toInt(), -1);
    }

    /// Times beside each other are compared: one unit for all that can be read in it. Nothing is a row of zeros.
    void timesBesideEachOtherHaveOneUnit()
    {
        const auto time = [](const char* name) { return column(name, ColumnType::Duration, Unit::Microseconds); };
        Table table("t", "",
            { time("sum"), time("half"), time("mean"), time("shortest"), column("begin", ColumnType::Time),
                column("none", ColumnType::Duration) });
        table.addRow({ std::int64_t { 9'000'000'000 }, std::int64_t { 250'000'000 }, std::int64_t { 45'000 },
            std::int64_t { 2'393 }, std::int64_t { 3'000'000 }, std::int64_t { 0 } });
        table.addRow({ std::int64_t { 2'393 }, std::int64_t { 900'000 }, std::int64_t { 12 }, std::int64_t { 1 },
            std::int64_t { 0 }, {} });
        const std::vector<ColumnFormat> formats = columnFormats(table);
        const auto unitOf = [&](std::size_t place) { return unitText(formats[place].timeUnit); };
        QCOMPARE(unitOf(0), u"ms"_s); // 2.393 us have no digits in seconds
        QCOMPARE(unitOf(1), u"ms"_s);
        QCOMPARE(unitOf(2), u"\u00b5s"_s); // would be 0.000 in seconds
        QCOMPARE(unitOf(3), unitOf(2));
        QCOMPARE(unitOf(4), u"ms"_s); // when, not how long
        QCOMPARE(unitOf(5), u"ms"_s);
        const auto cell = [&](std::size_t row, std::size_t place) {
            return cellText(table.cell(row, place), table.columns()[place], formats[place]);
        };
        QCOMPARE(cell(0, 0), u"9\u2009000"_s);
        QCOMPARE(cell(1, 0), u"0.002393"_s);
        QCOMPARE(cell(1, 1), u"0.9000"_s);
        QCOMPARE(cell(0, 1), u"250.0"_s);
        QCOMPARE(cell(0, 3), u"2.393"_s);
        QCOMPARE(cell(1, 3), u"0.001"_s);
        // Who wants seconds wants all digits.
        const auto restore = qScopeGuard([] { setNumberStyle({}); });
        setNumberStyle({ TimeUnit::Second, 4 });
        QCOMPARE(cellText(table.cell(1, 0), table.columns()[0], columnFormats(table)[0]), u"0.000002393"_s);
    }

    /// What has its four digits in seconds stays in them; so does what would be too long to read in milliseconds.
    void timesInSecondsKeepTheirDigits()
    {
        Table table("t", "", { column("saved", ColumnType::Duration, Unit::Microseconds) });
        table.addRow({ std::int64_t { 1'066'000'000 } });
        table.addRow({ std::int64_t { 16'190'000 } });
        table.addRow({ std::int64_t { 3'020'400 } });
        const auto cell = [&](std::size_t row) {
            return cellText(table.cell(row, 0), table.columns()[0], columnFormats(table)[0]);
        };
        QCOMPARE(unitText(columnFormats(table)[0].timeUnit), u"s"_s);
        QCOMPARE(cell(0), u"1.066"_s);
        QCOMPARE(cell(1), u"0.01619"_s);
        QCOMPARE(cell(2), u"0.003020"_s);
        table.addRow({ std::int64_t { 36'000'000'000 } });
        table.addRow({ std::int64_t { 190 } });
        QCOMPARE(unitText(columnFormats(table)[0].timeUnit), u"s"_s);
        QCOMPARE(cell(3), u"36.00"_s);
        QCOMPARE(cell(4), u"<\u00a00.000001"_s);
    }

    void headingsAreShortAndTheirToolTipsAreNot()
    {
        ColumnDescriptor share { "share", ColumnType::Float, Unit::Percent, "Share of busy",
            "% of the time in which one of the types runs" };
        QCOMPARE(columnHeading(share, {}), u"Share of busy (%)"_s);
        QCOMPARE(columnDefinition(share, {}), u"Share of busy (%): % of the time in which one of the types runs"_s);
        share.title = "Compute";
        share.denominator = "% of busy";
        QCOMPARE(columnHeading(share, {}), u"Compute (% of busy)"_s);
        QCOMPARE(columnDefinition(share, {}), u"Compute (% of busy)"_s);
        // One unit of shares.
        const ColumnDescriptor ratio { "ratio", ColumnType::Float, Unit::Ratio, "Share of idle", "" };
        QCOMPARE(columnHeading(ratio, {}), u"Share of idle (%)"_s);
        QCOMPARE(cellText(0.9867, ratio, {}), u"98.7"_s);
        // One spelling of the unit.
        const ColumnDescriptor mean { "mean", ColumnType::Float, Unit::Microseconds, "Mean", "" };
        QCOMPARE(exactCellText(1.5, mean), u"1.5\u00a0\u00b5s"_s);
    }

    void bytesAreReadInTheirPrefix()
    {
        const ColumnDescriptor bytes { "bytes", ColumnType::Int, Unit::Bytes, "Bytes", "" };
        Table table("t", "", { bytes });
        table.addRow({ std::int64_t { 4'194'304 } });
        table.addRow({ std::int64_t { 8 } });
        table.addRow({ std::int64_t { -8 } });
        const ColumnFormat format = columnFormats(table).front();
        QCOMPARE(columnHeading(bytes, format), u"Bytes (MB)"_s);
        QCOMPARE(cellText(table.cell(0, 0), bytes, format), u"4.194"_s);
        QCOMPARE(cellText(table.cell(1, 0), bytes, format), u"8\u00a0B"_s); // "0.000008" is no figure
        QCOMPARE(cellText(table.cell(2, 0), bytes, format), u"-8\u00a0B"_s);
        QCOMPARE(exactCellText(table.cell(0, 0), bytes), u"4\u2009194\u2009304\u00a0B"_s);
    }

    /// Each number of a row is made of something else.
    void eachNumberOfARowIsTold()
    {
        ResultTableView view;
        view.resize(700, 300);
        view.setTable(sample(), "kernels", {});
        view.show();
        using Rows = std::vector<std::size_t>;
        QSignalSpy selected(&view, &ResultTableView::rowsSelected);
        const auto told = [&](const Rows& rows, std::size_t column, bool isClicked) {
            const bool isOnce = selected.size() == 1;
            const QList<QVariant> last = isOnce ? selected.takeFirst() : QList<QVariant>();
            selected.clear();
            return isOnce && last[0].value<Rows>() == rows && last[1].value<std::size_t>() == column
                && last[2].toBool() == isClicked;
        };
        const auto click = [&view](int row, int column, Qt::KeyboardModifiers modifiers = {}) {
            const QPoint at = view.visualRect(view.model()->index(row, column)).center();
            QTest::mouseClick(view.viewport(), Qt::LeftButton, modifiers, at);
        };
        click(1, 2);
        QVERIFY(told({ 1 }, 2, true));
        QTest::keyClick(&view, Qt::Key_Left);
        QVERIFY(told({ 1 }, 1, false));
        click(1, 3);
        QVERIFY(told({ 1 }, 3, true));
        click(1, 3); // something else may be selected elsewhere
        QVERIFY(told({ 1 }, 3, true));
        QTest::keyClick(&view, Qt::Key_Down, Qt::ShiftModifier);
        QVERIFY(told({ 1, 2 }, 3, false));
        QTest::keyClick(&view, Qt::Key_Left, Qt::ShiftModifier);
        QVERIFY(told({ 1, 2 }, 2, false));
        click(0, 1, Qt::ControlModifier);
        QVERIFY(told({ 1, 2, 0 }, 1, true));
        click(1, 2); // of several to one of them
        QVERIFY(told({ 1 }, 2, true));
        QTest::keyClick(&view, Qt::Key_Up);
        QVERIFY(told({ 0 }, 2, false));
        // Marked from elsewhere it is told anew, though its row is no other one.
        view.markTableRows({ 1 });
        QCOMPARE(selected.size(), 0);
        QTest::keyClick(&view, Qt::Key_Down);
        QVERIFY(told({ 1 }, 2, false));
        view.sortByColumn(2, Qt::AscendingOrder);
        QTRY_VERIFY(!view.isArranging());
        view.setTable(sample(), "kernels", {});
        QCOMPARE(selected.size(), 0);
        view.grab();
    }

    /// A finding is read, not scrolled: sentence, figure, share and link are in sight in any width.
    void findingsAreCards()
    {
        auto result = std::make_shared<AnalysisResult>(*sample());
        Table table("findings", "",
            { column("finding", ColumnType::String), column("figure", ColumnType::Duration, Unit::Microseconds),
                column("share_pctg", ColumnType::Float, Unit::Percent), column("share_of", ColumnType::String),
                column("analysis", ColumnType::String) });
        const std::string sentence = "The GPU waits for the host most of the time, and here is at great length why.";
        table.addRow({ sentence, std::int64_t { 72'470'000 }, 85.78, std::string("GPU time in view"),
            std::string("idle-time") });
        table.addRow({ sentence, {}, {}, std::string(), std::string("no such analysis") });
        result->tables.push_back(std::move(table));
        ResultTableView view;
        view.show();
        view.setTable(result, "findings", {});
        QVERIFY(view.showsCards());
        QSignalSpy opened(&view, &ResultTableView::analysisRequested);
        QSignalSpy activated(&view, &ResultTableView::rowActivated);
        for (const int width : { 240, 500, 1100 }) {
            view.resize(width, 400);
            QCoreApplication::processEvents();
            QVERIFY(view.horizontalHeader()->isHidden());
            QVERIFY2(view.columnWidth(0) <= view.viewport()->width(), qPrintable(QString::number(width)));
            const QRect link = view.cardLink(0);
            QVERIFY(view.visualRect(view.model()->index(0, 0)).contains(link));
            QVERIFY(view.cardLink(1).isEmpty());
            // Behind the last word where there is room: a line less, so that more cards are in view.
            if (width == 1100)
                QVERIFY(link.left() > 400 && link.bottom() < view.rowHeight(0) / 2);
            QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, link.center());
            QCOMPARE(opened.size(), 1);
            QCOMPARE(opened.takeFirst().front().value<std::size_t>(), std::size_t { 0 });
            QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, link.topLeft() - QPoint(4, 8)); // the sentence
            QCOMPARE(opened.size(), 0);
            QCOMPARE(view.selectedTableRows(), std::vector<std::size_t> { 0 });
            view.grab();
        }
        // The figure is what is at stake, whatever longer time the sentence names.
        QBuffer drawn;
        QSvgGenerator picture;
        picture.setOutputDevice(&drawn);
        QPainter painter(&picture);
        QStyleOptionViewItem option;
        option.rect = QRect(0, 0, 1'100, 200);
        option.palette = view.palette();
        option.font = view.font();
        view.itemDelegateForIndex(view.model()->index(0, 0))->paint(&painter, option, view.model()->index(0, 0));
        painter.end();
        QVERIFY2(drawn.data().contains("at stake, 85.8"), drawn.data().constData());
        QTest::keyClick(&view, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(opened.size(), 1);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(activated.size(), 1);
        QVERIFY(view.looks().empty()); // nobody hid a column
        view.setTable(result, "kernels", {});
        QVERIFY(!view.showsCards() && !view.horizontalHeader()->isHidden());
        QVERIFY(!view.isColumnHidden(1));
    }

    /// What is zero throughout is a line, not a column; it comes back when it is asked for, or when it is not zero.
    void zerosAreALine()
    {
        const auto resultOf = [](std::int64_t exposed) {
            Table table("t", "",
                { column("rank", ColumnType::Int), column("busy", ColumnType::Duration),
                    column("exposed", ColumnType::Duration), column("share", ColumnType::Float, Unit::Percent) });
            table.addRow({ std::int64_t { 0 }, std::int64_t { 5'000 }, std::int64_t { 0 }, 0.0 });
            table.addRow({ std::int64_t { 0 }, std::int64_t { 0 }, std::int64_t { 0 }, {} });
            table.addRow({ std::int64_t { 0 }, std::int64_t { 7'000 }, exposed, {} });
            auto result = std::make_shared<AnalysisResult>();
            result->tables.push_back(std::move(table));
            return result;
        };
        ResultTableView view;
        view.resize(500, 300);
        view.show();
        QSignalSpy changed(&view, &ResultTableView::zerosChanged);
        view.setTable(resultOf(0), "t", {});
        QCOMPARE(view.zeroText(), u"Hidden, as all zero: exposed, share, 1 row"_s);
        QVERIFY(!view.isColumnHidden(0)); // rank 0 is a name
        QVERIFY(!view.isColumnHidden(1));
        QVERIFY(view.isColumnHidden(2) && view.isColumnHidden(3));
        QVERIFY(!view.isRowHidden(0) && view.isRowHidden(1) && !view.isRowHidden(2));
        QVERIFY(view.looks().empty()); // nobody hid them
        // In a series a zero says that it is zero from then on.
        Table series("series", "", { column("ts", ColumnType::Time), column("rate", ColumnType::Float, Unit::Count) });
        series.addRow({ std::int64_t { 1'234'400'000 }, 5.0 });
        series.addRow({ std::int64_t { 1'234'999'000 }, 0.0 });
        auto overTime = std::make_shared<AnalysisResult>();
        overTime->tables.push_back(std::move(series));
        view.setTable(overTime, "series", {});
        QCOMPARE(view.zeroText(), QString());
        QVERIFY(!view.isRowHidden(1));
        QVERIFY(view.model()->index(0, 0).data() != view.model()->index(1, 0).data()); // moments are told apart
        view.setTable(resultOf(0), "t", {});
        view.setShowsZeros(true);
        QVERIFY(!view.isColumnHidden(2) && !view.isColumnHidden(3) && !view.isRowHidden(1));
        QCOMPARE(view.zeroText(), u"All zero: exposed, share, 1 row"_s);
        view.setShowsZeros(false);
        QVERIFY(view.isColumnHidden(2) && view.isRowHidden(1));
        view.setTable(resultOf(3), "t", {});
        QVERIFY(!view.isColumnHidden(2) && view.isColumnHidden(3));
        // Of many columns a few are named: the line says that there are more, it does not become a paragraph.
        std::vector<ColumnDescriptor> columns { column("busy", ColumnType::Duration) };
        std::vector<Cell> cells { std::int64_t { 5'000 } };
        for (const char* name : { "a", "b", "c", "d", "e" }) {
            columns.push_back(column(name, ColumnType::Duration));
            cells.push_back(std::int64_t { 0 });
        }
        Table wide("wide", "", std::move(columns));
        wide.addRow(std::move(cells));
        auto many = std::make_shared<AnalysisResult>();
        many->tables.push_back(std::move(wide));
        view.setTable(many, "wide", {});
        QCOMPARE(view.zeroText(), u"Hidden, as all zero: a, b, c, 2 more columns"_s);
        view.setTable(resultOf(3), "t", {});
        QVERIFY(changed.size() >= 4);
        // Who looks for a text looks for it in all rows.
        view.setFilterText(u"0"_s);
        QTRY_VERIFY(!view.isRowHidden(1));
        view.setFilterText({});
        QTRY_VERIFY(view.isRowHidden(1));
        view.sortByColumn(1, Qt::AscendingOrder);
        QTRY_VERIFY(view.isRowHidden(0) && !view.isRowHidden(1));
    }

    /// A column without a value in any row takes no room from the others.
    void emptyColumnsAreHidden()
    {
        const auto resultOf = [](const std::string& line, std::int64_t other = 1) {
            Table table("t", "",
                { column("name", ColumnType::String), column("busy", ColumnType::Duration),
                    column("python_line", ColumnType::String), column("wave", ColumnType::Float),
                    column("other", ColumnType::Duration) });
            table.addRow({ std::string("a"), std::int64_t { 5'000 }, std::string(), {}, other });
            table.addRow({ std::string("b"), std::int64_t { 7'000 }, line, {}, other });
            auto result = std::make_shared<AnalysisResult>();
            result->tables.push_back(std::move(table));
            return result;
        };
        ResultTableView view;
        view.resize(500, 300);
        view.show();
        view.setTable(resultOf(""), "t", {});
        QVERIFY(!view.isColumnHidden(0) && !view.isColumnHidden(1));
        QVERIFY(view.isColumnHidden(2) && view.isColumnHidden(3));
        QCOMPARE(view.zeroText(), QString());
        QVERIFY(view.looks().empty()); // nobody hid them
        view.setShowsZeros(true);
        QVERIFY(!view.isColumnHidden(2));
        QCOMPARE(view.zeroText(), u"Empty: python_line, wave"_s);
        view.setShowsZeros(false);
        view.setTable(resultOf("train.py(7)"), "t", {});
        QVERIFY(!view.isColumnHidden(2) && view.isColumnHidden(3));
        view.setTable(resultOf("train.py(7)", 0), "t", {});
        QCOMPARE(view.zeroText(), u"Hidden, as all zero: other \u00b7 Hidden, as empty: wave"_s);
    }

    /// A table of one row is facts, each with its own unit.
    void oneRowIsReadAsFacts()
    {
        Table table("t", "",
            { column("rank", ColumnType::Int), column("time", ColumnType::Duration),
                column("share", ColumnType::Float, Unit::Percent), column("bytes", ColumnType::Int, Unit::Bytes),
                column("none", ColumnType::Duration) });
        QVERIFY(!FactsView::suits(table));
        table.addRow(
            { std::int64_t { 0 }, std::int64_t { 7'575'000 }, 97.53, std::int64_t { 4'194'304 }, std::int64_t { 0 } });
        QVERIFY(FactsView::suits(table));
        FactsView facts;
        facts.resize(400, 300);
        facts.setRow(table, columnFormats(table));
        QStringList texts;
        for (int row = 0; row < facts.topLevelItemCount(); ++row)
            texts.append(facts.topLevelItem(row)->text(0) + u'=' + facts.topLevelItem(row)->text(1));
        QCOMPARE(texts,
            QStringList({ u"rank=0"_s, u"time=7.575\u00a0ms"_s, u"share=97.5\u00a0%"_s, u"bytes=4.19\u00a0MB"_s,
                u"Zero=none"_s }));
        // None of what the table is about is an answer.
        Table asked("t", "",
            { table.columns()[0], table.columns()[1], table.columns()[2], table.columns()[3],
                mainFigure(column("saved", ColumnType::Duration)) });
        asked.addRow({ std::int64_t { 0 }, std::int64_t { 1 }, 1.0, std::int64_t { 1 }, std::int64_t { 0 } });
        FactsView answer;
        answer.setRow(asked, columnFormats(asked));
        QCOMPARE(answer.topLevelItem(4)->text(0), u"saved"_s);
        QSignalSpy selected(&facts, &FactsView::factSelected);
        facts.topLevelItem(1)->setSelected(true);
        QCOMPARE(selected.size(), 1);
        QCOMPARE(selected.takeFirst(), QVariantList({ QVariant::fromValue(std::size_t { 1 }), false }));
        // A click asks for what is selected already.
        facts.show();
        const QPoint time = facts.visualItemRect(facts.topLevelItem(1)).center();
        QTest::mouseClick(facts.viewport(), Qt::LeftButton, {}, time);
        QCOMPARE(selected.takeLast(), QVariantList({ QVariant::fromValue(std::size_t { 1 }), true }));
        table.addRow({ std::int64_t { 1 }, std::int64_t { 1 }, 1.0, std::int64_t { 1 }, std::int64_t { 0 } });
        QVERIFY(!FactsView::suits(table));
    }

    /// Panels are filled while they are small, or behind another one.
    void namesOfFactsAreWholeWhereThereIsRoom()
    {
        Table table("t", "",
            { column("exposed_communication_of_all_streams", ColumnType::Duration), column("a", ColumnType::Duration),
                column("b", ColumnType::Duration), column("c", ColumnType::Duration),
                column("d", ColumnType::Duration) });
        table.addRow(
            { std::int64_t { 1 }, std::int64_t { 2 }, std::int64_t { 3 }, std::int64_t { 4 }, std::int64_t { 5 } });
        FactsView facts;
        facts.resize(60, 40);
        facts.setRow(table, columnFormats(table));
        facts.resize(900, 300);
        facts.show();
        QVERIFY(QTest::qWaitForWindowExposed(&facts));
        QVERIFY(
            facts.columnWidth(0) >= facts.fontMetrics().horizontalAdvance(u"exposed_communication_of_all_streams"_s));
    }

    /// A scroll bar takes room, which makes sentences higher, which brings the scroll bar: that has to come to an end.
    void sentencesFindTheirRoomInEverySize()
    {
        auto result = std::make_shared<AnalysisResult>();
        Table table("findings", "",
            { { "severity", ColumnType::String, Unit::None, "Severity", "" },
                { "rank", ColumnType::Int, Unit::None, "Rank, none: all", "" },
                { "check", ColumnType::String, Unit::None, "Check", "" },
                { "finding", ColumnType::String, Unit::None, "Finding", "" },
                { "count", ColumnType::Int, Unit::Count, "Times", "" },
                { "time", ColumnType::Duration, Unit::Microseconds, "Time", "" },
                { "share_pctg", ColumnType::Float, Unit::Percent, "Share", "% of the trace" } });
        const auto add = [&](Cell rank, const char* check, const char* finding) {
            table.addRow({ std::string("info"), std::move(rank), std::string(check), std::string(finding),
                std::int64_t { 4966 }, {}, {} });
        };
        add({}, "ranks-missing", "1 of the job's 2 ranks are looked at; the slowest one may not be among them.");
        add(std::int64_t { 0 }, "unpaired-flow",
            "A flow event finds no slice or no other end; there is no arrow to draw. This happens 4966 times. First at "
            "byte 4716200: 'ac2g'.");
        add(std::int64_t { 0 }, "no-python-stacks",
            "Python stacks were not recorded: with_stack=True would tell which line and module called an op.");
        add(std::int64_t { 0 }, "no-memory-records",
            "Memory was not recorded: profile_memory=True would show allocations over time.");
        result->tables = { table };
        ResultTableView view;
        view.show();
        view.setTable(result, "findings", {});
        EventCount resizes(*view.viewport(), QEvent::Resize);
        for (int height = 100; height < 300; height += 15) {
            for (int width = 500; width < 1400; width += 25) {
                resizes.count = 0;
                view.resize(width, height);
                QCoreApplication::processEvents();
                QVERIFY2(resizes.count < 10, qPrintable(QStringLiteral("%1 x %2").arg(width).arg(height)));
            }
        }
    }

    /// Of many rows only some are written to find the width.
    void theLargestOfManyNumbersHasRoom()
    {
        Table table("many", "", { { "calls", ColumnType::Int, Unit::Count, "", "" } });
        for (std::int64_t row = 0; row < 3'000; ++row)
            table.addRow({ row == 777 ? std::int64_t { 1'234'567'890 } : row });
        const ColumnFormat format = columnFormats(table).front();
        QCOMPARE(format.longestBeforePoint, countText(1'234'567'890));
        const QFont font;
        QVERIFY(NumberDelegate::widthOf(format, font)
            >= QFontMetrics(numberFont(font)).horizontalAdvance(countText(1'234'567'890)));
    }

    void exactValuesAreInTheRoles()
    {
        ResultTableModel model;
        model.setTable(sample(), "kernels");
        QCOMPARE(model.index(0, 1).data(ResultTableModel::SortRole).toLongLong(), 12'340'000);
        QCOMPARE(model.index(0, 1).data(ResultTableModel::FullTextRole).toString(), u"12\u2009340\u2009000\u00a0ns"_s);
        QVERIFY(!model.index(2, 1).data(ResultTableModel::SortRole).isValid());
        QCOMPARE(model.index(3, 2).data(ResultTableModel::TableRowRole).toInt(), 3);
    }

    void traceTextNeverBecomesMarkup()
    {
        ResultTableModel model;
        model.setTable(sample(), "kernels");
        QVERIFY(model.index(0, 0).data(Qt::ToolTipRole).toString().contains(u"gemm&lt;"_s));
        QCOMPARE(model.index(0, 0).data().toString(), u"gemm<i>"_s);
    }

    void sortsByRawValuesWithMissingLast_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<bool>("descending");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("table order") << -1 << false << QStringList({ u"gemm<i>"_s, u"Relu"_s, u"nccl"_s, u"add"_s });
        QTest::newRow("times up") << 1 << false << QStringList({ u"Relu"_s, u"add"_s, u"gemm<i>"_s, u"nccl"_s });
        QTest::newRow("times down") << 1 << true << QStringList({ u"gemm<i>"_s, u"add"_s, u"Relu"_s, u"nccl"_s });
        QTest::newRow("counts up, ties in table order")
            << 2 << false << QStringList({ u"nccl"_s, u"Relu"_s, u"add"_s, u"gemm<i>"_s });
        QTest::newRow("counts down, ties in table order")
            << 2 << true << QStringList({ u"gemm<i>"_s, u"Relu"_s, u"add"_s, u"nccl"_s });
        QTest::newRow("shares down") << 3 << true << QStringList({ u"gemm<i>"_s, u"add"_s, u"Relu"_s, u"nccl"_s });
        QTest::newRow("names by bytes") << 0 << false << QStringList({ u"Relu"_s, u"add"_s, u"gemm<i>"_s, u"nccl"_s });
        QTest::newRow("lists down") << 4 << true << QStringList({ u"gemm<i>"_s, u"Relu"_s, u"nccl"_s, u"add"_s });
    }

    void sortsByRawValuesWithMissingLast()
    {
        QFETCH(int, column);
        QFETCH(bool, descending);
        QFETCH(QStringList, names);
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        model.setTable(sample(), "kernels");
        proxy.sort(column, descending ? Qt::DescendingOrder : Qt::AscendingOrder);
        QCOMPARE(columnTexts(proxy, 0), names);
    }

    void filterIgnoresCaseAndLooksIntoLists()
    {
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        model.setTable(sample(), "kernels");
        proxy.setFilterText(u"RELU"_s);
        QCOMPARE(columnTexts(proxy, 0), QStringList({ u"Relu"_s }));
        proxy.setFilterText(u"cudalaunch"_s);
        QCOMPARE(columnTexts(proxy, 0), QStringList({ u"gemm<i>"_s }));
        QCOMPARE(proxy.viewRow(1), -1);
        QCOMPARE(proxy.tableRow(0), 0);
        proxy.setFilterText(u"no such name"_s);
        QCOMPARE(proxy.rowCount(), 0);
        QCOMPARE(proxy.headerData(0, Qt::Horizontal).toString(), u"name"_s);
    }

    void filterFindsNumbersAsTheyAreShown()
    {
        Table table("t", "",
            { column("rank", ColumnType::Int), column("name", ColumnType::String), column("count", ColumnType::Int),
                column("time", ColumnType::Duration), column("share", ColumnType::Float) });
        table.addRow(
            { std::int64_t { 3 }, std::string("a"), std::int64_t { 12'345 }, std::int64_t { 1'640'000 }, 9.5 });
        table.addRow({ std::int64_t { 4 }, std::string("b"), std::int64_t { 7 }, std::int64_t { 250'000 }, {} });
        table.addRow({ std::int64_t { 5 }, std::string("v4"), std::int64_t { 8 }, std::int64_t { 9'000'000 }, -1.25 });
        auto result = std::make_shared<AnalysisResult>();
        result->tables.push_back(std::move(table));
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        model.setTable(result, "t", {});
        const auto found = [&proxy](const QString& needle) {
            proxy.setFilterText(needle);
            return columnTexts(proxy, 1);
        };
        QCOMPARE(found(u"4"_s), QStringList({ u"b"_s, u"v4"_s })); // no number that has it inside
        QCOMPARE(found(u"1.64"_s), QStringList({ u"a"_s }));
        QCOMPARE(found(u"12345"_s), QStringList({ u"a"_s }));
        QCOMPARE(found(u"12 3"_s), QStringList({ u"a"_s }));
        QCOMPARE(found(u"-1.2"_s), QStringList({ u"v4"_s }));
        QCOMPARE(found(u"6"_s), QStringList());
        ResultTableView view;
        view.setTable(result, "t", {});
        view.setFilterText(u"6"_s);
        QVERIFY2(view.whyEmpty().contains(u"no number begins with it"_s), qPrintable(view.whyEmpty()));
        view.setFilterText(u"relu"_s);
        QVERIFY2(!view.whyEmpty().contains(u"number"_s), qPrintable(view.whyEmpty()));
    }

    void persistentIndexFollowsTheSort()
    {
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        model.setTable(sample(), "kernels");
        const QPersistentModelIndex nccl = proxy.index(2, 0);
        QCOMPARE(nccl.data().toString(), u"nccl"_s);
        proxy.sort(2, Qt::AscendingOrder);
        QCOMPARE(nccl.row(), 0);
        QCOMPARE(nccl.data().toString(), u"nccl"_s);
    }

    void hugeTimesAndOddNumbersSortExactly()
    {
        Table table("t", "", { column("x", ColumnType::Int) });
        const std::int64_t large = std::int64_t { 1 } << 60;
        table.addRow({ large + 1 });
        table.addRow({ large });
        table.addRow({ std::monostate {} });
        table.addRow({ std::numeric_limits<std::int64_t>::min() });
        QCOMPARE(sortedRows(table, 0, false), (std::vector<std::uint32_t> { 3, 1, 0, 2 }));
        Table reals("r", "", { column("x", ColumnType::Float) });
        for (const double value : { 0.5, -0.5, std::nan(""), 1e300, -1e300, 0.25 })
            reals.addRow({ value });
        QCOMPARE(sortedRows(reals, 0, false), (std::vector<std::uint32_t> { 4, 1, 5, 0, 3, 2 }));
    }

    /// Against comparing the cells themselves, over columns with ties, gaps and texts that several cells share.
    void orderIsThatOfTheCells()
    {
        std::mt19937 random(7);
        Table table("t", "",
            { column("text", ColumnType::String), column("n", ColumnType::Int), column("x", ColumnType::Float) });
        const std::array names { "b", "a", "", "aa", "B", "\xc3\xa9" };
        for (int row = 0; row < 500; ++row) {
            const auto pick = random();
            table.addRow({ pick % 11 == 0 ? Cell() : Cell(std::string(names.at(pick % names.size()))),
                pick % 7 == 0 ? Cell() : Cell(static_cast<std::int64_t>(pick % 20) - 10),
                pick % 5 == 0 ? Cell() : Cell(static_cast<double>(pick % 40) / 8 - 2.5) });
        }
        const auto isBefore = [](const Cell& left, const Cell& right) { // of one column
            if (const auto* text = std::get_if<std::string>(&left))
                return *text < std::get<std::string>(right);
            if (const auto* whole = std::get_if<std::int64_t>(&left))
                return *whole < std::get<std::int64_t>(right);
            return std::get<double>(left) < std::get<double>(right);
        };
        for (std::size_t c = 0; c < table.columnCount(); ++c) {
            for (const bool descending : { false, true }) {
                std::vector<std::uint32_t> expected(table.rowCount());
                std::iota(expected.begin(), expected.end(), 0u);
                std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) {
                    const Cell left = table.cell(a, c);
                    const Cell right = table.cell(b, c);
                    if (left.index() == 0 || right.index() == 0)
                        return left.index() != 0 && right.index() == 0;
                    return descending ? isBefore(right, left) : isBefore(left, right);
                });
                QCOMPARE(sortedRows(table, c, descending), expected);
            }
        }
        const std::vector<bool> matches = matchingRows(table, "A");
        for (std::size_t row = 0; row < table.rowCount(); ++row)
            QCOMPARE(matches[row], table.text(row, 0).find('a') != std::string_view::npos);
    }

    /// Shown, sorted and found as on the timeline; copied and tipped as they are.
    void namesOfKernelsAreReadable()
    {
        const std::string raw = "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
                                "at::detail::Array<char*, 3>>(int, at::native::CUDAFunctor_add<float>)";
        Table table("t", "",
            { { "kernel", ColumnType::String, Unit::None, "", "", false, TextKind::Name },
                column("n", ColumnType::Int) });
        table.addRow({ std::string("b"), std::int64_t { 1 } });
        table.addRow({ raw, std::int64_t { 2 } });
        auto result = std::make_shared<AnalysisResult>();
        result->tables.push_back(std::move(table));
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(result, "t", {});
        const QString shown = model.index(1, 0).data().toString();
        QVERIFY2(shown.startsWith(u"add"_s), qPrintable(shown));
        QVERIFY(model.index(1, 0).data(Qt::ToolTipRole).toString().contains(u"vectorized_elementwise_kernel"_s));
        QCOMPARE(model.index(1, 0).data(ResultTableModel::FullTextRole).toString(), QString::fromStdString(raw));
        proxy.sort(0, Qt::AscendingOrder);
        QCOMPARE(columnTexts(proxy, 0), (QStringList { shown, u"b"_s }));
        for (const QString& needle : { shown, u"vectorized_"_s }) {
            proxy.setFilterText(needle);
            QCOMPARE(columnTexts(proxy, 0), QStringList { shown });
        }
    }

    void whatIsReadFirstStandsLeft()
    {
        Table table("t", "",
            { column("rank", ColumnType::Int), column("length", ColumnType::Int), column("ops", ColumnType::String) });
        table.addRow({ std::int64_t { 0 }, std::int64_t { 5 }, std::string("copy") });
        Table placed("placed", "",
            { column("rank", ColumnType::Int),
                { "length", ColumnType::Int, Unit::None, "", "", false, TextKind::Plain, -1 },
                { "ops", ColumnType::String, Unit::None, "", "", false, TextKind::Plain, -1 } });
        placed.addRow({ std::int64_t { 0 }, std::int64_t { 5 }, std::string("copy") });
        auto result = std::make_shared<AnalysisResult>();
        result->tables = { table, placed };
        ResultTableView view;
        const auto order = [&view] {
            QStringList headings;
            for (int visual = 0; visual < view.horizontalHeader()->count(); ++visual)
                headings +=
                    view.model()->headerData(view.horizontalHeader()->logicalIndex(visual), Qt::Horizontal).toString();
            return headings;
        };
        view.setTable(result, "placed", {});
        QCOMPARE(order(), (QStringList { u"length"_s, u"ops"_s, u"rank"_s }));
        view.setTable(result, "t", {});
        QCOMPARE(order(), (QStringList { u"rank"_s, u"length"_s, u"ops"_s }));
        view.setTable(result, "placed", {});
        view.horizontalHeader()->moveSection(0, 2); // somebody's own order stays while the table does
        view.setTable(std::make_shared<AnalysisResult>(*result), "placed", {});
        QCOMPARE(order(), (QStringList { u"ops"_s, u"rank"_s, u"length"_s }));
        // Of several ranks, rows that look the same are told apart by theirs.
        Table ranks("ranks", "", placed.columns());
        ranks.addRow({ std::int64_t { 0 }, std::int64_t { 5 }, std::string("copy") });
        ranks.addRow({ std::int64_t { 1 }, std::int64_t { 5 }, std::string("copy") });
        result = std::make_shared<AnalysisResult>();
        result->tables = { ranks };
        view.setTable(result, "ranks", {});
        QCOMPARE(order(), (QStringList { u"length"_s, u"rank"_s, u"ops"_s }));
    }

    /// A heading never runs into its neighbours, and gets the room that is left.
    void headingsEndInTheirColumns()
    {
        const std::string heading = "Share of everything that there is to be shared in this world";
        Table table("t", "", { { "a", ColumnType::Int, Unit::None, heading, "" }, column("b", ColumnType::Int) });
        table.addRow({ std::int64_t { 1 }, std::int64_t { 2 } });
        auto result = std::make_shared<AnalysisResult>();
        result->tables.push_back(std::move(table));
        ResultTableView narrow;
        narrow.resize(200, 100);
        narrow.show();
        narrow.setTable(result, "t", {});
        QVERIFY(narrow.columnWidth(0) <= 240);
        // What is drawn of it is cut: nothing near the end of the section but the dots.
        QHeaderView& header = *narrow.horizontalHeader();
        narrow.setColumnWidth(0, 120);
        const QImage cut = header.grab(QRect(0, 0, 120, header.height())).toImage();
        int ink = 0; // at the left edge: a text that is too long is drawn over both ends
        for (int y = 4; y < cut.height() - 4; ++y)
            ink += qGray(cut.pixel(1, y)) < 128 ? 1 : 0;
        QCOMPARE(ink, 0);
        ResultTableView wide;
        wide.resize(900, 100);
        wide.show();
        wide.setTable(result, "t", {});
        QVERIFY(wide.columnWidth(0) >= wide.fontMetrics().horizontalAdvance(QString::fromStdString(heading)));
    }

    void manyRowsAreArrangedOnAWorker()
    {
        auto result = std::make_shared<AnalysisResult>();
        Table table("many", "", { column("name", ColumnType::String), column("n", ColumnType::Int) });
        constexpr std::int64_t kRows = 120'000;
        for (std::int64_t row = 0; row < kRows; ++row)
            table.addRow({ std::string(row % 3 == 0 ? "gemm" : "relu"), row * 7919 % kRows });
        result->tables.push_back(std::move(table));
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        QSignalSpy changes(&proxy, &ResultTableProxy::arrangingChanged);
        model.setTable(result, "many");
        QVERIFY(!proxy.isArranging());
        QCOMPARE(proxy.rowCount(), static_cast<int>(kRows));

        proxy.sort(1, Qt::AscendingOrder);
        proxy.sort(1, Qt::DescendingOrder); // the newest request wins
        QVERIFY(proxy.isArranging());
        QCOMPARE(proxy.tableRow(0), 0); // as it was
        const QPersistentModelIndex first = proxy.index(0, 1);
        QTRY_VERIFY(!proxy.isArranging());
        QCOMPARE(proxy.index(0, 1).data(ResultTableModel::SortRole).toLongLong(), kRows - 1);
        QCOMPARE(proxy.index(1, 1).data(ResultTableModel::SortRole).toLongLong(), kRows - 2);
        QCOMPARE(first.row(), static_cast<int>(kRows) - 1);
        QCOMPARE(changes.last().front().toBool(), false);

        proxy.setFilterText(u"GEMM"_s);
        QTRY_VERIFY(!proxy.isArranging());
        QCOMPARE(proxy.rowCount(), static_cast<int>(kRows) / 3);
        // A filter that is overtaken by a sort still filters, and does not keep what is no longer there.
        proxy.setFilterText(u"relu"_s);
        proxy.sort(1, Qt::AscendingOrder);
        QTRY_VERIFY(!proxy.isArranging());
        QCOMPARE(proxy.rowCount(), static_cast<int>(kRows) / 3 * 2);
        QVERIFY(proxy.index(0, 1).data(ResultTableModel::SortRole).toLongLong()
            < proxy.index(1, 1).data(ResultTableModel::SortRole).toLongLong());
        // Another table while one is arranged.
        proxy.sort(0, Qt::AscendingOrder);
        model.setTable(sample(), "kernels");
        QVERIFY(!proxy.isArranging());
        QCOMPARE(proxy.rowCount(), 1); // Relu
    }

    void tablesKeepTheirLooks()
    {
        auto result = std::make_shared<AnalysisResult>(*sample());
        Table other("other", "", { column("x", ColumnType::Int), column("y", ColumnType::Int) });
        other.addRow({ std::int64_t { 1 }, std::int64_t { 2 } });
        result->tables.push_back(std::move(other));
        ResultTableView view;
        view.setTable(result, "kernels", {});
        QVERIFY(view.looks().empty());
        view.setColumnHidden(3, true);
        view.sortByColumn(2, Qt::DescendingOrder);
        view.setTable(result, "other", {});
        QVERIFY(!view.isColumnHidden(1));
        view.sortByColumn(0, Qt::AscendingOrder);
        const std::vector<TableLook> looks = view.looks();
        QCOMPARE(looks.size(), std::size_t { 2 });
        QVERIFY(looks[0] == (TableLook { "kernels", { "share" }, "count", true }));
        QVERIFY(looks[1] == (TableLook { "other", {}, "x", false }));

        ResultTableView again;
        again.setLooks(looks); // before there is a table
        again.setTable(result, "kernels", {});
        QVERIFY(again.isColumnHidden(3));
        QCOMPARE(again.model()->index(0, 0).data().toString(), u"gemm<i>"_s);
        QCOMPARE(again.horizontalHeader()->sortIndicatorSection(), 2);
        // Names that no longer fit, and a look that hides everything.
        again.setLooks({ { "kernels", { "name", "sum (us)", "count", "share", "stack" }, "no such column", true } });
        QVERIFY(!again.isColumnHidden(0));
        QCOMPARE(again.horizontalHeader()->sortIndicatorSection(), -1);
    }

    void opensWithTheLargestFirstAndOthersLast()
    {
        auto result = std::make_shared<AnalysisResult>(*sample());
        Table folded("folded", "",
            { column("name", ColumnType::String), mainFigure(column("sum", ColumnType::Duration, Unit::Microseconds)),
                column("rank", ColumnType::Int) });
        const std::array<std::pair<const char*, std::int64_t>, 4> rows { { { "a", 5 }, { "b", 70 }, { "others", 99 },
            { "z", 70 } } };
        for (const auto& [name, sum] : rows)
            folded.addRow({ std::string(name), sum, sum % 7 });
        folded.setMembers([](std::size_t) { return Table(); });
        result->tables.push_back(std::move(folded));
        ResultTableView view;
        view.setTable(result, "folded", {});
        const QAbstractItemModelTester tester(view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(columnTexts(*view.model(), 0), QStringList({ u"b"_s, u"z"_s, u"a"_s, u"others"_s }));
        QCOMPARE(view.horizontalHeader()->sortIndicatorSection(), 1); // it says what the order is
        QVERIFY(view.looks().empty());                                // and nobody chose it

        const auto click = [&view](int section) {
            QTest::mouseClick(view.horizontalHeader()->viewport(), Qt::LeftButton, {},
                { view.columnViewportPosition(section) + 8, view.horizontalHeader()->height() / 2 });
        };
        view.resize(600, 300);
        view.show();
        click(1); // smallest first, and back
        QCOMPARE(columnTexts(*view.model(), 0), QStringList({ u"a"_s, u"b"_s, u"z"_s, u"others"_s }));
        QVERIFY(view.looks() == std::vector { TableLook({ "folded", {}, "sum", false }) });
        click(1);
        QVERIFY(view.looks().empty());
        click(0); // names from a on
        QCOMPARE(columnTexts(*view.model(), 0), QStringList({ u"a"_s, u"b"_s, u"z"_s, u"others"_s }));
        view.setTable(result, "kernels", {}); // without a main figure: as the analysis made it
        QCOMPARE(columnTexts(*view.model(), 0), QStringList({ u"gemm<i>"_s, u"Relu"_s, u"nccl"_s, u"add"_s }));
        view.setTable(result, "folded", {}); // what somebody sorted stays so
        QCOMPARE(view.horizontalHeader()->sortIndicatorSection(), 0);
        // Exports are as the command line prints them, however the table is shown.
        QVERIFY(writeTable(*view.table(), TableFormat::Csv).starts_with("name,sum,rank\na,"));
    }

    void aFilterThatFindsNothingSaysSo()
    {
        ResultTableView view;
        view.resize(600, 200);
        view.setTable(sample(), "kernels", {});
        view.show();
        view.setFilterText(u"no such name"_s);
        const QImage said = view.viewport()->grab().toImage();
        QImage empty(said.size(), said.format());
        empty.fill(said.pixelColor(2, 2));
        QVERIFY(said != empty);
    }

    void figuresAreSortedLargestFirst()
    {
        auto result = std::make_shared<AnalysisResult>(*sample());
        ResultTableView view;
        view.setTable(result, "kernels", {});
        view.resize(900, 300);
        view.show();
        const auto click = [&view](int section) {
            QTest::mouseClick(view.horizontalHeader()->viewport(), Qt::LeftButton, {},
                { view.columnViewportPosition(section) + 8, view.horizontalHeader()->height() / 2 });
        };
        click(2);
        QCOMPARE(columnTexts(*view.model(), 0), QStringList({ u"gemm<i>"_s, u"Relu"_s, u"add"_s, u"nccl"_s }));
        click(2);
        QCOMPARE(columnTexts(*view.model(), 0), QStringList({ u"nccl"_s, u"Relu"_s, u"add"_s, u"gemm<i>"_s }));
        click(2); // no order but the table's
        QCOMPARE(columnTexts(*view.model(), 0), QStringList({ u"gemm<i>"_s, u"Relu"_s, u"nccl"_s, u"add"_s }));
        click(0);
        QCOMPARE(columnTexts(*view.model(), 0), QStringList({ u"Relu"_s, u"add"_s, u"gemm<i>"_s, u"nccl"_s }));
    }

    /// What hardware counted is in the millions: one prefix a column, said in its heading. Files keep the digits.
    void amountsHaveAPrefix()
    {
        const ColumnDescriptor name { "name", ColumnType::String, Unit::None, "", "" };
        const ColumnDescriptor flops { "flops", ColumnType::Float, Unit::Count, "Operations", "" };
        const ColumnDescriptor bytes { "bytes", ColumnType::Float, Unit::Bytes, "Traffic", "" };
        const ColumnDescriptor few { "few", ColumnType::Float, Unit::None, "Few", "" };
        const ColumnDescriptor calls { "calls", ColumnType::Int, Unit::Count, "Calls", "" };
        Table table("t", "", { name, flops, bytes, few, calls });
        table.addRow({ std::string("a"), 1.23456789e9, 2.5e6, 99'999.0, std::int64_t { 1'234'567 } });
        table.addRow({ std::string("b"), 2.5e6, 1e3, 12.0, std::int64_t { 1 } });
        table.addRow({ std::string("c"), std::monostate {}, 0.0, 0.5, std::int64_t { 2 } });
        const std::vector<ColumnFormat> formats = columnFormats(table);
        const auto cell = [&](std::size_t row, std::size_t column) {
            return cellText(table.cell(row, column), table.columns()[column], formats[column])
                .replace(QChar(0x2009), u' ');
        };
        QCOMPARE(columnHeading(flops, formats[1]), u"Operations (G)"_s);
        QCOMPARE(cell(0, 1), u"1.235"_s);
        QCOMPARE(cell(1, 1), u"0.002500"_s);
        QCOMPARE(cell(2, 1), u"\u2013"_s);
        QCOMPARE(columnHeading(bytes, formats[2]), u"Traffic (MB)"_s);
        QCOMPARE(cell(0, 2), u"2.500"_s);
        QCOMPARE(columnHeading(few, formats[3]), u"Few"_s);
        QCOMPARE(cell(0, 3), u"99 999"_s);
        QCOMPARE(columnHeading(calls, formats[4]), u"Calls"_s);
        QCOMPARE(cell(0, 4), u"1 234 567"_s);
    }

    void numbersOnScreen_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero") << 0.0 << u"0"_s;
        QTest::newRow("small") << 0.0123456 << u"0.01235"_s;
        QTest::newRow("carries") << 9.99996 << u"10.00"_s;
        QTest::newRow("whole") << 42.0 << u"42"_s;
        QTest::newRow("four digits") << 1234.56 << u"1\u2009235"_s;
        QTest::newRow("large") << 1234567.8 << u"1\u2009234\u2009568"_s;
        QTest::newRow("tiny") << 1e-9 << u"1.000e-09"_s;
        QTest::newRow("no number") << std::nan("") << u"\u2013"_s;
        QTest::newRow("infinite") << -std::numeric_limits<double>::infinity() << u"-\u221e"_s;
    }

    void numbersOnScreen()
    {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(realNumber(value), text);
    }
};

QTEST_MAIN(TestResultTable)
#include "tst_result_table.moc"
