// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/trace_loader.h"

#include <QByteArray>

#include <vector>

namespace kinetoscope {

class Settings;

/// What was opened last: up to ten jobs, newest first, each a list of trace arguments (one file, a folder, or several
/// ranks).
///
/// Paths are kept as the bytes the system uses, so a name with a newline or with invalid UTF-8 opens again. An entry
/// whose files are gone stays in the list and is shown as missing: the disk may only be unmounted. GUI thread only.
class RecentFiles {
public:
    static constexpr std::size_t kMaxEntries = 10;
    using Arguments = std::vector<TraceArgument>;

    /// @param settings  not owned; outlives this. Entries that cannot be read back are left out.
    explicit RecentFiles(Settings& settings);

    [[nodiscard]] const std::vector<Arguments>& entries() const { return m_entries; }
    /// Puts a job first; one that is there already moves up. Relative paths are made absolute. Saved at once.
    void add(const Arguments& arguments);
    void clear();

    /// Whether anything the entry names is not there (any more). Asks the file system.
    [[nodiscard]] static bool isMissing(const Arguments& entry);

    /// One entry as printable ASCII without spaces, and back; an empty list when the text is no entry.
    [[nodiscard]] static QByteArray encode(const Arguments& entry);
    [[nodiscard]] static Arguments decode(const QByteArray& text);

private:
    void save();

    Settings& m_settings;
    std::vector<Arguments> m_entries;
};

} // namespace kinetoscope
