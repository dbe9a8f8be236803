// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/theme.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QObject>
#include <QRadioButton>
#include <QSpinBox>
#include <QString>
#include <QStringLiteral>
#include <QStyle>
#include <QTabBar>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kinetoscope;

/// What the program's own style adds to Qt's.
class TestTheme : public QObject {
    Q_OBJECT

private slots:
    void emptyBoxesAreSeenOnDarkSurfaces();
    void boxesOfListsAreSeenOnDarkSurfaces();
    void emptyFieldsAreSeenOnDarkSurfaces();
    void tabsTakeLittleMoreThanTheirWords();
    void tabsOfDocksAreCloserWhereTheyDoNotFit();
};

namespace {

double luminance(const QColor& colour)
{
    const auto linear = [](double share) {
        return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

/// The contrast of the pixel that differs most from the picture's last one, which is surface. WCAG asks for 3.
double strongestContrast(QWidget& widget)
{
    const QImage picture = widget.grab().toImage();
    const double surface = luminance(picture.pixelColor(picture.width() - 1, picture.height() - 1));
    double strongest = 1;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            const double other = luminance(picture.pixelColor(x, y));
            strongest = std::max(strongest, (std::max(surface, other) + 0.05) / (std::min(surface, other) + 0.05));
        }
    }
    return strongest;
}

} // namespace

void TestTheme::emptyBoxesAreSeenOnDarkSurfaces()
{
    applyTheme(ThemeChoice::Dark);
    QCheckBox box;
    box.resize(40, 24);
    QVERIFY2(strongestContrast(box) >= 3, qPrintable(QString::number(strongestContrast(box))));
    QRadioButton button;
    button.setAutoExclusive(false);
    button.resize(40, 24);
    QVERIFY2(strongestContrast(button) >= 3, qPrintable(QString::number(strongestContrast(button))));
}

void TestTheme::boxesOfListsAreSeenOnDarkSurfaces()
{
    applyTheme(ThemeChoice::Dark);
    QListWidget list;
    list.setFrameShape(QFrame::NoFrame);
    auto* item = new QListWidgetItem(&list);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable);
    item->setCheckState(Qt::Unchecked);
    list.resize(120, 60);
    QVERIFY2(strongestContrast(list) >= 3, qPrintable(QString::number(strongestContrast(list))));
}

void TestTheme::emptyFieldsAreSeenOnDarkSurfaces()
{
    applyTheme(ThemeChoice::Dark);
    QLineEdit field;
    QSpinBox number;
    number.setSpecialValueText(QStringLiteral(" "));
    number.setButtonSymbols(QAbstractSpinBox::NoButtons);
    for (QWidget* widget : { static_cast<QWidget*>(&field), static_cast<QWidget*>(&number) }) {
        widget->resize(80, 24);
        const QImage picture = widget->grab().toImage();
        const double surface = luminance(picture.pixelColor(40, 12));
        const double frame = luminance(picture.pixelColor(40, 0));
        QVERIFY2((frame + 0.05) / (surface + 0.05) >= 3, widget->metaObject()->className());
    }
}

/// The eleven of the panels are read in a window of 850 px.
void TestTheme::tabsTakeLittleMoreThanTheirWords()
{
    applyTheme(ThemeChoice::Light);
    QTabBar tabs;
    int words = 0;
    for (const char* word : { "Overview", "Causes", "Host and launches" }) {
        tabs.addTab(QLatin1String(word));
        words += tabs.fontMetrics().horizontalAdvance(QLatin1String(word));
    }
    QVERIFY2(tabs.sizeHint().width() - words <= 3 * 20, qPrintable(QString::number(tabs.sizeHint().width() - words)));
}

/// German words in large letters: of the tabs of docks the room around the words goes before letters do.
void TestTheme::tabsOfDocksAreCloserWhereTheyDoNotFit()
{
    applyTheme(ThemeChoice::Light);
    QMainWindow window;
    QTabBar tabs(&window);
    int words = 0;
    for (const char* word : { "Kommunikation", "Host und Launches", "Speicher" }) {
        tabs.addTab(QLatin1String(word));
        words += tabs.fontMetrics().horizontalAdvance(QLatin1String(word));
    }
    const auto around = [&](int width) {
        window.resize(width, 100);
        return tabs.style()->pixelMetric(QStyle::PM_TabBarTabHSpace, nullptr, &tabs);
    };
    QCOMPARE(around(words + 200), 14);
    QCOMPARE(around(words + 3 * (4 + 8)), 8);
    QCOMPARE(around(words), 4);
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
