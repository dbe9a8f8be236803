// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/write/deflater.h"

#include <zlib.h>

#include <QObject>
#include <QString>
#include <QTest>

#include <random>
#include <string>
#include <vector>

using namespace kinetoscope;

/// Both libraries that deflate, whichever an export uses: zlib's own inflate reads what they write.
class TestDeflater : public QObject {
    Q_OBJECT

private slots:
    void piecesMakeOneGzipMember_data() { engines(); }
    void piecesMakeOneGzipMember();
    void sameTextGivesTheSameBytes_data() { engines(); }
    void sameTextGivesTheSameBytes();
    void sumsAreThoseOfZlib_data() { engines(); }
    void sumsAreThoseOfZlib();

private:
    static void engines();
};

namespace {

/// Half JSON, half noise, which deflates to more than it was.
std::string textOf(std::size_t size, unsigned seed)
{
    std::minstd_rand random(seed);
    std::string text;
    text.reserve(size + 64);
    while (text.size() < size) {
        if (random() % 2 == 0)
            text += "{\"ph\": \"X\", \"ts\": " + std::to_string(random() % 100000) + ", \"dur\": 5},\n";
        else
            for (int i = 0; i < 40; ++i)
                text.push_back(static_cast<char>(random() % 256));
    }
    text.resize(size);
    return text;
}

/// All of a gzip file of one member; "" if it is damaged or goes on.
std::string inflated(const std::string& file, std::size_t size)
{
    z_stream stream {};
    if (inflateInit2(&stream, 15 + 16) != Z_OK)
        return {};
    std::string text(size + 1, '\0');
    std::string input = file;
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    const int code = inflate(&stream, Z_FINISH);
    const bool isWhole = code == Z_STREAM_END && stream.avail_in == 0;
    text.resize(stream.total_out);
    inflateEnd(&stream);
    return isWhole ? text : std::string();
}

} // namespace

void TestDeflater::engines()
{
    QTest::addColumn<bool>("useIsal");
    QTest::newRow("as built") << true;
    QTest::newRow("zlib") << false;
}

void TestDeflater::piecesMakeOneGzipMember()
{
    QFETCH(bool, useIsal);
    Deflater deflater(useIsal);
    const std::vector<std::vector<std::size_t>> cases { {}, { 0 }, { 1 }, { 100, 0, 200 },
        { 256 * 1024, 256 * 1024 - 1, 256 * 1024 + 1 }, { 3'000'000, 17, 1'000'000 } };
    for (const std::vector<std::size_t>& sizes : cases) {
        std::string text;
        std::string file(gzipHeader());
        TextSum sum;
        for (const std::size_t size : sizes) {
            const std::string piece = textOf(size, static_cast<unsigned>(size + 1));
            sum.append(deflater.deflate(piece, file));
            text += piece;
        }
        file += gzipTrailer(sum);
        QVERIFY(sum.bytes == text.size());
        QVERIFY2(inflated(file, text.size()) == text, qPrintable(QString::number(text.size())));
    }
}

/// Whatever the same deflater had before: pieces are shared out among threads in any way.
void TestDeflater::sameTextGivesTheSameBytes()
{
    QFETCH(bool, useIsal);
    Deflater used(useIsal);
    std::string ignored;
    used.deflate(textOf(2'000'000, 5), ignored);
    const std::string text = textOf(700'000, 6);
    std::string first;
    std::string second;
    used.deflate(text, first);
    Deflater(useIsal).deflate(text, second);
    QVERIFY(first == second);
    QVERIFY(first.size() < text.size());
}

void TestDeflater::sumsAreThoseOfZlib()
{
    QFETCH(bool, useIsal);
    Deflater deflater(useIsal);
    std::string ignored;
    for (const std::size_t size :
        { std::size_t { 0 }, std::size_t { 1 }, std::size_t { 63 }, std::size_t { 70'000 } }) {
        const std::string text = textOf(size, 9);
        const TextSum sum = deflater.deflate(text, ignored);
        QCOMPARE(
            sum.crc, static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size())));
        QVERIFY(sum.bytes == size);
    }
}

QTEST_GUILESS_MAIN(TestDeflater)
#include "tst_deflater.moc"
