// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/share_figure.h"

#include <QObject>
#include <QString>
#include <QTest>

#include <cstdint>
#include <limits>

using namespace kinetoscope;

namespace {

/// ">99.9": with the decimals that are asked for.
QString textOf(const ShareFigure& figure, int decimals)
{
    const QString number = QString::number(figure.percent, 'f', decimals);
    return figure.sign == 0 ? number : QLatin1Char(figure.sign) + number;
}

} // namespace

class TestShareFigure : public QObject {
    Q_OBJECT

private slots:
    void shares_data()
    {
        QTest::addColumn<double>("percent");
        QTest::addColumn<int>("decimals");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, double percent, int decimals, const char* text) {
            QTest::newRow(name) << percent << decimals << QString::fromLatin1(text);
        };
        row("part", 41.26, 1, "41.3");
        row("nothing", 0, 1, "0.0");
        row("little", 0.01, 1, "<0.1");
        row("the least that is a figure", 0.05, 1, "0.1");
        row("just less", 0.04999, 1, "<0.1");
        row("little less than nothing", -0.01, 1, ">-0.1");
        row("less than nothing", -5, 1, "-5.0");
        row("smallest", std::numeric_limits<double>::denorm_min(), 1, "<0.1");
        row("all", 100, 1, "100.0");
        row("all but rounding", 100 * (0.1 + 0.2 + 0.7), 1, "100.0");
        row("nearly all", 99.95, 1, ">99.9");
        row("very nearly all", 99.999'999, 1, ">99.9");
        row("just a figure", 99.949, 1, "99.9");
        row("more than all", 100.04, 1, "100.0");
        row("twice", 200, 1, "200.0");
        row("nearly all, two decimals", 99.997, 2, ">99.99");
        row("a figure of two decimals", 99.97, 2, "99.97");
        row("little, two decimals", 0.003, 2, "<0.01");
        row("nearly all, no decimals", 99.6, 0, ">99");
        row("little, no decimals", 0.4, 0, "<1");
        row("half, no decimals", 50.4, 0, "50");
    }

    void shares()
    {
        QFETCH(double, percent);
        QFETCH(int, decimals);
        QFETCH(QString, text);
        QCOMPARE(textOf(shareFigure(percent, decimals), decimals), text);
    }

    void amountsAreExact()
    {
        constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
        QCOMPARE(textOf(shareFigureOf(kMost - 1, kMost), 1), QStringLiteral(">99.9"));
        QCOMPARE(textOf(shareFigureOf(kMost, kMost), 1), QStringLiteral("100.0"));
        QCOMPARE(textOf(shareFigureOf(std::int64_t { 1 }, kMost), 1), QStringLiteral("<0.1"));
        QCOMPARE(textOf(shareFigureOf(std::int64_t { 0 }, kMost), 1), QStringLiteral("0.0"));
        QCOMPARE(textOf(shareFigureOf(std::int64_t { 3 }, std::int64_t { 2 }), 1), QStringLiteral("150.0"));
    }
};

QTEST_GUILESS_MAIN(TestShareFigure)
#include "tst_share_figure.moc"
