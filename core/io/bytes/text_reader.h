// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/bytes/byte_source.h"
#include "core/io/bytes/inflater.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace kinetoscope {

/// A place in the text where reading can start again without going back to the beginning.
struct ResumePoint {
    std::uint64_t textPosition = 0;
    std::unique_ptr<DeflateEngine> engine; ///< to be cloned before use
};

/// The text of a trace file, plain or gzip by content, from front to back.
class TextReader {
public:
    /// Errors: NotATrace for kinds of file that are known and not supported, each with a sentence of its own.
    [[nodiscard]] static Result<std::unique_ptr<TextReader>> open(
        std::shared_ptr<const ByteSource> file, const LoadLimits& limits, bool useIsal);

    /// Fills as much of `out` as there is; 0 at the end. Problems go to `report`.
    std::size_t read(std::span<char> out, ImportReport& report);
    /// Reading has ended at something for zlib to decide (Inflater): throw away what came and open again without ISA-L.
    [[nodiscard]] bool needsZlib() const { return m_inflater && m_inflater->needsZlib(); }
    [[nodiscard]] std::uint64_t filePosition() const; ///< bytes on disk used so far
    [[nodiscard]] bool isGzip() const { return m_inflater != nullptr; }
    /// Collected while reading a gzip file, one every few MiB of text, ascending; the reader's own no longer.
    [[nodiscard]] std::vector<ResumePoint> takeResumePoints() { return std::move(m_resumePoints); }

private:
    explicit TextReader(std::shared_ptr<const ByteSource> file)
        : m_file(std::move(file))
    {
    }

    std::shared_ptr<const ByteSource> m_file;
    std::unique_ptr<Inflater> m_inflater; ///< gzip only
    std::uint64_t m_position = 0;         ///< plain only
    std::uint64_t m_nextResumePoint = 0;
    std::vector<ResumePoint> m_resumePoints;
};

} // namespace kinetoscope
