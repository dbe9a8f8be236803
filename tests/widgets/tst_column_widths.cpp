// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/result/column_widths.h"
#include "widgets/panels/result/heading_view.h"

#include <QGuiApplication>
#include <QStandardItemModel>
#include <QTest>

#include <numeric>
#include <random>

using namespace kinetoscope;
using namespace Qt::StringLiterals;

namespace {

std::vector<int> inOrder(std::size_t count)
{
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    return order;
}

int sumOf(const ColumnWidths& widths)
{
    return std::accumulate(widths.widths.begin(), widths.widths.end(), 0);
}

} // namespace

class TestColumnWidths : public QObject {
    Q_OBJECT

private slots:
    void allHeadingsAreWholeWhereThereIsRoom()
    {
        const std::vector<ColumnNeeds> columns { { 300, 120, 60, 60, true, false },
            { 50, 50, 260, 140, false, false } };
        const ColumnWidths wide = columnWidths(columns, inOrder(2), 1000);
        QVERIFY(!wide.headingsInTwoLines);
        QVERIFY(wide.widths[1] >= 260);
        const ColumnWidths narrow = columnWidths(columns, inOrder(2), 480);
        QVERIFY(narrow.headingsInTwoLines); // one line would take 486
        QVERIFY(narrow.widths[1] >= 140);
        QVERIFY(sumOf(narrow) <= 480);
    }

    void textsGiveBeforeNumbersAreOutOfSight()
    {
        std::vector<ColumnNeeds> columns { { 900, 180, 60, 60, true, false } };
        for (int i = 0; i < 4; ++i)
            columns.push_back({ 70, 70, 70, 70, false, false });
        const ColumnWidths widths = columnWidths(columns, inOrder(columns.size()), 600);
        QVERIFY2(sumOf(widths) <= 600, qPrintable(QString::number(sumOf(widths))));
        QVERIFY(widths.widths[0] >= 180);
        const ColumnWidths tiny = columnWidths(columns, inOrder(columns.size()), 100);
        QVERIFY(tiny.widths[0] >= 180); // below, two names would read the same
    }

    /// Where one has to scroll anyway, narrow names would gain nothing.
    void whatRowsAreCalledStaysReadable()
    {
        std::vector<ColumnNeeds> columns { { 120, 60, 60, 60, true, false }, { 230, 90, 60, 60, true, false },
            { 230, 90, 60, 60, true, false } };
        for (int i = 0; i < 9; ++i)
            columns.push_back({ 70, 70, 70, 70, false, false });
        const ColumnWidths widths = columnWidths(columns, { 1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 }, 400);
        QVERIFY2(widths.widths[1] >= 200, qPrintable(QString::number(widths.widths[1])));
        QVERIFY(widths.widths[2] < 120);
        columns.resize(5); // 298 px besides the names
        const ColumnWidths fitting = columnWidths(columns, { 1, 0, 2, 3, 4 }, 480);
        QVERIFY(sumOf(fitting) <= 480);
    }

    /// No scroll bar for a few pixels: margins give first. For many, they stay, and one scrolls.
    void marginsGiveWhereAFewPixelsAreMissing()
    {
        std::vector<ColumnNeeds> columns { { 180, 180, 60, 60, true, false }, { 70, 70, 70, 70, false, true } };
        for (int i = 0; i < 4; ++i)
            columns.push_back({ 70, 70, 70, 70, false, false });
        const auto widthsIn = [&columns](int room) { return columnWidths(columns, inOrder(columns.size()), room); };
        const int comfortable = 180 + 8 + 4 * (70 + 8);
        for (int missing = 0; missing <= 5 * 4; ++missing) {
            const ColumnWidths widths = widthsIn(comfortable - missing);
            const int sum = sumOf(widths) - widths.widths[1]; // the hidden one takes no room
            QVERIFY2(sum <= comfortable - missing, qPrintable(u"%1 missing: %2"_s.arg(missing).arg(sum)));
            QVERIFY(widths.widths[0] >= 180 + 4);
            for (std::size_t i = 2; i < columns.size(); ++i)
                QVERIFY(widths.widths[i] >= 70 + 4);
        }
        const ColumnWidths scrolled = widthsIn(comfortable - 5 * 4 - 1);
        QCOMPARE(sumOf(scrolled) - scrolled.widths[1], comfortable);
    }

    /// Whatever is asked for: numbers are whole, names told apart, and what fits in the room fills it at most.
    void widthsKeepTheirPromises()
    {
        std::mt19937 random(11);
        for (int round = 0; round < 500; ++round) {
            std::vector<ColumnNeeds> columns;
            for (unsigned i = 0; i < 1 + random() % 12; ++i) {
                const bool isText = random() % 3 == 0;
                const int contents = static_cast<int>(random() % (isText ? 900 : 120));
                const int heading = static_cast<int>(random() % 300);
                columns.push_back({ contents, isText ? std::min(contents, 180) : contents, heading,
                    heading / 2 + static_cast<int>(random() % (static_cast<unsigned>(heading / 2) + 1)), isText,
                    random() % 8 == 0 });
            }
            const int room = static_cast<int>(random() % 2000);
            const ColumnWidths widths = columnWidths(columns, inOrder(columns.size()), room);
            QCOMPARE(widths.widths.size(), columns.size());
            int least = 0;
            int sum = 0;
            for (std::size_t i = 0; i < columns.size(); ++i) {
                QVERIFY(widths.widths[i] >= columns[i].least);
                sum += columns[i].isHidden ? 0 : widths.widths[i];
                least += columns[i].isHidden
                    ? 0
                    : std::max({ columns[i].least, columns[i].headingInTwo, 48 }) + 8; // headings and all
            }
            QVERIFY(least > room || sum <= room);
        }
    }

    void headingsAreBrokenInTheMiddle()
    {
        const QFontMetrics metrics(QGuiApplication::font());
        QCOMPARE(headingInTwoLines(u"Rank"_s, metrics), u"Rank"_s);
        QCOMPARE(headingInTwoLines(u"Sum (ms)"_s, metrics), u"Sum\n(ms)"_s);
        QCOMPARE(headingInTwoLines(u"Mean time from op to launch (ms)"_s, metrics).count(u'\n'), 1);
    }

    void unitsAreNotCut()
    {
        const QFontMetrics metrics(QGuiApplication::font());
        const QString heading = u"Saved if fused: gaps between the kernels (ms)"_s;
        for (int room = metrics.horizontalAdvance(u"Save\u2026 (ms)"_s) * 2; room < 400; room += 17) {
            const QString fitted = fittedHeading(heading, metrics, room);
            QVERIFY2(fitted.endsWith(u" (ms)"_s), qPrintable(fitted));
            QVERIFY(metrics.horizontalAdvance(fitted) <= std::max(room, metrics.horizontalAdvance(heading)));
        }
        QCOMPARE(fittedHeading(heading, metrics, 4000), heading);
    }

    /// Counters of one kind begin alike and differ behind.
    void headingsOfCountersStayApart()
    {
        const QFontMetrics metrics(QGuiApplication::font());
        const QString dadd = u"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum"_s;
        const QString dmul = u"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum"_s;
        const int room = metrics.horizontalAdvance(dadd) * 2 / 3;
        QVERIFY(fittedHeading(dadd, metrics, room) != fittedHeading(dmul, metrics, room));
        QVERIFY(fittedHeading(dadd + u" (G)"_s, metrics, room).endsWith(u"dadd_pred_on.sum (G)"_s));
        QVERIFY(fittedHeading(u"Saved if fused: gaps between the kernels"_s, metrics, 120).startsWith(u"Saved"_s));
    }

    void cutNamesStayApart()
    {
        const QFontMetrics metrics(QGuiApplication::font());
        const QString middle(80, u'x');
        const QStringList names { u"gemm "_s + middle + u"a"_s + middle + u" nn"_s,
            u"gemm "_s + middle + u"b"_s + middle + u" nn"_s, u"relu"_s, u"relu"_s };
        const int width = widthThatTellsApart(names, metrics);
        QVERIFY(metrics.elidedText(names[0], Qt::ElideMiddle, width)
            != metrics.elidedText(names[1], Qt::ElideMiddle, width));
        QVERIFY(widthThatTellsApart({ u"a"_s, u"b"_s }, metrics) < 60);
        QCOMPARE(widthThatTellsApart({}, metrics), 0);
        QVERIFY(widthThatTellsApart({ names[0], u"other"_s }, metrics) < 200);
    }

    void twoLinesMakeTheHeaderHigher()
    {
        QStandardItemModel model(1, 2);
        model.setHorizontalHeaderLabels({ u"Time of all the calls (ms)"_s, u"Rank"_s });
        HeadingView header(nullptr);
        header.setModel(&model);
        const int oneLine = header.sizeHint().height();
        header.setTwoLines(true);
        QVERIFY(header.sizeHint().height() > oneLine);
        QVERIFY(header.neededWidth(0, true) < header.neededWidth(0, false));
        header.setTwoLines(false);
        QCOMPARE(header.sizeHint().height(), oneLine);
    }
};

QTEST_MAIN(TestColumnWidths)
#include "tst_column_widths.moc"
