// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/bytes/deflate_engine.h"

#include <zlib.h>

#if defined(KINETOSCOPE_HAVE_ISAL)
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#endif

#include <algorithm>
#include <cstring>
#include <new>

namespace kinetoscope {

namespace {

constexpr std::size_t kInputBytes = 256 * 1024;
constexpr std::size_t kLargestCall = 1u << 30; ///< zlib and ISA-L count in 32 bits

class ZlibEngine final : public DeflateEngine {
public:
    ZlibEngine()
    {
        if (inflateInit2(&m_stream, -15) != Z_OK)
            throw std::bad_alloc();
    }
    ~ZlibEngine() override { inflateEnd(&m_stream); }
    ZlibEngine(const ZlibEngine&) = delete;
    ZlibEngine& operator=(const ZlibEngine&) = delete;

    Outcome run(const ByteSource& file, std::span<char> out) override
    {
        const std::size_t wanted = std::min(out.size(), kLargestCall);
        m_stream.next_out = reinterpret_cast<Bytef*>(out.data());
        m_stream.avail_out = static_cast<uInt>(wanted);
        const auto produced = [&] { return wanted - m_stream.avail_out; };
        while (m_stream.avail_out > 0) {
            bool isAtEnd = false;
            if (m_stream.avail_in == 0) {
                const int got = refill(file);
                if (got < 0)
                    return { Step::ReadError, produced() };
                isAtEnd = got == 0;
                m_stream.next_in = reinterpret_cast<Bytef*>(m_input.data());
                m_stream.avail_in = static_cast<uInt>(got);
            }
            const int code = inflate(&m_stream, Z_NO_FLUSH);
            if (code == Z_STREAM_END)
                return { Step::MemberEnd, produced() };
            if (code == Z_MEM_ERROR)
                throw std::bad_alloc();
            if (code != Z_OK && code != Z_BUF_ERROR)
                return { Step::Damaged, produced() };
            // While zlib fills `out` it may have more: the rest of a match needs no input.
            if (isAtEnd && m_stream.avail_out > 0)
                return { Step::Truncated, produced() };
        }
        return { Step::Output, produced() };
    }
    [[nodiscard]] std::uint64_t position() const override { return m_inputEnd - m_stream.avail_in; }
    [[nodiscard]] std::unique_ptr<DeflateEngine> clone() const override
    {
        auto copy = std::make_unique<ZlibEngine>();
        inflateEnd(&copy->m_stream);
        if (inflateCopy(&copy->m_stream, const_cast<z_stream*>(&m_stream))
            != Z_OK) // NOLINT: zlib's signature, it only reads
            throw std::bad_alloc();
        copy->m_stream.next_in = nullptr;
        copy->m_stream.avail_in = 0;
        copy->m_inputEnd = position();
        return copy;
    }
    [[nodiscard]] std::uint32_t crc(std::uint32_t sofar, std::span<const char> text) const override
    {
        return static_cast<std::uint32_t>(crc32_z(sofar, reinterpret_cast<const Bytef*>(text.data()), text.size()));
    }
    [[nodiscard]] std::size_t stateBytes() const override { return 40 * 1024; } // its tables and 32 KiB window

private:
    void reset() override
    {
        inflateReset(&m_stream);
        m_stream.avail_in = 0;
    }
    z_stream m_stream {};
};

#if defined(KINETOSCOPE_HAVE_ISAL)
class IsalEngine final : public DeflateEngine {
public:
    IsalEngine()
        : m_state(std::make_unique<inflate_state>())
    {
        isal_inflate_init(m_state.get());
    }

    Outcome run(const ByteSource& file, std::span<char> out) override
    {
        const std::size_t wanted = std::min(out.size(), kLargestCall);
        m_state->next_out = reinterpret_cast<std::uint8_t*>(out.data());
        m_state->avail_out = static_cast<std::uint32_t>(wanted);
        const auto produced = [&] { return wanted - m_state->avail_out; };
        while (m_state->avail_out > 0) {
            if (m_state->block_state == ISAL_BLOCK_FINISH)
                return { Step::MemberEnd, produced() };
            bool isAtEnd = false;
            if (m_state->avail_in == 0) {
                const int got = refill(file);
                if (got < 0)
                    return { Step::ReadError, produced() };
                isAtEnd = got == 0;
                m_state->next_in = reinterpret_cast<std::uint8_t*>(m_input.data());
                m_state->avail_in = static_cast<std::uint32_t>(got);
            }
            const std::uint32_t before = m_state->avail_out;
            const int code = isal_inflate(m_state.get());
            if (code < 0 || code == ISAL_NEED_DICT)
                return { Step::Damaged, produced() };
            if (m_state->block_state == ISAL_BLOCK_FINISH)
                return { Step::MemberEnd, produced() };
            if (isAtEnd && m_state->avail_out == before)
                return { Step::Truncated, produced() };
        }
        return { Step::Output, produced() };
    }
    [[nodiscard]] std::uint64_t position() const override
    {
        // Whole bytes that ISA-L has taken into its bit buffer ahead of use.
        const auto ahead = static_cast<std::uint64_t>(std::max(0, m_state->read_in_length / 8));
        return m_inputEnd - m_state->avail_in - (m_state->block_state == ISAL_BLOCK_FINISH ? ahead : 0);
    }
    [[nodiscard]] std::unique_ptr<DeflateEngine> clone() const override
    {
        auto copy = std::make_unique<IsalEngine>();
        std::memcpy(copy->m_state.get(), m_state.get(), sizeof(inflate_state));
        copy->m_state->next_in = nullptr;
        copy->m_state->avail_in = 0;
        copy->m_inputEnd = m_inputEnd - m_state->avail_in;
        return copy;
    }
    [[nodiscard]] std::uint32_t crc(std::uint32_t sofar, std::span<const char> text) const override
    {
        return crc32_gzip_refl(sofar, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    }
    [[nodiscard]] std::size_t stateBytes() const override { return sizeof(inflate_state); }

private:
    void reset() override
    {
        isal_inflate_reset(m_state.get());
        m_state->avail_in = 0;
        m_state->read_in = 0;
        m_state->read_in_length = 0;
    }
    std::unique_ptr<inflate_state> m_state;
};
#endif

} // namespace

void DeflateEngine::start(std::uint64_t position)
{
    reset();
    m_inputEnd = position;
}

int DeflateEngine::refill(const ByteSource& file)
{
    m_input.resize(kInputBytes);
    const auto got = file.readAt(m_inputEnd, m_input);
    if (!got)
        return -1;
    m_inputEnd += *got;
    return static_cast<int>(*got);
}

std::unique_ptr<DeflateEngine> DeflateEngine::makeZlib()
{
    return std::make_unique<ZlibEngine>();
}

std::unique_ptr<DeflateEngine> DeflateEngine::makeIsal()
{
#if defined(KINETOSCOPE_HAVE_ISAL)
    return std::make_unique<IsalEngine>();
#else
    return nullptr;
#endif
}

} // namespace kinetoscope
