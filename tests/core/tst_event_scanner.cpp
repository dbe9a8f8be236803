// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/bytes/byte_scan.h"
#include "core/io/events/event_decoder.h"
#include "core/io/events/event_scanner.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"

#include <QByteArray>
#include <QObject>
#include <QRegularExpression>
#include <QString>
#include <QStringLiteral>
#include <QTest>

#include <zlib.h>

#include <filesystem>
#include <random>
#include <string>

using namespace kinetoscope;

namespace {

constexpr std::size_t kDepth = 64;

/// Everything a RawEvent says, as text: two readers agree when their texts are equal.
std::string describe(const RawEvent& event)
{
    std::string out;
    const auto text = [&](Field field, const char* name, std::string_view value) {
        if (event.has(field))
            out += std::string(name) + "=<" + std::string(value) + "> ";
    };
    const auto number = [&](Field field, const char* name, std::int64_t value) {
        if (event.has(field))
            out += std::string(name) + "=" + std::to_string(value) + " ";
    };
    text(Field::Name, "name", event.name);
    text(Field::Category, "cat", event.category);
    text(Field::Phase, "ph", event.phase);
    text(Field::Pid, "pid", event.pid);
    text(Field::Tid, "tid", event.tid);
    text(Field::Id, "id", event.id);
    text(Field::Args, "args", event.argsText);
    text(Field::CollectiveName, "collective", event.collectiveName);
    text(Field::ProcessGroup, "group", event.processGroup);
    number(Field::Ts, "ts", event.ts);
    number(Field::Dur, "dur", event.dur);
    number(Field::Stream, "stream", event.stream);
    number(Field::Device, "device", event.device);
    number(Field::Correlation, "correlation", event.correlation);
    number(Field::Bytes, "bytes", event.bytes);
    number(Field::Sequence, "sequence", event.sequence);
    number(Field::FwdThread, "fwd", event.fwdThread);
    number(Field::WaitOnStream, "wait", event.waitOnStream);
    number(Field::WaitOnRecordCorrelation, "record", event.waitOnRecordCorrelation);
    if (event.has(Field::Bandwidth))
        out += "bandwidth=" + std::to_string(event.bandwidth) + ' ';
    out += "flags=" + std::to_string(event.flags) + (event.hasFractionalTs ? " fractional" : "");
    return out;
}

std::string padded(std::string_view text)
{
    std::string buffer(text);
    buffer.append(kScanPadding, '\0');
    return buffer;
}

struct Read {
    bool accepted = false;
    std::size_t consumed = 0;
    std::string description;
};

Read scan(std::string_view text)
{
    const std::string buffer = padded(text);
    RawEvent event;
    const char* const next = scanEvent(buffer.data(), buffer.data() + text.size(), kDepth, event);
    return { next != nullptr, next ? static_cast<std::size_t>(next - buffer.data()) : 0,
        next ? describe(event) : std::string() };
}

Read decode(std::string_view text)
{
    EventDecoder decoder(kDepth);
    RawEvent event;
    const EventDecoder::Outcome outcome = decoder.decode(text, event);
    const bool ok = outcome.status == EventDecoder::Status::Ok;
    return { ok, outcome.consumed, ok ? describe(event) : std::string() };
}

/// Where the scanner accepts, the authority must accept the same bytes and read the same.
void compare(std::string_view text)
{
    const Read fast = scan(text);
    if (!fast.accepted)
        return;
    const Read sure = decode(text);
    const QByteArray context(text.data(), static_cast<qsizetype>(std::min<std::size_t>(text.size(), 300)));
    QVERIFY2(sure.accepted, context.constData());
    QVERIFY2(fast.consumed == sure.consumed, context.constData());
    if (fast.description != sure.description)
        QFAIL(qPrintable(QStringLiteral("scanner: %1\ndecoder: %2")
                             .arg(QString::fromStdString(fast.description), QString::fromStdString(sure.description))));
}

std::string readAll(const std::string& path)
{
    gzFile file = gzopen(path.c_str(), "rb"); // also reads plain files
    std::string text;
    std::string piece(1 << 20, '\0');
    for (int got = 0; (got = gzread(file, piece.data(), static_cast<unsigned>(piece.size()))) > 0;)
        text.append(piece, 0, static_cast<std::size_t>(got));
    gzclose(file);
    return text;
}

} // namespace

class TestEventScanner : public QObject {
    Q_OBJECT
private slots:
    void accepts_data();
    void accepts();
    void declines_data();
    void declines();
    void declinesEveryPrefix();
    void lastOfEqualKeysCounts_data();
    void lastOfEqualKeysCounts();
    void equalKeysReadAsIfOnlyTheLastWereThere();
    void agreesWithTheDecoderOnRandomEvents();
    void agreesWithTheDecoderOnSharedTraces_data();
    void agreesWithTheDecoderOnSharedTraces();
};

void TestEventScanner::accepts_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("kernel, Kineto's spelling") << QByteArray(R"({
    "ph": "X", "cat": "kernel", "name": "gemm<float, 4>", "pid": 0, "tid": 7,
    "ts": 1712195495519689.813, "dur": 12.5,
    "args": {
      "queued": 0, "device": 1, "context": 1,
      "stream": 7, "correlation": 4321,
      "grid": [1, 2, 3], "shared memory": 0
    }
  })") << QByteArray("name=<gemm<float, 4>> cat=<kernel> ph=<X> pid=<0> tid=<7> ");
    QTest::newRow("minified") << QByteArray(R"({"ph":"X","name":"a","pid":1,"tid":"Spans","ts":1,"dur":2})")
                              << QByteArray("name=<a> ph=<X> pid=<1> tid=<Spans> ts=1000 dur=2000 flags=0");
    QTest::newRow("empty object") << QByteArray("{}") << QByteArray("flags=0");
    QTest::newRow("empty args") << QByteArray(R"({"ph":"M","args":{}})") << QByteArray("ph=<M> args=<{}> flags=0");
    QTest::newRow("quoted time") << QByteArray(R"({"ts":"300"})") << QByteArray("ts=300000 flags=0");
    QTest::newRow("stream as text") << QByteArray(R"({"args":{"stream":"7"}})")
                                    << QByteArray(R"(args=<{"stream":"7"}> stream=7 flags=0)");
    QTest::newRow("stream as hex is none")
        << QByteArray(R"({"args":{"stream":"0x0"}})") << QByteArray(R"(args=<{"stream":"0x0"}> flags=0)");
    QTest::newRow("negative duration") << QByteArray(R"({"ts":5,"dur":-1})") << QByteArray("ts=5000 dur=1000 flags=16");
    QTest::newRow("wanted key inside a nested object does not count")
        << QByteArray(R"({"args":{"x":{"stream":3}}})") << QByteArray(R"(args=<{"x":{"stream":3}}> flags=0)");
    QTest::newRow("UTF-8 name") << QByteArray("{\"name\":\"\xE2\x82\xAC\"}")
                                << QByteArray("name=<\xE2\x82\xAC> flags=0");
    QTest::newRow("brackets and escapes in unwanted strings")
        << QByteArray(R"({"args":{"Call stack":"f(\"x\") }],{ \\"},"ph":"X"})")
        << QByteArray(R"(ph=<X> args=<{"Call stack":"f(\"x\") }],{ \\"}> flags=0)");
}

void TestEventScanner::accepts()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const std::string_view view(text.constData(), static_cast<std::size_t>(text.size()));
    const Read read = scan(view);
    QVERIFY(read.accepted);
    QCOMPARE(read.consumed, view.size());
    QVERIFY2(QByteArray::fromStdString(read.description).startsWith(expected), read.description.c_str());
    compare(view);
}

void TestEventScanner::declines_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("escape in a name") << QByteArray(R"({"name":"a\n"})");
    QTest::newRow("control byte in a name") << QByteArray("{\"name\":\"a\nb\"}");
    QTest::newRow("bad UTF-8 in a name") << QByteArray("{\"name\":\"\xB0\x80\"}");
    QTest::newRow("bad UTF-8 in a key") << QByteArray("{\"args\":{\"\xB0\":1}}");
    QTest::newRow("bad UTF-8 in a key nobody wants") << QByteArray("{\"\xB0\":1}");
    QTest::newRow("bad UTF-8 in a value nobody wants") << QByteArray("{\"args\":{\"module\":\"\xED\xA0\x80\"}}");
    QTest::newRow("bad UTF-8 deep in a list") << QByteArray("{\"args\":{\"shapes\":[[{\"a\":\"\xC3\"}]]}}");
    QTest::newRow("counter") << QByteArray(R"({"ph":"C","args":{"a":1}})");
    QTest::newRow("control byte in a thread's name") << QByteArray("{\"ph\":\"M\",\"args\":{\"name\":\"a\tb\"}}");
    QTest::newRow("key twice") << QByteArray(R"({"ts":1,"ts":2})");
    QTest::newRow("argument twice") << QByteArray(R"({"args":{"bytes":1,"bytes":2}})");
    QTest::newRow("NaN") << QByteArray(R"({"args":{"x":NaN}})");
    QTest::newRow("nan") << QByteArray(R"({"dur":nan})");
    QTest::newRow("leading zero") << QByteArray(R"({"ts":01})");
    QTest::newRow("plus") << QByteArray(R"({"ts":+1})");
    QTest::newRow("missing colon") << QByteArray(R"({"ts" 1})");
    QTest::newRow("missing comma") << QByteArray(R"({"ts":1 "dur":2})");
    QTest::newRow("trailing comma") << QByteArray(R"({"ts":1,})");
    QTest::newRow("surplus comma in args") << QByteArray(R"({"args":{"a":1,,"b":2}})");
    QTest::newRow("name is an array") << QByteArray(R"({"name":[]})");
    QTest::newRow("args is a text") << QByteArray(R"({"args":"x"})");
    QTest::newRow("too deep") << QByteArray("{\"args\":{\"x\":" + QByteArray(70, '[') + QByteArray(70, ']') + "}}");
    QTest::newRow("id2") << QByteArray(R"({"id2":{"local":"0x1"}})");
    QTest::newRow("lost quote") << QByteArray(R"({"pid":1, tid": 0})");
    QTest::newRow("single quotes") << QByteArray(R"({'ph': 'X'})");
}

void TestEventScanner::declines()
{
    QFETCH(QByteArray, text);
    QVERIFY(!scan({ text.constData(), static_cast<std::size_t>(text.size()) }).accepted);
}

void TestEventScanner::declinesEveryPrefix()
{
    const std::string text =
        R"({"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy", "ts": 1.5e2, "args": {"bytes": 12, "g": [1, {"a": "\""}]}, "id": true})";
    for (std::size_t length = 0; length < text.size(); ++length)
        QVERIFY2(!scan(std::string_view(text).substr(0, length)).accepted, text.substr(0, length).c_str());
}

void TestEventScanner::lastOfEqualKeysCounts_data()
{
    // What JSON.parse of JavaScript and json.loads of Python make of them.
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("time") << QByteArray(R"({"ts":1,"ts":2})") << QByteArray("ts=2000 flags=0");
    QTest::newRow("bad time first") << QByteArray(R"({"ts":"soon","ts":2})") << QByteArray("ts=2000 flags=0");
    QTest::newRow("fraction first") << QByteArray(R"({"ts":0.5,"ts":2})") << QByteArray("ts=2000 flags=0");
    QTest::newRow("null last") << QByteArray(R"({"name":"a","name":null})") << QByteArray("flags=0");
    QTest::newRow("list last") << QByteArray(R"({"name":"a","name":[]})") << QByteArray("flags=0");
    QTest::newRow("clamped duration first")
        << QByteArray(R"({"dur":1e30,"ts":1,"dur":3})") << QByteArray("ts=1000 dur=3000 flags=0");
    QTest::newRow("clamped time stays") << QByteArray(R"({"ts":1e30,"dur":-1,"dur":3})")
                                        << QByteArray("ts=9223372036854775807 dur=3000 flags=8 fractional");
    QTest::newRow("bind point") << QByteArray(R"({"bp":"e","bp":"x"})") << QByteArray("flags=0");
    QTest::newRow("argument") << QByteArray(R"({"args":{"bytes":1,"bytes":2}})")
                              << QByteArray(R"(args=<{"bytes":1,"bytes":2}> bytes=2 flags=0)");
    QTest::newRow("argument, list last") << QByteArray(R"({"args":{"bytes":1,"bytes":[]}})")
                                         << QByteArray(R"(args=<{"bytes":1,"bytes":[]}> flags=0)");
    QTest::newRow("args") << QByteArray(R"({"args":{"bytes":1,"stream":7},"args":{"stream":8}})")
                          << QByteArray(R"(args=<{"stream":8}> stream=8 flags=0)");
    QTest::newRow("args, text last") << QByteArray(R"({"args":{"bytes":1},"args":"x"})") << QByteArray("flags=0");
    QTest::newRow("id") << QByteArray(R"({"id":1,"id":2})") << QByteArray("id=<2> flags=0");
    QTest::newRow("id before id2") << QByteArray(R"({"id":1,"id2":{"local":2}})") << QByteArray("id=<1> flags=0");
    QTest::newRow("id behind id2") << QByteArray(R"({"id2":{"local":2},"id":1})") << QByteArray("id=<1> flags=0");
    QTest::newRow("id2") << QByteArray(R"({"id2":{"local":2},"id2":{"global":3}})") << QByteArray("id=<3> flags=0");
    QTest::newRow("inside id2") << QByteArray(R"({"id2":{"local":2,"local":3,"global":4}})")
                                << QByteArray("id=<3> flags=0");
}

void TestEventScanner::lastOfEqualKeysCounts()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const Read read = decode({ text.constData(), static_cast<std::size_t>(text.size()) });
    QVERIFY(read.accepted);
    QCOMPARE(QByteArray::fromStdString(read.description), expected);
    compare({ text.constData(), static_cast<std::size_t>(text.size()) });
}

void TestEventScanner::equalKeysReadAsIfOnlyTheLastWereThere()
{
    using Members = std::vector<std::pair<std::string, std::string>>;
    const Members topLevel = { { "name", R"("a")" }, { "name", "[1]" }, { "ts", "1.5" }, { "ts", R"("x")" },
        { "ts", "1e40" }, { "dur", "-3" }, { "dur", "7" }, { "dur", "true" }, { "dur", "1e40" }, { "pid", "1" },
        { "pid", "null" }, { "tid", R"("t")" }, { "tid", "{}" }, { "ph", R"("X")" }, { "ph", "3" }, { "cat", R"("k")" },
        { "bp", R"("e")" }, { "id", "5" }, { "id", R"("0x1")" }, { "other", "1" } };
    const Members arguments = { { "bytes", "1" }, { "bytes", R"("x")" }, { "bytes", "[2]" }, { "stream", "7" },
        { "stream", "8" }, { "device", "null" }, { "device", "0" }, { "Collective name", R"("allreduce")" },
        { "Collective name", "3" }, { "correlation", "12" }, { "correlation", R"("13")" } };
    std::mt19937 random(5);
    const auto pick = [&random](const Members& from) {
        Members picked;
        for (auto count = random() % 6; count > 0; --count)
            picked.push_back(from[random() % from.size()]);
        return picked;
    };
    // The slow reader: an object without all but the last of its equal keys.
    const auto onlyLast = [](const Members& members) {
        Members kept;
        for (std::size_t i = 0; i < members.size(); ++i) {
            const bool comesAgain = std::any_of(members.begin() + static_cast<std::ptrdiff_t>(i) + 1, members.end(),
                [&](const auto& later) { return later.first == members[i].first; });
            if (!comesAgain)
                kept.push_back(members[i]);
        }
        return kept;
    };
    const auto join = [](const Members& members) {
        std::string text = "{";
        for (const auto& [key, value] : members)
            text += (text.size() > 1 ? ",\"" : "\"") + key + "\":" + value;
        return text + '}';
    };
    const auto withoutArgs = [](const std::string& description) {
        const std::size_t begin = description.find("args=<"); // the text as written differs
        const std::size_t end = description.find("}> ", begin == std::string::npos ? 0 : begin);
        return begin == std::string::npos ? description : description.substr(0, begin) + description.substr(end + 3);
    };
    for (int round = 0; round < 20'000; ++round) {
        Members members = pick(topLevel);
        Members once = members;
        for (auto count = random() % 3; count > 0; --count) {
            const Members args = pick(arguments);
            const auto at = static_cast<std::ptrdiff_t>(random() % (members.size() + 1));
            members.insert(members.begin() + at, { "args", join(args) });
            once.insert(once.begin() + at, { "args", join(onlyLast(args)) });
        }
        const std::string text = join(members);
        const Read twice = decode(text);
        const Read expected = decode(join(onlyLast(once)));
        QVERIFY2(twice.accepted && expected.accepted, text.c_str());
        QCOMPARE(withoutArgs(twice.description), withoutArgs(expected.description));
        compare(text);
    }
}

void TestEventScanner::agreesWithTheDecoderOnRandomEvents()
{
    // Events from pieces, then damaged at random: the scanner must never accept what the authority reads otherwise.
    const std::vector<std::string> members = { R"("ph": "X")", R"("cat":"cpu_op")", R"("name" : "aten::mm")",
        R"("ts": 12.345)", R"("ts": "7")", R"("dur": 1e1)", R"("pid": "Spans")", R"("tid": -1)", R"("id": 12)",
        R"("id": "0x3f")", R"("bp": "e")", R"("args": {"stream": 7, "device": 0})",
        R"~("args": {"Input Dims": [[1, 2], []], "bytes": 5.0, "memory bandwidth (GB/s)": 1.25e2})~",
        R"("args": {"Collective name": "allreduce", "x": null})", R"("other": {"a": [1, {"ph": "Y"}]})", R"("s": "g")",
        R"("cname": null)", R"("dur": true)", "\"name\": \"\xC3\xA9\"", R"("name": "\u00e9")" };
    std::mt19937 random(11);
    for (int round = 0; round < 20000; ++round) {
        std::string text = "{";
        const auto count = random() % 7;
        for (unsigned i = 0; i < count; ++i)
            text += (i ? (random() % 2 ? "," : ",\n  ") : "") + members[random() % members.size()];
        text += "}";
        if (round % 2 == 1) {
            const std::string noise = "\"\\{}[],: \n0-.eEnatrue\x01\xff";
            for (auto edits = 1 + random() % 2; edits > 0; --edits) {
                const std::size_t at = random() % text.size();
                if (random() % 3 == 0)
                    text.erase(at, 1);
                else
                    text[at] = noise[random() % noise.size()];
                if (text.empty() || text.front() != '{')
                    text.insert(0, 1, '{');
            }
        }
        // Two things the scanner takes and the authority does not: what is nested under unwanted keys (it is skipped,
        // not examined), and exponents beyond a double (RapidJSON refuses the document; we clamp the time).
        const Read fast = scan(text);
        const Read sure = decode(text);
        if (fast.accepted && !sure.accepted) {
            const bool hasHugeExponent =
                QRegularExpression(QStringLiteral("e\\d\\d\\d")).match(QString::fromLatin1(text.c_str())).hasMatch();
            const QByteArray bytes = QByteArray::fromStdString(text);
            const bool hasNested = hasHugeExponent || bytes.count('{') - 1 > bytes.count("\"args\": {")
                || text.find('[') != std::string::npos || text.find("\"other\"") != std::string::npos
                || text.find('\\') != std::string::npos || text.find('\x01') != std::string::npos
                || std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; })
                || text.find('\n') != std::string::npos;
            QVERIFY2(hasNested, text.c_str());
            continue;
        }
        if (fast.accepted)
            QVERIFY2(fast.description == sure.description && fast.consumed == sure.consumed, text.c_str());
    }
}

void TestEventScanner::agreesWithTheDecoderOnSharedTraces_data()
{
    QTest::addColumn<QString>("path");
    const std::filesystem::path folder = KINETOSCOPE_SOURCE_DIR "/../shared/traces";
    if (!std::filesystem::is_directory(folder)) {
        QTest::newRow("absent") << QString();
        return;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        // The largest ones add minutes and no new shape.
        if (entry.is_regular_file() && entry.path().extension() != ".md" && entry.file_size() < 800'000)
            QTest::newRow(entry.path().filename().c_str()) << QString::fromStdString(entry.path().string());
    }
}

void TestEventScanner::agreesWithTheDecoderOnSharedTraces()
{
    QFETCH(QString, path);
    if (path.isEmpty())
        QSKIP("The folder of shared traces is not beside the project: nothing to compare.");
    const std::string text = padded(readAll(path.toStdString()));
    const char* const end = text.data() + text.size() - kScanPadding;
    const std::size_t events = text.find("\"traceEvents\"");
    const char* p = text.data() + (events == std::string::npos ? 0 : events);
    // Every '{' is a candidate, whether an event begins there or not.
    for (; p < end; ++p) {
        p = static_cast<const char*>(std::memchr(p, '{', static_cast<std::size_t>(end - p)));
        if (!p)
            break;
        RawEvent fastEvent;
        const char* const next = scanEvent(p, end, kDepth, fastEvent);
        if (!next)
            continue;
        EventDecoder decoder(kDepth);
        RawEvent sureEvent;
        const EventDecoder::Outcome outcome = decoder.decode({ p, static_cast<std::size_t>(end - p) }, sureEvent);
        const std::string context(p, std::min<std::size_t>(200, static_cast<std::size_t>(end - p)));
        QVERIFY2(outcome.status == EventDecoder::Status::Ok, context.c_str());
        QVERIFY2(outcome.consumed == static_cast<std::size_t>(next - p), context.c_str());
        QCOMPARE(describe(fastEvent), describe(sureEvent));
        p = next - 1;
    }
}

QTEST_GUILESS_MAIN(TestEventScanner)
#include "tst_event_scanner.moc"
