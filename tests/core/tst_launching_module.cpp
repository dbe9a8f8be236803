// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/launching_module.h"
#include "tests/support/event_builder.h"
#include "tests/support/test_macros.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QTest>

using namespace kinetoscope;
using tests::EventBuilder;
using tests::toQString;

/// In which module call a slice was made.
class TestLaunchingModule : public QObject {
    Q_OBJECT

private slots:
    void modulesOfSlices_data();
    void modulesOfSlices();
    void deepNestingIsGivenUp();
};

namespace {

SliceId slice(const Trace& trace, std::string_view name)
{
    for (std::size_t i = 0; i < trace.slices().size(); ++i) {
        if (trace.name(SliceId { i }) == name)
            return SliceId { i };
    }
    return {};
}

/// A step with a module inside of a module, an op outside of both, an annotation, and a backward op that a flow joins
/// to the inner module's op.
std::shared_ptr<const Trace> modulesTrace()
{
    EventBuilder events;
    events.onThread("1", "1");
    events.slice("user_annotation", "ProfilerStep#1", 0, 9000);
    events.slice("python_function", "nn.Module: Net_0", 100, 2000);
    events.slice("cpu_op", "aten::outer", 200, 300);
    events.slice("python_function", "nn.Module: Linear_0", 400, 1500);
    events.slice("python_function", "torch/nn/linear.py(1): forward", 450, 1400);
    events.slice("cpu_op", "aten::linear", 500, 1300);
    events.event('s', "fwdbwd", "fwdbwd", 510, 3);
    events.slice("cuda_runtime", "cudaLaunchKernel", 600, 700, 5);
    events.slice("cpu_op", "aten::alone", 2100, 2200);
    events.slice("user_annotation", "optimizer", 3000, 4000);
    events.slice("cpu_op", "aten::add_", 3100, 3200);
    events.onThread("1", "2");
    events.slice("cpu_op", "LinearBackward0", 5000, 6000);
    events.event('f', "fwdbwd", "fwdbwd", 5010, 3);
    events.slice("cuda_runtime", "cuLaunchKernel", 5100, 5200, 6);
    events.onStream(0, 7);
    events.slice("kernel", "gemm", 1000, 2000, 5);
    events.slice("kernel", "gemm_backward", 6000, 7000, 6);
    events.slice("kernel", "orphan", 8000, 8100);
    return events.build();
}

} // namespace

void TestLaunchingModule::modulesOfSlices_data()
{
    QTest::addColumn<QByteArray>("of");
    QTest::addColumn<QByteArray>("module");
    QTest::newRow("an op of the inner module") << QByteArray("aten::linear") << QByteArray("nn.Module: Linear_0");
    QTest::newRow("an op of the outer one") << QByteArray("aten::outer") << QByteArray("nn.Module: Net_0");
    QTest::newRow("a launch") << QByteArray("cudaLaunchKernel") << QByteArray("nn.Module: Linear_0");
    QTest::newRow("a kernel") << QByteArray("gemm") << QByteArray("nn.Module: Linear_0");
    QTest::newRow("the module itself") << QByteArray("nn.Module: Net_0") << QByteArray("nn.Module: Net_0");
    QTest::newRow("a backward op") << QByteArray("LinearBackward0") << QByteArray("nn.Module: Linear_0");
    QTest::newRow("a kernel of the backward pass") << QByteArray("gemm_backward") << QByteArray("nn.Module: Linear_0");
    QTest::newRow("without a module its annotation") << QByteArray("aten::add_") << QByteArray("optimizer");
    QTest::newRow("a step is no module") << QByteArray("aten::alone") << QByteArray();
    QTest::newRow("a kernel without a launch") << QByteArray("orphan") << QByteArray();
}

void TestLaunchingModule::modulesOfSlices()
{
    QFETCH(QByteArray, of);
    QFETCH(QByteArray, module);
    const auto trace = modulesTrace();
    const SliceId from = slice(*trace, of.toStdString());
    QVERIFY(from.isValid());
    const SliceId found = moduleOf(*trace, from);
    QCOMPARE(found.isValid() ? toQString(trace->name(found)) : QString(), QString::fromLatin1(module));
}

void TestLaunchingModule::deepNestingIsGivenUp()
{
    EventBuilder events;
    events.onThread("1", "1");
    events.slice("python_function", "nn.Module: Net_0", 0, 100'000);
    for (int i = 1; i <= 5000; ++i)
        events.slice("python_function", i == 5000 ? "innermost" : "f", i, 100'000 - i);
    const auto trace = events.build();
    QVERIFY(!moduleOf(*trace, slice(*trace, "innermost")).isValid());
}

QTEST_GUILESS_MAIN(TestLaunchingModule)
#include "tst_launching_module.moc"
