// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/analysis_runs.h"
#include "tests/support/simulated_program.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <string>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Estimates of what-if against what happens: programs whose run can be computed are recorded, changed, and run again.
class TestWhatIfTruth : public QObject {
    Q_OBJECT

private slots:
    void savingsComeTrue_data();
    void savingsComeTrue();
};

void TestWhatIfTruth::savingsComeTrue_data()
{
    using Change = SimulatedProgram::Change;
    QTest::addColumn<QString>("asked");
    QTest::addColumn<Change>("made");
    QTest::newRow("computation twice as fast") << "work:compute=0.5" << Change { .kernelsBy = 2 };
    QTest::newRow("computation four times as fast") << "work:compute=0.25" << Change { .kernelsBy = 4 };
    QTest::newRow("one kernel twice as fast") << "kernel:k1=0.5" << Change { .kernelsBy = 2, .onlyKernel = "k1" };
    QTest::newRow("ops twice as fast") << "host:op=0.5" << Change { .opsBy = 2 };
    QTest::newRow("no waiting for the GPU") << "wait:all=0" << Change { .waitsForGpu = false };
    QTest::newRow("no data loading") << "host:data_loading=0" << Change { .loadsData = false };
    QTest::newRow("no copies") << "work:copy=0" << Change { .copiesTakeTime = false };
}

void TestWhatIfTruth::savingsComeTrue()
{
    QFETCH(QString, asked);
    QFETCH(SimulatedProgram::Change, made);
    const std::string change = asked.toStdString();
    int saving = 0; // programs in which it saves anything
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const SimulatedProgram program(seed);
        const SimulatedProgram::Run before = program.run({});
        const SimulatedProgram::Run after = program.run(made);
        const auto result = runOn(inputOf({ before.text }), "what-if", { { "change", change.c_str() } });
        KT_VERIFY_OK(result);
        const Table& table = *result->findTable("changes");
        QCOMPARE(table.rowCount(), std::size_t { 1 });
        QCOMPARE(integerAt(table, 0, "wall"), before.wall);
        // What a wait behind another one would have been was not recorded: the estimate leaves it out.
        const Nanoseconds tolerance = 5_us + before.wall / 200;
        const Nanoseconds error = integerAt(table, 0, "saved") - (before.wall - after.wall);
        QVERIFY2(std::abs(error) <= tolerance,
            ("seed " + std::to_string(seed) + ": off by " + std::to_string(error) + " ns of "
                + std::to_string(before.wall - after.wall))
                .c_str());
        saving += before.wall - after.wall > tolerance ? 1 : 0;
    }
    QVERIFY2(saving > 20, std::to_string(saving).c_str());
}

QTEST_GUILESS_MAIN(TestWhatIfTruth)
#include "tst_what_if_truth.moc"
