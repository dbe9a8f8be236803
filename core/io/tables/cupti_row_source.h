// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/events/event_text_source.h"
#include "core/model/args_source.h"

#include <string>
#include <vector>

namespace kinetoscope {

/// The rows of CUPTI tables as the events of a trace: each is read again from its file and told as a JSON object whose
/// args are the columns.
class CuptiRowSource final : public ArgsSource {
public:
    struct File {
        EventTextSource rows; ///< by row of this file
        EventIndex firstEvent = 0;
        std::vector<std::string> columns;
        char separator = ',';
    };
    explicit CuptiRowSource(std::vector<File> files)
        : m_files(std::move(files))
    {
    }

    [[nodiscard]] Result<std::string> eventText(EventIndex event) const override;
    [[nodiscard]] Result<Done> visitTexts(std::span<const EventIndex> events, const EventVisitor& visit) const override;
    [[nodiscard]] std::size_t memoryBytes() const override;

private:
    std::vector<File> m_files; ///< by firstEvent
};

} // namespace kinetoscope
