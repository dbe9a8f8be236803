// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace kinetoscope {

/// Checksum and length of a text that comes in pieces.
struct TextSum {
    std::uint32_t crc = 0;
    std::uint64_t bytes = 0;
    /// Goes on with the sum of the text that follows.
    void append(const TextSum& next);
};

/// Turns pieces of a text into pieces of one gzip member, each on its own, so that several threads may work at once:
/// header, pieces in order, trailer make one file that every reader of gzip takes (several members, which would be
/// simpler, are more than browsers take). Each piece ends on a byte border and refers to nothing before it (RFC 1951,
/// an empty stored block), as pigz does it.
///
/// ISA-L where it is built in, else zlib at its fastest level: an export should not take longer than a load.
/// The same text nearly always becomes the same bytes, but ISA-L was seen to choose other matches once in a thousand
/// runs: compare what they inflate to.
/// One per thread.
class Deflater {
public:
    /// @param useIsal  false: zlib, also where ISA-L is built in.
    explicit Deflater(bool useIsal = true);
    ~Deflater();
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;

    /// Appends `text` deflated to `out`. @return its sum. Throws bad_alloc.
    TextSum deflate(std::string_view text, std::string& out);

    class Engine; ///< one of the two libraries

private:
    std::unique_ptr<Engine> m_engine;
};

/// What stands in front of the first piece and behind the last, without a name and a time.
[[nodiscard]] std::string_view gzipHeader();
/// @param sum  of all pieces together, in their order.
[[nodiscard]] std::string gzipTrailer(const TextSum& sum);

} // namespace kinetoscope
