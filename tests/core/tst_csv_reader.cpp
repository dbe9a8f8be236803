// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/tables/csv_reader.h"
#include "tests/support/test_macros.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// CSV as spreadsheets, notebooks and other tools write it.
class TestCsvReader : public QObject {
    Q_OBJECT

private slots:
    void records_data();
    void records();
    void piecesMakeNoDifference();
    void positionsLeadBackToTheRecord();
    void anOpenQuoteSpoilsOneLine();
    void aLineWithoutEndIsRead();
};

namespace {

/// Hands out a text in pieces of `piece` bytes.
CsvReader::Source sourceOf(const std::string& text, std::size_t piece = 1u << 20)
{
    return [&text, piece, at = std::size_t { 0 }](std::span<char> buffer) mutable {
        const std::size_t count = text.copy(buffer.data(), std::min(piece, buffer.size()), at);
        at += count;
        return count;
    };
}

/// "1:a|b 2:c|d": line and fields of all records.
QString recordsOf(const std::string& text, std::size_t piece = 1u << 20)
{
    CsvReader reader(sourceOf(text, piece));
    CsvRecord record;
    QStringList all;
    while (reader.next(record)) {
        QStringList fields;
        for (const std::string_view field : record.fields)
            fields << toQString(field);
        all << QString::number(record.line) + ':' + fields.join('|');
    }
    return all.join(' ');
}

} // namespace

void TestCsvReader::records_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("records");
    const auto row = [](const char* name, const char* text, const char* records) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(records);
    };
    row("nothing", "", "");
    row("only line ends", "\n\r\n\n", "");
    row("plain", "a,b\nc,d\n", "1:a|b 2:c|d");
    row("no line end at the end", "a,b\nc,d", "1:a|b 2:c|d");
    row("quotes at the very end", "a,b\nc,\"d\"", "1:a|b 2:c|d");
    row("CRLF", "a,b\r\nc,\"d\"\r\n", "1:a|b 2:c|d");
    row("byte order mark", "\xef\xbb\xbf\"a\",b\n", "1:a|b");
    row("quotes", "\"a,b\",\"c\"\"d\"\n", "1:a,b|c\"d");
    row("line end in quotes", "\"a\nb\",c\nd,e\n", "1:a\nb|c 3:d|e");
    row("empty fields", ",\n\"\",\n", "1:| 2:|");
    row("empty lines between", "a\n\n\nb\n", "1:a 4:b");
    row("blanks around", " a , b\t\n", "1:a|b");
    row("a quote inside", "a\"b,c\n", "1:a\"b|c");
    row("text behind a closing quote", "\"a\"b,c\n", "1:ab|c");
    row("semicolons", "a;b,c;d\n", "1:a|b,c|d");
    row("tabs", "a\tb\n\tc\n", "1:a|b 2:|c");
    row("one column", "name\nx\n", "1:name 2:x");
}

void TestCsvReader::records()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, records);
    QCOMPARE(recordsOf(text.toStdString()), records);
}

void TestCsvReader::piecesMakeNoDifference()
{
    const std::string text = "\xef\xbb\xbfname,\"x \"\"y\"\"\"\r\n\"a\nb\",1\r\n\r\nc,\"\"\n\"last\",2";
    const QString whole = recordsOf(text);
    QCOMPARE(whole, QStringLiteral("1:name|x \"y\" 2:a\nb|1 5:c| 6:last|2"));
    for (std::size_t piece = 1; piece < text.size(); ++piece)
        QCOMPARE(recordsOf(text, piece), whole);
}

void TestCsvReader::positionsLeadBackToTheRecord()
{
    const std::string text = "\xef\xbb\xbfh,i\n\na,b\n\"c\nd\",e\n";
    CsvReader reader(sourceOf(text));
    CsvRecord record;
    std::vector<std::string> found;
    while (reader.next(record))
        found.push_back(text.substr(record.begin, record.end - record.begin));
    QCOMPARE(found, (std::vector<std::string> { "h,i\n", "a,b\n", "\"c\nd\",e\n" }));
}

void TestCsvReader::anOpenQuoteSpoilsOneLine()
{
    std::string text = "h,i\n\"open,1\n";
    for (int i = 0; i < 200'000; ++i) // more than the longest record
        text += "line,2\n";
    CsvReader reader(sourceOf(text));
    CsvRecord record;
    std::size_t count = 0;
    while (reader.next(record)) {
        ++count;
        QCOMPARE(record.fields.size(), std::size_t { 2 });
        if (count == 2)
            QCOMPARE(record.fields[0], std::string_view("\"open"));
    }
    QCOMPARE(count, std::size_t { 200'002 });
}

void TestCsvReader::aLineWithoutEndIsRead()
{
    const std::string text(5u << 20, 'x');
    CsvReader reader(sourceOf(text));
    CsvRecord record;
    std::size_t bytes = 0;
    while (reader.next(record))
        bytes += record.fields.front().size();
    QCOMPARE(bytes, text.size());
}

QTEST_GUILESS_MAIN(TestCsvReader)
#include "tst_csv_reader.moc"
