// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/fuzzy_match.h"

#include <QLatin1Char>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTest>

#include <string>

using namespace kinetoscope;

class TestFuzzyMatch : public QObject {
    Q_OBJECT

private slots:
    void fits_data();
    void fits();
    void takesTheseLetters_data();
    void takesTheseLetters();
    void ranks_data();
    void ranks();
    void ofEqualsTheShorterTitle();
    void anyBytesAreSurvived();
};

void TestFuzzyMatch::fits_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("fits");
    QTest::newRow("empty pattern") << ""
                                   << "Zoom in" << true;
    QTest::newRow("blanks only") << "   "
                                 << "Zoom in" << true;
    QTest::newRow("empty text") << "z"
                                << "" << false;
    QTest::newRow("both empty") << ""
                                << "" << true;
    QTest::newRow("whole") << "Zoom in"
                           << "Zoom in" << true;
    QTest::newRow("case is one") << "ZOOM"
                                 << "zoom in" << true;
    QTest::newRow("initials") << "zts"
                              << "Zoom to selection" << true;
    QTest::newRow("wrong order inside a word") << "mooz"
                                               << "Zoom in" << false;
    QTest::newRow("words in another order") << "in zoom"
                                            << "Zoom in" << true;
    QTest::newRow("one word missing") << "zoom out"
                                      << "Zoom in" << false;
    QTest::newRow("letter twice, there once") << "inn"
                                              << "in" << false;
    QTest::newRow("longer than the text") << "zoom into"
                                          << "Zoom" << false;
    QTest::newRow("not ASCII") << "größe"
                               << "Oberflächengröße" << true;
    QTest::newRow("case is one of letters with marks, too") << "übersicht"
                                                            << "Zeigen: Übersicht" << true;
    QTest::newRow("typed in capitals") << "GRÖE É"
                                       << "Größe é" << true;
    QTest::newRow("another letter is another") << "×"
                                               << "÷" << false;
    QTest::newRow("beyond what counts") << "z" << QString(300, QLatin1Char('a')) + QLatin1Char('z') << false;
}

void TestFuzzyMatch::fits()
{
    QFETCH(QString, pattern);
    QFETCH(QString, text);
    QFETCH(bool, fits);
    QCOMPARE(fuzzyMatch(pattern.toStdString(), text.toStdString()).has_value(), fits);
}

void TestFuzzyMatch::takesTheseLetters_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<int>>("positions");
    QTest::newRow("nothing") << ""
                             << "abc" << QList<int> {};
    QTest::newRow("word start rather than the first letter") << "i"
                                                             << "Zip in" << QList<int> { 4 };
    QTest::newRow("run rather than scattered") << "in"
                                               << "i n in" << QList<int> { 4, 5 };
    QTest::newRow("initials") << "zts"
                              << "Zoom to selection" << QList<int> { 0, 5, 8 };
    QTest::newRow("number after letters is a word") << "g0"
                                                    << "GPU0" << QList<int> { 0, 3 };
    QTest::newRow("two words on one letter") << "z z"
                                             << "Zoom" << QList<int> { 0 };
}

void TestFuzzyMatch::takesTheseLetters()
{
    QFETCH(QString, pattern);
    QFETCH(QString, text);
    QFETCH(QList<int>, positions);
    const auto match = fuzzyMatch(pattern.toStdString(), text.toStdString());
    QVERIFY(match.has_value());
    QList<int> found;
    for (const std::uint32_t position : match->positions)
        found.append(static_cast<int>(position));
    QCOMPARE(found, positions);
}

void TestFuzzyMatch::ranks_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QStringList>("texts");
    QTest::addColumn<QStringList>("ranking");
    QTest::newRow("nothing to rank") << "a" << QStringList {} << QStringList {};
    QTest::newRow("empty pattern keeps the order")
        << "" << QStringList { "b", "a", "ccc" } << QStringList { "b", "a", "ccc" };
    QTest::newRow("misses are left out") << "x" << QStringList { "abc", "axc" } << QStringList { "axc" };
    QTest::newRow("a run beats scattered letters")
        << "fit" << QStringList { "Find track", "Fit everything" } << QStringList { "Fit everything", "Find track" };
    QTest::newRow("a word's start beats its middle") << "time" << QStringList { "Runtime calls", "Show: Idle time" }
                                                     << QStringList { "Show: Idle time", "Runtime calls" };
    QTest::newRow("initials beat letters inside") << "zs" << QStringList { "Lazy kernels", "Zoom to selection" }
                                                  << QStringList { "Zoom to selection", "Lazy kernels" };
    QTest::newRow("the text's start beats a later word")
        << "close" << QStringList { "Quickly close", "Close trace" } << QStringList { "Close trace", "Quickly close" };
    QTest::newRow("of equals the shorter one")
        << "zoom" << QStringList { "Zoom to selection", "Zoom in" } << QStringList { "Zoom in", "Zoom to selection" };
    QTest::newRow("a whole number beats the start of one")
        << "stream 7" << QStringList { "stream 71", "stream 17", "stream 7" }
        << QStringList { "stream 7", "stream 71", "stream 17" };
    QTest::newRow("equals keep their order")
        << "a" << QStringList { "a1", "a2", "a3" } << QStringList { "a1", "a2", "a3" };
}

void TestFuzzyMatch::ofEqualsTheShorterTitle()
{
    const std::vector<std::string_view> texts { "Frequent kernel sequences View",
        "Show: Kernel sequences Which chains?" };
    const std::vector<std::size_t> titles { 25, 22 };
    QCOMPARE(fuzzyRanking("kernel sequences", texts).front(), std::size_t { 0 });
    QCOMPARE(fuzzyRanking("kernel sequences", texts, titles).front(), std::size_t { 1 });
}

void TestFuzzyMatch::ranks()
{
    QFETCH(QString, pattern);
    QFETCH(QStringList, texts);
    QFETCH(QStringList, ranking);
    std::vector<std::string> bytes;
    for (const QString& text : texts)
        bytes.push_back(text.toStdString());
    const std::vector<std::string_view> views(bytes.begin(), bytes.end());
    QStringList found;
    for (const std::size_t index : fuzzyRanking(pattern.toStdString(), views))
        found.append(texts.at(static_cast<qsizetype>(index)));
    QCOMPARE(found, ranking);
}

void TestFuzzyMatch::anyBytesAreSurvived()
{
    std::string all;
    for (int byte = 0; byte < 256; ++byte)
        all.push_back(static_cast<char>(byte));
    QVERIFY(fuzzyMatch(all.substr(128), all).has_value());
    const std::string huge(1'000'000, 'a');
    QVERIFY(fuzzyMatch(huge, huge).has_value());
    QVERIFY(!fuzzyMatch("b", huge).has_value());
}

QTEST_GUILESS_MAIN(TestFuzzyMatch)
#include "tst_fuzzy_match.moc"
