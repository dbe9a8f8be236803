// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/link_peaks.h"
#include "tests/support/test_macros.h"

using namespace kinetoscope;

/// Which device has which link, by what a trace says of it (efficiency.md, section 5).
class TestLinkPeaks : public QObject {
    Q_OBJECT

private slots:
    void linksByDevice_data();
    void linksByDevice();
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
    const LinkPeak* const found = findLinkPeak(device);
    QCOMPARE(found ? found->bothDirections : 0.0, link);
    DeviceProperties unnamed;
    unnamed.name = "AMD Radeon Graphics";
    unnamed.computeMajor = 9;
    unnamed.computeMinor = 4;
    unnamed.multiprocessors = 304;
    QCOMPARE(findLinkPeak(unnamed)->bothDirections, 896.0);
}

QTEST_GUILESS_MAIN(TestLinkPeaks)
#include "tst_link_peaks.moc"
