// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sort_stably.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

using namespace kinetoscope;

/// sortStably() against std::ranges::stable_sort, with comparisons and keys of each form that callers use.
class TestSortStably : public QObject {
    Q_OBJECT

private slots:
    void sortsAsTheLibraryDoes();
    void sortsWhatOnlyMoves();
    void sortsPartOfAList();
};

namespace {

struct Line {
    std::string name;
    int time = 0;
    int place = 0; ///< in the list before
    bool operator==(const Line&) const = default;
};

std::vector<Line> linesOf(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<Line> lines;
    for (std::size_t i = 0; i < count; ++i)
        lines.push_back({ "name " + std::to_string(random() % 7) + std::string(random() % 40, 'x'),
            static_cast<int>(random() % 5), static_cast<int>(i) });
    return lines;
}

} // namespace

void TestSortStably::sortsAsTheLibraryDoes()
{
    for (std::size_t count = 0; count < 200; count += count < 6 ? 1 : 17) {
        const std::vector<Line> lines = linesOf(count, static_cast<unsigned>(count));
        std::vector<Line> ours = lines;
        std::vector<Line> theirs = lines;
        sortStably(ours, std::greater {}, &Line::time);
        std::ranges::stable_sort(theirs, std::greater {}, &Line::time);
        QVERIFY(ours == theirs);
        sortStably(ours, {}, [](const Line& line) { return line.name; });
        std::ranges::stable_sort(theirs, {}, [](const Line& line) { return line.name; });
        QVERIFY(ours == theirs);
        const auto byBoth = [](const Line& a, const Line& b) {
            return a.time != b.time ? a.time < b.time : a.name > b.name;
        };
        ours = lines;
        theirs = lines;
        sortStably(ours, byBoth);
        std::ranges::stable_sort(theirs, byBoth);
        QVERIFY(ours == theirs);
    }
}

void TestSortStably::sortsWhatOnlyMoves()
{
    std::vector<std::unique_ptr<int>> values;
    for (const int value : { 5, 1, 4, 1, 3 })
        values.push_back(std::make_unique<int>(value));
    sortStably(values, {}, [](const std::unique_ptr<int>& value) { return *value; });
    std::vector<int> sorted;
    for (const std::unique_ptr<int>& value : values)
        sorted.push_back(*value);
    QCOMPARE(sorted, (std::vector { 1, 1, 3, 4, 5 }));
}

void TestSortStably::sortsPartOfAList()
{
    std::array values { 9, 3, 2, 1, 0 };
    sortStably(std::span(values).subspan(1, 3));
    QCOMPARE(values, (std::array { 9, 1, 2, 3, 0 }));
}

QTEST_GUILESS_MAIN(TestSortStably)
#include "tst_sort_stably.moc"
