// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/owners/owner_keys.h"
#include "core/base/number_map.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Numbers of owners, whose labels are put together from those of the owner before, against labels made one by one.
class TestOwnerKeys : public QObject {
    Q_OBJECT

private slots:
    void labelsAreThoseOfTheOwner_data();
    void labelsAreThoseOfTheOwner();
    void oneNumberForACauseAndLabels();
    void numbersAreThoseOfAMap();
};

namespace {

/// Two threads with trees of ops, annotations, frames and calls of few names, in steps.
std::string trees(unsigned seed)
{
    std::mt19937 random(seed);
    const auto below = [&random](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
    TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    for (int thread = 100; thread < 102; ++thread) {
        text.thread(100, thread);
        for (int step = 0; step < 3 && thread == 100; ++step)
            text.step(step, step * 1'000_us, 1'000_us);
        for (int i = 0; i < 300; ++i) {
            const Timestamp at = below(2'900) * 1_us;
            const Nanoseconds length = (1 + below(200)) * 1_us;
            const std::string name = std::to_string(below(4));
            switch (below(4)) {
            case 0:
                text.op("aten::m" + name, at, length);
                break;
            case 1:
                text.annotation("part " + name + " at 0x7f" + name, at, length);
                break;
            case 2:
                text.python("file.py(" + name + "): f", at, length, i + 1000 * thread, 0);
                break;
            default:
                text.runtime("cudaEventRecord", at, length, 0);
            }
        }
    }
    return text.text();
}

/// Ops in each other, further than labels look.
std::string tower()
{
    constexpr int kDepth = static_cast<int>(kMostSlicesAround) + 50;
    TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    text.thread(100, 100);
    text.op("outermost", 0_us, 2 * kDepth * 1_us);
    for (int i = 1; i < kDepth; ++i)
        text.op(i % 2 == 0 ? "even" : "odd", i * 1_us, 2 * (kDepth - i) * 1_us);
    return text.text();
}

std::vector<SliceId> hostSlices(const Trace& trace)
{
    std::vector<SliceId> all;
    for (std::size_t row = 0; row < trace.slices().size(); ++row) {
        if (isHostCallTree(trace.slices().kind[row]))
            all.push_back(SliceTable::at(row));
    }
    return all;
}

} // namespace

void TestOwnerKeys::labelsAreThoseOfTheOwner_data()
{
    QTest::addColumn<QString>("text");
    for (unsigned seed = 1; seed <= 5; ++seed)
        QTest::addRow("trees %u", seed) << QString::fromStdString(trees(seed));
    QTest::newRow("deeper than labels look") << QString::fromStdString(tower());
}

void TestOwnerKeys::labelsAreThoseOfTheOwner()
{
    QFETCH(const QString, text);
    const AnalysisInput input = inputOf({ text.toStdString() });
    const Trace& trace = *input.traces->ranks().front().trace;
    const std::vector<SliceId> inOrder = hostSlices(trace);
    QVERIFY(inOrder.size() > 300);
    std::vector<SliceId> anyOrder = inOrder;
    std::shuffle(anyOrder.begin(), anyOrder.end(), std::mt19937(3));
    anyOrder.resize(std::min<std::size_t>(anyOrder.size(), 400)); // those of a deep owner take a while
    for (const std::vector<SliceId>& owners : { std::vector<SliceId>(inOrder.end() - 200, inOrder.end()), anyOrder,
             std::vector<SliceId>(inOrder.rbegin(), inOrder.rbegin() + 200) }) {
        OwnerKeys keys(trace);
        for (const SliceId owner : owners) {
            const OwnerLabels& labels = keys.labelsOf(keys.of(Cause::Op, owner));
            const OwnerLabels expected = ownerLabels(trace, owner);
            if (labels != expected)
                QCOMPARE(labels.opPath, expected.opPath);
            QCOMPARE(labels.name, expected.name);
            QCOMPARE(labels.pythonLine, expected.pythonLine);
        }
    }
}

void TestOwnerKeys::oneNumberForACauseAndLabels()
{
    const AnalysisInput input = inputOf({ trees(9) });
    const Trace& trace = *input.traces->ranks().front().trace;
    std::vector<SliceId> owners = hostSlices(trace);
    owners.emplace_back(); // nobody
    std::shuffle(owners.begin(), owners.end(), std::mt19937(4));
    OwnerKeys keys(trace);
    std::map<std::pair<Cause, OwnerLabels>, std::uint32_t> numbers;
    for (const Cause cause : { Cause::Op, Cause::Python, Cause::Op, Cause::Launch }) {
        for (const SliceId owner : owners) {
            const std::uint32_t key = keys.of(cause, owner);
            QVERIFY(keys.causeOf(key) == cause);
            const auto [known, isNew] = numbers.try_emplace({ cause, ownerLabels(trace, owner) }, key);
            QCOMPARE(known->second, key);
            QVERIFY(!isNew || key + 1 == numbers.size());
        }
    }
    QCOMPARE(keys.size(), numbers.size());
}

void TestOwnerKeys::numbersAreThoseOfAMap()
{
    struct Hash {
        std::uint64_t operator()(std::uint32_t key) const { return key * 0x9e37'79b9'7f4a'7c15U; }
    };
    NumberMap<std::uint32_t, Hash> numbers;
    std::map<std::uint32_t, std::uint32_t> expected;
    std::mt19937 random(1);
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        const std::uint32_t key = static_cast<std::uint32_t>(random()) % (1 + i / 2);
        std::uint32_t& number = numbers[key];
        const auto [known, isNew] = expected.try_emplace(key, i);
        QCOMPARE(number, isNew ? numbers.kNone : known->second);
        number = known->second;
        QCOMPARE(numbers.size(), expected.size());
    }
}

QTEST_GUILESS_MAIN(TestOwnerKeys)
#include "tst_owner_keys.moc"
