// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/cause_promises.h"
#include "tests/golden/golden_sets.h"
#include "tests/support/long_tests.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_macros.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What causes.md promises of idle-causes and critical-path on every public trace that lies beside the project and on
/// random ones: sums to the nanosecond, ranges and steps that add up; and, with what-if, the same bytes however many
/// threads.
class TestCauseProperties : public QObject {
    Q_OBJECT

private slots:
    void publicTraces_data();
    void publicTraces();
    void randomJobs();

private:
    LoadedSet m_traces;
};

namespace {

struct Promise {
    const char* name;
    std::string (*faultOf)(const Traces&); ///< "" where it is kept
};

constexpr Promise kPromises[] {
    { "idle is the time without work", [](const Traces& traces) { return firstFault(traces, faultOfIdle); } },
    { "idle of chosen steps is their time without work",
        [](const Traces& traces) { return firstFault(traces, faultOfIdleOfChosenSteps); } },
    { "idle of pieces is idle of the whole", [](const Traces& traces) { return firstFault(traces, faultOfPieces); } },
    { "idle of a step is idle of its time", [](const Traces& traces) { return firstFault(traces, faultOfSteps); } },
    { "links cover their window", [](const Traces& traces) { return firstFault(traces, faultOfPaths); } },
    { "threads do not change a byte", faultOfThreads },
};

} // namespace

void TestCauseProperties::publicTraces_data()
{
    KT_REQUIRE_SHARED("traces");
    QTest::addColumn<QString>("set");
    QTest::addColumn<int>("promise");
    for (const QString& set : publicSets()) {
        for (int i = 0; i < static_cast<int>(std::size(kPromises)); ++i)
            QTest::addRow("%s: %s", qPrintable(set), kPromises[i].name) << set << i;
    }
}

void TestCauseProperties::publicTraces()
{
    QFETCH(int, promise);
    KT_FETCH_PUBLIC_SET(traces);
    const std::string fault = kPromises[promise].faultOf(traces);
    QVERIFY2(fault.empty(), fault.c_str());
}

void TestCauseProperties::randomJobs()
{
    for (std::uint32_t seed = 1; seed <= 30; seed += sanitizedStride()) {
        const Traces traces = randomJob(seed, 1 + static_cast<int>(seed % 2),
            { .steps = static_cast<int>(seed % 4), .isOrderly = seed % 3 == 0, .hasWaits = seed % 5 > 0 });
        for (const Promise& promise : kPromises) {
            const std::string fault = promise.faultOf(traces);
            QVERIFY2(fault.empty(), ("seed " + std::to_string(seed) + ", " + promise.name + ": " + fault).c_str());
        }
    }
}

QTEST_GUILESS_MAIN(TestCauseProperties)
#include "tst_cause_properties.moc"
