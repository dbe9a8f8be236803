// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/timeline_fixture.h"
#include "widgets/timeline/input/mark_note_editor.h"
#include "widgets/timeline/painters/mark_painter.h"

#include <QAction>
#include <QByteArray>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QEvent>
#include <QMenu>
#include <QObject>
#include <QPoint>
#include <QRectF>
#include <QSignalSpy>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTest>
#include <QToolTip>

#include <cmath>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Marks on the timeline: keys, flags, notes.
class TestTimelineMarks : public QObject {
    Q_OBJECT

private slots:
    void mMarksThePointer_data();
    void mMarksThePointer();
    void mMarksTheSelectionWithoutAPointer_data();
    void mMarksTheSelectionWithoutAPointer();
    void nothingToMarkIsSaid();
    void aSecondMMovesOrRemovesTheTemporaryMark();
    void shiftMAsksForANote_data();
    void shiftMAsksForANote();
    void writingANoteIsNobodyElsesBusiness();
    void deleteRemoves_data();
    void deleteRemoves();
    void clickOnAFlagSelects();
    void dragMovesAMark_data();
    void dragMovesAMark();
    void doubleClickEditsTheNote();
    void menuOfAFlag();
    void toolTipHasTheWholeNote();
    void jumpingShowsAMark_data();
    void jumpingShowsAMark();
    void flagsFitIntoTheRuler_data();
    void flagsFitIntoTheRuler();
    void marksAreInPictures_data();
    void marksAreInPictures();

private:
    [[nodiscard]] static Mark moment(Timestamp at, std::string note = {}, bool isKept = true)
    {
        return { { at, at }, std::move(note), isKept };
    }
    static MarkNoteEditor* editorOf(const TimelineFixture& f)
    {
        const auto editors = f.view.findChildren<MarkNoteEditor*>();
        for (MarkNoteEditor* editor : editors) {
            if (editor->isVisible())
                return editor;
        }
        return nullptr;
    }
};

void TestTimelineMarks::mMarksThePointer_data()
{
    QTest::addColumn<bool>("onRuler");
    QTest::addColumn<Timestamp>("at");
    QTest::addColumn<Timestamp>("expected"); // -1: the pointer's own, to the pixel
    QTest::newRow("on the ruler") << true << Timestamp { 700'000 } << Timestamp { -1 };
    QTest::newRow("on nothing") << false << Timestamp { 1'300'000 } << Timestamp { -1 };
    QTest::newRow("snaps to the end of a slice") << false << Timestamp { 798'000 } << Timestamp { 800'000 };
}

void TestTimelineMarks::mMarksThePointer()
{
    QFETCH(bool, onRuler);
    QFETCH(Timestamp, at);
    QFETCH(Timestamp, expected);
    TimelineFixture f;
    f.state.selectSlice(f.slice("aten::mm")); // the pointer is what counts
    const QPoint place = onRuler ? f.onRuler(at)
        : expected < 0           ? f.onNothing(at)
                                 : QPoint(f.xOf(at), f.centreOf("gemm").y());
    f.movePointer(place);
    QTest::keyClick(&f.view, Qt::Key_M);
    QCOMPARE(f.state.marks()->all().size(), std::size_t { 1 });
    const Mark& mark = f.state.marks()->all()[0];
    QVERIFY(mark.isMoment() && !mark.isKept);
    if (expected >= 0)
        QCOMPARE(mark.range.begin, expected);
    else
        QVERIFY(std::abs(mark.range.begin - at) <= 2 * f.pixel());
}

void TestTimelineMarks::mMarksTheSelectionWithoutAPointer_data()
{
    QTest::addColumn<bool>("isRange");
    QTest::newRow("a slice") << false;
    QTest::newRow("a range") << true;
}

void TestTimelineMarks::mMarksTheSelectionWithoutAPointer()
{
    QFETCH(bool, isRange);
    TimelineFixture f;
    f.takePointerAway();
    if (isRange)
        f.state.setSelection({ {}, { { 0, {}, { 300'000, 700'000 } } } });
    else
        f.state.selectSlice(f.slice("gemm"));
    QTest::keyClick(&f.view, Qt::Key_M);
    QCOMPARE(f.state.marks()->all().size(), std::size_t { 1 });
    QCOMPARE(
        f.state.marks()->all()[0].range, isRange ? (TimeRange { 300'000, 700'000 }) : (TimeRange { 500'000, 800'000 }));
}

void TestTimelineMarks::nothingToMarkIsSaid()
{
    TimelineFixture f;
    f.takePointerAway();
    QSignalSpy noticed(&f.view, &TimelineView::noticed);
    QTest::keyClick(&f.view, Qt::Key_M);
    QVERIFY(f.state.marks()->all().empty());
    QCOMPARE(noticed.size(), 1);
    f.state.setTraceSet(nullptr);
    QTest::keyClick(&f.view, Qt::Key_M);
    QTest::keyClick(&f.view, Qt::Key_M, Qt::ShiftModifier);
    QVERIFY(f.state.marks()->all().empty());
    QVERIFY(!editorOf(f));
}

void TestTimelineMarks::aSecondMMovesOrRemovesTheTemporaryMark()
{
    TimelineFixture f;
    f.movePointer(f.onRuler(500'000));
    QTest::keyClick(&f.view, Qt::Key_M);
    f.movePointer(f.onRuler(1'500'000));
    QTest::keyClick(&f.view, Qt::Key_M);
    QCOMPARE(f.state.marks()->all().size(), std::size_t { 1 });
    QVERIFY(f.state.marks()->all()[0].range.begin > 1'400'000);
    QTest::keyClick(&f.view, Qt::Key_M);
    QVERIFY(f.state.marks()->all().empty());
}

void TestTimelineMarks::shiftMAsksForANote_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("lastKey");
    QTest::addColumn<int>("marks");
    QTest::newRow("with a note") << "late launch" << int { Qt::Key_Return } << 1;
    QTest::newRow("without one") << "" << int { Qt::Key_Enter } << 1;
    QTest::newRow("given up") << "never mind" << int { Qt::Key_Escape } << 0;
}

void TestTimelineMarks::shiftMAsksForANote()
{
    QFETCH(QString, typed);
    QFETCH(int, lastKey);
    QFETCH(int, marks);
    TimelineFixture f;
    f.movePointer(f.onRuler(700'000));
    QTest::keyClick(&f.view, Qt::Key_M, Qt::ShiftModifier);
    MarkNoteEditor* editor = editorOf(f);
    QVERIFY(editor);
    QVERIFY(f.view.rect().contains(editor->geometry()));
    QTest::keyClicks(editor, typed);
    QTest::keyClick(editor, static_cast<Qt::Key>(lastKey));
    QVERIFY(!editorOf(f));
    QCOMPARE(static_cast<int>(f.state.marks()->all().size()), marks);
    if (marks == 0)
        return;
    QVERIFY(f.state.marks()->all()[0].isKept);
    QCOMPARE(toQString(f.state.marks()->all()[0].note), typed);
    // A second one is a second one.
    f.movePointer(f.onRuler(900'000));
    QTest::keyClick(&f.view, Qt::Key_M, Qt::ShiftModifier);
    QTest::keyClick(editorOf(f), Qt::Key_Return);
    QCOMPARE(f.state.marks()->all().size(), std::size_t { 2 });
}

void TestTimelineMarks::writingANoteIsNobodyElsesBusiness()
{
    TimelineFixture f;
    f.movePointer(f.onRuler(700'000));
    f.state.selectSlice(f.slice("gemm"));
    QTest::keyClick(&f.view, Qt::Key_M, Qt::ShiftModifier);
    const TimeRange before = f.state.visibleRange();
    QTest::keyClicks(editorOf(f), QStringLiteral("wasd.,[]0fm"));
    QTest::keyClick(editorOf(f), Qt::Key_PageDown);
    QTest::keyClick(editorOf(f), Qt::Key_Delete);
    QVERIFY(f.state.visibleRange() == before);
    QCOMPARE(f.selectedName(), QStringLiteral("gemm"));
    // Zooming goes on from what is written.
    f.view.camera().zoomIn();
    QVERIFY(!editorOf(f));
    QCOMPARE(f.state.marks()->all().at(0).note, std::string("wasd.,[]0fm"));
    // Another job has no use for it.
    QTest::keyClick(&f.view, Qt::Key_M, Qt::ShiftModifier);
    QTest::keyClicks(editorOf(f), QStringLiteral("lost"));
    f.open(1);
    QVERIFY(!editorOf(f));
    QVERIFY(f.state.marks()->all().empty());
}

void TestTimelineMarks::deleteRemoves_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<Timestamp>("pointer"); // -1: elsewhere
    QTest::addColumn<int>("current");       // -1: none
    QTest::addColumn<QString>("left");
    QTest::newRow("the one under the pointer") << int { Qt::Key_Delete } << Timestamp { 1'000'000 } << 0 << "a c";
    QTest::newRow("the current one") << int { Qt::Key_Delete } << Timestamp { -1 } << 2 << "a b";
    QTest::newRow("the current one, with the pointer on nothing")
        << int { Qt::Key_Backspace } << Timestamp { 1'200'000 } << 0 << "b c";
    QTest::newRow("none") << int { Qt::Key_Delete } << Timestamp { 1'200'000 } << -1 << "a b c";
}

void TestTimelineMarks::deleteRemoves()
{
    QFETCH(int, key);
    QFETCH(Timestamp, pointer);
    QFETCH(int, current);
    QFETCH(QString, left);
    TimelineFixture f;
    f.state.marks()->setAll({ moment(500'000, "a"), moment(1'000'000, "b"), moment(1'500'000, "c") });
    if (current >= 0)
        f.state.marks()->setCurrent(static_cast<std::size_t>(current));
    if (pointer >= 0)
        f.movePointer(f.onNothing(pointer));
    else
        f.takePointerAway();
    QTest::keyClick(&f.view, static_cast<Qt::Key>(key));
    QStringList notes;
    for (const Mark& mark : f.state.marks()->all())
        notes.append(toQString(mark.note));
    QCOMPARE(notes.join(u' '), left);
}

void TestTimelineMarks::clickOnAFlagSelects()
{
    TimelineFixture f;
    f.state.marks()->setAll({ moment(500'000, "moment"), { { 1'000'000, 1'400'000 }, "range", true } });
    f.state.selectSlice(f.slice("gemm"));
    QTest::mouseClick(&f.view, Qt::LeftButton, {}, f.view.marks().flagRect(0).center().toPoint());
    QCOMPARE(f.state.marks()->current(), std::optional<std::size_t>(0));
    QCOMPARE(f.selectedName(), QStringLiteral("gemm"));
    QTest::mouseClick(&f.view, Qt::LeftButton, {}, f.view.marks().flagRect(1).center().toPoint());
    QCOMPARE(f.state.marks()->current(), std::optional<std::size_t>(1));
    QCOMPARE(f.state.selection().intervals.size(), std::size_t { 2 }); // one a rank
    QCOMPARE(f.state.selection().intervals[1].range, (TimeRange { 1'000'000, 1'400'000 }));
    QCOMPARE(f.state.marks()->all()[1].range, (TimeRange { 1'000'000, 1'400'000 }));
}

void TestTimelineMarks::dragMovesAMark_data()
{
    QTest::addColumn<TimeRange>("range");
    QTest::addColumn<int>("part"); // 0: the flag, 1: the begin, 2: the end
    QTest::addColumn<Timestamp>("by");
    QTest::addColumn<TimeRange>("after");
    const TimeRange range { 600'000, 1'000'000 };
    QTest::newRow("moment") << TimeRange { 600'000, 600'000 } << 0 << Timestamp { 300'000 }
                            << TimeRange { 900'000, 900'000 };
    QTest::newRow("whole range") << range << 0 << Timestamp { -300'000 } << TimeRange { 300'000, 700'000 };
    QTest::newRow("its end") << range << 2 << Timestamp { 300'000 } << TimeRange { 600'000, 1'300'000 };
    QTest::newRow("its begin beyond its end")
        << range << 1 << Timestamp { 500'000 } << TimeRange { 1'000'000, 1'100'000 };
}

void TestTimelineMarks::dragMovesAMark()
{
    QFETCH(TimeRange, range);
    QFETCH(int, part);
    QFETCH(Timestamp, by);
    QFETCH(TimeRange, after);
    TimelineFixture f;
    f.state.marks()->add({ range, "x", true });
    const QPoint from = part == 0 ? f.view.marks().flagRect(0).center().toPoint()
                                  : f.onRuler(part == 1 ? range.begin : range.end) + QPoint(0, 3);
    const int way = f.xOf(by + 1'000'000) - f.xOf(1'000'000);
    f.drag(from, from + QPoint(way, 0), Qt::LeftButton);
    const Mark& mark = f.state.marks()->all()[0];
    QVERIFY2(std::abs(mark.range.begin - after.begin) <= 4 * f.pixel(), qPrintable(QString::number(mark.range.begin)));
    QVERIFY2(std::abs(mark.range.end - after.end) <= 4 * f.pixel(), qPrintable(QString::number(mark.range.end)));
    QCOMPARE(mark.range.length() == 0, range.isEmpty());
    QVERIFY(f.state.visibleRange() == TimelineFixture::kAll);
}

void TestTimelineMarks::doubleClickEditsTheNote()
{
    TimelineFixture f;
    f.state.marks()->setAll({ moment(600'000, {}, false), moment(1'200'000, "old") });
    QTest::mouseDClick(&f.view, Qt::LeftButton, {}, f.view.marks().flagRect(1).center().toPoint());
    QVERIFY(editorOf(f));
    QCOMPARE(editorOf(f)->text(), QStringLiteral("old"));
    QTest::keyClicks(editorOf(f), QStringLiteral("new"));
    QTest::keyClick(editorOf(f), Qt::Key_Return);
    QCOMPARE(f.state.marks()->all()[1].note, std::string("new"));
    QVERIFY(f.state.visibleRange() == TimelineFixture::kAll);
    // A temporary mark that gets a note is kept; giving up leaves it as it was.
    QTest::mouseDClick(&f.view, Qt::LeftButton, {}, f.view.marks().flagRect(0).center().toPoint());
    QTest::keyClick(editorOf(f), Qt::Key_Escape);
    QVERIFY(!f.state.marks()->all()[0].isKept);
    QTest::mouseDClick(&f.view, Qt::LeftButton, {}, f.view.marks().flagRect(0).center().toPoint());
    QTest::keyClicks(editorOf(f), QStringLiteral("stays"));
    QTest::keyClick(editorOf(f), Qt::Key_Return);
    QVERIFY(f.state.marks()->all()[0].isKept);
}

void TestTimelineMarks::menuOfAFlag()
{
    TimelineFixture f;
    f.state.marks()->setAll({ moment(600'000, "a", false), moment(1'200'000, "b") });
    const auto trigger = [&f](std::size_t mark, const char* name) {
        const QPoint at = f.view.marks().flagRect(mark).center().toPoint();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, f.view.mapToGlobal(at));
        QCoreApplication::sendEvent(&f.view, &event);
        auto* menu = f.view.findChild<QMenu*>(QStringLiteral("mark-menu"));
        auto* action = menu ? menu->findChild<QAction*>(QString::fromLatin1(name)) : nullptr;
        if (action)
            action->trigger();
        delete menu;
        return action != nullptr;
    };
    QVERIFY(!trigger(1, "keep-mark"));
    QVERIFY(trigger(0, "keep-mark"));
    QVERIFY(f.state.marks()->all()[0].isKept);
    QVERIFY(trigger(1, "toggle-mark-range"));
    QCOMPARE(f.state.marks()->all()[1].range, (TimeRange { 1'200'000, 1'400'000 }));
    QCOMPARE(f.state.selection().intervals.at(0).range, (TimeRange { 1'200'000, 1'400'000 }));
    QVERIFY(trigger(1, "toggle-mark-range"));
    QVERIFY(f.state.marks()->all()[1].isMoment());
    f.state.selectSlice(f.slice("gemm"));
    QVERIFY(trigger(0, "toggle-mark-range"));
    QCOMPARE(f.state.marks()->all()[0].range, (TimeRange { 500'000, 800'000 }));
    QVERIFY(trigger(1, "edit-mark-note"));
    QVERIFY(editorOf(f));
    QTest::keyClick(editorOf(f), Qt::Key_Escape);
    QVERIFY(trigger(0, "remove-mark"));
    QCOMPARE(f.state.marks()->all().size(), std::size_t { 1 });
    // Elsewhere on the ruler it is the timeline's own menu.
    QSignalSpy asked(&f.view, &TimelineView::contextMenuRequested);
    const QPoint elsewhere = f.onRuler(1'900'000);
    QContextMenuEvent event(QContextMenuEvent::Mouse, elsewhere, f.view.mapToGlobal(elsewhere));
    QCoreApplication::sendEvent(&f.view, &event);
    QCOMPARE(asked.size(), 1);
}

void TestTimelineMarks::toolTipHasTheWholeNote()
{
    TimelineFixture f;
    const std::string note = "a <b>note</b> that is much longer than any flag may be, to the very last word of it";
    f.state.marks()->add(moment(600'000, note));
    const QPoint at = f.view.marks().flagRect(0).center().toPoint();
    QHelpEvent help(QEvent::ToolTip, at, f.view.mapToGlobal(at));
    QCoreApplication::sendEvent(&f.view, &help);
    QVERIFY(QToolTip::text().contains(QStringLiteral("last word of it")));
    QVERIFY(!QToolTip::text().contains(QStringLiteral("<b>")));
    QToolTip::hideText();
}

void TestTimelineMarks::jumpingShowsAMark_data()
{
    QTest::addColumn<TimeRange>("range");
    QTest::addColumn<bool>("moves");
    QTest::newRow("in view") << TimeRange { 450'000, 450'000 } << false;
    QTest::newRow("out of view") << TimeRange { 1'700'000, 1'700'000 } << true;
    QTest::newRow("a range longer than the view") << TimeRange { 300'000, 900'000 } << true;
}

void TestTimelineMarks::jumpingShowsAMark()
{
    QFETCH(TimeRange, range);
    QFETCH(bool, moves);
    TimelineFixture f;
    const TimeRange before { 400'000, 500'000 };
    f.state.marks()->add({ range, {}, true });
    f.state.marks()->setCurrent(std::nullopt);
    f.state.setVisibleRange(before);
    f.view.marks().show(0);
    QCOMPARE(f.state.marks()->current(), std::optional<std::size_t>(0));
    QCOMPARE(!(f.state.visibleRange() == before), moves);
    QVERIFY(f.state.visibleRange().begin <= range.begin && f.state.visibleRange().end >= range.end);
    f.view.marks().show(7); // there is no such mark
}

void TestTimelineMarks::flagsFitIntoTheRuler_data()
{
    QTest::addColumn<std::vector<Mark>>("marks");
    QTest::addColumn<int>("current");
    QTest::addColumn<int>("flags");
    using Marks = std::vector<Mark>;
    const std::string text(300, 'x');
    QTest::newRow("none") << Marks {} << -1 << 0;
    QTest::newRow("long notes side by side")
        << Marks { moment(600'000, text), moment(700'000, text), moment(720'000, text) } << -1 << 3;
    QTest::newRow("at the right edge") << Marks { moment(1'999'000, text) } << -1 << 1;
    QTest::newRow("out of view") << Marks { moment(-5), moment(2'100'000), { { -9, -5 }, {}, true } } << -1 << 0;
    QTest::newRow("a range all around") << Marks { { { -1'000'000, 5'000'000 }, text, true } } << -1 << 1;
    QTest::newRow("beyond all times") << Marks { { { kMinTimestamp, kMaxTimestamp }, text, true } } << -1 << 1;
    QTest::newRow("on one pixel") << Marks { moment(600'000), moment(600'001), moment(600'002) } << 1 << 1;
    Marks many;
    for (Timestamp at = 0; at < 2'000'000; at += 50)
        many.push_back(moment(at, text));
    QTest::newRow("more than pixels") << many << -1 << 800;
}

void TestTimelineMarks::flagsFitIntoTheRuler()
{
    QFETCH(std::vector<Mark>, marks);
    QFETCH(int, current);
    QFETCH(int, flags);
    TimelineFixture f;
    const QRectF ruler = f.geometry().ruler;
    const std::vector<MarkFlag> all = markFlags(f.view.scene(), f.view.viewport(),
        { marks, current < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(current)) });
    QVERIFY2(static_cast<int>(all.size()) <= flags + 1, qPrintable(QString::number(all.size())));
    QVERIFY(static_cast<int>(all.size()) >= (flags < 800 ? flags : 600));
    for (const MarkFlag& flag : all) {
        QVERIFY(flag.flag.left() >= ruler.left() && flag.flag.top() >= ruler.top());
        QVERIFY(flag.flag.bottom() <= ruler.bottom() && flag.flag.right() <= ruler.right() + 6);
        QVERIFY(flag.flag.width() > 0);
    }
    if (current >= 0)
        QCOMPARE(all.at(0).mark, static_cast<std::size_t>(current));
    f.state.marks()->setAll(marks);
    f.view.grab(); // draws all of it
}

void TestTimelineMarks::marksAreInPictures_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<double>("scale");
    QTest::newRow("light") << false << 1.0;
    QTest::newRow("dark") << true << 1.0;
    QTest::newRow("light, twice the size") << false << 2.0;
}

void TestTimelineMarks::marksAreInPictures()
{
    QFETCH(bool, dark);
    QFETCH(double, scale);
    TimelineFixture f;
    const auto pictureOf = [&] {
        return QImage::fromData(f.view.picture(PictureFormat::Png, { 1000, 400 }, scale, dark).value());
    };
    const QImage without = pictureOf();
    f.state.marks()->setAll({ moment(1'000'000, "here"), { { 1'200'000, 1'500'000 }, "there", true } });
    f.state.marks()->setCurrent(0);
    const QImage with = pictureOf();
    const Palette& palette = Palette::of(dark ? Theme::Dark : Theme::Light);
    const auto count = [](const QImage& image, QRgb colour) {
        int pixels = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                pixels += image.pixel(x, y) == colour ? 1 : 0;
        }
        return pixels;
    };
    // A line from top to bottom each, and the flags.
    QVERIFY(count(with, palette.accent.rgb()) > count(without, palette.accent.rgb()) + 300 * scale);
    QVERIFY(count(with, palette.text.rgb()) > count(without, palette.text.rgb()) + 600 * scale);
    const QByteArray svg = f.view.picture(PictureFormat::Svg, { 1000, 400 }).value();
    QVERIFY(svg.contains(">there<"));
}

QTEST_MAIN(TestTimelineMarks)
#include "tst_timeline_marks.moc"
