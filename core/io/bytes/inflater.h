// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/bytes/byte_source.h"
#include "core/io/bytes/deflate_engine.h"
#include "core/model/import_report.h"

#include <cstdint>
#include <memory>
#include <span>

namespace kinetoscope {

struct LoadLimits;

/// Streams the text out of a gzip file: any number of members, what is behind them reported, everything recovered up to
/// damage.
///
/// zlib is the authority. Where ISA-L is built in and wanted it does the work, 3.3 times as fast, as long as it finds
/// nothing wrong and every checksum agrees. At the first trouble reading ends and needsZlib() is true: what was given
/// out may differ from what zlib makes of the same damage, so the caller throws it away and reads again with zlib.
class Inflater {
public:
    Inflater(std::shared_ptr<const ByteSource> file, const LoadLimits& limits, bool useIsal);

    /// Next bytes of the text; 0: the end, or as far as the file is good. Damage, limits and read errors are noted in
    /// `report`.
    std::size_t read(std::span<char> out, ImportReport& report);
    /// ISA-L met damage, a wrong checksum or a limit. Nothing of that is in the report.
    [[nodiscard]] bool needsZlib() const { return m_needsZlib; }

    /// bytes of the file used so far
    [[nodiscard]] std::uint64_t compressedPosition() const { return m_inMember ? m_engine->position() : m_position; }
    [[nodiscard]] std::uint64_t textPosition() const { return m_textPosition; } ///< bytes given out so far
    /// A copy of the engine, to start again at textPosition(); nullptr between members.
    [[nodiscard]] std::unique_ptr<DeflateEngine> snapshot() const { return m_inMember ? m_engine->clone() : nullptr; }

private:
    bool startMember(ImportReport& report);
    void endMember(ImportReport& report);
    std::size_t leaveToZlib();
    void stop(ImportReport& report, DeflateEngine::Step step);
    bool passesLimits(ImportReport& report);

    std::shared_ptr<const ByteSource> m_file;
    const LoadLimits* m_limits;
    std::unique_ptr<DeflateEngine> m_engine;
    bool m_isZlib = true;
    bool m_inMember = false;
    bool m_isDone = false;
    bool m_needsZlib = false;
    std::uint64_t m_position = 0;  ///< in the file, between members
    std::uint64_t m_dataStart = 0; ///< in the file, of the current member's deflate data
    std::uint64_t m_textPosition = 0;
    std::uint64_t m_memberText = 0; ///< bytes given out of the current member
    std::uint64_t m_members = 0;
    std::uint32_t m_crc = 0;
};

/// Reads on from a snapshot (nullptr: from the front of the file), over member borders. For looking at events again.
class InflateCursor {
public:
    InflateCursor(std::shared_ptr<const ByteSource> file, std::unique_ptr<DeflateEngine> engine);
    /// 0 at the end or at damage.
    std::size_t read(std::span<char> out);

private:
    std::shared_ptr<const ByteSource> m_file;
    std::unique_ptr<DeflateEngine> m_engine;
};

} // namespace kinetoscope
