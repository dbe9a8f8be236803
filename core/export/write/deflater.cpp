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

#if defined(KINETOSCOPE_HAVE_ISAL)

struct Deflater::State {
    isal_zstream stream {};
    std::vector<std::uint8_t> level = std::vector<std::uint8_t>(ISAL_DEF_LVL1_DEFAULT);

    /// Appends what comes out of the stream until it has nothing left to do.
    void run(std::string_view text, std::string& out)
    {
        // What the piece before left in the tables would choose other matches: as many files as ways to share the work.
        std::fill(level.begin(), level.end(), std::uint8_t { 0 });
        std::memset(&stream, 0, sizeof stream);
        isal_deflate_init(&stream);
        stream.level = 1;
        stream.level_buf = level.data();
        stream.level_buf_size = static_cast<std::uint32_t>(level.size());
        stream.gzip_flag = IGZIP_DEFLATE;
        stream.flush = SYNC_FLUSH;
        stream.end_of_stream = 0;
        stream.next_in = const_cast<std::uint8_t*>( // NOLINT: the library's signature, it only reads
            reinterpret_cast<const std::uint8_t*>(text.data()));
        stream.avail_in = static_cast<std::uint32_t>(text.size());
        do {
            const std::size_t before = out.size();
            out.resize(before + kOutputStep);
            stream.next_out = reinterpret_cast<std::uint8_t*>(out.data() + before);
            stream.avail_out = static_cast<std::uint32_t>(kOutputStep);
            isal_deflate(&stream);
            out.resize(out.size() - stream.avail_out);
        } while (stream.avail_out == 0);
    }
};

TextSum sumOf(std::string_view text)
{
    return { crc32_gzip_refl(0, reinterpret_cast<const std::uint8_t*>(text.data()), text.size()), text.size() };
}

#else

struct Deflater::State {
    z_stream stream {};

    State()
    {
        if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) != Z_OK)
            throw std::bad_alloc();
    }
    ~State() { deflateEnd(&stream); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void run(std::string_view text, std::string& out)
    {
        deflateReset(&stream);
        stream.next_in = const_cast<Bytef*>( // NOLINT: zlib's signature, it only reads
            reinterpret_cast<const Bytef*>(text.data()));
        stream.avail_in = static_cast<uInt>(text.size());
        do {
            const std::size_t before = out.size();
            out.resize(before + kOutputStep);
            stream.next_out = reinterpret_cast<Bytef*>(out.data() + before);
            stream.avail_out = static_cast<uInt>(kOutputStep);
            ::deflate(&stream, Z_FULL_FLUSH);
            out.resize(out.size() - stream.avail_out);
        } while (stream.avail_out == 0);
    }
};

TextSum sumOf(std::string_view text)
{
    return { static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size())),
        text.size() };
}

#endif

Deflater::Deflater()
    : m_state(std::make_unique<State>())
{
}

Deflater::~Deflater() = default;

void Deflater::deflate(std::string_view text, std::string& out)
{
    while (!text.empty()) {
        m_state->run(text.substr(0, kLargestInput), out);
        text.remove_prefix(std::min(text.size(), kLargestInput));
    }
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
