// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/args_model.h"
#include "widgets/models/text_tree_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace kinetoscope;
using namespace Qt::StringLiterals;

namespace {

std::shared_ptr<const JsonTree> tree(const char* text)
{
    return std::make_shared<const JsonTree>(JsonTree::parse(text));
}

} // namespace

class TestTreeModels : public QObject {
    Q_OBJECT

private slots:
    void argsModelKeepsItsContract()
    {
        ArgsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto event = tree(R"({"ph":"X","args":{"grid":[8,1,1],"deep":{"a":{"b":[[],{}]}},"External id":12}})");
        model.setTree(event);
        QCOMPARE(model.rowCount(), 2);
        model.setTree(event, event->find(0, "args"));
        QCOMPARE(model.rowCount(), 3);
        model.setTree(tree("[]"));
        QVERIFY(model.isEmpty());
        model.setTree(tree("12"));
        QVERIFY(model.isEmpty());
        model.setTree(nullptr);
        QVERIFY(model.isEmpty());
    }

    void argsShowKeysPositionsAndTextsAsWritten()
    {
        ArgsModel model;
        const auto event = tree(R"json({"args":{"grid":[8,1.50],"name":"f<b>(x)","none":null}})json");
        model.setTree(event, event->find(0, "args"));
        const QModelIndex grid = model.index(0, ArgsModel::KeyColumn);
        QCOMPARE(grid.data().toString(), u"grid"_s);
        QCOMPARE(grid.siblingAtColumn(ArgsModel::ValueColumn).data().toString(), u"[ 2 values ]"_s);
        QCOMPARE(model.index(1, ArgsModel::KeyColumn, grid).data().toString(), u"1"_s);
        QCOMPARE(model.index(1, ArgsModel::ValueColumn, grid).data().toString(), u"1.50"_s);
        QCOMPARE(model.parent(model.index(1, 1, grid)), grid);
        QVERIFY(!model.parent(grid).isValid());
        const QModelIndex name = model.index(1, ArgsModel::ValueColumn);
        QCOMPARE(name.data().toString(), u"f<b>(x)"_s);
        QCOMPARE(name.data(ArgsModel::FullTextRole).toString(), u"f<b>(x)"_s);
        QVERIFY(name.data(Qt::ToolTipRole).toString().contains(u"&lt;"_s));
        QCOMPARE(model.index(2, ArgsModel::ValueColumn).data().toString(), u"null"_s);
    }

    void textTreeKeepsItsContract()
    {
        TextTreeModel model({ u"Field"_s, u"Value"_s });
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        TextTree facts;
        const int times = facts.add(TextTree::kRoot, { u"Times"_s });
        facts.node(times).isHeading = true;
        facts.add(times, { u"Duration"_s, u"12 ns"_s });
        const int launch = facts.add(TextTree::kRoot, { u"Launch"_s });
        const int call = facts.add(launch, { u"cudaLaunchKernel"_s, u"3 \u00b5s before"_s });
        facts.node(call).link.slices = { SliceRef { 1, SliceId { 7u } } };
        model.setTree(std::move(facts));
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex entry = model.index(0, 0, model.index(1, 0));
        QCOMPARE(entry.data(TextTreeModel::LinkRole).value<Selection>(), (Selection { { { 1, SliceId { 7u } } }, {} }));
        QCOMPARE(model.index(0, 1, model.index(0, 0)).data().toString(), u"12 ns"_s);
        QVERIFY(!model.index(0, 0).data(TextTreeModel::LinkRole).isValid());
        model.setTree({});
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_MAIN(TestTreeModels)
#include "tst_tree_models.moc"
