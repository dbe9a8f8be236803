// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/atomic_file.h"

namespace kinetoscope {

/// The temporary file of an AtomicFile: all that differs from system to system. Implemented in atomic_file_posix.cpp;
/// another system adds a file beside it and its line in CMakeLists.txt. Messages are whole sentences that name `path`.
class AtomicFile::Temporary {
public:
    /// Checks the target (regular or absent, none of `inputs`, writable), removes leftovers of killed writers, opens.
    /// @param name  of the temporary file; then it is the only leftover that is removed. "": one of its own.
    static Result<std::unique_ptr<Temporary>> open(
        const std::string& path, std::span<const std::string> inputs, const std::string& name = {});

    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    /// Closes, and removes the file unless replaceTarget succeeded.
    ~Temporary();

    /// Writes all bytes or says why not.
    Result<Done> writeAll(std::string_view bytes);
    /// Synchronises the file, puts it in the target's place, synchronises the folder.
    Result<Done> replaceTarget();

private:
    Temporary() = default;

    struct Target;
    bool create(const Target& target, int& errorNumber);
    bool createAs(const std::string& name, const Target& target, int& errorNumber);

    std::string m_path;   ///< as given, for messages
    std::string m_folder; ///< of the target
    std::string m_target; ///< links resolved
    std::string m_name;   ///< path of the temporary file; "" when there is none to remove
    int m_descriptor = -1;
};

} // namespace kinetoscope
