// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are cut, broken or hostile, and exactly what must become of each: one named row, one decision.
#include "core/words/english.h"
#include "tests/hostile/outcome.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QElapsedTimer>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace std::string_literals;

class TestBadInput : public QObject {
    Q_OBJECT

private slots:
    void cutShort_data()
    {
        addColumns();
        cutShortRows();
    }
    void cutShort() { check(); }
    void brokenJson_data()
    {
        addColumns();
        brokenJsonRows();
    }
    void brokenJson() { check(); }
    void hostileJson_data()
    {
        addColumns();
        hostileJsonRows();
    }
    void hostileJson() { check(); }
    void oddTimes_data()
    {
        addColumns();
        oddTimesRows();
    }
    void oddTimes() { check(); }
    void oddStructure_data()
    {
        addColumns();
        oddStructureRows();
    }
    void oddStructure() { check(); }
    void compressed_data()
    {
        addColumns();
        compressedRows();
    }
    void compressed() { check(); }
    void refusalsSayWhatTheFileIs_data();
    void refusalsSayWhatTheFileIs();
    void namesAreMended_data();
    void namesAreMended();
    void timesAreExact_data();
    void timesAreExact();
    void largeOnesTakeLinearTime_data();
    void largeOnesTakeLinearTime();

private:
    static void addColumns();
    static void cutShortRows();
    static void brokenJsonRows();
    static void hostileJsonRows();
    static void oddTimesRows();
    static void oddStructureRows();
    static void compressedRows();
    static void check();
};

namespace {

// Three slices of one thread, side by side.
const std::string kOne =
    R"({"ph":"X","cat":"cpu_op","name":"one","pid":1,"tid":1,"ts":10,"dur":5,"args":{"External id":1}})";
const std::string kTwo =
    R"({"ph":"X","cat":"cpu_op","name":"two","pid":1,"tid":1,"ts":20,"dur":5,"args":{"External id":2}})";
const std::string kThree =
    R"({"ph":"X","cat":"cpu_op","name":"three","pid":1,"tid":1,"ts":30,"dur":5,"args":{"External id":3}})";
const std::string kOpen = R"({"schemaVersion":1,"traceEvents":[)";

/// The three around one odd element: kOne, `element`, kThree.
std::string around(const std::string& element)
{
    return kOpen + kOne + "," + element + "," + kThree + "]}";
}

/// An X event whose fields are all good but the ones given.
std::string xEvent(const std::string& fields)
{
    return R"({"ph":"X","cat":"cpu_op","pid":1,"tid":1,)" + fields + "}";
}

std::string repeated(std::string_view unit, std::size_t count)
{
    std::string out;
    out.reserve(unit.size() * count);
    for (std::size_t i = 0; i < count; ++i)
        out.append(unit);
    return out;
}

void row(const char* name, const std::string& bytes, const char* outcome)
{
    QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size())) << QByteArray(outcome);
}

} // namespace

void TestBadInput::addColumns()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("outcome");
}

void TestBadInput::check()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, outcome);
    const std::string_view text(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    LoadOptions usual = testLoadOptions();
    if (text.size() > usual.blockBytes) // an event across many small blocks is gathered anew with each
        usual.blockBytes = LoadOptions().blockBytes;
    const auto loaded = loadText(text, usual);
    QVERIFY(isAccountedFor(loaded));
    QVERIFY(repairsAgree(loaded));
    QCOMPARE(QByteArray::fromStdString(outcomeOf(loaded)), outcome);
    // Where blocks end must not matter, and neither must the number of threads.
    LoadOptions small = testLoadOptions();
    small.blockBytes = 64;
    small.workers = 2;
    if (bytes.size() < 100'000)
        QCOMPARE(QByteArray::fromStdString(outcomeOf(loadText(text, small))), outcome);
}

void TestBadInput::cutShortRows()
{
    const std::string two = kOpen + kOne + "," + kTwo;
    row("A1 cut_after_comma", two + ",", "2/2 | truncated 1");
    row("A2 cut_in_key", two + R"(,{"ph":"X","na)", "3/2 damaged 1 | truncated 1 damaged-event 1");
    row("A3 cut_in_string_escape", two + R"(,{"ph":"X","name":"a\)", "3/2 damaged 1 | truncated 1 damaged-event 1");
    row("A3 cut_in_string_unicode", two + R"(,{"ph":"X","name":"a\u12)", "3/2 damaged 1 | truncated 1 damaged-event 1");
    row("A4 cut_in_number", two + R"(,{"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"dur":1,"ts": 16995)",
        "3/2 damaged 1 | truncated 1 damaged-event 1");
    row("A5 cut_before_traceEvents", R"({"schemaVersion":1,"deviceProperties":[{"id":0,"na)", "refused");
    row("A5 cut_in_traceEvents_key", R"({"schemaVersion":1,"traceEv)", "refused");
    row("A7 empty_file", "", "refused");
    row("A8 only_whitespace", " \n\t ", "refused");
    row("A8 only_bom", "\xEF\xBB\xBF", "refused");
    row("A9 empty_array", "[]", "0/0");
    row("A9 empty_object", "{}", "0/0");
    row("A9 no_events", R"({"traceEvents":[]})", "0/0");
    row("A10 array_form_open", "[" + kOne + "," + kTwo, "2/2");
    row("A10 array_form_open_after_comma", "[" + kOne + "," + kTwo + ",\n", "2/2");
    row("A11 trailing_comma", two + ",]}", "2/2 | extra-comma 1");
    row("A11 trailing_empty", two + ",{}]}", "3/2 unknown-phase 1 | unknown-phase 1");
    row("A12 nul_tail", two + "]}" + std::string(4096, '\0'), "2/2 | nul-bytes 1");
    row("A12 nul_tail_inside", two + "," + std::string(4096, '\0'), "3/2 damaged 1 | truncated 1 nul-bytes 1");
    row("A13 sparse_hole", kOpen + kOne + ",\n" + std::string(4096, '\0') + "\n" + kTwo + "]}",
        "3/2 damaged 1 | nul-bytes 1");
    row("A14 cut_after_bracket", kOpen, "0/0 | truncated 1");
    row("A14 cut_behind_events", two + "]", "2/2 | truncated 1");
    row("A14 cut_in_trailer", two + R"(],"traceName":"/tmp/x)", "2/2 | truncated 1");
}

void TestBadInput::brokenJsonRows()
{
    row("B1 missing_key_preamble", R"({ { "id": 6, "name": "GPU" } ], "traceEvents": [)" + kOne + "," + kTwo + "]}",
        "2/2 | damaged-preamble 1");
    row("B2 missing_comma", kOpen + kOne + " " + kTwo + "]}", "2/2 | missing-comma 1");
    row("B3 quote_in_name", around(xEvent(R"~("name":"x = f("a", "b")","ts":20,"dur":5)~")), "3/3 | unescaped-quote 1");
    row("B4 newline_in_name", around(xEvent("\"name\":\"two\nlines\",\"ts\":20,\"dur\":5")),
        "3/3 | control-character 1");
    row("B5 backslash_path", around(xEvent(R"("name":"torch\cuda\__init__.py","ts":20,"dur":5)")),
        "3/3 | invalid-escape 1");
    row("B6 control_in_name", around(xEvent("\"name\":\"a\x01z\",\"ts\":20,\"dur\":5")), "3/3 | control-character 1");
    row("B7 bad_utf8_name", around(xEvent("\"name\":\"config.py(0): \xB0\x80\",\"ts\":20,\"dur\":5")),
        "3/3 | invalid-utf8 1");
    row("B8 lost_quote_on_key", around(R"({"ph":"X","cat":"cpu_op","name":"two","pid":1,tid": 0,"ts":20,"dur":5})"),
        "3/2 damaged 1 | damaged-event 1");
    row("B9 nan_lower", around(R"({"ph":"C","name":"c","pid":1,"ts":20,"args":{"value":nan,"other":7}})"),
        "3/3 | non-finite-number 1");
    row("B9 inf_lower", around(R"({"ph":"C","name":"c","pid":1,"ts":20,"args":{"value":-inf}})"),
        "3/2 counter-without-value 1 | non-finite-number 1 counter-without-value 1");
    row("B10 nan_upper",
        around(R"({"ph":"C","name":"c","pid":1,"ts":20,"args":{"value":NaN,"more":Infinity,"other":7}})"),
        "3/3 | non-finite-number 1");
    row("B11 empty_args_fragment", around(xEvent(R"("name":"two","ts":20,"dur":5,"args":{"a": 1, , "b": 2})")),
        "3/3 | extra-comma 1");
    row("B11 damaged_args", around(xEvent(R"("name":"two","ts":20,"dur":5,"args":{"a": 1 "b": 2})")),
        "3/3 | damaged-args 1");
    row("B12 two_roots", kOpen + kOne + "]}\n" + kOpen + kTwo + "]}", "1/1 | second-document 1");
    row("B13 ndjson", kOne + "\n" + kTwo + "\n", "refused");
    row("B14 python_repr", "{'traceEvents': [{'ph': 'X'}]}", "refused");
    row("B15 html_login_page", "<!DOCTYPE html><html><body>Sign in</body></html>", "refused");
    row("B16 lfs_pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "refused");
    row("B17 comment_first", "// saved by a tool\n" + kOpen + kOne + "]}", "1/1 | damaged-preamble 1");
    row("B18 trailer_damaged", kOpen + kOne + R"(],"traceName": oops oops})", "1/1 | damaged-trailer 1");
    row("B19 garbage_between", kOpen + kOne + ", @@@ ,\n" + kTwo + "]}", "3/2 damaged 1 | damaged-event 1");
    row("B20 byte_order_mark", "\xEF\xBB\xBF" + kOpen + kOne + "]}", "1/1");
}

void TestBadInput::hostileJsonRows()
{
    const std::string deep = repeated("[", 1'000'000);
    row("C1 deep_array_args", around(xEvent(R"("name":"two","ts":20,"dur":5,"args":{"a":)" + deep)),
        "3/3 | too-deep 1");
    row("C2 deep_object_root", repeated("{\"a\":", 1'000'000), "refused");
    row("C3 deep_closed",
        around(xEvent(
            R"("name":"two","ts":20,"dur":5,"args":{"a":)" + repeated("[", 500'000) + repeated("]", 500'000) + "}")),
        "3/3 | too-deep 1");
    row("C3 deep_closed_root",
        R"({"a":)" + repeated("[", 500'000) + repeated("]", 500'000) + "," + kOpen.substr(1) + kOne + "]}", "1/1");
    row("C4 huge_string_without_end", kOpen + kOne + R"(,{"ph":"X","name":")" + std::string(20u << 20, 'x'),
        "2/1 damaged 1 | truncated 1 too-long 1");
    row("C4 huge_string", around(xEvent("\"name\":\"" + std::string(2u << 20, 'x') + "\",\"ts\":20,\"dur\":5")),
        "3/3 | too-long 1");
    row("C5 huge_number", around(xEvent("\"name\":\"two\",\"ts\":" + std::string(1'000'000, '7') + ",\"dur\":5")),
        "3/3 | bad-number 1 time-overflow 1"); // too long for the scanner; the decoder mends such numbers
    row("C6 exp_bomb_ts", around(xEvent(R"("name":"two","ts":1e400,"dur":5)")), "3/3 | time-overflow 1");
    row("C6 exp_bomb_ts_long", around(xEvent(R"("name":"two","ts":1e999999999,"dur":5)")), "3/3 | time-overflow 1");
    row("C6 exp_bomb_small", around(xEvent(R"("name":"two","ts":1e-400,"dur":1e-999999999)")), "3/3");
    row("C6 exp_bomb_dur", around(xEvent(R"("name":"two","ts":20,"dur":1e400)")),
        "3/3 | time-overflow 1 implausible-duration 1");
    row("C6 exp_bomb_args", around(xEvent(R"("name":"two","ts":20,"dur":5,"args":{"a":-1e400,"b":1e999999999})")),
        "3/3");
    row("C7 dup_keys",
        around(xEvent(R"("name":"two","ts":20,"ts":99,"dur":5,"args":{"stream":1},"args":{"stream":2})")),
        "3/3 | duplicate-key 1");
    row("C8 dup_traceEvents", kOpen + kOne + R"(],"traceEvents":[)" + kTwo + "," + kThree + "]}",
        "3/3 | repeated-event-array 1");
    row("C11 escape_flood", around(xEvent("\"name\":\"" + repeated("\\u0000", 100'000) + "\",\"ts\":20,\"dur\":5")),
        "3/3");
    row("C12 lone_surrogate", around(xEvent(R"("name":"a\uD800z","ts":20,"dur":5)")), "3/3 | lone-surrogate 1");
    row("C12 swapped_surrogates", around(xEvent(R"("name":"\uDC00\uD800","ts":20,"dur":5)")), "3/3 | lone-surrogate 1");
    row("C12 half_pair_at_end", around(xEvent(R"("name":"a\uD83D","ts":20,"dur":5)")), "3/3 | lone-surrogate 1");
    row("C13 utf16_file", "\xFF\xFE{\0\"\0t\0"s, "refused");
    row("C13 utf16_without_mark", "{\0\"\0t\0r\0"s, "refused");
    row("C13 utf32_file", "\xFF\xFE\0\0{\0\0\0"s, "refused");
    row("C13 latin1_file", around(xEvent("\"name\":\"M\xFCller\",\"ts\":20,\"dur\":5")), "3/3 | invalid-utf8 1");
    row("C14 wrong_type_ph", around(R"({"ph":7,"name":"two","pid":1,"tid":1,"ts":20,"dur":5})"),
        "3/2 unknown-phase 1 | unknown-phase 1 wrong-type 1");
    row("C14 wrong_type_name", around(xEvent(R"("name":[],"ts":20,"dur":5)")), "3/3 | wrong-type 1");
    row("C14 wrong_type_args", around(xEvent(R"("name":"two","ts":20,"dur":5,"args":"x")")), "3/3 | wrong-type 1");
    row("C14 wrong_type_ts", around(xEvent(R"("name":"two","ts":{},"dur":5)")),
        "3/2 without-timestamp 1 | bad-number 1 wrong-type 1");
    row("C14 wrong_type_container", R"({"traceEvents": {}})", "refused");
    row("C14 null_container", R"({"traceEvents": null})", "refused");
    row("C15 traceEvents_nested",
        R"({"metadata":{"traceEvents":[1,2]},"traceEvents":[)"
            + xEvent(R"("name":"a","ts":1,"dur":1,"args":{"traceEvents":[{"ph":"X"}]})") + "]}",
        "1/1");
    const std::string blanks(5u << 20, ' ');
    row("C18 slow_whitespace", kOpen + kOne + blanks + "," + blanks + kTwo + blanks + "]" + blanks + "}" + blanks,
        "2/2");
    row("C18 slow_whitespace_array", "[" + blanks + kOne + blanks + "]" + blanks, "1/1");
    row("C16 braces_in_strings", around(xEvent(R"("name":"}],{\"ph\":\"X\"","ts":20,"dur":5)")), "3/3");
    row("C16 braces_in_damaged_string", around(xEvent("\"name\":\"\x01}],{\\\"ph\\\":\\\"X\\\"\",\"ts\":20,\"dur\":5")),
        "3/3 | control-character 1");
    row("C17 mixed_null", kOpen + R"(null, 1, "x", )" + kOne + ", true]}", "5/1 not-an-object 4 | not-an-object 4");
    row("C17 nested_array", kOpen + "[1,[2,3]]," + kOne + "]}", "2/1 not-an-object 1 | not-an-object 1");
}

void TestBadInput::oddTimesRows()
{
    row("D3 ts_int64_edge", around(xEvent(R"("name":"two","ts":9223372036854775,"dur":0)")),
        "3/3 | implausible-time 1");
    row("D3 ts_beyond_int64", around(xEvent(R"("name":"two","ts":9223372036854775808,"dur":1)")),
        "3/3 | time-overflow 1");
    row("D3 ts_below_int64", around(xEvent(R"("name":"two","ts":-9223372036854775808,"dur":1)")),
        "3/3 | time-overflow 1");
    row("D3 ts_two_to_64", around(xEvent(R"("name":"two","ts":18446744073709551616,"dur":1)")),
        "3/3 | time-overflow 1");
    row("D4 ts_plus_dur_overflow", around(xEvent(R"("name":"two","ts":9223372036854775,"dur":86400000000)")),
        "3/3 | time-overflow 1 implausible-time 1");
    row("D5 ts_string", around(xEvent(R"("name":"two","ts":"20","dur":"5")")), "3/3");
    row("D5 ts_string_bad", around(xEvent(R"("name":"two","ts":"100a","dur":5)")),
        "3/2 without-timestamp 1 | bad-number 1");
    row("D6 ts_missing", around(xEvent(R"("name":"two","dur":5)")), "3/2 without-timestamp 1 | missing-timestamp 1");
    row("D6 ts_null", around(xEvent(R"("name":"two","ts":null,"dur":5)")),
        "3/2 without-timestamp 1 | missing-timestamp 1");
    row("D6 ts_missing_on_metadata", around(R"({"ph":"M","name":"process_name","pid":1,"args":{"name":"python"}})"),
        "3/2 metadata 1");
    row("D8 ts_negative", around(xEvent(R"("name":"two","ts":-5,"dur":1)")), "3/3");
    row("D9 dur_negative", around(xEvent(R"("name":"two","ts":20,"dur":-1)")), "3/3 | negative-duration 1");
    row("D10 dur_huge", around(xEvent(R"("name":"two","ts":20,"dur":9.2e15)")), "3/3 | implausible-duration 1");
    row("D11 dur_zero",
        around(xEvent(R"("name":"two","ts":20,"dur":0)") + "," + xEvent(R"("name":"two","ts":20,"dur":0)")), "4/4");
    row("D12 dur_missing", around(xEvent(R"("name":"two","ts":20)")), "3/3 | missing-duration 1");
    row("D12 dur_bad", around(xEvent(R"("name":"two","ts":20,"dur":"soon")")), "3/3 | bad-number 1");
}

void TestBadInput::oddStructureRows()
{
    const auto x = [](const std::string& name, int ts, int dur) {
        return R"({"ph":"X","cat":"kernel","name":")" + name + R"(","pid":0,"tid":7,"ts":)" + std::to_string(ts)
            + R"(,"dur":)" + std::to_string(dur) + R"(,"args":{"stream":7,"device":0}})";
    };
    const auto be = [](char phase, const std::string& name, int ts) {
        return std::string(R"({"ph":")") + phase + R"(","name":")" + name + R"(","pid":1,"tid":1,"ts":)"
            + std::to_string(ts) + "}";
    };
    const auto flow = [](char phase, int id, int ts) {
        return std::string(R"({"ph":")") + phase + R"(","bp":"e","cat":"ac2g","name":"ac2g","id":)" + std::to_string(id)
            + R"(,"pid":1,"tid":1,"ts":)" + std::to_string(ts) + "}";
    };
    row("D14 overlap_same_track", kOpen + x("a", 10, 10) + "," + x("b", 15, 10) + "]}", "2/2 | overlapping-slices 1");
    row("D19 end_without_begin", around(be('E', "a", 20)), "3/2 unmatched-end 1 | unmatched-end 1");
    row("D19 begin_without_end", around(be('B', "a", 40)), "3/3 | unmatched-begin 1");
    row("D19 balanced", around(be('B', "a", 40) + "," + be('E', "a", 50)), "4/4");
    row("D19 crossed_pair", around(be('B', "a", 40) + "," + be('E', "b", 50)), "4/4 | crossed-pair 1");
    row("D20 pid_tid_strings", around(R"({"ph":"X","name":"s","pid":"Spans","tid":"stream 7","ts":20,"dur":1})"),
        "3/3");
    row("D20 pid_tid_odd", around(R"({"ph":"X","name":"s","pid":-1,"tid":9223372036854775808,"ts":20,"dur":1})"),
        "3/3");
    row("D20 pid_tid_missing", around(R"({"ph":"X","name":"s","ts":20,"dur":1})"), "3/3");
    row("D22 device_vs_pid",
        kOpen + x("k", 10, 5) + R"(,{"ph":"X","cat":"cpu_op","name":"op","pid":0,"tid":7,"ts":10,"dur":5}]})", "2/2");
    row("D23 corr_2_64",
        around(
            R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":20,"dur":1,"args":{"correlation":18446744073709551615}})"),
        "3/3");
    row("D24 flow_to_nowhere", around(flow('s', 5, 12)), "3/2 unpaired-flow 1 | unpaired-flow 1");
    row("D24 flow_self", around(flow('s', 5, 12) + "," + flow('f', 5, 12)), "4/4");
    row("D26 steps_odd", around(xEvent(R"("name":"ProfilerStep#999999999999","ts":40,"dur":5)")), "3/3");
    row("D29 counter_strings", around(R"({"ph":"C","name":"c","pid":1,"ts":20,"args":{"a":"x","b":{"c":1}}})"),
        "3/2 counter-without-value 1 | counter-without-value 1");
    row("D29 counter_falls", around(R"({"ph":"C","name":"c","pid":1,"ts":20,"args":{"a":-7.5}})"), "3/3");
    row("D30 unknown_phase", around(R"({"ph":"?","name":"q","pid":1,"tid":1,"ts":20})"),
        "3/2 unknown-phase 1 | unknown-phase 1");
    row("D30 no_phase", around(R"({"name":"q","pid":1,"tid":1,"ts":20})"), "3/2 unknown-phase 1 | unknown-phase 1");
}

void TestBadInput::compressedRows()
{
    const std::string text = kOpen + kOne + "," + kTwo + "]}";
    const std::string good = gzip(text);
    const auto with = [&good](std::size_t fromEnd, char flip) {
        std::string bytes = good;
        bytes[bytes.size() - fromEnd] = static_cast<char>(bytes[bytes.size() - fromEnd] ^ flip);
        return bytes;
    };
    row("E2 gz_bad_crc", with(8, 1), "2/2 | gzip-checksum 1");
    row("E2 gz_bad_isize", with(4, 1), "2/2 | gzip-checksum 1");
    row("E3 gz_trailing_garbage", good + "garbage", "2/2 | data-after-gzip 1");
    row("E3 gz_trailing_1f8b", good + "\x1f\x8b", "2/2 | data-after-gzip 1");
    row("E3 gz_trailing_1f8b_long", good + "\x1f\x8b\x08" + std::string(40, '\xff'), "2/2 | data-after-gzip 1");
    row("E3 gz_zero_padding", good + std::string(512, '\0'), "2/2 | data-after-gzip 1");
    std::string members;
    for (const char c : text)
        members += gzip(std::string_view(&c, 1));
    row("E4 gz_multi_member", members + gzip(""), "2/2");
    row("E6 gz_in_gz", gzip(good), "refused");
    row("E8 zip", "PK\x03\x04 and so on", "refused");
    row("E8 zstd", "\x28\xb5\x2f\xfd and so on", "refused");
    row("E8 xz",
        "\xfd"
        "7zXZ\0 and so on"s,
        "refused");
    row("E8 protobuf", "\x0a\xb3\x01\x10\x05 and so on", "refused");
    row("E8 gz_header_only", good.substr(0, 10), "refused");
    row("E8 gz_magic_only", "\x1f\x8b", "refused");
}

void TestBadInput::refusalsSayWhatTheFileIs_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("word");
    row("empty", "", "empty");
    row("white space", " \n", "white space");
    row("cut", R"({"schemaVersion":1,"devic)", "ends at byte 25");
    row("html", "\n<html>", "HTML");
    row("lfs", "version https://git-lfs.github.com/spec/v1\n", "Git LFS");
    row("python", "{'traceEvents': []}", "single quotes");
    row("ndjson", kOne + "\n" + kTwo, "one event a line");
    row("no events", R"({"schemaVersion":1})", "no traceEvents");
    row("zip", "PK\x03\x04....", "ZIP");
    row("zstd", "\x28\xb5\x2f\xfd....", "Zstandard");
    row("xz",
        "\xfd"
        "7zXZ\0...."s,
        "xz");
    row("protobuf", "\x0a\xb3\x01\x10\x05....", "protobuf");
    row("utf-16", "\xFF\xFE{\0"s, "UTF-16");
    row("utf-32", "\xFF\xFE\0\0{\0\0\0"s, "UTF-32");
    row("twice compressed", gzip(gzip(kOpen + "]}")), "twice");
    row("binary",
        "\x7f"
        "ELF\x02\x01\x01",
        "no JSON");
}

void TestBadInput::refusalsSayWhatTheFileIs()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, word);
    const auto loaded = loadText({ bytes.constData(), static_cast<std::size_t>(bytes.size()) });
    KT_VERIFY_ERROR(loaded, ErrorCode::NotATrace);
    const QByteArray message = QByteArray::fromStdString(english(loaded.error().message));
    QVERIFY2(message.contains(word), message.constData());
    QVERIFY2(message.endsWith('.') && !message.contains('\n'), message.constData());
}

// Names keep their control characters; what shows them makes pictures of them (core/base/display_name.h).
void TestBadInput::namesAreMended_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("name");
    const auto named = [](const char* tag, const std::string& raw, const std::string& name) {
        const std::string text = kOpen + xEvent("\"name\":\"" + raw + "\",\"ts\":20,\"dur\":5") + "]}";
        QTest::newRow(tag) << QByteArray::fromStdString(text) << QByteArray::fromStdString(name);
    };
    named("good", "aten::mm", "aten::mm");
    named("escapes", R"(a\"b\\c\/d\u00e9)", "a\"b\\c/d\xC3\xA9");
    named("pair", R"(\ud83d\ude00)", "\xF0\x9F\x98\x80");
    named("quotes", R"(x = f("a", "b"))", "x = f(\"a\", \"b\")");
    named("backslashes", R"(torch\cuda\__init__.py)", "torch\\cuda\\__init__.py");
    named("line feed", "two\nlines", "two\nlines");
    named("escaped line feed", "two\\nlines", "two\nlines");
    named("control byte", "a\x01z", "a\x01z");
    named("escaped nul", "a\\u0000z", "a\0z"s);
    named("bad utf-8", "a\xB0z", "a\xEF\xBF\xBDz");
    named("lone surrogate", R"(a\uD800z)", "a\xEF\xBF\xBDz");
}

void TestBadInput::namesAreMended()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, name);
    const auto loaded = loadText(bytes.toStdString());
    KT_VERIFY_OK(loaded);
    QCOMPARE(loaded.value()->slices().size(), std::size_t { 1 });
    QCOMPARE(toQString(loaded.value()->name(SliceId { 0u })), QString::fromUtf8(name));
}

void TestBadInput::timesAreExact_data()
{
    QTest::addColumn<QByteArray>("ts");
    QTest::addColumn<QByteArray>("dur");
    QTest::addColumn<qlonglong>("start");
    QTest::addColumn<qlonglong>("length");
    const auto time = [](const char* tag, const char* ts, const char* dur, qlonglong start, qlonglong length) {
        QTest::newRow(tag) << QByteArray(ts) << QByteArray(dur) << start << length;
    };
    time("D1 three decimals", "1700000000123456.789", "1", 1'700'000'000'123'456'789, 1'000);
    time("D1 half a nanosecond", "0.0005", "0.0004", 1, 0);
    time("D1 nearly one", "0.999999", "1.9999", 1'000, 2'000);
    time("D1 negative half", "-0.0005", "1", -1, 1'000);
    time("D2 beyond two to 53", "9007199254740993", "1", 9'007'199'254'740'993'000, 1'000);
    time("D13 sub microsecond", "100.7", "0.2", 100'700, 200);
    time("exponent", "1.5e3", "25E-2", 1'500'000, 250);
    time("as text", "\"12.345\"", "\"1\"", 12'345, 1'000);
    time("at the edge", "9223372036854775.807", "0", std::numeric_limits<qlonglong>::max(), 0);
}

void TestBadInput::timesAreExact()
{
    QFETCH(QByteArray, ts);
    QFETCH(QByteArray, dur);
    QFETCH(qlonglong, start);
    QFETCH(qlonglong, length);
    const auto loaded =
        loadText(kOpen + xEvent("\"name\":\"a\",\"ts\":" + ts.toStdString() + ",\"dur\":" + dur.toStdString()) + "]}");
    KT_VERIFY_OK(loaded);
    const SliceTable& slices = loaded.value()->slices();
    QCOMPARE(slices.size(), std::size_t { 1 });
    QCOMPARE(qlonglong { slices.start[0] }, start);
    QCOMPARE(qlonglong { slices.duration(SliceId { 0u }) }, length);
}

void TestBadInput::largeOnesTakeLinearTime_data()
{
    QTest::addColumn<QByteArray>("unit");
    QTest::addColumn<QByteArray>("separator");
    QTest::addColumn<bool>("isNumbered");
    const auto unit = [](const char* tag, const std::string& element, bool isNumbered = false) {
        QTest::newRow(tag) << QByteArray::fromStdString(element) << QByteArray(",") << isNumbered;
    };
    unit("C9 many_keys", kOne); // see the name's special case below
    unit("C10 many_names", xEvent(R"("name":"n#","ts":#,"dur":1)"), true);
    unit("D16 identical_slices", xEvent(R"("name":"same","ts":10,"dur":5)"));
    unit("D17 nested_slices", xEvent(R"("name":"deep","ts":#,"dur":5000000)"), true);
    unit("D18 reverse_order", xEvent(R"("name":"r","ts":-#,"dur":0)"), true);
    unit("D28 tid_per_event", R"({"ph":"X","cat":"cpu_op","name":"t","pid":1,"tid":#,"ts":1,"dur":1})", true);
    unit("open_begins", R"({"ph":"B","name":"b","pid":1,"tid":1,"ts":#})", true);
    unit("flows_without_end", R"({"ph":"s","cat":"f","name":"f","id":1,"pid":1,"tid":1,"ts":#})", true);
    unit("same_correlation",
        R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":#,"dur":1,"args":{"correlation":1}})", true);
    unit("overlaps", R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":#,"dur":1000})", true);
    unit("damaged", R"({"ph":"X","name":"a" "ts":1})");
    unit("open_objects", "{");
    unit("open_strings", "{\"ph\":\"X\",\"name\":\"");
    unit("deep args that never close", "{\"ph\":\"X\",\"args\":" + std::string(70, '['));
    QTest::newRow("documents inside documents") << QByteArray("{\"traceEvents\":[") << QByteArray() << false;
    QTest::newRow("events inside events") << QByteArray("{\"ph\":") << QByteArray("\n") << false;
}

void TestBadInput::largeOnesTakeLinearTime()
{
    QFETCH(QByteArray, unit);
    QFETCH(QByteArray, separator);
    QFETCH(bool, isNumbered);
    const bool isKeys = QByteArray(QTest::currentDataTag()).startsWith("C9");
    const auto msOf = [&](int count) {
        std::string text =
            isKeys ? kOpen + R"({"ph":"X","cat":"cpu_op","name":"k","pid":1,"tid":1,"ts":1,"dur":1,"args":{)" : kOpen;
        for (int i = 0; i < count; ++i) {
            if (i > 0)
                text += separator.toStdString();
            QByteArray element = isKeys ? "\"k" + QByteArray::number(i) + "\":1" : unit;
            if (isNumbered)
                element.replace('#', QByteArray::number(i));
            text.append(element.constData(), static_cast<std::size_t>(element.size()));
        }
        text += isKeys ? "}}]}" : "]}";
        QElapsedTimer timer;
        timer.start();
        const auto loaded = loadText(text);
        return isAccountedFor(loaded) ? timer.elapsed() : -1;
    };
    const qint64 some = msOf(5'000);
    const qint64 more = msOf(50'000);
    QVERIFY(some >= 0 && more >= 0);
    // Quadratic work would be a hundred times as much; the constant covers a busy machine.
    QVERIFY2(more < 40 * some + 2'000, qPrintable(QStringLiteral("%1 ms, then %2 ms").arg(some).arg(more)));
}

QTEST_GUILESS_MAIN(TestBadInput)
#include "tst_bad_input.moc"
