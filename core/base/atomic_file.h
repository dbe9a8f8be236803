// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kinetoscope {

/// A file that is written whole or not at all: whoever opens its path sees the old content or the complete new one.
///
///     Result<AtomicFile> file = AtomicFile::create(path, inputs);
///     if (!file) return file.error();
///     file->write(header);
///     file->write(rows);
///     return file->commit();         // reports the first failure of any write above
///
/// The bytes go to a temporary file in the same folder (".NAME.*.kinetoscope-tmp"), are synchronised, and take the
/// target's place in one step. Destroyed without a successful commit it removes the temporary file; one left behind by
/// a killed program is removed by the next writer of the same target. A symbolic link stays, the file it points to is
/// replaced. The permissions of an existing target are kept.
///
/// Not thread-safe. Every writer of the project uses it.
class AtomicFile {
public:
    /// Opens the temporary file. `inputs` are files that must survive (the trace that is being exported): the target
    /// may not be one of them, by device and inode, not by name; those that do not exist are ignored. Errors:
    /// NotWritable, with the system's reason in the sentence; also where the target exists and is no regular file.
    [[nodiscard]] static Result<AtomicFile> create(const std::string& path, std::span<const std::string> inputs = {});

    /// The same with a temporary file of a name that the caller gives, in the folder of the target, for writers on
    /// several machines: a lock says nothing there, so nobody's leftovers are removed but one of this very name.
    [[nodiscard]] static Result<AtomicFile> createAs(const std::string& path, const std::string& temporaryName);

    AtomicFile(AtomicFile&&) noexcept;
    AtomicFile& operator=(AtomicFile&&) noexcept;
    ~AtomicFile();

    /// Appends bytes; buffered. After a failure every later call returns the same error, so that a writer may look only
    /// at commit.
    Result<Done> write(std::string_view bytes);

    /// Writes the rest, synchronises and replaces the target. After an error the target is as it was. Call once.
    Result<Done> commit();

    /// The path as given to create.
    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    class Temporary; // the part that talks to the system: atomic_file_posix.cpp

    AtomicFile(std::string path, std::unique_ptr<Temporary> temporary);
    Result<Done> flush();

    std::string m_path;
    std::unique_ptr<Temporary> m_temporary; ///< null once committed or failed
    std::string m_buffer;
    std::optional<Error> m_error;
};

/// Whether AtomicFile::create would succeed now, with its reasons where not. Opens the temporary file and removes it,
/// so that whatever stands in the way is said before any work is done; the target is not touched. A later commit may
/// still fail (a full disk).
Result<Done> checkWritable(const std::string& path, std::span<const std::string> inputs = {});

/// The whole of a file in one call; see AtomicFile.
Result<Done> writeFileAtomically(
    const std::string& path, std::string_view bytes, std::span<const std::string> inputs = {});

} // namespace kinetoscope
