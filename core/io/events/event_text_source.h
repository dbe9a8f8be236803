// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/bytes/text_reader.h"
#include "core/model/args_source.h"
#include "core/model/common_arguments.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// Where each event begins in the text, and how to get there again: pread for plain files, resume points for gzip.
///
/// Opens the file for each call (a job of a thousand ranks must not hold a thousand handles) and refuses one that has
/// changed.
class EventTextSource final : public ArgsSource, public CommonArgumentsSource {
public:
    /// The events of one batch: event firstEvent + i begins at textBase + offsets[i].
    struct Positions {
        EventIndex firstEvent = 0;
        std::uint64_t textBase = 0;
        std::vector<std::uint32_t> offsets;
    };

    /// @param useIsal  whether the file was loaded so: then ISA-L is known to read it to `textBytes`.
    EventTextSource(const ByteSource& file, bool isGzip, std::vector<Positions> positions,
        std::vector<ResumePoint> resumePoints, std::uint64_t textBytes, std::uint64_t maxEventBytes, bool useIsal,
        CommonArguments common);

    [[nodiscard]] Result<std::string> eventText(EventIndex event) const override;
    [[nodiscard]] Result<Done> visitTexts(std::span<const EventIndex> events, const EventVisitor& visit) const override;
    [[nodiscard]] std::size_t memoryBytes() const override;
    [[nodiscard]] const CommonArguments& commonArguments() const override { return m_common; }
    /// Byte in the inflated text where an event begins; nullopt if there is no such event.
    [[nodiscard]] std::optional<std::uint64_t> positionOf(EventIndex event) const;
    /// Up to `size` bytes of the inflated text from `begin` on; fewer at its end. Errors and cost as eventText.
    [[nodiscard]] Result<std::string> textAt(std::uint64_t begin, std::uint64_t size) const;

    /// The file from its beginning, as it was loaded. Unreadable if it is gone or has changed.
    /// @param limits  outlives the reader.
    [[nodiscard]] Result<std::unique_ptr<TextReader>> openText(const LoadLimits& limits) const;
    [[nodiscard]] std::uint64_t textBytes() const { return m_textBytes; } ///< of the inflated text

private:
    struct Extent {
        std::uint64_t begin = 0;
        std::uint64_t end = 0; ///< where the next event begins, or the text ends
    };
    [[nodiscard]] std::optional<Extent> extentOf(EventIndex event) const;
    [[nodiscard]] Result<std::shared_ptr<const ByteSource>> openFile() const;
    [[nodiscard]] Result<std::string> readText(std::uint64_t begin, std::uint64_t size) const;

    std::string m_path;
    ByteSource::Stamp m_stamp;
    bool m_isGzip;
    std::vector<Positions> m_positions;
    std::vector<ResumePoint> m_resumePoints;
    std::uint64_t m_textBytes;
    std::uint64_t m_maxEventBytes;
    bool m_useIsal;
    CommonArguments m_common;
};

} // namespace kinetoscope
