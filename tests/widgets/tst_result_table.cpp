// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/table_writer.h"
#include "tests/widgets/table_samples.h"
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

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

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

    void namesHaveRoomInATableThatWasEmpty()
    {
        const auto full = sample();
        const auto none = std::make_shared<AnalysisResult>();
        none->tables.emplace_back("kernels", "Kernels", full->tables.front().columns());
        ResultTableView view;
        view.resize(200, 300); // less than all columns take
        view.show();
        view.setTable(full, "kernels", columnFormats(full->tables.front()));
        const int wanted = view.columnWidth(0);
        ResultTableView refilled;
        refilled.resize(200, 300);
        refilled.show();
        refilled.setTable(none, "kernels", columnFormats(none->tables.front()));
        QVERIFY(refilled.columnWidth(0) < wanted);
        refilled.setTable(full, "kernels", columnFormats(full->tables.front()));
        QCOMPARE(refilled.columnWidth(0), wanted);
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

    void wordsOfHighRowsAreWhole_data()
    {
        QTest::addColumn<QString>("sentence");
        QTest::newRow("words") << u"host time: collectives gone (gloo:all_reduce in distributed_c10d.py; none was "
                                  "recorded on the GPU of this rank in the time in view)"_s;
        QTest::newRow("a name wider than the column")
            << u"_matmul_ogs_NNT_bf16xbf16xmxfp4_128x128x128x1_swiglu_of_a_block_with_scales_in_smem twice as fast"_s;
    }

    /// A change of What if is no sentence with a full stop: in the row that is high for it, it is whole all the same.
    void wordsOfHighRowsAreWhole()
    {
        QFETCH(QString, sentence);
        ColumnDescriptor sentences = column("what_if", ColumnType::String);
        sentences.text = TextKind::Sentence;
        Table changes("changes", "", { sentences, column("n", ColumnType::Int) });
        changes.addRow({ sentence.toStdString(), std::int64_t { 1 } });
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
        QVERIFY2(!text.contains(u'\u2026') && text.contains(sentence.last(4)), qPrintable(text));
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

    void theFirstStepIsOntoTheRowThatHasTheFocus()
    {
        ResultTableView view;
        view.resize(700, 300);
        view.setTable(sample(), "kernels", {});
        view.show();
        QFocusEvent in(QEvent::FocusIn, Qt::TabFocusReason);
        QCoreApplication::sendEvent(&view, &in);
        QVERIFY(view.selectedTableRows().empty());
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.selectedTableRows(), std::vector<std::size_t> { 0 });
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.selectedTableRows(), std::vector<std::size_t> { 1 });
        view.clearSelection(); // as Escape does
        QTest::keyClick(&view, Qt::Key_Up);
        QCOMPARE(view.selectedTableRows(), std::vector<std::size_t> { 1 });
    }

    /// The name of a kernel is one word: where a card is narrower than that, it goes on in the next line.
    void longNamesInCardsAreWhole()
    {
        auto result = std::make_shared<AnalysisResult>(*sample());
        Table table("findings", "",
            { column("finding", ColumnType::String), column("figure", ColumnType::Duration, Unit::Microseconds),
                column("share_pctg", ColumnType::Float, Unit::Percent), column("share_of", ColumnType::String),
                column("analysis", ColumnType::String) });
        for (const std::size_t letters : { 10, 200 })
            table.addRow({ "It is idle in '" + std::string(letters, 'm') + "'.", std::int64_t { 72'470'000 }, 85.78,
                std::string("GPU time in view"), std::string("idle-time") });
        result->tables.push_back(std::move(table));
        ResultTableView view;
        view.show();
        view.resize(500, 400);
        view.setTable(result, "findings", {});
        QVERIFY(view.showsCards());
        QCoreApplication::processEvents();
        const int line = view.fontMetrics().height();
        QVERIFY2(view.rowHeight(1) >= view.rowHeight(0) + 2 * line, qPrintable(QString::number(view.rowHeight(1))));
    }

    /// Where long findings do not fit, the beginning of each is in sight, and all of the selected one.
    void longFindingsAreShortUntilTheyAreSelected()
    {
        auto result = std::make_shared<AnalysisResult>(*sample());
        Table table("findings", "",
            { column("finding", ColumnType::String), column("figure", ColumnType::Duration, Unit::Microseconds),
                column("share_pctg", ColumnType::Float, Unit::Percent), column("share_of", ColumnType::String),
                column("analysis", ColumnType::String) });
        std::string sentence;
        for (int word = 0; word < 100; ++word)
            sentence += "word" + std::to_string(word) + ' ';
        for (int row = 0; row < 4; ++row)
            table.addRow({ sentence + "end", std::int64_t { 72'470'000 }, 85.78, std::string("GPU time in view"),
                std::string("idle-time") });
        result->tables.push_back(std::move(table));
        ResultTableView view;
        view.show();
        view.resize(800, 260);
        view.setTable(result, "findings", {});
        QCoreApplication::processEvents();
        const int line = view.fontMetrics().height();
        const int low = view.rowHeight(0);
        QVERIFY2(low <= 6 * line, qPrintable(QString::number(low)));
        const auto heights = [&view] {
            return std::vector { view.rowHeight(0), view.rowHeight(1), view.rowHeight(2), view.rowHeight(3) };
        };
        QCOMPARE(heights(), std::vector(4, low));
        QVERIFY(view.model()->index(0, 0).data(Qt::ToolTipRole).toString().contains(u"word99"_s));

        // What is under the pointer stays there, though another one becomes low.
        const auto click = [&view](QPoint place) { QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, place); };
        const auto top = [&view](int row) { return view.visualRect(view.model()->index(row, 0)).top(); };
        click(view.visualRect(view.model()->index(0, 0)).center());
        const int high = view.rowHeight(0);
        QVERIFY2(high >= low + 3 * line, qPrintable(QString::number(high)));
        QCOMPARE(heights(), (std::vector { high, low, low, low }));
        click({ 20, top(1) + 10 });
        QCOMPARE(heights(), (std::vector { low, high, low, low }));
        QCOMPARE(view.selectedTableRows(), std::vector<std::size_t> { 1 });
        QVERIFY(top(1) >= 0 && top(1) + high <= view.viewport()->height());
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(heights(), (std::vector { low, low, high, low }));

        // The link is in sight in a low one too, and a press that makes its card grow is one on it.
        QSignalSpy opened(&view, &ResultTableView::analysisRequested);
        view.scrollToBottom();
        const QRect link = view.cardLink(3);
        QVERIFY(view.visualRect(view.model()->index(3, 0)).contains(link));
        click(link.center());
        QCOMPARE(opened.size(), 1);
        QCOMPARE(heights(), (std::vector { low, low, low, high }));

        view.resize(800, 4 * high + 40);
        QCoreApplication::processEvents();
        QCOMPARE(heights(), std::vector(4, high));
    }

    /// A finding is read, not scrolled: sentence, figure, share and link are in sight in any width.
    void findingsAreCards()
    {
        auto result = std::make_shared<AnalysisResult>(*sample());
        Table table("findings", "",
            { column("finding", ColumnType::String), column("figure", ColumnType::Duration, Unit::Microseconds),
                column("share_pctg", ColumnType::Float, Unit::Percent), column("share_of", ColumnType::String),
                column("analysis", ColumnType::String), column("kind", ColumnType::String) });
        const std::string sentence = "The GPU waits for the host most of the time, and here is at great length why.";
        table.addRow({ sentence, std::int64_t { 72'470'000 }, 85.78, std::string("GPU time in view"),
            std::string("idle-time"), std::string("host-gaps") });
        table.addRow({ sentence, {}, {}, std::string(), std::string("no such analysis"), std::string() });
        table.addRow({ sentence, std::int64_t { 5'000'000 }, 96.15, std::string("recorded time"),
            std::string("critical-path"), std::string("outside-view") });
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
        const auto drawn = [&view](int row) {
            QBuffer buffer;
            QSvgGenerator picture;
            picture.setOutputDevice(&buffer);
            QPainter painter(&picture);
            QStyleOptionViewItem option;
            option.rect = QRect(0, 0, 1'100, 200);
            option.palette = view.palette();
            option.font = view.font();
            const QModelIndex card = view.model()->index(row, 0);
            view.itemDelegateForIndex(card)->paint(&painter, option, card);
            painter.end();
            return buffer.data();
        };
        QVERIFY2(drawn(0).contains("at stake, 85.8"), drawn(0).constData());
        // What the GPU did there nobody knows: nothing is said to be gained.
        QVERIFY2(drawn(2).contains("not in view, 96.2") && !drawn(2).contains("at stake"), drawn(2).constData());
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
                u"Columns that are 0=none"_s }));
        // None of what the table is about is an answer.
        Table asked("t", "",
            { table.columns()[0], table.columns()[1], table.columns()[2], table.columns()[3],
                mainFigure(column("saved", ColumnType::Duration)) });
        asked.addRow({ std::int64_t { 0 }, std::int64_t { 1 }, 1.0, std::int64_t { 1 }, std::int64_t { 0 } });
        FactsView answer;
        answer.setRow(asked, columnFormats(asked));
        QCOMPARE(answer.topLevelItem(4)->text(0), u"saved"_s);
        // A share says of what: its name is often that of a time.
        std::vector<ColumnDescriptor> shares = asked.columns();
        shares[2].denominator = "% of busy GPU time";
        Table ofBusy("t", "", shares);
        ofBusy.addRow({ std::int64_t { 0 }, std::int64_t { 1 }, 97.53, std::int64_t { 1 }, std::int64_t { 0 } });
        answer.setRow(ofBusy, columnFormats(ofBusy));
        QCOMPARE(answer.topLevelItem(2)->text(1), u"97.5\u00a0% of busy GPU time"_s);
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
        folded.setMembers([](std::size_t, const Progress&) { return Table(); });
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
};

QTEST_MAIN(TestResultTable)
#include "tst_result_table.moc"
