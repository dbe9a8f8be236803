// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/recording.h"
#include "core/analysis/causes/replay/replay.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QtTest>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What work waits for, packed, against lists of it; and what is too much for a byte.
class TestWorkWaits : public QObject {
    Q_OBJECT

private slots:
    void keepsWhatIsPutIn();
    void manyOperationsBetweenTwoWorks();
};

namespace {

WorkNumber below(std::mt19937& random, WorkNumber end)
{
    return static_cast<WorkNumber>(random() % end);
}

Wait randomWait(std::mt19937& random, DependencyKind kind, WorkNumber awaited)
{
    const Nanoseconds lag =
        random() % 20 == 0 ? Nanoseconds { 1 } << (28 + random() % 4) : Nanoseconds { below(random, 5000) };
    return { kind, awaited, lag };
}

/// Nearly all as nearly all work has it: work shortly before on its stream, and its launch.
std::vector<Wait> randomWaits(std::mt19937& random, WorkNumber work)
{
    std::vector<Wait> waits;
    if (work > 0 && random() % 50 != 0)
        waits.push_back(randomWait(random, random() % 30 != 0 ? DependencyKind::Stream : DependencyKind::Event,
            work - 1 - below(random, std::min<WorkNumber>(work, random() % 10 == 0 ? 600 : 3))));
    for (unsigned more = random() % 20 == 0 ? random() % 4 : 0; more > 0; --more)
        waits.push_back(randomWait(random, DependencyKind::NoRoom, below(random, work + 1)));
    if (random() % 30 != 0)
        waits.push_back(randomWait(random, DependencyKind::Launch, kNoWork));
    return waits;
}

} // namespace

void TestWorkWaits::keepsWhatIsPutIn()
{
    std::mt19937 random(5);
    for (const WorkNumber count : { 0U, 1U, 300U, 4096U, 4097U, 20'000U }) {
        WorkWaits waits(count);
        std::vector<std::vector<Wait>> expected;
        std::vector<bool> areBetween;
        std::size_t usual = 0;
        for (WorkNumber work = 0; work < count; ++work) {
            expected.push_back(randomWaits(random, work));
            areBetween.push_back(random() % 40 != 0);
            waits.put(work, expected.back(), areBetween.back());
        }
        for (WorkNumber work = 0; work < count; ++work) {
            if (expected[work].empty() || random() % 5 != 0)
                continue;
            const std::size_t position = random() % expected[work].size();
            const Nanoseconds lag = random() % 10 == 0 ? Nanoseconds { 1 } << 30 : 123;
            expected[work][position].setUsual(lag);
            waits.setUsual(work, position, lag);
        }
        for (WorkNumber work = 0; work < count; ++work) {
            const std::vector<Wait>& own = expected[work];
            const WaitsOfWork packed = waits.of(work);
            QCOMPARE(packed.size(), own.size());
            for (std::size_t i = 0; i < own.size(); ++i)
                QVERIFY2(packed[i] == own[i], qPrintable(QStringLiteral("work %1, wait %2").arg(work).arg(i)));
            QCOMPARE(waits.followsStream(work), !own.empty() && own.front().kind() == DependencyKind::Stream);
            if (!waits.isUsual(work))
                continue;
            ++usual;
            QVERIFY(areBetween[work] && own.size() == 2 && own[1].kind() == DependencyKind::Launch);
            const WorkWaits::Usual known = waits.usualOf(work);
            QCOMPARE(known.before, own[0].work);
            QCOMPARE(known.behindWork, own[0].shortLag());
            QCOMPARE(known.behindLaunch, own[1].shortLag());
        }
        QVERIFY(count < 300 || usual > count / 2);
    }
}

/// A replay counts them in bytes.
void TestWorkWaits::manyOperationsBetweenTwoWorks()
{
    for (const int between : { 1, 125, 126, 127, 128, 129, 253, 254, 255, 256, 257, 700 }) {
        TraceText text;
        text.launch(0, 5_us, 1);
        for (int i = 0; i < between; ++i)
            text.op("aten::add", (10 + 2 * i) * 1_us, 1_us);
        const Timestamp second = (20 + 2 * between) * 1_us;
        const auto trace = loadText(
            text.launch(second, 5_us, 2).kernel("a", 7_us, 1_us, 7, 1).kernel("b", second + 8_us, 1_us, 7, 2).text())
                               .value();
        const Recording recording(*trace, {}, {}, {}, Grain::Pieces);
        QCOMPARE(recording.works().size(), std::size_t { 2 });
        Change half;
        half.host[static_cast<std::size_t>(Cause::Op)] = Factor::half();
        const Change nothing;
        const Replay same(recording, nothing, {});
        const Replay shorter(recording, half, {});
        QCOMPARE(same.startOf(1), recording.works().startOf(1));
        QCOMPARE(shorter.startOf(1), recording.works().startOf(1) - between * 500);
    }
}

QTEST_GUILESS_MAIN(TestWorkWaits)
#include "tst_work_waits.moc"
