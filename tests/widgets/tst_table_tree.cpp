// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/delegates/tree_place.h"
#include "widgets/models/result_table_model.h"
#include "widgets/models/result_table_proxy.h"
#include "widgets/panels/result/result_table_view.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QSignalSpy>
#include <QTest>

#include <string>

using namespace kinetoscope;
using namespace Qt::StringLiterals;

namespace {

struct Line {
    std::int64_t parent = -1;
    std::string name;
    std::int64_t time = 0;
    std::int64_t calls = 0;
};

Table tableOf(const std::vector<Line>& lines)
{
    Table table("paths", "Paths",
        { inTree({ "index", ColumnType::Int, Unit::None, "", "", true }, TreeRole::Row),
            inTree({ "parent", ColumnType::Int, Unit::None, "", "", true }, TreeRole::Parent),
            inTree({ "name", ColumnType::String, Unit::None, "", "" }, TreeRole::Label),
            mainFigure({ "dur", ColumnType::Duration, Unit::Microseconds, "", "" }),
            { "count", ColumnType::Int, Unit::Count, "", "" } });
    for (const Line& line : lines)
        table.addRow({ static_cast<std::int64_t>(table.rowCount()), line.parent, line.name, line.time, line.calls });
    return table;
}

std::shared_ptr<const AnalysisResult> resultOf(Table table)
{
    auto result = std::make_shared<AnalysisResult>();
    result->tables.push_back(std::move(table));
    return result;
}

/// main(100) > step(90) > forward(60) > mm(50) > launch(5); step > backward(25); main > load(8); other(3).
std::shared_ptr<const AnalysisResult> sample()
{
    return resultOf(tableOf({ { -1, "main", 100, 2 }, { 0, "step", 90, 1 }, { 1, "forward", 60, 4 }, { 2, "mm", 50, 9 },
        { 3, "launch", 5, 9 }, { 1, "backward", 25, 7 }, { 0, "load", 8, 3 }, { -1, "other", 3, 1 } }));
}

constexpr int kName = 2;
constexpr int kCount = 4;

QString shown(const QAbstractItemModel& model)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex label = model.index(row, kName);
        const bool hasRows = label.data(ResultTableProxy::HasChildrenRole).toBool();
        const bool isOpen = label.data(ResultTableProxy::IsOpenRole).toBool();
        lines.append(QString(label.data(ResultTableProxy::DepthRole).toInt(), u'.')
            + (hasRows ? (isOpen ? u"-"_s : u"+"_s) : QString()) + label.data().toString());
    }
    return lines.join(u' ');
}

int rowOf(const QAbstractItemModel& model, const QString& name)
{
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, kName).data().toString() == name)
            return row;
    }
    return -1;
}

/// More rows than are arranged at once: `parts` tops with 100 rows below each.
std::shared_ptr<const AnalysisResult> large(int parts)
{
    std::vector<Line> lines;
    for (int part = 0; part < parts; ++part) {
        const auto top = static_cast<std::int64_t>(lines.size());
        lines.push_back({ -1, "top" + std::to_string(part), 10 + part, 1 });
        for (int i = 0; i < 100; ++i)
            lines.push_back({ top, "part" + std::to_string(i), i, 1 });
    }
    return resultOf(tableOf(lines));
}

} // namespace

/// A table that is a tree on screen (ResultTableProxy, ResultTableView).
class TestTableTree : public QObject {
    Q_OBJECT

private slots:
    void opensWithTheHeaviestPath()
    {
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(!proxy.isTree());
        model.setTable(sample(), "paths");
        QCOMPARE(shown(proxy), u"-main .-step ..-forward ...-mm ....launch ..backward .load other"_s);
        model.setTable(nullptr, "paths");
        QCOMPARE(proxy.rowCount(), 0);
        model.setTable(resultOf(tableOf({})), "paths");
        QCOMPARE(proxy.rowCount(), 0);
    }

    void withoutAMainFigureTheFirstDurationSaysWhereTheMostIs()
    {
        const auto opened = [](std::int64_t gpu) {
            Table table("paths", "Paths",
                { inTree({ "index", ColumnType::Int, Unit::None, "", "" }, TreeRole::Row),
                    inTree({ "parent", ColumnType::Int, Unit::None, "", "" }, TreeRole::Parent),
                    inTree({ "name", ColumnType::String, Unit::None, "", "" }, TreeRole::Label),
                    { "host", ColumnType::Duration, Unit::Microseconds, "", "" },
                    mainFigure({ "gpu", ColumnType::Duration, Unit::Microseconds, "", "" }) });
            const std::int64_t zero = 0;
            const std::int64_t top = -1;
            table.addRow({ zero, top, std::string("waits"), std::int64_t { 90 }, zero });
            table.addRow({ std::int64_t { 1 }, zero, std::string("join"), std::int64_t { 90 }, zero });
            table.addRow({ std::int64_t { 2 }, top, std::string("works"), std::int64_t { 20 }, gpu });
            table.addRow({ std::int64_t { 3 }, std::int64_t { 2 }, std::string("mm"), std::int64_t { 20 }, gpu });
            ResultTableModel model;
            ResultTableProxy proxy(&model);
            model.setTable(resultOf(std::move(table)), "paths");
            return shown(proxy);
        };
        QCOMPARE(opened(0), u"-waits .join +works"_s);
        QCOMPARE(opened(7), u"+waits -works .mm"_s);
    }

    void rowsOpenAndClose()
    {
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(sample(), "paths");
        const QPersistentModelIndex other = proxy.index(rowOf(proxy, u"other"_s), kName);
        const QPersistentModelIndex launch = proxy.index(rowOf(proxy, u"launch"_s), kName);
        proxy.setOpen(rowOf(proxy, u"forward"_s), false);
        QCOMPARE(shown(proxy), u"-main .-step ..+forward ..backward .load other"_s);
        proxy.setOpen(0, false);
        QCOMPARE(shown(proxy), u"+main other"_s);
        QCOMPARE(other.row(), 1);
        QVERIFY(!launch.isValid());
        QCOMPARE(proxy.viewRow(2), -1);
        proxy.setOpen(0, true); // what was open below it is open again
        QCOMPARE(shown(proxy), u"-main .-step ..+forward ..backward .load other"_s);
        QCOMPARE(other.row(), proxy.viewRow(7));
        proxy.setOpen(rowOf(proxy, u"load"_s), true); // nothing hangs below it
        QCOMPARE(proxy.rowCount(), 6);
        QCOMPARE(proxy.reveal(4), 4);
        QCOMPARE(shown(proxy), u"-main .-step ..-forward ...-mm ....launch ..backward .load other"_s);
        QCOMPARE(proxy.parentRow(4), 3);
        QCOMPARE(proxy.parentRow(0), -1);
    }

    void siblingsAreSortedAmongThemselves()
    {
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(sample(), "paths");
        const QPersistentModelIndex forward = proxy.index(rowOf(proxy, u"forward"_s), kName);
        proxy.sort(kCount, Qt::DescendingOrder);
        QCOMPARE(shown(proxy), u"-main .load .-step ..backward ..-forward ...-mm ....launch other"_s);
        QCOMPARE(forward.data().toString(), u"forward"_s);
        proxy.sort(kName, Qt::AscendingOrder);
        QCOMPARE(shown(proxy), u"-main .load .-step ..backward ..-forward ...-mm ....launch other"_s);
    }

    void aFilterKeepsWhatItsHitsHangBelow()
    {
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(sample(), "paths");
        proxy.setOpen(0, false);
        proxy.setFilterText(u"forward"_s);
        QCOMPARE(shown(proxy), u"-main .-step ..+forward"_s);
        proxy.setOpen(2, true); // what hangs below a hit can be looked at
        QCOMPARE(shown(proxy), u"-main .-step ..-forward ...+mm"_s);
        proxy.sort(kCount, Qt::AscendingOrder);
        QCOMPARE(shown(proxy), u"-main .-step ..-forward ...+mm"_s);
        proxy.setFilterText(u"no such op"_s);
        QCOMPARE(proxy.rowCount(), 0);
        QCOMPARE(proxy.reveal(3), -1);
        proxy.setFilterText({});
        QCOMPARE(shown(proxy), u"other +main"_s); // as it was left
    }

    void whatWasOpenedIsOpenInTheNextResult()
    {
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(sample(), "paths");
        proxy.setOpen(rowOf(proxy, u"step"_s), false);
        // Other figures, other rows, one of them gone.
        model.setTable(resultOf(tableOf({ { -1, "other", 300, 1 }, { 0, "x", 200, 1 }, { -1, "main", 100, 2 },
                           { 2, "load", 99, 1 }, { 2, "step", 1, 1 }, { 4, "forward", 1, 1 } })),
            "paths");
        QCOMPARE(shown(proxy), u"+other -main .load .+step"_s);
        // Somebody who opened nothing sees where the most is now.
        ResultTableModel untouched;
        ResultTableProxy fresh(&untouched);
        untouched.setTable(sample(), "paths");
        untouched.setTable(
            resultOf(tableOf({ { -1, "main", 1, 1 }, { 0, "step", 1, 1 }, { -1, "other", 9, 1 }, { 2, "x", 9, 1 } })),
            "paths");
        QCOMPARE(shown(fresh), u"+main -other .x"_s);
    }

    void manyRowsAreReadByTheWorker()
    {
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        constexpr int kParts = 600;
        model.setTable(large(kParts), "paths");
        QVERIFY(proxy.isArranging());
        QCOMPARE(proxy.rowCount(), 0);
        QTRY_VERIFY(!proxy.isArranging());
        QCOMPARE(proxy.rowCount(), kParts + 100); // the heaviest is open
        proxy.sort(3, Qt::DescendingOrder);
        proxy.setOpen(0, false); // not while it is being put in order
        QTRY_VERIFY(!proxy.isArranging());
        QCOMPARE(proxy.rowCount(), kParts + 100);
        QCOMPARE(proxy.index(0, kName).data().toString(), u"top599"_s);
        QCOMPARE(proxy.index(1, kName).data().toString(), u"part99"_s);
        proxy.setFilterText(u"part7"_s);
        QTRY_VERIFY(!proxy.isArranging());
        QCOMPARE(proxy.rowCount(), kParts * 12); // part7, part70 to part79, and what they hang below
        model.setTable(sample(), "paths");       // a small one takes over at once
        QVERIFY(!proxy.isArranging());
        QCOMPARE(proxy.rowCount(), 0);
    }

    void aScreenReaderHearsLevelAndState()
    {
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        model.setTable(sample(), "paths");
        QCOMPARE(proxy.index(1, kName).data(Qt::AccessibleTextRole).toString(), u"step, level 2, expanded"_s);
        proxy.setOpen(1, false);
        QCOMPARE(proxy.index(1, kName).data(Qt::AccessibleTextRole).toString(), u"step, level 2, collapsed"_s);
        QCOMPARE(proxy.index(2, kName).data(Qt::AccessibleTextRole).toString(), u"load, level 2"_s);
        QVERIFY(!proxy.index(1, kCount).data(ResultTableProxy::DepthRole).isValid());
    }

    void mouseOpensAndCloses()
    {
        ResultTableView view;
        view.resize(700, 300);
        view.setTable(sample(), "paths", {});
        view.show();
        QSignalSpy selected(&view, &ResultTableView::rowsSelected);
        QSignalSpy activated(&view, &ResultTableView::rowActivated);
        const auto arrow = [&view](int row) {
            const QModelIndex label = view.model()->index(row, kName);
            return arrowRect(label, view.visualRect(label)).center();
        };
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, arrow(1));
        QCOMPARE(shown(*view.model()), u"-main .+step .load other"_s);
        QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, arrow(1));
        QCOMPARE(activated.count(), 0);
        QCOMPARE(selected.count(), 0); // opening is no question about the row
        // Beside the arrow a row is a row.
        const QRect load = view.visualRect(view.model()->index(rowOf(*view.model(), u"load"_s), kName));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, load.center());
        QCOMPARE(view.selectedTableRows(), std::vector<std::size_t> { 6 });
    }

    void keysOpenCloseAndGoUp()
    {
        ResultTableView view;
        view.resize(700, 300);
        view.setTable(sample(), "paths", {});
        view.show();
        view.setCurrentIndex(view.model()->index(rowOf(*view.model(), u"forward"_s), kName));
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(shown(*view.model()), u"-main .-step ..+forward ..backward .load other"_s);
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(view.currentIndex().data().toString(), u"step"_s);
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(shown(*view.model()), u"-main .+step .load other"_s);
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(shown(*view.model()), u"-main .-step ..+forward ..backward .load other"_s);
        QTest::keyClick(&view, Qt::Key_Right); // open already: to the next column
        QCOMPARE(view.currentIndex().column(), 3);
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(view.currentIndex().column(), kName);
    }

    void aMarkedRowComesIntoView()
    {
        ResultTableView view;
        view.resize(700, 130);
        view.setTable(sample(), "paths", {});
        view.show();
        view.setCurrentIndex(view.model()->index(0, kName));
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(shown(*view.model()), u"+main other"_s);
        view.markTableRows({ 5 });
        QCOMPARE(view.selectedTableRows(), std::vector<std::size_t> { 5 });
        const QModelIndex row = view.model()->index(rowOf(*view.model(), u"backward"_s), kName);
        QVERIFY(view.viewport()->rect().intersects(view.visualRect(row)));
    }

    void whatIsCopiedIsWhatIsInView()
    {
        ResultTableView view;
        view.resize(700, 300);
        view.setTable(sample(), "paths", {});
        view.show();
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
            arrowRect(view.model()->index(1, kName), view.visualRect(view.model()->index(1, kName))).center());
        QSignalSpy noticed(&view, &ResultTableView::noticed);
        view.copyShown();
        QTRY_COMPARE(noticed.count(), 1);
        const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 5); // the head and four rows
        QCOMPARE(lines[0].split(u'\t').size(), 5);
        QVERIFY(lines[2].contains(u"step"_s));
    }

    void namesOfOpenedRowsHaveRoom()
    {
        std::vector<Line> lines { { -1, "a", 10, 1 } };
        for (int i = 0; i < 8; ++i)
            lines.push_back({ i, "autograd::engine::evaluate_function: MmBackward" + std::to_string(i), 1, 1 });
        ResultTableView view;
        view.resize(1400, 400);
        view.setTable(resultOf(tableOf(lines)), "paths", {});
        view.show();
        const int before = view.columnWidth(kName);
        for (int i = 0; i < 8; ++i) {
            view.setCurrentIndex(view.model()->index(i, kName));
            QTest::keyClick(&view, Qt::Key_Right);
        }
        QCOMPARE(view.model()->rowCount(), 9);
        QVERIFY(view.columnWidth(kName) > before);
    }
};

QTEST_MAIN(TestTableTree)
#include "tst_table_tree.moc"
