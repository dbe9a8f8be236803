// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bit_tree.h"
#include "tests/support/test_macros.h"

#include <QtTest>

#include <initializer_list>
#include <random>
#include <set>
#include <string>

using namespace kinetoscope;

/// Sets of numbers, a bit each, against the standard library's.
class TestBitTree : public QObject {
    Q_OBJECT

private slots:
    void findsWhatASetFinds();
    void findsWhatIsFarAway();
};

void TestBitTree::findsWhatASetFinds()
{
    std::mt19937 random(7);
    for (const std::size_t count :
        std::initializer_list<std::size_t> { 0, 1, 2, 63, 64, 65, 127, 128, 4095, 4096, 4097, 9000 }) {
        for (const int inThousand : { 0, 1, 20, 500, 1000 }) {
            BitTree tree(count);
            std::set<std::size_t> expected;
            for (std::size_t number = 0; number < count; ++number) {
                if (static_cast<int>(random() % 1000) >= inThousand)
                    continue;
                tree.insert(number);
                expected.insert(number);
            }
            const std::string where = std::to_string(count) + " numbers, " + std::to_string(inThousand) + " in 1000";
            for (std::size_t number = 0; number < count; ++number) {
                QVERIFY2(tree.contains(number) == expected.contains(number), where.c_str());
                const auto next = expected.lower_bound(number);
                QVERIFY2(tree.next(number) == (next != expected.end() ? *next : count), where.c_str());
                const auto behind = expected.upper_bound(number);
                QVERIFY2(tree.previous(number) == (behind != expected.begin() ? *std::prev(behind) : SIZE_MAX),
                    where.c_str());
            }
            QVERIFY2(tree.next(count) == count, where.c_str());
        }
    }
}

void TestBitTree::findsWhatIsFarAway()
{
    constexpr std::size_t kCount = 10'000'000;
    BitTree tree(kCount);
    tree.insert(3);
    tree.insert(kCount - 2);
    QCOMPARE(tree.next(0), std::size_t { 3 });
    QCOMPARE(tree.next(4), kCount - 2);
    QCOMPARE(tree.next(kCount - 1), kCount);
    QCOMPARE(tree.previous(kCount - 1), kCount - 2);
    QCOMPARE(tree.previous(kCount - 3), std::size_t { 3 });
    QCOMPARE(tree.previous(2), SIZE_MAX);
}

QTEST_GUILESS_MAIN(TestBitTree)
#include "tst_bit_tree.moc"
