// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/table_samples.h"
#include "widgets/delegates/finding_card.h"
#include "widgets/panels/result/result_table_view.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QScrollBar>
#include <QTest>

#include <algorithm>
#include <functional>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

struct Finding {
    std::string sentence;
    Cell figure;
    Cell share;
    std::string shareOf;
    Cell saved {};
    std::string estimate {};
};

/// "word0 word1 ... end"
std::string sentenceOf(int words)
{
    std::string sentence;
    for (int word = 0; word < words; ++word)
        sentence += "word" + std::to_string(word) + ' ';
    return sentence + "end";
}

Finding findingOf(int words)
{
    return { sentenceOf(words), std::int64_t { 72'470'000 }, 85.78, "GPU time in view" };
}

std::shared_ptr<const AnalysisResult> resultOf(const std::vector<Finding>& findings)
{
    auto result = std::make_shared<AnalysisResult>();
    Table table("findings", "",
        { column("finding", ColumnType::String), column("figure", ColumnType::Duration, Unit::Microseconds),
            column("share_pctg", ColumnType::Float, Unit::Percent), column("share_of", ColumnType::String),
            column("analysis", ColumnType::String), column("saved", ColumnType::Duration, Unit::Microseconds),
            column("estimate", ColumnType::String) });
    for (const Finding& each : findings)
        table.addRow({ each.sentence, each.figure, each.share, each.shareOf, std::string("idle-time"), each.saved,
            each.estimate });
    result->tables.push_back(std::move(table));
    return result;
}

/// Findings in a view of some size.
struct Cards {
    Cards(const std::vector<Finding>& findings, int width, int height)
    {
        view.show();
        resize(width, height);
        view.setTable(resultOf(findings), "findings", {});
        QCoreApplication::processEvents();
    }
    void resize(int width, int height)
    {
        view.resize(width, height);
        QCoreApplication::processEvents();
    }
    [[nodiscard]] QModelIndex card(int row) const { return view.model()->index(row, 0); }
    using Place = QRect (FindingCard::*)(const QModelIndex&, const QFont&, const QRect&) const;
    [[nodiscard]] QRect place(int row, Place which) const
    {
        const auto* delegate = qobject_cast<const FindingCard*>(view.itemDelegateForIndex(card(row)));
        return delegate ? (delegate->*which)(card(row), view.font(), view.visualRect(card(row))) : QRect();
    }
    [[nodiscard]] QRect saving(int row) const { return place(row, &FindingCard::savingIn); }
    [[nodiscard]] QRect sentence(int row) const { return place(row, &FindingCard::sentenceIn); }
    [[nodiscard]] QRect estimate(int row) const { return place(row, &FindingCard::estimateIn); }
    [[nodiscard]] QRect link(int row) const { return place(row, &FindingCard::linkIn); }
    /// Whether all of the current card is in view, or as much as there is room for, from its first line on.
    [[nodiscard]] bool isCurrentInView() const
    {
        const QRect place = view.visualRect(view.currentIndex());
        return place.top() >= 0
            && place.top() + std::min(place.height(), view.viewport()->height()) <= view.viewport()->height();
    }
    /// Presses a key until it moves nothing any more: the rows that were selected on the way.
    std::vector<int> walk(Qt::Key key)
    {
        std::vector<int> rows;
        for (int presses = 0; presses < 100; ++presses) {
            const int before = view.currentIndex().row();
            QTest::keyClick(&view, key);
            QCoreApplication::processEvents();
            if (view.currentIndex().row() == before)
                break;
            rows.push_back(view.currentIndex().row());
            if (!isCurrentInView() || view.selectedTableRows() != std::vector { static_cast<std::size_t>(rows.back()) })
                rows.push_back(-1);
        }
        return rows;
    }

    ResultTableView view;
};

} // namespace

/// The cards of findings, one below the other: cut where they are not selected.
class TestFindingCards : public QObject {
    Q_OBJECT

private slots:
    /// Whatever their figures and shares are, in any width.
    void sentencesBeginBelowEachOther()
    {
        Finding longest = findingOf(3);
        longest.shareOf = "GPU time in view of a rank that waits, of all of them";
        Finding large = findingOf(3);
        large.figure = std::int64_t { 987'654'321'000'000 };
        const Finding none { sentenceOf(3), {}, {}, "" };
        Cards cards({ findingOf(3), longest, none, large, findingOf(60) }, 500, 300);
        for (const int width : { 240, 379, 381, 500, 700, 840, 1'100, 1'900 }) {
            cards.resize(width, 300);
            for (int row = 1; row < 5; ++row)
                QVERIFY2(cards.sentence(row).left() == cards.sentence(0).left(),
                    qPrintable(u"%1 px, card %2: %3 and %4"_s.arg(width)
                                   .arg(row)
                                   .arg(cards.sentence(row).left())
                                   .arg(cards.sentence(0).left())));
            QVERIFY(cards.sentence(0).width() >= width / 3);
        }
        // Of other findings, the room is what these need.
        const int before = cards.sentence(0).left();
        cards.view.setTable(resultOf({ findingOf(3), none }), "findings", {});
        QVERIFY2(cards.sentence(0).left() < before, qPrintable(QString::number(cards.sentence(0).left())));
        QCOMPARE(cards.sentence(1).left(), cards.sentence(0).left());
    }

    /// Cards grow and shrink on the way: none is passed over by the arrows, the pages end at the last and the first,
    /// and what is chosen is in view.
    void keysGoThroughCardsOfChangingHeight()
    {
        const std::vector<int> words { 100, 5, 40, 160, 1, 90, 30, 120 };
        std::vector<Finding> findings;
        for (const int count : words)
            findings.push_back(findingOf(count));
        Cards cards(findings, 700, 300);
        const auto last = static_cast<int>(words.size()) - 1;
        cards.view.setCurrentIndex(cards.card(0));
        std::vector<int> down;
        for (int row = 1; row <= last; ++row)
            down.push_back(row);
        QCOMPARE(cards.walk(Qt::Key_Down), down);
        std::vector<int> up;
        for (int row = last - 1; row >= 0; --row)
            up.push_back(row);
        QCOMPARE(cards.walk(Qt::Key_Up), up);
        for (const Qt::Key sideways : { Qt::Key_Right, Qt::Key_Left })
            QCOMPARE(cards.walk(sideways), std::vector<int> {});
        QCOMPARE(cards.view.selectedTableRows(), std::vector<std::size_t> { 0 });

        const std::vector<int> pages = cards.walk(Qt::Key_PageDown);
        QVERIFY(!pages.empty() && pages.back() == last && std::ranges::is_sorted(pages));
        const std::vector<int> back = cards.walk(Qt::Key_PageUp);
        QVERIFY(!back.empty() && back.back() == 0 && std::ranges::is_sorted(back, std::greater()));
        // A card is a whole row: without Ctrl, too, which goes to the first or last column of a table.
        for (const Qt::KeyboardModifier modifier : { Qt::ControlModifier, Qt::NoModifier }) {
            QTest::keyClick(&cards.view, Qt::Key_End, modifier);
            QCOMPARE(cards.view.currentIndex().row(), last);
            if (modifier == Qt::NoModifier) // with Ctrl what is selected stays
                QCOMPARE(cards.view.selectedTableRows(), std::vector { static_cast<std::size_t>(last) });
            QVERIFY(cards.isCurrentInView());
            QTest::keyClick(&cards.view, Qt::Key_Home, modifier);
            QCOMPARE(cards.view.currentIndex().row(), 0);
            QVERIFY(cards.isCurrentInView());
        }
    }

    /// One that is higher than the view is read from its first line on, and the keys go on from it.
    void cardHigherThanTheViewIsReadFromItsBeginning()
    {
        Cards cards({ findingOf(5), findingOf(400), findingOf(5), findingOf(400) }, 500, 160);
        cards.view.setCurrentIndex(cards.card(0));
        QCOMPARE(cards.walk(Qt::Key_Down), (std::vector { 1, 2, 3 }));
        QCOMPARE(cards.walk(Qt::Key_Up), (std::vector { 2, 1, 0 }));
        const std::vector<int> pages = cards.walk(Qt::Key_PageDown);
        QVERIFY(!pages.empty() && pages.back() == 3);
    }

    /// However much of the sentence is cut, what the cure saves is in the card, and none where none is known.
    void savingIsWholeInCutCards()
    {
        std::vector<Finding> findings(3, findingOf(200));
        findings[0].saved = std::int64_t { 353'900'000 };
        findings[1].saved = std::int64_t { 0 };
        for (const int width : { 300, 381, 700, 1'900 }) {
            Cards cards(findings, width, 160);
            for (const int row : { 0, 1 }) {
                const QRect saving = cards.saving(row);
                QVERIFY(saving.height() >= cards.view.fontMetrics().height());
                QVERIFY2(cards.view.visualRect(cards.card(row)).contains(saving), qPrintable(QString::number(width)));
                QVERIFY(!saving.intersects(cards.sentence(row)));
            }
            QVERIFY(cards.saving(2).isEmpty());
        }
    }

    /// A sentence that is cut has what its cures would save below it, in as many lines as there were; the link is in
    /// the card, too. One that is whole says so itself.
    void estimatesStandBelowCutSentences()
    {
        std::vector<Finding> findings(3, findingOf(200));
        findings[0].estimate = sentenceOf(4);
        findings[1].estimate = sentenceOf(40);
        for (Finding& each : findings)
            each.saved = std::int64_t { 353'900'000 };
        for (const int width : { 420, 500, 620, 700, 1'000, 1'900 }) {
            Cards cards(findings, width, 200);
            const int line = cards.view.fontMetrics().height();
            for (const int row : { 0, 1 }) {
                const QRect card = cards.view.visualRect(cards.card(row));
                const QRect estimate = cards.estimate(row);
                QVERIFY2(
                    estimate.height() >= line && estimate.height() <= 2 * line + 2, qPrintable(QString::number(width)));
                for (const QRect& each : { estimate, cards.sentence(row), cards.link(row) })
                    QVERIFY2(card.contains(each) && !each.isEmpty(), qPrintable(QString::number(width)));
                QVERIFY(estimate.top() > cards.sentence(row).bottom() && estimate.left() == cards.sentence(row).left());
                QVERIFY(cards.saving(row).isEmpty());
            }
            QVERIFY(cards.estimate(2).isEmpty() && !cards.saving(2).isEmpty());
            cards.view.setCurrentIndex(cards.card(0));
            QVERIFY(cards.estimate(0).isEmpty());
        }
    }

    /// The name of a frame may be longer than what is said of it: shortened in the middle, whole in the tool tip.
    void longNamesAreShortenedInTheMiddle()
    {
        const std::string name = "train.py(120): " + std::string(80, 'm') + "::last_part";
        Finding finding = findingOf(100);
        // An apostrophe begins no name.
        finding.sentence = "Busy in '" + name + "' and 'short' of the GPU's 'own'. " + finding.sentence;
        Cards cards({ finding, finding, finding }, 700, 200);
        const auto* delegate = qobject_cast<const FindingCard*>(cards.view.itemDelegateForIndex(cards.card(0)));
        const auto words = [&](int row) {
            return delegate->wordsIn(cards.card(row), cards.view.font(), cards.view.visualRect(cards.card(row)));
        };
        QVERIFY2(words(1).startsWith(u"Busy in 'train.py(120): m"_s), qPrintable(words(1)));
        QVERIFY2(words(1).contains(u"::last_part' and 'short' of the GPU's 'own'. word0"_s), qPrintable(words(1)));
        QVERIFY(words(1).indexOf(u'\u2026') < 60);
        cards.view.setCurrentIndex(cards.card(1)); // what is chosen is there whole
        QCoreApplication::processEvents();
        QCOMPARE(words(1), QString::fromStdString(finding.sentence));
        const QString tip = cards.card(0).data(Qt::ToolTipRole).toString().remove(QChar(0x200b)); // may break there
        QVERIFY2(tip.contains(QString(80, u'm') + u"::last_part"_s), qPrintable(tip));
    }

    /// What is cut on screen is whole for a screen reader and on the clipboard.
    void cutCardsAreWholeForOthers()
    {
        Cards cards({ findingOf(5), findingOf(200), findingOf(200), findingOf(200) }, 600, 200);
        cards.view.setCurrentIndex(cards.card(0));
        const int line = cards.view.fontMetrics().height();
        QVERIFY2(cards.view.rowHeight(2) < 8 * line, "it is not cut");
        QAccessibleInterface* access = QAccessible::queryAccessibleInterface(&cards.view);
        QVERIFY(access && access->tableInterface());
        for (const int row : { 0, 2 }) {
            QAccessibleInterface* cell = access->tableInterface()->cellAt(row, 0);
            QVERIFY(cell);
            QCOMPARE(cell->text(QAccessible::Name), QString::fromStdString(sentenceOf(row == 0 ? 5 : 200)));
        }
        cards.view.setCurrentIndex(cards.card(2));
        QTest::keyClick(&cards.view, Qt::Key_C, Qt::ControlModifier);
        QTRY_VERIFY(QApplication::clipboard()->text().contains(u"word199 end"_s));
        const QString copied = QApplication::clipboard()->text();
        QVERIFY2(copied.contains(u"85.78"_s) && copied.contains(u"GPU time in view"_s), qPrintable(copied));
    }
};

QTEST_MAIN(TestFindingCards)

#include "tst_finding_cards.moc"
