// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions.h"
#include "tests/app/window_resources.h"

#include <QAction>
#include <QObject>
#include <QSet>
#include <QString>
#include <QTest>

using namespace kinetoscope;

class TestActions : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void tableIsInOrder();
    void namesAreUnique();
    void everyActionSaysWhatItDoes();
    void noKeyMeansTwoThings();
    void everyKeyIsOne();
    void iconsExist();
};

void TestActions::initTestCase()
{
    initWindowResources();
}

void TestActions::tableIsInOrder()
{
    const auto specs = Actions::specs();
    for (std::size_t i = 0; i < specs.size(); ++i)
        QCOMPARE(static_cast<std::size_t>(specs[i].id), i);
}

void TestActions::namesAreUnique()
{
    QSet<QString> names;
    const Actions actions;
    for (const ActionSpec& spec : Actions::specs())
        names.insert(actions[spec.id]->objectName());
    QCOMPARE(names.size(), static_cast<qsizetype>(Actions::specs().size()));
}

void TestActions::everyActionSaysWhatItDoes()
{
    const Actions actions;
    for (const ActionSpec& spec : Actions::specs()) {
        QVERIFY2(!Actions::plainText(spec).isEmpty(), spec.name);
        QVERIFY2(!actions[spec.id]->statusTip().isEmpty(), spec.name);
    }
}

void TestActions::noKeyMeansTwoThings()
{
    QSet<QString> keys;
    for (const ActionSpec& spec : Actions::specs()) {
        for (const QKeySequence& key : Actions::shortcutsOf(spec)) {
            QVERIFY2(!keys.contains(key.toString()), qPrintable(key.toString()));
            keys.insert(key.toString());
        }
    }
}

void TestActions::everyKeyIsOne()
{
    for (const ActionSpec& spec : Actions::specs()) {
        for (const QKeySequence& key : Actions::shortcutsOf(spec))
            QVERIFY2(key.count() == 1 && key[0].key() != Qt::Key_unknown, spec.name);
    }
}

void TestActions::iconsExist()
{
    const Actions actions;
    for (const ActionSpec& spec : Actions::specs())
        QVERIFY2(spec.icon[0] == '\0' || !actions[spec.id]->icon().isNull(), spec.name);
}

QTEST_MAIN(TestActions)
#include "tst_actions.moc"
