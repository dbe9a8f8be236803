// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace kinetoscope::cli {

/// A trace that comes through a pipe: what the standard input holds, in a file of its own in the folder for temporary
/// files, because events are read again when somebody asks for them. The file goes with this object.
class StandardInput {
public:
    StandardInput() = default;
    ~StandardInput();
    StandardInput(const StandardInput&) = delete;
    StandardInput& operator=(const StandardInput&) = delete;

    /// Reads it to its end and gives the path of the file; the same one when it is asked again. Blocks, and
    /// returns within 50 ms when stopped (Windows: when the next bytes come).
    /// Errors: Cancelled; Unreadable where it is a terminal, or cannot be read; NotWritable.
    [[nodiscard]] Result<std::string> path(const Progress& progress);
    /// A text with `name` where the path of that file stands: to nobody else the path means anything.
    [[nodiscard]] std::string shown(std::string text, std::string_view name) const;

private:
    std::filesystem::path m_path; ///< empty: not read yet
};

} // namespace kinetoscope::cli
