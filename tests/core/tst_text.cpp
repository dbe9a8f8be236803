// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include <QByteArray>
#include <QObject>
#include <QTest>

#include <cstddef>
#include <initializer_list>

using namespace kinetoscope;
using namespace std::string_literals;

namespace {

QByteArray bytes(const std::string& text)
{
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

std::string text(const QByteArray& bytes)
{
    return bytes.toStdString();
}

} // namespace

class TestText : public QObject {
    Q_OBJECT

private slots:
    void utf8_data();
    void utf8();
    void validityDoesNotDependOnPosition();
    void repairOfAnyPairOfBytesIsValid();
    void controlPictures_data();
    void controlPictures();
    void excerpts_data();
    void excerpts();
    void excerptReadsOnlyWhatItNeeds();
    void elided_data();
    void elided();
    void terminal_data();
    void terminal();
    void fileNames_data();
    void fileNames();
};

void TestText::utf8_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("repaired");
    const auto row = [](const char* name, const std::string& input, const std::string& repaired) {
        QTest::newRow(name) << bytes(input) << bytes(repaired);
    };
    const std::string bad = "\xEF\xBF\xBD";
    row("empty", "", "");
    row("ascii", "aten::mm", "aten::mm");
    row("nul inside", "a\0b"s, "a\0b"s);
    row("two, three, four bytes", "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80", "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80");
    row("last code point", "\xF4\x8F\xBF\xBF", "\xF4\x8F\xBF\xBF");
    row("kineto's bad name", "config.py(0): \xB0\x80", "config.py(0): " + bad + bad);
    row("lone continuation", "\x80", bad);
    row("overlong slash", "\xC0\xAF", bad + bad);
    row("overlong three", "\xE0\x80\xAF", bad + bad + bad);
    row("surrogate", "\xED\xA0\x80", bad + bad + bad);
    row("above the last code point", "\xF4\x90\x80\x80", bad + bad + bad + bad);
    row("byte that never occurs", "a\xFF", "a" + bad);
    row("cut after two of three", "a\xE2\x82", "a" + bad);
    row("cut after three of four", "\xF0\x9F\x98", bad);
    row("broken off by ascii", "\xE2\x82x", bad + "x");
    row("latin 1", "M\xFCller", "M" + bad + "ller");
}

void TestText::utf8()
{
    QFETCH(QByteArray, input);
    QFETCH(QByteArray, repaired);
    QCOMPARE(isValidUtf8(text(input)), input == repaired);
    QCOMPARE(bytes(repairUtf8(text(input))), repaired);
    QVERIFY(isValidUtf8(text(repaired)));
}

void TestText::validityDoesNotDependOnPosition()
{
    // The fast path looks at 32 bytes at a time: a bad or a long character at every place around its borders.
    for (std::size_t before = 0; before < 100; ++before) {
        for (const std::size_t after : std::initializer_list<std::size_t> { 0, 1, 31, 40 }) {
            const std::string head(before, 'a');
            const std::string tail(after, 'z');
            QVERIFY(isValidUtf8(head + "\xE2\x82\xAC" + tail));
            QVERIFY(!isValidUtf8(head + "\xE2\x82" + tail));
            QCOMPARE(repairUtf8(head + "\x80" + tail), head + "\xEF\xBF\xBD" + tail);
            QCOMPARE(hasControlBytes(head + "\x7F" + tail), true);
            QCOMPARE(hasControlBytes(head + " " + tail), false);
        }
    }
}

void TestText::repairOfAnyPairOfBytesIsValid()
{
    for (int a = 0; a < 256; ++a) {
        for (int b = 0; b < 256; ++b) {
            const std::string input { static_cast<char>(a), static_cast<char>(b) };
            QVERIFY(isValidUtf8(repairUtf8(input)));
            QVERIFY(isValidUtf8(excerpt(input, 2)));
            QVERIFY(isValidUtf8(escapeForTerminal(input)));
            QVERIFY(isValidUtf8(cleanFileName(input, "trace")));
        }
    }
}

void TestText::controlPictures_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("none") << QByteArray("a b") << QByteArray("a b");
    QTest::newRow("nul") << bytes("a\0b"s)
                         << QByteArray("a\xE2\x90\x80"
                                       "b");
    QTest::newRow("newline") << QByteArray("\n") << QByteArray("\xE2\x90\x8A");
    QTest::newRow("escape") << QByteArray("\x1B[0m") << QByteArray("\xE2\x90\x9B[0m");
    QTest::newRow("delete") << QByteArray("\x7F") << QByteArray("\xE2\x90\xA1");
    QTest::newRow("utf-8 stays") << QByteArray("\xC2\x85") << QByteArray("\xC2\x85");
}

void TestText::controlPictures()
{
    QFETCH(QByteArray, input);
    QFETCH(QByteArray, expected);
    QCOMPARE(bytes(withControlPictures(text(input))), expected);
}

void TestText::excerpts_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<int>("maximum");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("empty") << QByteArray() << 5 << QByteArray();
    QTest::newRow("no room") << QByteArray("abc") << 0 << QByteArray();
    QTest::newRow("fits exactly") << QByteArray("abcde") << 5 << QByteArray("abcde");
    QTest::newRow("one too long") << QByteArray("abcdef") << 5 << QByteArray("abcd\xE2\x80\xA6");
    QTest::newRow("room for the ellipsis only") << QByteArray("ab") << 1 << QByteArray("\xE2\x80\xA6");
    QTest::newRow("characters, not bytes")
        << QByteArray("\xC3\xA9\xC3\xA9\xC3\xA9") << 3 << QByteArray("\xC3\xA9\xC3\xA9\xC3\xA9");
    QTest::newRow("blanks") << QByteArray("{\n    \"ph\"") << 20 << QByteArray("{\xE2\x90\x8A \"ph\"");
    QTest::newRow("ill-formed") << QByteArray("a\xFF") << 20 << QByteArray("a\xEF\xBF\xBD");
    QTest::newRow("right-to-left override") << QByteArray("a\xE2\x80\xAE") << 20 << QByteArray("a\xEF\xBF\xBD");
}

void TestText::excerpts()
{
    QFETCH(QByteArray, input);
    QFETCH(int, maximum);
    QFETCH(QByteArray, expected);
    QCOMPARE(bytes(excerpt(text(input), static_cast<std::size_t>(maximum))), expected);
}

void TestText::excerptReadsOnlyWhatItNeeds()
{
    const std::string huge(std::size_t { 64 } << 20, 'x');
    for (int i = 0; i < 1000; ++i)
        QCOMPARE(characterCount(excerpt(huge, 120)), std::size_t { 120 });
}

void TestText::elided_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<int>("maximum");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("fits") << QByteArray("gemm 128x64") << 11 << QByteArray("gemm 128x64");
    QTest::newRow("keeps the tile size") << QByteArray("elementwise gemm 128x64") << 14
                                         << QByteArray("element\xE2\x80\xA6"
                                                       "128x64");
    QTest::newRow("little room is shared") << QByteArray("abcdefghij") << 5 << QByteArray("ab\xE2\x80\xA6ij");
    QTest::newRow("one") << QByteArray("abcdefghij") << 1 << QByteArray("\xE2\x80\xA6");
    QTest::newRow("none") << QByteArray("abcdefghij") << 0 << QByteArray();
    QTest::newRow("never inside a character")
        << QByteArray("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9") << 3 << QByteArray("\xC3\xA9\xE2\x80\xA6\xC3\xA9");
}

void TestText::elided()
{
    QFETCH(QByteArray, input);
    QFETCH(int, maximum);
    QFETCH(QByteArray, expected);
    QCOMPARE(bytes(elideMiddle(text(input), static_cast<std::size_t>(maximum))), expected);
}

void TestText::terminal_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("plain") << QByteArray("C:\\a \xC3\xA9") << QByteArray("C:\\a \xC3\xA9");
    QTest::newRow("colour sequence") << QByteArray("\x1B[31mred") << QByteArray("\\x1b[31mred");
    QTest::newRow("line ends") << QByteArray("a\r\n\tb") << QByteArray("a\\r\\n\\tb");
    QTest::newRow("nul and delete") << bytes("\0\x7F"s) << QByteArray("\\x00\\x7f");
    QTest::newRow("c1 sequence start") << QByteArray("\xC2\x9B"
                                                     "31m")
                                       << QByteArray("\\u009b31m");
    QTest::newRow("raw c1 byte") << QByteArray("\x9B") << QByteArray("\xEF\xBF\xBD");
    QTest::newRow("override") << QByteArray("\xE2\x80\xAE") << QByteArray("\\u202e");
}

void TestText::terminal()
{
    QFETCH(QByteArray, input);
    QFETCH(QByteArray, expected);
    QCOMPARE(bytes(escapeForTerminal(text(input))), expected);
}

void TestText::fileNames_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("plain") << QByteArray("rank 0.csv") << QByteArray("rank 0.csv");
    QTest::newRow("parent folder") << QByteArray("../../etc/passwd") << QByteArray("_.._etc_passwd");
    QTest::newRow("only dots") << QByteArray("..") << QByteArray("trace");
    QTest::newRow("empty") << QByteArray() << QByteArray("trace");
    QTest::newRow("nul ends nothing") << bytes("a\0b"s) << QByteArray("a_b");
    QTest::newRow("only separators") << QByteArray("///") << QByteArray("trace");
    QTest::newRow("option") << QByteArray("--force") << QByteArray("force");
    QTest::newRow("template") << QByteArray("k<float*>") << QByteArray("k_float_");
    QTest::newRow("reserved") << QByteArray("nul.csv") << QByteArray("_nul.csv");
    QTest::newRow("trailing dot") << QByteArray("name. .") << QByteArray("name");
    QTest::newRow("ill-formed") << QByteArray("a\xFF"
                                              "b")
                                << QByteArray("a_b");
    QTest::newRow("long, cut between characters") << QByteArray(119, 'a') + "\xC3\xA9" << QByteArray(119, 'a');
}

void TestText::fileNames()
{
    QFETCH(QByteArray, input);
    QFETCH(QByteArray, expected);
    QCOMPARE(bytes(cleanFileName(text(input), "trace")), expected);
}

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
