// SPDX-License-Identifier: GPL-3.0-or-later
// A hundred and one events; the one in the middle has odd args. The others must not care.
#include "tests/hostile/outcome.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace std::string_literals;

class TestOddArgs : public QObject {
    Q_OBJECT

private slots:
    void othersLoad_data();
    void othersLoad();
};

namespace {

std::string plainEvent(int number)
{
    return R"({"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":1,"ts":)" + std::to_string(number * 10)
        + R"(,"dur":5,"args":{"External id":)" + std::to_string(number) + "}}";
}

constexpr int kEvents = 101;
constexpr int kMiddle = 50;

enum Fate {
    Kept,   ///< valid: no problem at all
    Mended, ///< not valid or no object, and all 101 events are there
    Costly, ///< not valid JSON: the middle event may be lost, the 100 others not
    Open,   ///< leaves a string or bracket open: one more event may be hidden
};

} // namespace

void TestOddArgs::othersLoad_data()
{
    QTest::addColumn<QByteArray>("args");
    QTest::addColumn<int>("fate");
    const auto row = [](const char* name, const std::string& args, Fate fate) {
        QTest::newRow(name) << QByteArray::fromStdString(args) << int(fate);
    };
    row("empty object", "{}", Kept);
    row("white space", "{ \t\r\n }", Kept);
    row("nested", R"({"a":{"b":[1,{"c":[]}]}})", Kept);
    row("numbers", R"({"a":[0,-0,1.5,1e5,1E-5,0e0,123456789012345678901234567890]})", Kept);
    row("words", R"({"a":[true,false,null]})", Kept);
    row("escapes", R"({"a":"\"\\\/\b\f\n\r\t\u0041\ud83d\ude00"})", Kept);
    row("escaped key", R"({"\u0073tream":7})", Kept);
    row("empty key", R"({"":1})", Kept);
    row("same key twice", R"({"a":1,"a":2})", Kept);
    row("brackets in text", R"({"a":"}]{[\"}"})", Kept);
    row("delete character", "{\"a\":\"\x7F\"}", Kept);
    row("no characters", "{\"a\":\"\xEF\xBF\xBE\"}", Kept);
    row("depth 60", "{\"a\":" + std::string(60, '[') + std::string(60, ']') + "}", Kept);
    row("array", "[1,2]", Mended);
    row("text", R"("x")", Mended);
    row("number", "7", Mended);
    row("null", "null", Kept);
    row("true", "true", Mended);
    row("depth 100", "{\"a\":" + std::string(100, '[') + std::string(100, ']') + "}", Mended);
    row("trailing comma in object", R"({"a":1,})", Mended);
    row("trailing comma in array", R"({"a":[1,]})", Mended);
    row("comma only", "{,}", Costly);
    row("two commas", R"({"a":1,,"b":2})", Mended);
    row("leading comma", R"({,"a":1})", Costly);
    row("missing colon", R"({"a" 1})", Costly);
    row("two colons", R"({"a"::1})", Costly);
    row("missing value", R"({"a":})", Costly);
    row("missing comma", R"({"a":1 "b":2})", Costly);
    row("number as key", R"({1:1})", Costly);
    row("bare key", R"({a:1})", Costly);
    row("single quotes", R"({'a':'b'})", Costly);
    row("comment", R"({/* c */"a":1})", Costly);
    row("line comment", "{// c\n\"a\":1}", Costly);
    row("leading zero", R"({"a":01})", Costly);
    row("leading plus", R"({"a":+1})", Costly);
    row("bare point", R"({"a":.5})", Costly);
    row("point without digits", R"({"a":1.})", Costly);
    row("exponent without digits", R"({"a":1e})", Costly);
    row("hexadecimal", R"({"a":0x1F})", Costly);
    row("minus alone", R"({"a":-})", Costly);
    row("nan", R"({"a":nan,"b":NaN,"c":Infinity,"d":-inf})", Mended);
    row("huge exponent", R"({"a":1e999999999})", Kept);
    row("capital words", R"({"a":True,"b":None})", Costly);
    row("undefined", R"({"a":undefined})", Costly);
    row("raw tab in text", "{\"a\":\"x\ty\"}", Mended);
    row("raw nul in text", "{\"a\":\"x\0y\"}"s, Mended);
    row("bad escape", R"({"a":"\x41"})", Mended);
    row("short unicode escape", R"({"a":"\u12"})", Mended);
    row("lone surrogate", R"({"a":"\ud800"})", Mended);
    row("bad utf-8", "{\"a\":\"\xC0\xAF\"}", Mended);
    row("bad utf-8 in key", "{\"\xFF\":1}", Mended);
    row("nul between", "{\"a\":\0 1}"s, Costly);
    row("byte order mark", "{\xEF\xBB\xBF\"a\":1}", Costly);
    row("non-breaking blank", "{\xC2\xA0\"a\":1}", Costly);
    row("wrong bracket", R"({"a":[1}})", Costly);
    row("brackets crossed", R"({"a":[{]}})", Costly);
    row("one bracket too many", R"({"a":1}})", Costly);
    row("unopened array", R"({"a":1]})", Costly);
    row("open array", R"({"a":[1)", Open);
    row("open object", R"({"a":{)", Open);
    row("open text", R"({"a":"x)", Open);
    row("open key", R"({"a)", Open);
    row("open escape", R"({"a":"\)", Open);
    row("nothing", "", Costly);
}

void TestOddArgs::othersLoad()
{
    QFETCH(QByteArray, args);
    QFETCH(int, fate);
    std::string text = R"({"traceEvents":[)";
    for (int i = 0; i < kEvents; ++i) {
        text += i == 0 ? "" : ",\n";
        text += i == kMiddle ? R"({"ph":"X","cat":"cpu_op","name":"odd","pid":1,"tid":1,"ts":500,"dur":5,"args":)"
                + args.toStdString() + "}"
                             : plainEvent(i);
    }
    const auto loaded = loadText(text + "]}");
    KT_VERIFY_OK(loaded);
    QVERIFY(isAccountedFor(loaded));
    const QByteArray outcome = QByteArray::fromStdString(outcomeOf(loaded));
    const ImportReport& report = loaded.value()->report();
    const std::uint64_t least = fate == Costly ? kEvents - 1 : fate == Open ? kEvents - 2 : kEvents;
    QVERIFY2(report.drawable >= least && report.drawable <= kEvents, outcome.constData());
    // Args are passed over by their brackets and read when somebody looks at them: many faults inside cost nothing and
    // show only then. What is valid must not be reported.
    if (fate == Kept)
        QCOMPARE(outcome, QByteArray("101/101"));
    // The fifty before are never touched.
    std::size_t before = 0;
    const SliceTable& slices = loaded.value()->slices();
    for (std::size_t row = 0; row < slices.size(); ++row)
        before += slices.start[row] < 500'000 ? 1 : 0;
    QCOMPARE(before, std::size_t { kMiddle });
}

QTEST_GUILESS_MAIN(TestOddArgs)
#include "tst_odd_args.moc"
