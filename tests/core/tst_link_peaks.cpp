// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/peaks/trace_peaks.h"
#include "tests/support/test_macros.h"

using namespace kinetoscope;

/// Which device has which link, by what a trace says of it (efficiency.md, section 5).
class TestLinkPeaks : public QObject {
    Q_OBJECT

private slots:
    void linksByDevice_data();
    void linksByDevice();
    void rulesComeFirst();
};

void TestLinkPeaks::linksByDevice_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<double>("link");
    const auto add = [](const char* name, double link) { QTest::newRow(name) << QByteArray(name) << link; };
    add("Tesla V100-SXM2-32GB", 300);
    add("NVIDIA A100-PG509-200", 600);
    add("NVIDIA PG509-210", 600);
    add("NVIDIA H100 80GB HBM3", 900);
    add("NVIDIA H100 PCIe", 600);
    add("NVIDIA H100", 0); // there are several
    add("NVIDIA B200", 1800);
    add("NVIDIA L40S", 64);
    add("AMD Instinct MI300X", 896);
    add("NVIDIA Unheard Of", 0);
}

void TestLinkPeaks::linksByDevice()
{
    QFETCH(QByteArray, name);
    QFETCH(double, link);
    DeviceProperties device;
    device.name = name.toStdString();
    const GpuPeaks* const found = findLinkPeak(device);
    QCOMPARE(found ? found->link : 0.0, link);
    DeviceProperties unnamed;
    unnamed.name = "AMD Radeon Graphics";
    unnamed.computeMajor = 9;
    unnamed.computeMinor = 4;
    unnamed.multiprocessors = 304;
    QCOMPARE(findLinkPeak(unnamed)->link, 896.0);
}

/// A line of the rules file goes before every figure of the table; what it does not say the table does.
void TestLinkPeaks::rulesComeFirst()
{
    const Result<KernelClassifier> rules = KernelClassifier::withRules("DEVICE bf16=500,link=100 H100");
    KT_VERIFY_OK(rules);
    DeviceProperties device;
    device.name = "NVIDIA H100 80GB HBM3";
    const DevicePeaks own(device, *rules);
    QCOMPARE(own.link(), 100.0);
    QCOMPARE(own.rate(ComputeSpec::Bf16), 500.0);
    QCOMPARE(own.rate(ComputeSpec::Fp16), 989.4);
    QCOMPARE(own.vectorRate(VectorSpec::Fp64), 34.0);
    QCOMPARE(own.bandwidth(), 3350.0);
    KT_COMPARE_TEXT(own.source(), "rules file");
    const DevicePeaks known(device, KernelClassifier());
    QCOMPARE(known.link(), 900.0);
    KT_COMPARE_TEXT(known.source(), "NVIDIA H100 data sheet");
    // The memory of an A100 is not told: its link is the same for all, its bandwidth is not.
    device.name = "NVIDIA A100-SXM4";
    QCOMPARE(DevicePeaks(device, KernelClassifier()).link(), 600.0);
    QCOMPARE(DevicePeaks(device, KernelClassifier()).bandwidth(), 0.0);
}

QTEST_GUILESS_MAIN(TestLinkPeaks)
#include "tst_link_peaks.moc"
