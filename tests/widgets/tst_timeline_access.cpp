// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader finds in the timeline.
#include "tests/widgets/timeline_fixture.h"

#include <QAccessible>

using namespace kinetoscope;
using namespace kinetoscope::tests;

class TestTimelineAccess : public QObject {
    Q_OBJECT

private slots:
    void rowsAreATree();
    void foldedRowsSaySo();
    void rowsAreFoundByPosition();
    void theSelectedEventIsRead();
    void eventsAreAnnounced();
    void goneRowsAreInvalid();
};

namespace {

QAccessibleInterface* accessOf(TimelineFixture& f)
{
    return QAccessible::queryAccessibleInterface(&f.view);
}

QAccessibleInterface* rowNamed(TimelineFixture& f, const QString& name)
{
    QAccessibleInterface* access = accessOf(f);
    for (int i = 0; i < access->childCount(); ++i) {
        if (access->child(i)->text(QAccessible::Name) == name)
            return access->child(i);
    }
    return nullptr;
}

QStringList s_announced;

void collect(QAccessibleEvent* event)
{
    if (event->type() == QAccessible::Focus && event->accessibleInterface())
        s_announced << event->accessibleInterface()->text(QAccessible::Name);
}

} // namespace

void TestTimelineAccess::rowsAreATree()
{
    TimelineFixture f;
    f.view.grab(); // rows say how busy they are once they are drawn
    QAccessibleInterface* access = accessOf(f);
    QCOMPARE(access->role(), QAccessible::Tree);
    const auto& rows = f.view.scene().rows().rows();
    QVERIFY(access->childCount() >= static_cast<int>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        QAccessibleInterface* row = access->child(static_cast<int>(i));
        QVERIFY(row && row->isValid());
        QCOMPARE(row->role(), QAccessible::TreeItem);
        QCOMPARE(row->text(QAccessible::Name), f.view.scene().title(rows[i]));
        QCOMPARE(access->indexOfChild(row), static_cast<int>(i));
        QCOMPARE(row->parent(), access);
    }
    const QString stream = rowNamed(f, QStringLiteral("stream 7"))->text(QAccessible::Description);
    QVERIFY2(stream.contains(QStringLiteral("busy, 2 events")), qPrintable(stream));
}

void TestTimelineAccess::foldedRowsSaySo()
{
    TimelineFixture f;
    QVERIFY(rowNamed(f, QStringLiteral("rank 0"))->state().expanded);
    f.view.rows().toggle({ RowKind::Rank, 0, 0 });
    const QAccessible::State state = rowNamed(f, QStringLiteral("rank 0"))->state();
    QVERIFY(state.collapsed && state.expandable && !state.expanded);
    QVERIFY(!rowNamed(f, QStringLiteral("steps"))->state().expandable);
}

void TestTimelineAccess::rowsAreFoundByPosition()
{
    TimelineFixture f;
    QAccessibleInterface* stream = rowNamed(f, QStringLiteral("stream 7"));
    QVERIFY(!stream->rect().isEmpty());
    const QPoint at = stream->rect().center();
    QCOMPARE(accessOf(f)->childAt(at.x(), at.y()), stream);
}

void TestTimelineAccess::theSelectedEventIsRead()
{
    TimelineFixture f;
    const int before = accessOf(f)->childCount();
    f.state.selectSlice(f.slice("gemm"));
    QCOMPARE(accessOf(f)->childCount(), before + 1);
    QAccessibleInterface* event = accessOf(f)->child(static_cast<int>(f.view.scene().rows().rows().size()));
    QCOMPARE(event->role(), QAccessible::ListItem);
    const QString name = event->text(QAccessible::Name);
    QVERIFY2(name.startsWith(QStringLiteral("gemm, 300")) && name.contains(QStringLiteral("stream 7, starts at ")),
        qPrintable(name));
    f.state.clearSelection();
    QCOMPARE(accessOf(f)->childCount(), before);
}

void TestTimelineAccess::eventsAreAnnounced()
{
    TimelineFixture f;
    f.view.activateWindow();
    f.view.setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&f.view));
    QAccessible::setActive(true);
    const auto before = QAccessible::installUpdateHandler(collect);
    s_announced.clear();
    QVERIFY(f.view.hasFocus());
    if (!QAccessible::isActive()) {
        QAccessible::installUpdateHandler(before);
        QSKIP("This platform passes no accessibility events on.");
    }
    f.state.selectSlice(f.slice("aten::mm"));
    QTest::keyClick(&f.view, Qt::Key_Period);
    QAccessible::installUpdateHandler(before);
    QAccessible::setActive(false);
    QCOMPARE(s_announced.size(), 2);
    QVERIFY(
        s_announced[0].startsWith(QStringLiteral("aten::mm, ")) || s_announced[0].startsWith(QStringLiteral("mm, ")));
    QVERIFY(s_announced[1].contains(QStringLiteral("add, ")));
}

void TestTimelineAccess::goneRowsAreInvalid()
{
    TimelineFixture f;
    QAccessibleInterface* row = rowNamed(f, QStringLiteral("stream 7"));
    f.state.setTraceSet(nullptr);
    QVERIFY(!row->isValid());
    QVERIFY(row->text(QAccessible::Name).isEmpty() && row->rect().isEmpty());
}

QTEST_MAIN(TestTimelineAccess)
#include "tst_timeline_access.moc"
