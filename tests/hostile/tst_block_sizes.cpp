// SPDX-License-Identifier: GPL-3.0-or-later
// One trace, one result: whatever the block size, the number of threads, the compression, the engine that inflates.
#include "core/words/english.h"
#include "tests/support/dump_trace.h"
#include "tests/support/load_text.h"
#include "tests/support/long_tests.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;

class TestBlockSizes : public QObject {
    Q_OBJECT

private slots:
    void sameTraceFromAnyBlocks_data();
    void sameTraceFromAnyBlocks();
    void sameTraceFromPublicFiles();
    void sameTraceFromDamagedGzip_data();
    void sameTraceFromDamagedGzip();
    void sameTraceFromGzipCutAnywhere();
    void sameReaderFromAnyBlocks();
    void sameExamplesFromAnyBlocks();
    void sameLimitOfAnEventFromAnyBlocks();
    void sameGzipRatioFromAnyBlocks();
};

namespace {

std::string inMembers(std::string_view text, std::size_t bytes)
{
    std::string out;
    for (std::size_t at = 0; at < text.size(); at += bytes)
        out += gzip(text.substr(at, bytes));
    return out + gzip("");
}

/// Blocks of a few bytes make every event span hundreds of them: only for short texts.
std::vector<std::size_t> blockSizes(std::size_t textBytes)
{
    std::vector<std::size_t> sizes { std::size_t { 1 } << 20, 4096, 1013, 64 };
    if (textBytes < 5'000)
        sizes.insert(sizes.end(), { 7, 3, 2, 1 });
    return sizes;
}

/// A few events of every shape, with damage of every kind between them.
std::string shortText()
{
    TraceText trace;
    trace.step(1, 0_us, 100_us)
        .op("aten::mm", 10_us, 50_us)
        .launch(20_us, 5_us, 77)
        .kernel("gemm", 40_us, 30_us, 7, 77);
    trace.flow('s', "ac2g", 77, 100, 100, 20_us).flow('f', "ac2g", 77, 0, 7, 40_us);
    trace.raw(R"~({"ph":"X","name":"f("a", "b")","pid":1,"tid":1,"ts":1,"dur":2})~");
    trace.raw("{\"ph\":\"X\",\"name\":\"C:\\x\xff\n\",\"pid\":1,\"tid\":1,\"ts\":\"1.5\",\"dur\":2}");
    trace.raw(R"({"ph":"C","name":"clock","pid":1,"ts":3,"args":{"MHz":nan,"other":7.25}})");
    trace.raw(R"({"ph":"X" "name":"lost","ts":3})").raw("null").raw("[1, [2]]").raw("[").raw("{\"ph\":\"X\",\"na");
    trace.op("after", 60_us, 1_us).memory(70_us, 512, 1024).bottom("traceName", R"("x")");
    return trace.text();
}

/// A block that holds all of a short text.
constexpr std::size_t kWhole = std::size_t { 16 } << 10;

std::string outcomeOf(const std::string& path, const LoadOptions& options)
{
    const auto loaded = loadTrace(path, options, Progress {});
    return loaded ? dumpTrace(*loaded.value()) : english(loaded.error().message);
}

LoadOptions withBlocks(std::size_t blockBytes, bool useIsal = true)
{
    LoadOptions options = testLoadOptions();
    options.blockBytes = blockBytes;
    options.useIsal = useIsal;
    return options;
}

} // namespace

void TestBlockSizes::sameTraceFromAnyBlocks_data()
{
    QTest::addColumn<QByteArray>("seedText");
    GeneratorOptions options;
    options.layers = 1;
    options.steps = 1;
    const std::string good = generateTrace(options);
    const auto add = [](const char* name, const std::string& text) {
        QTest::newRow(name) << QByteArray::fromStdString(text);
    };
    add("good", good);
    add("cut", damage(good, Defect::CutShort));
    add("not closed", damage(good, Defect::NoClosingBracket));
    add("trailing comma", damage(good, Defect::TrailingComma));
    add("missing comma", damage(good, Defect::MissingComma));
    add("raw newline", damage(good, Defect::RawNewlineInName));
    add("bad utf-8", damage(good, Defect::BadUtf8InName));
    add("quotes", damage(good, Defect::QuoteInName));
    add("backslashes", damage(good, Defect::BackslashInName));
    add("nan", damage(good, Defect::LowerCaseNan));
    add("negative duration", damage(good, Defect::NegativeDuration));
    add("overlapping kernels", damage(good, Defect::OverlappingKernels));
    std::string twice = damage(damage(good, Defect::QuoteInName), Defect::MissingComma);
    twice.insert(twice.size() / 3, "\"");
    twice.insert(twice.size() / 4, std::string(300, '\0'));
    add("several at once", twice);
    add("short", shortText());
    add("short and cut", shortText().substr(0, 1500));
    add("damaged at the end, with much behind it",
        TraceText().op("a", 0_us, 5_us).raw("@ {}").bottom("note", '"' + std::string(700, 'x') + '"').text());
    add("bare array",
        TraceText(LayoutStyle::Compact)
            .op("a", 0_us, 5_us)
            .op("b", 6_us, 2_us)
            .op("}],{\"ph\":\"X\"", 9_us, 1_us)
            .array());
}

void TestBlockSizes::sameTraceFromAnyBlocks()
{
    QFETCH(QByteArray, seedText);
    const std::string text = seedText.toStdString();
    const TempDir folder;
    const std::string plain = folder.write("plain.json", text);
    const std::string compressed = folder.write("compressed.json", gzip(text));
    const std::string members = folder.write("members.json", inMembers(text, 997));
    std::string expected;
    for (const std::size_t blockBytes : blockSizes(text.size())) {
        for (const std::string& path : { plain, compressed, members }) {
            for (const bool useIsal : { false, true }) {
                if (useIsal && path == plain)
                    continue;
                LoadOptions options;
                options.blockBytes = blockBytes;
                options.useIsal = useIsal;
                options.workers = blockBytes == 64 ? 3 : 1;
                const auto loaded = loadTrace(path, options, Progress {});
                KT_VERIFY_OK(loaded);
                const std::string dump = dumpTrace(*loaded.value());
                if (expected.empty())
                    expected = dump;
                const QByteArray difference = firstDifference(dump, expected);
                QVERIFY2(difference.isEmpty(),
                    (QByteArray::fromStdString(path) + " blocks of " + QByteArray::number(qulonglong(blockBytes)) + ": "
                        + difference)
                        .constData());
            }
        }
    }
}

void TestBlockSizes::sameTraceFromPublicFiles()
{
    KT_REQUIRE_SHARED(QStringLiteral("traces"));
    for (const char* const name : { "traces/cp_event_sync/event_sync_trace.json.gz",
             "traces/kineto_gpu_metrics/gpu_metrics_input.json", "traces/broken_made/deep_args_900.json",
             "traces/chrome_edge/out-of-order.json", "traces/streams_same_priority/same_priority_streams.json.gz" }) {
        const std::string path = sharedPath(QString::fromUtf8(name)).toStdString();
        std::string expected;
        for (const std::size_t blockBytes : { std::size_t { 2 } << 20, std::size_t { 5000 }, std::size_t { 61 } }) {
            LoadOptions options;
            options.blockBytes = blockBytes;
            options.useIsal = blockBytes != 5000;
            options.workers = blockBytes == 61 ? 1 : 3;
            const auto loaded = loadTrace(path, options, Progress {});
            KT_VERIFY_OK(loaded);
            const std::string dump = dumpTrace(*loaded.value());
            if (expected.empty())
                expected = dump;
            KT_COMPARE_TEXT(dump, expected);
        }
    }
}

void TestBlockSizes::sameTraceFromDamagedGzip_data()
{
    QTest::addColumn<QByteArray>("packed");
    QTest::addColumn<int>("pattern");
    const std::string text = shortText();
    const auto add = [](const char* name, const std::string& packed, int pattern) {
        QTest::newRow(name) << QByteArray(packed.data(), static_cast<qsizetype>(packed.size())) << pattern;
    };
    add("one member", gzip(text), 0x01);
    add("two members", gzip(text.substr(0, 700)) + gzip(text.substr(700)), 0x55);
}

/// Damage that ISA-L sees later than zlib, or not at all: zlib decides, whatever was given out before.
void TestBlockSizes::sameTraceFromDamagedGzip()
{
    QFETCH(QByteArray, packed);
    QFETCH(int, pattern);
    const TempDir folder;
    for (qsizetype position = 0; position < packed.size(); position += sanitizedStride()) {
        QByteArray damaged = packed;
        damaged[position] = static_cast<char>(damaged[position] ^ pattern);
        const std::string path = folder.write("t.json", damaged.toStdString());
        const std::string expected = outcomeOf(path, withBlocks(kWhole, false));
        for (const auto& [blockBytes, useIsal] :
            { std::pair { std::size_t { 97 }, false }, { std::size_t { 97 }, true }, { kWhole, true } }) {
            const QByteArray difference = firstDifference(outcomeOf(path, withBlocks(blockBytes, useIsal)), expected);
            QVERIFY2(difference.isEmpty(),
                (QByteArray("byte ") + QByteArray::number(position) + (useIsal ? " ISA-L " : " zlib ")
                    + QByteArray::number(qulonglong(blockBytes)) + ": " + difference)
                    .constData());
        }
    }
}

/// The last match of a cut file goes on where there is no input left.
void TestBlockSizes::sameTraceFromGzipCutAnywhere()
{
    const std::string packed = gzip(
        R"({"traceEvents":[{"ph":"X","name":")" + std::string(900, 'a') + R"(","pid":1,"tid":1,"ts":1,"dur":2}]})");
    const TempDir folder;
    for (std::size_t length = 18; length < packed.size(); length += sanitizedStride()) {
        const std::string path = folder.write("t.json", packed.substr(0, length));
        const std::string expected = outcomeOf(path, withBlocks(kWhole, false));
        for (const bool useIsal : { false, true })
            KT_COMPARE_TEXT(outcomeOf(path, withBlocks(1, useIsal)), expected);
    }
}

/// The scanner takes in `s` what the decoder calls damage: who reads the event must not depend on where a block ends.
void TestBlockSizes::sameReaderFromAnyBlocks()
{
    const TempDir folder;
    const std::string path = folder.write("t.json",
        R"({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2,"s":{"x":9,
{"ph":"i","name":"b"},2,3}},
{"ph":"X","name":"c","pid":1,"tid":1,"ts":5,"dur":2}]})");
    const std::string expected = outcomeOf(path, withBlocks(1 << 20));
    for (std::size_t blockBytes = 1; blockBytes < 200; ++blockBytes)
        KT_COMPARE_TEXT(outcomeOf(path, withBlocks(blockBytes)), expected);
}

/// A block may end a few bytes behind the beginning of an example, or a few before its end.
void TestBlockSizes::sameExamplesFromAnyBlocks()
{
    const TempDir folder;
    const std::string path = folder.write("t.json",
        R"({"traceEvents":["an element that is no object", {"ph":7,"name":"of a wrong type"},
{"ph":"X","name":")"
            + std::string(300, 'a') + R"(","pid":1,"tid":1,"ts":1,"dur":2}]})");
    const std::string expected = outcomeOf(path, withBlocks(1 << 20));
    for (std::size_t blockBytes = 1; blockBytes < 300; ++blockBytes)
        KT_COMPARE_TEXT(outcomeOf(path, withBlocks(blockBytes)), expected);
}

void TestBlockSizes::sameLimitOfAnEventFromAnyBlocks()
{
    const auto event = [](std::size_t bytes) {
        const std::string text = R"({"ph":"X","pid":1,"tid":1,"ts":1,"dur":2,"name":"")";
        return std::string(text).insert(text.size() - 1, std::string(bytes - text.size() - 1, 'a')) + '}';
    };
    const std::string damaged = R"({"ph":"X","name":"a)" + std::string(500, 'a') + R"(","ts":1,,"x" 2})";
    const TempDir folder;
    const std::string path = folder.write("t.json",
        "{\"traceEvents\":[" + event(200) + ',' + std::string(450, '#') + ",\n" + event(400) + ',' + event(401) + ','
            + event(900) + ',' + damaged + ",\"" + std::string(500, 'b') + "\"," + event(300) + "]}");
    LoadOptions options = withBlocks(1 << 20);
    options.limits.eventBytes = 400;
    const auto loaded = loadTrace(path, options, Progress {});
    KT_VERIFY_OK(loaded);
    QCOMPARE((*loaded)->report().drawable, std::uint64_t { 3 });
    QCOMPARE((*loaded)->report().entry(Problem::TooLong).count, std::uint64_t { 4 });
    const std::string expected = dumpTrace(**loaded);
    for (const std::size_t blockBytes : std::initializer_list<std::size_t> { 1, 61, 350, 450, 1000, 2000 }) {
        options.blockBytes = blockBytes;
        KT_COMPARE_TEXT(outcomeOf(path, options), expected);
    }
}

void TestBlockSizes::sameGzipRatioFromAnyBlocks()
{
    const TempDir folder;
    const std::string path = folder.write("t.json", gzip("{\"traceEvents\":[" + std::string(4 << 20, ' ') + "]}"));
    std::string expected;
    for (const std::size_t blockBytes : std::initializer_list<std::size_t> { 1 << 20, 5000, 700'000 }) {
        for (const bool useIsal : { false, true }) {
            LoadOptions options = withBlocks(blockBytes, useIsal);
            options.limits.gzipRatioAfter = 1 << 20;
            const std::string outcome = outcomeOf(path, options);
            if (expected.empty())
                expected = outcome;
            KT_COMPARE_TEXT(outcome, expected);
        }
    }
    QVERIFY(expected.find("limit") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestBlockSizes)
#include "tst_block_sizes.moc"
