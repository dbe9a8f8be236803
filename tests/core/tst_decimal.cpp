// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/decimal.h"

#include <QByteArray>
#include <QObject>
#include <QTest>

#include <limits>
#include <random>
#include <string>

using namespace kinetoscope;

namespace {

/// Slow and obvious: 128-bit arithmetic over digits, for plain decimals with up to nine decimals.
__extension__ using Wide = __int128;

std::int64_t slowNanoseconds(std::int64_t whole, const std::string& fraction, bool negative)
{
    Wide scaled = whole;
    Wide unit = 1;
    for (const char c : fraction) {
        scaled = scaled * 10 + (c - '0');
        unit *= 10;
    }
    scaled *= 1000;
    const Wide rounded = (scaled + unit / 2) / unit; // half away from zero, for the magnitude
    return static_cast<std::int64_t>(negative ? -rounded : rounded);
}

} // namespace

class TestDecimal : public QObject {
    Q_OBJECT
private slots:
    void microseconds_data();
    void microseconds();
    void randomDecimalsEqualWideArithmetic();
    void integers_data();
    void integers();
    void aMillionDigitsTakeLinearTime();
};

void TestDecimal::microseconds_data()
{
    constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isNumber");
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<bool>("isFractional");
    QTest::addColumn<bool>("isClamped");
    const auto row = [](const char* name, const char* text, std::int64_t ns, bool fractional, bool clamped = false) {
        QTest::newRow(name) << QByteArray(text) << true << static_cast<qint64>(ns) << fractional << clamped;
    };
    const auto refused = [](const char* name, const char* text) {
        QTest::newRow(name) << QByteArray(text) << false << qint64 { 0 } << false << false;
    };
    row("zero", "0", 0, false);
    row("one", "1", 1000, false);
    row("negative", "-5", -5000, false);
    row("three decimals", "1712195495519689.813", 1712195495519689813, true);
    row("a fraction that says nothing", "100.0", 100000, true);
    row("sixteen digits", "1700000000123456", 1700000000123456000, false);
    row("the double would lose 39 ns", "1700000000123456.789", 1700000000123456789, true);
    row("half a nanosecond rounds away", "0.0005", 1, true);
    row("minus half a nanosecond rounds away", "-0.0005", -1, true);
    row("just below half", "0.00049999999999", 0, true);
    row("six decimals", "0.999999", 1000, true);
    row("exponent", "1.5e3", 1500000, true);
    row("negative exponent", "1500e-3", 1500, true);
    row("large exponent of zero", "0e999999999", 0, true);
    row("tiny", "1e-400", 0, true);
    row("beyond int64", "1e400", kMax, true, true);
    row("far below int64", "-1e400", kMin, true, true);
    row("2^63 - 1 as microseconds", "9223372036854775807", kMax, false, true);
    row("largest exact", "9223372036854775.807", kMax, true);
    row("one too many", "9223372036854775.808", kMax, true, true);
    row("leading zeros behind the point", "7.000001", 7000, true);
    refused("empty", "");
    refused("word", "NaN");
    refused("digits and letters", "100a");
    refused("leading zero", "01");
    refused("no digit before the point", ".5");
    refused("no digit behind the point", "5.");
    refused("plus", "+5");
    refused("only minus", "-");
    refused("empty exponent", "5e");
    refused("hex", "0x10");
}

void TestDecimal::microseconds()
{
    QFETCH(QByteArray, text);
    const DecimalTime time = parseMicroseconds({ text.constData(), static_cast<std::size_t>(text.size()) });
    QTEST(time.isNumber, "isNumber");
    QTEST(static_cast<qint64>(time.ns), "ns");
    QTEST(time.isFractional, "isFractional");
    QTEST(time.isClamped, "isClamped");
}

void TestDecimal::randomDecimalsEqualWideArithmetic()
{
    std::mt19937_64 random(7);
    for (int i = 0; i < 20000; ++i) {
        const auto digits = static_cast<int>(random() % 16);
        std::int64_t whole = 0;
        for (int d = 0; d < digits; ++d)
            whole = whole * 10 + static_cast<std::int64_t>(random() % 10);
        std::string fraction;
        for (auto d = static_cast<int>(random() % 10); d > 0; --d)
            fraction.push_back(static_cast<char>('0' + random() % 10));
        const bool negative = random() % 4 == 0;
        std::string text = (negative ? "-" : "") + std::to_string(whole);
        if (!fraction.empty())
            text += '.' + fraction;
        const DecimalTime time = parseMicroseconds(text);
        QVERIFY2(time.isNumber && !time.isClamped, text.c_str());
        QVERIFY2(time.ns == slowNanoseconds(whole, fraction, negative), text.c_str());
    }
}

void TestDecimal::integers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isValid");
    QTest::addColumn<qint64>("value");
    QTest::newRow("plain") << QByteArray("7") << true << qint64 { 7 };
    QTest::newRow("negative") << QByteArray("-1") << true << qint64 { -1 };
    QTest::newRow("written as a fraction") << QByteArray("7.0") << true << qint64 { 7 };
    QTest::newRow("written with exponent") << QByteArray("7e2") << true << qint64 { 700 };
    QTest::newRow("a real fraction") << QByteArray("7.5") << false << qint64 { 0 };
    QTest::newRow("unsigned -1") << QByteArray("4294967295") << true << qint64 { 4294967295 };
    QTest::newRow("2^63 - 1") << QByteArray("9223372036854775807") << true << std::numeric_limits<qint64>::max();
    QTest::newRow("2^64 - 1") << QByteArray("18446744073709551615") << false << qint64 { 0 };
    QTest::newRow("hex") << QByteArray("0x0") << false << qint64 { 0 };
    QTest::newRow("leading zero") << QByteArray("007") << false << qint64 { 0 };
    QTest::newRow("empty") << QByteArray() << false << qint64 { 0 };
    QTest::newRow("minus") << QByteArray("-") << false << qint64 { 0 };
}

void TestDecimal::integers()
{
    QFETCH(QByteArray, text);
    const DecimalInteger integer = parseInteger({ text.constData(), static_cast<std::size_t>(text.size()) });
    QTEST(integer.isValid, "isValid");
    QTEST(static_cast<qint64>(integer.value), "value");
}

void TestDecimal::aMillionDigitsTakeLinearTime()
{
    // Quadratic code would need minutes for this.
    const std::string digits(1'000'000, '9');
    QVERIFY(parseMicroseconds(digits).isClamped);
    QCOMPARE(parseMicroseconds("0." + digits).ns, std::int64_t { 1000 });
    QVERIFY(!parseInteger(digits).isValid);
}

QTEST_GUILESS_MAIN(TestDecimal)
#include "tst_decimal.moc"
