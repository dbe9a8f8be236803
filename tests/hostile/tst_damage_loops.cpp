// SPDX-License-Identifier: GPL-3.0-or-later
// The exhaustive loops: a small trace cut at every byte, without each byte, with each bit flipped, plain and
// compressed.
#include "tests/hostile/outcome.h"
#include "tests/support/load_text.h"
#include "tests/support/long_tests.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <zlib.h>

#include <algorithm>
#include <filesystem>

using namespace kinetoscope;
using namespace kinetoscope::tests;

class TestDamageLoops : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cutAtEveryByte_data() { addSeeds(); }
    void cutAtEveryByte();
    void compressedCutAtEveryByte_data() { addSeeds(); }
    void compressedCutAtEveryByte();
    void withoutEachByte_data() { addSeeds(); }
    void withoutEachByte();
    void withEachBitFlipped_data() { addSeeds(); }
    void withEachBitFlipped();
    void compressedWithEachBitFlipped_data() { addSeeds(); }
    void compressedWithEachBitFlipped();
    void withEachByteReplaced_data() { addSeeds(); }
    void withEachByteReplaced();

private:
    static void addSeeds();
    Result<std::shared_ptr<const Trace>> load(std::string_view bytes);

    TempDir m_folder;
    LoadOptions m_options = testLoadOptions();
    bool m_isLong = false;
};

namespace {

/// A trace and where each of its elements ends (behind its closing brace).
struct Seed {
    std::string text;
    std::vector<std::size_t> ends;
    std::size_t arrayBegin = 0; ///< behind the '[' of traceEvents
    std::size_t arrayEnd = 0;   ///< of its ']'
};

/// The element ends of texts that TraceText wrote: none of them holds a bracket inside a string.
Seed seedOf(std::string text)
{
    Seed seed;
    seed.text = std::move(text);
    const std::size_t key = seed.text.find("\"traceEvents\"");
    seed.arrayBegin = seed.text.find('[', key == std::string::npos ? 0 : key) + 1;
    int depth = 0;
    for (std::size_t i = seed.arrayBegin; i < seed.text.size(); ++i) {
        const char c = seed.text[i];
        if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            if (depth == 0) {
                seed.arrayEnd = i;
                break;
            }
            if (--depth == 0)
                seed.ends.push_back(i + 1);
        }
    }
    return seed;
}

TraceText smallTrace(LayoutStyle layout)
{
    TraceText trace(layout);
    trace.rank(0, 2).baseTime(1'700'000'000'000'000'000);
    trace.step(1, 0_us, 100_us)
        .op("aten::mm", 10_us, 50_us, R"("External id": 3, "Sequence number": 5)")
        .launch(20_us, 5_us, 77)
        .kernel("gemm", 40_us, 30_us, 7, 77)
        .copy("Memcpy HtoD (Pinned -> Device)", 80_us, 3_us, 7, 78, 1024);
    trace.flow('s', "ac2g", 77, 100, 100, 20_us).flow('f', "ac2g", 77, 0, 7, 40_us);
    trace.begin("open", 110_us)
        .end(120_us, "open")
        .memory(55_us, 512, 1024)
        .metadata("thread_name", 100, 100, R"("name": "main")");
    trace.bottom("traceName", R"("/tmp/x.json")");
    return trace;
}

std::size_t completeIn(const Seed& seed, std::size_t length)
{
    return static_cast<std::size_t>(std::upper_bound(seed.ends.begin(), seed.ends.end(), length) - seed.ends.begin());
}

/// Bytes that zlib gets out of a damaged or cut stream.
std::size_t inflatedLength(std::string_view data)
{
    z_stream stream {};
    if (inflateInit2(&stream, 15 + 16) != Z_OK)
        return 0;
    std::vector<unsigned char> in(data.begin(), data.end());
    std::vector<unsigned char> out(1 << 20);
    stream.next_in = in.data();
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    (void)inflate(&stream, Z_SYNC_FLUSH);
    const std::size_t length = out.size() - stream.avail_out;
    inflateEnd(&stream);
    return length;
}

std::uint64_t keptEvents(const Result<std::shared_ptr<const Trace>>& loaded)
{
    return loaded ? loaded.value()->report().events - loaded.value()->report().dropped : 0;
}

QByteArray describe(std::size_t position, std::string_view bytes, const Result<std::shared_ptr<const Trace>>& loaded)
{
    const std::size_t begin = position < 30 ? 0 : position - 30;
    return "at byte " + QByteArray::number(qulonglong(position)) + " near '"
        + QByteArray(bytes.data() + begin, qsizetype(std::min<std::size_t>(60, bytes.size() - begin)))
        + "': " + QByteArray::fromStdString(outcomeOf(loaded));
}

} // namespace

void TestDamageLoops::addSeeds()
{
    QTest::addColumn<QByteArray>("seedText");
    const auto add = [](const char* name, const std::string& text) {
        QTest::newRow(name) << QByteArray::fromStdString(text);
    };
    add("as Kineto writes", smallTrace(LayoutStyle::Kineto).text());
    add("minified", smallTrace(LayoutStyle::Compact).text());
    add("bare array", smallTrace(LayoutStyle::Compact).array());
}

void TestDamageLoops::initTestCase()
{
    m_isLong = isLongRun();
    m_options.blockBytes = 700; // several blocks in each file
}

Result<std::shared_ptr<const Trace>> TestDamageLoops::load(std::string_view bytes)
{
    // A new file each time: cutting the old one to nothing makes some file systems wait for the disk.
    std::filesystem::remove(m_folder.path() + "/trace.json");
    return loadTrace(m_folder.write("trace.json", bytes), m_options, Progress {});
}

void TestDamageLoops::cutAtEveryByte()
{
    QFETCH(QByteArray, seedText);
    const Seed seed = seedOf(seedText.toStdString());
    for (std::size_t length = 0; length <= seed.text.size(); length += sanitizedStride()) {
        const std::string_view cut = std::string_view(seed.text).substr(0, length);
        const auto loaded = load(cut);
        const QByteArray what = describe(length, seed.text, loaded);
        QVERIFY2(isAccountedFor(loaded), what.constData());
        QVERIFY2(loaded.isOk() == (length >= seed.arrayBegin), what.constData());
        QVERIFY2(keptEvents(loaded) == completeIn(seed, length), what.constData());
    }
}

void TestDamageLoops::compressedCutAtEveryByte()
{
    QFETCH(QByteArray, seedText);
    const Seed seed = seedOf(seedText.toStdString());
    const std::string compressed = gzip(seed.text);
    for (const bool useIsal : { false, true }) {
        m_options.useIsal = useIsal;
        for (std::size_t length = 2; length <= compressed.size(); length += sanitizedStride()) {
            const std::string_view cut = std::string_view(compressed).substr(0, length);
            const auto loaded = load(cut);
            const std::size_t textLength = inflatedLength(cut);
            const QByteArray what = describe(textLength, seed.text, loaded);
            QVERIFY2(isAccountedFor(loaded), what.constData());
            QVERIFY2(keptEvents(loaded) == completeIn(seed, textLength), what.constData());
        }
    }
}

void TestDamageLoops::withoutEachByte()
{
    QFETCH(QByteArray, seedText);
    const Seed seed = seedOf(seedText.toStdString());
    for (std::size_t position = 0; position < seed.text.size(); position += sanitizedStride()) {
        std::string damaged = seed.text;
        damaged.erase(position, 1);
        const auto loaded = load(damaged);
        const QByteArray what = describe(position, seed.text, loaded);
        QVERIFY2(isAccountedFor(loaded), what.constData());
        // A lost quote can hide the beginning of the next event, never more.
        if (position >= seed.arrayBegin && position < seed.arrayEnd)
            QVERIFY2(keptEvents(loaded) + 2 >= seed.ends.size(), what.constData());
    }
}

void TestDamageLoops::withEachBitFlipped()
{
    QFETCH(QByteArray, seedText);
    const Seed seed = seedOf(seedText.toStdString());
    for (std::size_t position = 0; position < seed.text.size(); position += sanitizedStride()) {
        for (unsigned bit = 0; bit < 8; ++bit) {
            if (!m_isLong && bit != position % 8)
                continue;
            std::string damaged = seed.text;
            damaged[position] = static_cast<char>(static_cast<unsigned char>(damaged[position]) ^ (1u << bit));
            const auto loaded = load(damaged);
            const QByteArray what = "bit " + QByteArray::number(bit) + ' ' + describe(position, seed.text, loaded);
            QVERIFY2(isAccountedFor(loaded), what.constData());
            if (position >= seed.arrayBegin && position < seed.arrayEnd)
                QVERIFY2(keptEvents(loaded) + 2 >= seed.ends.size(), what.constData());
        }
    }
}

void TestDamageLoops::compressedWithEachBitFlipped()
{
    QFETCH(QByteArray, seedText);
    const std::string compressed = gzip(seedText.toStdString());
    for (std::size_t position = 0; position < compressed.size(); position += sanitizedStride()) {
        for (unsigned bit = 0; bit < 8; ++bit) {
            if (!m_isLong && bit != position % 8)
                continue;
            std::string damaged = compressed;
            damaged[position] = static_cast<char>(static_cast<unsigned char>(damaged[position]) ^ (1u << bit));
            std::string outcomes[2];
            for (const bool useIsal : { false, true }) {
                m_options.useIsal = useIsal;
                const auto loaded = load(damaged);
                QVERIFY2(isAccountedFor(loaded), describe(position, compressed, loaded).constData());
                outcomes[useIsal ? 1 : 0] = outcomeOf(loaded);
            }
            QCOMPARE(outcomes[1], outcomes[0]); // ISA-L must not show
        }
    }
}

void TestDamageLoops::withEachByteReplaced()
{
    QFETCH(QByteArray, seedText);
    const Seed seed = seedOf(seedText.toStdString());
    constexpr std::string_view kBad("\0\"\\{}[],:\xff", 10);
    for (std::size_t position = seed.arrayBegin; position < seed.arrayEnd; position += sanitizedStride()) {
        for (std::size_t i = 0; i < kBad.size(); ++i) {
            if (!m_isLong && i != position % kBad.size())
                continue;
            std::string damaged = seed.text;
            damaged[position] = kBad[i];
            const auto loaded = load(damaged);
            const QByteArray what = "byte " + QByteArray::number(int(i)) + ' ' + describe(position, seed.text, loaded);
            QVERIFY2(isAccountedFor(loaded), what.constData());
            QVERIFY2(keptEvents(loaded) + 2 >= seed.ends.size(), what.constData());
        }
    }
}

QTEST_GUILESS_MAIN(TestDamageLoops)
#include "tst_damage_loops.moc"
