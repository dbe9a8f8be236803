// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Where the columns of one CUPTI activity table stand.
struct CuptiColumns {
    std::vector<std::string> names; ///< as written
    std::optional<std::size_t> name;
    std::optional<std::size_t> start;
    std::optional<std::size_t> end;
    std::optional<std::size_t> duration;
    std::optional<std::size_t> category;
    std::optional<std::size_t> correlation;
    std::optional<std::size_t> device;
    std::optional<std::size_t> stream;
    std::optional<std::size_t> bytes;
    std::optional<std::size_t> process;
    std::optional<std::size_t> thread;

    /// A list of kernel names without times.
    [[nodiscard]] bool isNameList() const { return name && !start && !end && !duration; }
    /// Empty if the columns make a table, else what is missing, as the rest of a sentence about the file.
    [[nodiscard]] Message missing() const;
};

/// Reads a header row; names in any case, with or without blanks and underscores.
[[nodiscard]] CuptiColumns cuptiColumnsOf(std::span<const std::string_view> header);

} // namespace kinetoscope
