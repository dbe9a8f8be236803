// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/write/deflater.h"

#include <zlib.h>

#if defined(KINETOSCOPE_HAVE_ISAL)
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <vector>

namespace kinetoscope {

namespace {

constexpr std::size_t kOutputStep = 256 * 1024;
/// Of one call; both libraries count in 32 bits.
constexpr std::size_t kLargestInput = std::size_t { 1 } << 30;

} // namespace

class Deflater::Engine {
public:
    virtual ~Engine() = default;
    /// Appends what becomes of the text, on a byte border. @param text  up to kLargestInput bytes.
    virtual void run(std::string_view text, std::string& out) = 0;
    [[nodiscard]] virtual std::uint32_t crc(std::string_view text) const = 0;
};

namespace {

class ZlibDeflate final : public Deflater::Engine {
public:
    ZlibDeflate()
    {
        if (deflateInit2(&m_stream, Z_BEST_SPEED, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) != Z_OK)
            throw std::bad_alloc();
    }
    ~ZlibDeflate() override { deflateEnd(&m_stream); }
    ZlibDeflate(const ZlibDeflate&) = delete;
    ZlibDeflate& operator=(const ZlibDeflate&) = delete;

    void run(std::string_view text, std::string& out) override
    {
        deflateReset(&m_stream);
        m_stream.next_in = const_cast<Bytef*>( // NOLINT: zlib's signature, it only reads
            reinterpret_cast<const Bytef*>(text.data()));
        m_stream.avail_in = static_cast<uInt>(text.size());
        do {
            const std::size_t before = out.size();
            out.resize(before + kOutputStep);
            m_stream.next_out = reinterpret_cast<Bytef*>(out.data() + before);
            m_stream.avail_out = static_cast<uInt>(kOutputStep);
            ::deflate(&m_stream, Z_FULL_FLUSH);
            out.resize(out.size() - m_stream.avail_out);
        } while (m_stream.avail_out == 0);
    }
    [[nodiscard]] std::uint32_t crc(std::string_view text) const override
    {
        return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size()));
    }

private:
    z_stream m_stream {};
};

#if defined(KINETOSCOPE_HAVE_ISAL)

class IsalDeflate final : public Deflater::Engine {
public:
    void run(std::string_view text, std::string& out) override
    {
        // What the piece before left in the tables would choose other matches: as many files as ways to share the work.
        std::fill(m_level.begin(), m_level.end(), std::uint8_t { 0 });
        std::memset(&m_stream, 0, sizeof m_stream);
        isal_deflate_init(&m_stream);
        m_stream.level = 1;
        m_stream.level_buf = m_level.data();
        m_stream.level_buf_size = static_cast<std::uint32_t>(m_level.size());
        m_stream.gzip_flag = IGZIP_DEFLATE;
        m_stream.flush = SYNC_FLUSH;
        m_stream.end_of_stream = 0;
        m_stream.next_in = const_cast<std::uint8_t*>( // NOLINT: the library's signature, it only reads
            reinterpret_cast<const std::uint8_t*>(text.data()));
        m_stream.avail_in = static_cast<std::uint32_t>(text.size());
        do {
            const std::size_t before = out.size();
            out.resize(before + kOutputStep);
            m_stream.next_out = reinterpret_cast<std::uint8_t*>(out.data() + before);
            m_stream.avail_out = static_cast<std::uint32_t>(kOutputStep);
            isal_deflate(&m_stream);
            out.resize(out.size() - m_stream.avail_out);
        } while (m_stream.avail_out == 0);
    }
    [[nodiscard]] std::uint32_t crc(std::string_view text) const override
    {
        return crc32_gzip_refl(0, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    }

private:
    isal_zstream m_stream {};
    std::vector<std::uint8_t> m_level = std::vector<std::uint8_t>(ISAL_DEF_LVL1_DEFAULT);
};

#endif

} // namespace

Deflater::Deflater([[maybe_unused]] bool useIsal)
{
#if defined(KINETOSCOPE_HAVE_ISAL)
    if (useIsal)
        m_engine = std::make_unique<IsalDeflate>();
#endif
    if (!m_engine)
        m_engine = std::make_unique<ZlibDeflate>();
}

Deflater::~Deflater() = default;

TextSum Deflater::deflate(std::string_view text, std::string& out)
{
    const TextSum sum { m_engine->crc(text), text.size() };
    while (!text.empty()) {
        m_engine->run(text.substr(0, kLargestInput), out);
        text.remove_prefix(std::min(text.size(), kLargestInput));
    }
    return sum;
}

void TextSum::append(const TextSum& next)
{
    crc = static_cast<std::uint32_t>(crc32_combine(crc, next.crc, static_cast<z_off_t>(next.bytes)));
    bytes += next.bytes;
}

std::string_view gzipHeader()
{
    // RFC 1952: magic, deflate, no flags, no time, fastest, unknown system.
    static constexpr char kHeader[] = { '\x1f', '\x8b', 8, 0, 0, 0, 0, 0, 4, '\xff' };
    return { kHeader, sizeof kHeader };
}

std::string gzipTrailer(const TextSum& sum)
{
    std::string trailer("\x03\x00", 2); // the last block of the stream, empty
    for (const std::uint32_t word : { sum.crc, static_cast<std::uint32_t>(sum.bytes) }) {
        for (int shift = 0; shift < 32; shift += 8)
            trailer.push_back(static_cast<char>(word >> shift & 0xff));
    }
    return trailer;
}

} // namespace kinetoscope
