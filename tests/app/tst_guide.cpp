// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions.h"
#include "app/window/docks/analysis_docks.h"
#include "app/window/help/guide.h"
#include "core/analysis/types/analysis.h"
#include "core/catalog/analyses.h"
#include "core/overlay/overlays.h"

#include <QDialog>
#include <QDir>
#include <QFile>
#include <QIODevice>
#include <QImage>
#include <QLatin1String>
#include <QObject>
#include <QPoint>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSet>
#include <QString>
#include <QStringLiteral>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QUrl>

using namespace kinetoscope;

/// The guide says something about everything there is, and its links lead somewhere.
class TestGuide : public QObject {
    Q_OBJECT

private slots:
    void everyAnalysisHasASection();
    void panelsAndColumnsAreCalledAsInTheWindow();
    void everyOverlayHasASection();
    void linksAndPicturesExist();
    void opensAtAHeading();
    void linksLeadThroughTheGuideOnly();
    void secondCallKeepsOneWindow();

private:
    QWidget m_parent;
};

namespace {

const QString kFolder = QStringLiteral(":/guide/");

QString page(const QString& name)
{
    QFile file(kFolder + name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

void TestGuide::everyAnalysisHasASection()
{
    showGuide(&m_parent);
    const QString text = page(QStringLiteral("analyses.md"));
    qsizetype sections = 0;
    for (const AnalysisDescriptor& analysis : analyses()) {
        const QString id = QString::fromStdString(analysis.id);
        const QString start =
            QStringLiteral("\n### %1\n*%2*\n\n**%3.** ")
                .arg(id, QString::fromStdString(analysis.question), QString::fromStdString(analysis.title));
        const qsizetype at = text.indexOf(start);
        QVERIFY2(at >= 0, qPrintable(id + QStringLiteral(" is missing, asks something else or has another title")));
        // Below the dock that it is in.
        const qsizetype group = text.lastIndexOf(QStringLiteral("\n## "), at);
        const QString heading = text.mid(group + 4, text.indexOf(u'\n', group + 1) - group - 4);
        QCOMPARE(heading, AnalysisDocks::groupTitle(analysis.group));
        ++sections;
    }
    QCOMPARE(text.count(QStringLiteral("\n### ")), sections); // and nothing about what is gone
}

void TestGuide::panelsAndColumnsAreCalledAsInTheWindow()
{
    QSet<QString> names { QStringLiteral("Details"), QStringLiteral("Selection"), QStringLiteral("Traces") };
    for (const AnalysisDescriptor& analysis : analyses()) {
        names.insert(QString::fromStdString(analysis.title));
        names.insert(AnalysisDocks::groupTitle(analysis.group));
        for (const TableDescriptor& table : analysis.tables) {
            names.insert(QString::fromStdString(table.title));
            for (const ColumnDescriptor& column : table.columns)
                names.insert(QString::fromStdString(column.title));
        }
    }
    for (const ActionSpec& action : Actions::specs())
        names.insert(Actions::plainText(action));
    // What only context menus have.
    names.unite({ QStringLiteral("Find all of this name"), QStringLiteral("Find repeats of this sequence"),
        QStringLiteral("Count this kernel as"), QStringLiteral("Load") });
    // What only the choice of the other trace, and that of changes, have.
    names.unite({ QStringLiteral("Compare with"), QStringLiteral("Another trace\u2026"),
        QStringLiteral("Swap control and test"), QStringLiteral("Repeated as graphs") });
    // What only the bar above a grid of ranks has.
    names.unite(
        { QStringLiteral("Less the median"), QStringLiteral("Order"), QStringLiteral("Fold"), QStringLiteral("Show") });
    static const QRegularExpression emphasis(QStringLiteral("(?<![*\\w])\\*([A-Z][^*?\n]*)\\*(?!\\*)"));
    int seen = 0;
    for (const QString& name : QDir(kFolder).entryList({ QStringLiteral("*.md") })) {
        auto found = emphasis.globalMatch(page(name));
        for (; found.hasNext(); ++seen) {
            const QString said = found.next().captured(1);
            QVERIFY2(names.contains(said), qPrintable(name + QStringLiteral(": ") + said));
        }
    }
    QVERIFY(seen > 10);
}

void TestGuide::everyOverlayHasASection()
{
    const QString text = page(QStringLiteral("overlays.md"));
    for (const OverlayDescriptor& overlay : overlays()) {
        const QString title = QString::fromUtf8(overlay.title.data(), static_cast<qsizetype>(overlay.title.size()));
        QVERIFY2(text.contains(QStringLiteral("\n## %1\n").arg(title)), qPrintable(title));
    }
    QCOMPARE(text.count(QStringLiteral("\n## ")), static_cast<qsizetype>(overlays().size()));
}

void TestGuide::linksAndPicturesExist()
{
    static const QRegularExpression link(QStringLiteral("\\]\\(([^)]+)\\)"));
    int seen = 0;
    for (const QString& name : QDir(kFolder).entryList({ QStringLiteral("*.md") })) {
        auto found = link.globalMatch(page(name));
        while (found.hasNext()) {
            const QString target = found.next().captured(1);
            QVERIFY2(QFile::exists(kFolder + target), qPrintable(name + QStringLiteral(": ") + target));
            if (target.endsWith(QLatin1String(".png")))
                QVERIFY2(!QImage(kFolder + target).isNull(), qPrintable(target));
            ++seen;
        }
    }
    QVERIFY(seen >= 4);
}

void TestGuide::opensAtAHeading()
{
    showGuide(&m_parent, QStringLiteral("analyses.md"), QStringLiteral("stragglers"));
    auto* browser = m_parent.findChild<QTextBrowser*>();
    QVERIFY(browser);
    QVERIFY(browser->verticalScrollBar()->value() > 0);
    const QString atTop = browser->cursorForPosition(QPoint(20, 8)).block().text();
    QCOMPARE(atTop, QStringLiteral("stragglers"));
}

void TestGuide::linksLeadThroughTheGuideOnly()
{
    showGuide(&m_parent);
    auto* browser = m_parent.findChild<QTextBrowser*>();
    QCOMPARE(browser->source(), QUrl(QStringLiteral("qrc:/guide/README.md")));
    browser->setSource(QUrl(QStringLiteral("overlays.md")));
    QVERIFY(browser->toPlainText().contains(QLatin1String("Frequent kernel sequences")));
    for (const char* outside : { "file:///etc/hostname", "https://example.org/" })
        browser->setSource(QUrl(QString::fromLatin1(outside)));
    QCOMPARE(browser->source().fileName(), QStringLiteral("overlays.md"));
    showGuide(&m_parent, QStringLiteral("no-such-page.md"));
    QCOMPARE(browser->source().fileName(), QStringLiteral("README.md"));
}

void TestGuide::secondCallKeepsOneWindow()
{
    showGuide(&m_parent);
    showGuide(&m_parent);
    QCOMPARE(m_parent.findChildren<QTextBrowser*>().size(), 1);
}

QTEST_MAIN(TestGuide)
#include "tst_guide.moc"
