// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/panel_head.h"
#include "widgets/panels/remarks/remarks_view.h"

#include <QCoreApplication>
#include <QCursor>
#include <QEvent>
#include <QLabel>
#include <QObject>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QString>
#include <QStringList>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

using namespace kinetoscope;
using namespace Qt::StringLiterals;

namespace {

/// A panel of some size with remarks on top.
struct Panel {
    Panel(int width, int height)
    {
        auto* layout = new QVBoxLayout(&widget);
        layout->setContentsMargins(0, 0, 0, 0);
        remarks = new RemarksView(&widget);
        layout->addWidget(remarks);
        layout->addStretch(1);
        resize(width, height);
        widget.show();
    }
    void resize(int width, int height)
    {
        widget.resize(width, height);
        remarks->setPanelHeight(height);
    }
    [[nodiscard]] QString text() const { return remarks->findChild<QLabel*>(u"remarks"_s)->text(); }
    [[nodiscard]] QToolButton* more() const { return remarks->findChild<QToolButton*>(u"moreRemarks"_s); }

    QWidget widget;
    RemarksView* remarks = nullptr;
};

QStringList longLines(int count)
{
    QStringList lines;
    for (int i = 0; i < count; ++i)
        lines << u"Rank %1: "_s.arg(i)
                + u"the GPU still runs work of steps after they have ended on the host. "_s.repeated(3);
    return lines;
}

} // namespace

/// Remarks take little room until somebody wants to read them, and can always be read.
class TestRemarksView : public QObject {
    Q_OBJECT

private slots:
    void whatFitsNeedsNoButton();
    void whatIsCutCanBeReadWhole();
    void aClickOnWhatIsCutShowsAll();
    void manyRemarksLeaveRoomForNumbers();
    void lowPanelsShowTheFirst();
    void widthDecidesWhatIsCut();
    void whatIsCutEndsBeforeTheButton();
    void inALowPanelTheyStandInPlaceOfTheQuestion();
};

void TestRemarksView::whatFitsNeedsNoButton()
{
    Panel panel(800, 600);
    QVERIFY(panel.remarks->isHidden());
    panel.remarks->setLines({ u"One."_s, u"Two."_s });
    QVERIFY(panel.remarks->isVisible());
    QVERIFY(panel.more()->isHidden());
    QCOMPARE(panel.text(), u"One.\nTwo."_s);
    panel.remarks->setLines({});
    QVERIFY(panel.remarks->isHidden());
}

void TestRemarksView::whatIsCutCanBeReadWhole()
{
    Panel panel(600, 900);
    const QStringList lines = longLines(2) + QStringList { u"short"_s, u"last"_s };
    panel.remarks->setLines(lines);
    QTRY_COMPARE(panel.remarks->width(), 600);
    QCOMPARE(panel.text().count(u'\n'), 2);
    QVERIFY(panel.text().contains(u'\u2026'));
    QVERIFY(panel.more()->text().contains(u"1"_s)); // one more
    const int before = panel.remarks->height();
    QSignalSpy opened(panel.remarks, &RemarksView::opened);
    QTest::keyClick(panel.more(), Qt::Key_Space);
    QCOMPARE(opened.count(), 1);
    QCOMPARE(panel.text(), lines.join(u'\n'));
    QVERIFY(panel.remarks->height() > before);
    // All of it is in sight: nothing is left to scroll.
    auto* scroll = panel.remarks->findChild<QScrollArea*>();
    QTRY_COMPARE(scroll->verticalScrollBar()->maximum(), 0);
    QTRY_VERIFY(scroll->widget()->height() >= scroll->widget()->heightForWidth(scroll->widget()->width()));
    // Open stays open, for other remarks too.
    panel.remarks->setLines(longLines(1));
    QVERIFY(panel.remarks->isOpen());
    QCOMPARE(panel.text(), longLines(1).first());
    QTest::mouseClick(panel.more(), Qt::LeftButton);
    QVERIFY(panel.text().contains(u'\u2026'));
}

void TestRemarksView::aClickOnWhatIsCutShowsAll()
{
    Panel panel(600, 900);
    auto* label = panel.remarks->findChild<QLabel*>(u"remarks"_s);
    const auto shapeOver = [&](QPoint place) { // what the pointer gets there
        QTest::mouseMove(label, place);
        QCoreApplication::processEvents();
        return label->cursor().shape();
    };
    panel.remarks->setLines({ u"Short."_s });
    QTRY_COMPARE(panel.remarks->width(), 600);
    const QPoint place(10, 8);
    QCOMPARE(shapeOver(place), Qt::ArrowCursor);
    QTest::mouseClick(label, Qt::LeftButton, {}, place);
    QCoreApplication::processEvents();
    QVERIFY(!panel.remarks->isOpen());
    panel.remarks->setLines(longLines(5));
    QTRY_COMPARE(shapeOver(place), Qt::PointingHandCursor);
    // Who drags over it selects.
    QTest::mousePress(label, Qt::LeftButton, {}, place);
    QTest::mouseMove(label, place + QPoint(80, 0));
    QTest::mouseRelease(label, Qt::LeftButton, {}, place + QPoint(80, 0));
    QCoreApplication::processEvents();
    QVERIFY(!panel.remarks->isOpen());
    QTest::mouseClick(label, Qt::LeftButton, {}, place);
    QTRY_VERIFY(panel.remarks->isOpen());
    QCOMPARE(panel.text(), longLines(5).join(u'\n'));
    QCOMPARE(shapeOver(place), Qt::ArrowCursor);
}

void TestRemarksView::manyRemarksLeaveRoomForNumbers()
{
    Panel panel(500, 600);
    panel.remarks->setLines(longLines(64));
    panel.more()->click();
    QTRY_COMPARE(panel.remarks->height(), 200);
    auto* scroll = panel.remarks->findChild<QScrollArea*>();
    QTRY_VERIFY(scroll->verticalScrollBar()->maximum() > 0);
    panel.resize(500, 450);
    QTRY_COMPARE(panel.remarks->height(), 150);
}

void TestRemarksView::lowPanelsShowTheFirst()
{
    Panel panel(800, 300);
    panel.remarks->setLines({ u"One."_s, u"Two."_s, u"Three."_s });
    QCOMPARE(panel.text(), u"One."_s);
    QVERIFY(panel.more()->isVisible());
    panel.resize(800, 700);
    QCOMPARE(panel.text(), u"One.\nTwo.\nThree."_s);
    QVERIFY(panel.more()->isHidden());
    // What was taken back stands above the first, not in its place.
    panel.resize(800, 300);
    panel.remarks->setLines({ u"Taken back."_s, u"One."_s, u"Two."_s }, 1);
    QCOMPARE(panel.text(), u"Taken back.\nOne."_s);
    panel.remarks->setLines({ u"Taken back."_s, u"One."_s, u"Two."_s });
    QCOMPARE(panel.text(), u"Taken back."_s);
}

void TestRemarksView::widthDecidesWhatIsCut()
{
    Panel panel(300, 600);
    const QString line = u"Times are whole microseconds, as PyTorch wrote them until 2024, and so on."_s;
    panel.remarks->setLines({ line });
    QTRY_VERIFY(panel.text().endsWith(u'\u2026'));
    panel.resize(1600, 600);
    QTRY_COMPARE(panel.text(), line);
    QVERIFY(panel.more()->isHidden());
}

/// The words of the button change with what is hidden, and the room beside it with them: the dots that say that a line
/// goes on are never below the button.
void TestRemarksView::whatIsCutEndsBeforeTheButton()
{
    Panel panel(600, 300);
    auto* scroll = panel.remarks->findChild<QScrollArea*>();
    auto* label = panel.remarks->findChild<QLabel*>(u"remarks"_s);
    for (const int count : { 1, 3, 1, 12, 2, 200, 1 }) {
        panel.remarks->setLines(longLines(count));
        QTRY_COMPARE(panel.remarks->width(), 600);
        QVERIFY(panel.text().endsWith(u'\u2026'));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        const int shown = label->fontMetrics().horizontalAdvance(panel.text());
        QTRY_VERIFY2(shown <= scroll->viewport()->width(),
            qPrintable(u"%1 lines: %2 px in %3"_s.arg(count).arg(shown).arg(scroll->viewport()->width())));
    }
}

/// A line is a row of a table that shows two rows or three.
void TestRemarksView::inALowPanelTheyStandInPlaceOfTheQuestion()
{
    PanelHead head(u"What differs?"_s, nullptr);
    head.addButton(new QToolButton(&head));
    head.resize(600, 100);
    head.setPanelHeight(190);
    head.show();
    const auto* question = head.findChild<QLabel*>(u"question"_s);
    QVERIFY(question && question->isVisible()); // nothing else is to be said
    const int oneLine = head.sizeHint().height();
    head.setRemarks({ u"Choose another trace."_s }, 0);
    QVERIFY(question->isHidden());
    QVERIFY(head.remarks()->isVisible());
    QVERIFY(head.sizeHint().height() <= oneLine + 2);
    head.setPanelHeight(400);
    QVERIFY(question->isVisible());
    QVERIFY(head.remarks()->isVisible());
    QVERIFY(head.sizeHint().height() > oneLine + 10);
    head.setPanelHeight(190);
    head.setRemarks({}, 0);
    QVERIFY(question->isVisible());
    QVERIFY(head.remarks()->isHidden());
    head.setRemarks({ u"Choose another trace."_s }, 0);
    QVERIFY(question->isHidden());
    head.setPanelHeight(600);
    QVERIFY(question->isVisible());
    head.leaveQuestionOut(); // the title bar of the dock says it
    QVERIFY(question->isHidden() && head.remarks()->isVisible());
    QVERIFY(head.sizeHint().height() <= oneLine + 2);
    head.setRemarks({}, 0);
    QVERIFY(question->isHidden());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QTRY_VERIFY(head.findChild<QToolButton*>(QString(), Qt::FindDirectChildrenOnly)->geometry().right() > 590);
}

QTEST_MAIN(TestRemarksView)
#include "tst_remarks_view.moc"
