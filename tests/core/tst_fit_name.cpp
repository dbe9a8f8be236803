// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/names/elide_apart.h"
#include "core/base/text.h"
#include "core/layout/timeline/fit_name.h"
#include "tests/support/test_macros.h"

#include <QChar>
#include <QObject>
#include <QString>
#include <QTest>

#include <set>
#include <string>
#include <vector>

using namespace kinetoscope;
using tests::toQString;

/// What is written on a slice of some width. Every character is 10 px wide here.
class TestFitName : public QObject {
    Q_OBJECT

private slots:
    void nameIsShortenedStepByStep_data();
    void nameIsShortenedStepByStep();
    void resultFitsAtEveryWidth_data();
    void resultFitsAtEveryWidth();
    void namesThatBeginAndEndAlikeAreToldApart();
    void namespacesGoBeforeTemplateArguments_data();
    void namespacesGoBeforeTemplateArguments();
};

namespace {

double width(std::string_view text)
{
    return 10.0 * static_cast<double>(characterCount(text));
}

} // namespace

void TestFitName::nameIsShortenedStepByStep_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("room");
    QTest::addColumn<QString>("fitted");
    QTest::newRow("all of it") << "aten::mm" << 80.0 << "aten::mm";
    QTest::newRow("without namespace") << "aten::mm" << 79.0 << "mm";
    QTest::newRow("middle cut, end kept")
        << "ampere_sgemm_128x64_nn" << 140.0 << QString("ampere_" + QString(QChar(u'\u2026')) + "x64_nn");
    QTest::newRow("under 14 px nothing") << "aten::mm" << 13.9 << "";
    QTest::newRow("under 24 px the first letters that fit") << "aten::add" << 20.0 << "ad";
    QTest::newRow("one letter fits whole") << "a" << 14.0 << "a";
    QTest::newRow("empty") << "" << 100.0 << "";
}

void TestFitName::nameIsShortenedStepByStep()
{
    QFETCH(QString, name);
    QFETCH(double, room);
    QFETCH(QString, fitted);
    QCOMPARE(toQString(fitName(name.toStdString(), room, width)), fitted);
}

void TestFitName::resultFitsAtEveryWidth_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("op") << "aten::convolution_backward";
    QTest::newRow("kernel") << "void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>>(int)";
    QTest::newRow("other scripts") << QString::fromUtf8(
        "\xe6\xa8\xa1\xe5\x9e\x8b\xe5\xb1\x82\xf0\x9f\x9a\x80\xe6\xb5\x8b\xe8\xaf\x95\xe5\x90\x8d\xe7\xa7\xb0");
}

void TestFitName::resultFitsAtEveryWidth()
{
    QFETCH(QString, name);
    const std::string utf8 = name.toStdString();
    for (int room = 0; room < 1200; ++room) {
        const std::string fitted = fitName(utf8, room, width);
        QVERIFY(isValidUtf8(fitted));
        if (room >= 30)
            QVERIFY2(width(fitted) <= room, qPrintable(QString::number(room)));
        if (room >= 14)
            QVERIFY(!fitted.empty());
    }
}

/// Steps of a server: what differs stands in the middle of their names.
void TestFitName::namesThatBeginAndEndAlikeAreToldApart()
{
    std::vector<std::string> kept;
    for (int step = 0; step < 5; ++step)
        kept.push_back("execute_8192_context_9(sq8155sk843" + std::to_string(step) + ")_generation_37(sq37sk34489)");
    kept.emplace_back("vllm::execute_8192_context_9(sq8155sk8430)_generation_37(sq37sk34489)");
    const std::vector<std::string_view> names(kept.begin(), kept.end());
    const std::vector<std::size_t> places = placesOfDifference(names, kKeptOfName);
    QCOMPARE(places.front(), std::size_t { 34 });
    for (int room = 80; room < 800; ++room) {
        std::set<std::string> read;
        for (std::size_t i = 0; i < names.size(); ++i) {
            read.insert(fitName(names[i], room, width, places[i]));
            QVERIFY(width(*read.rbegin()) <= room);
        }
        QVERIFY2(read.size() >= 5, qPrintable(QString::number(room)));
    }
    // Others are cut as ever: numbers at the end tell them apart.
    const std::vector<std::string_view> steps { "ProfilerStep#1", "ProfilerStep#2", "a" };
    QCOMPARE(placesOfDifference(steps, kKeptOfName), std::vector<std::size_t>(3, std::string_view::npos));
    QCOMPARE(toQString(fitName("ampere_sgemm_128x64_nn", 140, width, std::string_view::npos)),
        toQString(fitName("ampere_sgemm_128x64_nn", 140, width)));
}

void TestFitName::namespacesGoBeforeTemplateArguments_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("local");
    QTest::newRow("op") << "aten::mm"
                        << "mm";
    QTest::newRow("nested") << "at::native::copy"
                            << "copy";
    QTest::newRow("template arguments stay") << "at::copy<at::Half>"
                                             << "copy<at::Half>";
    QTest::newRow("only in the arguments") << "copy<at::Half>"
                                           << "copy<at::Half>";
    QTest::newRow("nothing after it") << "aten::"
                                      << "aten::";
    QTest::newRow("none") << "gemm"
                          << "gemm";
    QTest::newRow("empty") << ""
                           << "";
}

void TestFitName::namespacesGoBeforeTemplateArguments()
{
    QFETCH(QString, name);
    QFETCH(QString, local);
    QCOMPARE(toQString(withoutNamespace(name.toStdString())), local);
}

QTEST_GUILESS_MAIN(TestFitName)
#include "tst_fit_name.moc"
