// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected on the timeline is found in the tables: its row is marked and in view.
#include "app/window/docks/analysis_docks.h"
#include "tests/app/window_fixture.h"
#include "tests/support/load_text.h"
#include "tests/support/trace_generator.h"
#include "widgets/delegates/tree_place.h"
#include "widgets/models/result_table_proxy.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/result/result_table_view.h"

#include <QAction>
#include <QComboBox>
#include <QLatin1String>
#include <QModelIndex>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTest>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

struct Followed : WindowFixture {
    Followed()
    {
        drop({ folder.write("trace.json", generateTrace()) });
        if (!QTest::qWaitFor([this] { return document.isOpen(); }))
            qFatal("The trace of this test does not open.");
    }
    void show(const char* analysis)
    {
        window->findChild<QAction*>(u"show-"_s + QLatin1String(analysis))->trigger();
        panel = window->analysisDocks()->panel(analysis);
        if (!QTest::qWaitFor([this] { return panel->state() == AnalysisPanel::State::Ready; }))
            qFatal("The panel of this test shows nothing.");
        table = panel->findChild<ResultTableView*>();
    }
    [[nodiscard]] const Trace& trace() { return *viewState().traceSet()->ranks().front().trace; }
    /// The last slice of this name: in another step, far from what a table opens with.
    [[nodiscard]] SliceRef last(std::string_view name)
    {
        SliceRef found;
        for (std::uint32_t row = 0; row < trace().slices().size(); ++row) {
            if (trace().name(SliceTable::at(row)) == name)
                found = { 0, SliceTable::at(row) };
        }
        return found;
    }
    /// Names of the marked rows that are in view.
    [[nodiscard]] QStringList markedInView() const
    {
        QStringList names;
        const auto column = static_cast<int>(table->table()->columnIndex("name"));
        for (const QModelIndex& index : table->selectionModel()->selectedRows(column)) {
            if (table->viewport()->rect().contains(table->visualRect(index).center()))
                names.append(index.data().toString());
        }
        return names;
    }

    AnalysisPanel* panel = nullptr;
    ResultTableView* table = nullptr;
};

/// What is around a row of a tree, from the top.
QStringList around(const ResultTableView& table, const QString& name)
{
    const auto column = static_cast<int>(table.table()->columnIndex("name"));
    const auto* rows = static_cast<const ResultTableProxy*>(table.model());
    QStringList names;
    for (const QModelIndex& index : table.selectionModel()->selectedRows(column)) {
        if (index.data().toString() != name)
            continue;
        for (int up = rows->parentRow(index.row()); up >= 0; up = rows->parentRow(up))
            names.prepend(rows->index(up, column).data().toString());
    }
    return names;
}

} // namespace

class TestPanelFollow : public QObject {
    Q_OBJECT

private slots:
    void anOpIsFoundInOperators()
    {
        Followed open;
        open.show("operators");
        open.viewState().selectSlice(open.last("aten::layer_norm"));
        QTRY_COMPARE(open.markedInView(), QStringList { u"aten::layer_norm"_s });
        QCOMPARE(open.viewState().selection().slices.size(), std::size_t { 1 }); // it stays what was selected
        open.viewState().selectSlice(open.last("aten::addmm"));
        QTRY_COMPARE(open.markedInView(), QStringList { u"aten::addmm"_s });
        open.viewState().clearSelection();
        QTRY_COMPARE(open.markedInView(), QStringList());
    }

    void aKernelIsFoundByTheOpThatLaunchedIt()
    {
        Followed open;
        open.show("operators");
        const SliceRef launch = open.last("cudaLaunchKernel");
        const SliceId kernel = open.trace().slices().partner[launch.slice.index()];
        QVERIFY(kernel.isValid());
        SliceId op = open.trace().slices().parent[launch.slice.index()];
        while (open.trace().kind(op) != EventKind::CpuOp)
            op = open.trace().slices().parent[op.index()];
        open.viewState().selectSlice({ 0, kernel });
        QTRY_COMPARE(open.markedInView(), QStringList { toQString(open.trace().name(op)) });
    }

    void anOpIsFoundInAClosedTree()
    {
        Followed open;
        open.show("call-tree");
        const QModelIndex top =
            open.table->model()->index(0, static_cast<int>(open.table->table()->columnIndex("name")));
        QTest::mouseClick(open.table->viewport(), Qt::LeftButton, {},
            arrowRect(top, open.table->visualRect(top)).center()); // all of the tree is closed
        QCOMPARE(top.data(ResultTableProxy::IsOpenRole).toBool(), false);
        open.viewState().selectSlice(open.last("aten::layer_norm"));
        QTRY_COMPARE(open.markedInView(), QStringList { u"aten::layer_norm"_s });
        const QStringList names = around(*open.table, u"aten::layer_norm"_s);
        QVERIFY(names.size() >= 2);
        QCOMPARE(names[1], u"ProfilerStep*"_s);
    }

    void anOpIsFoundAmongTheSingleCalls()
    {
        Followed open;
        open.show("call-tree");
        auto* choice = open.panel->findChild<QComboBox*>(u"tableChoice"_s);
        QCOMPARE(choice->currentData().toString(), u"paths"_s); // what a person reads comes first
        QCOMPARE(open.panel->currentTable(), u"paths"_s);
        open.panel->showTable(u"ops"_s);
        const SliceRef wanted = open.last("aten::layer_norm");
        open.viewState().selectSlice(wanted);
        QTRY_COMPARE(open.markedInView(), QStringList { u"aten::layer_norm"_s });
        const Selection made = open.table->table()->evidence(open.table->selectedTableRows().front(), 2);
        QCOMPARE(made.slices, std::vector<SliceRef> { wanted });
    }

    void whatIsSelectedAlreadyIsMarkedWhenAPanelOpens()
    {
        Followed open;
        open.viewState().selectSlice(open.last("aten::layer_norm"));
        open.show("call-tree");
        QTRY_COMPARE(open.markedInView(), QStringList { u"aten::layer_norm"_s });
        open.show("operators");
        QTRY_COMPARE(open.markedInView(), QStringList { u"aten::layer_norm"_s });
    }

    void aRowOfTheTreeSelectsAllOfItsCalls()
    {
        Followed open;
        open.show("call-tree");
        const auto name = static_cast<int>(open.table->table()->columnIndex("name"));
        const auto* rows = static_cast<const ResultTableProxy*>(open.table->model());
        int step = 0;
        while (rows->index(step, name).data().toString() != u"ProfilerStep*"_s)
            ++step;
        QTest::mouseClick(
            open.table->viewport(), Qt::LeftButton, {}, open.table->visualRect(rows->index(step, name)).center());
        QTRY_COMPARE(open.viewState().selection().slices.size(), std::size_t { 2 }); // two steps
        QCOMPARE(open.panel->commandLine().contains(u"--table paths"_s), true);
    }
};

QTEST_MAIN(TestPanelFollow)
#include "tst_panel_follow.moc"
