// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/bytes/byte_source.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace kinetoscope {

/// Raw deflate data of one gzip member, inflated from any place of a file. Two implementations: zlib, and ISA-L where
/// built in.
class DeflateEngine {
public:
    enum class Step : std::uint8_t {
        Output,    ///< `out` was filled
        MemberEnd, ///< the data ended properly; position() is behind them
        Truncated, ///< the file ended first
        Damaged,   ///< no deflate data
        ReadError, ///< the system could not read
    };
    struct Outcome {
        Step step = Step::Output;
        std::size_t produced = 0;
    };
    virtual ~DeflateEngine() = default;

    /// Begins at `position` of the file.
    void start(std::uint64_t position);
    /// Fills `out` as far as it can.
    virtual Outcome run(const ByteSource& file, std::span<char> out) = 0;
    /// Where the next unused compressed byte stands in the file.
    [[nodiscard]] virtual std::uint64_t position() const = 0;
    /// A copy that goes on from the same place, reading the file on its own.
    [[nodiscard]] virtual std::unique_ptr<DeflateEngine> clone() const = 0;
    [[nodiscard]] virtual std::uint32_t crc(std::uint32_t sofar, std::span<const char> text) const = 0;
    [[nodiscard]] virtual std::size_t stateBytes() const = 0;

    [[nodiscard]] static std::unique_ptr<DeflateEngine> makeZlib();
    /// nullptr where ISA-L is not built in.
    [[nodiscard]] static std::unique_ptr<DeflateEngine> makeIsal();

protected:
    virtual void reset() = 0;
    /// Next piece of compressed bytes into m_input; 0 at the end of the file, -1 on error.
    int refill(const ByteSource& file);

    std::vector<char> m_input;
    std::uint64_t m_inputEnd = 0; ///< position in the file behind m_input
};

} // namespace kinetoscope
