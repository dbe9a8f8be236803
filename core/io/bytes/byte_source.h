// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace kinetoscope {

/// A regular file opened for reading, safely: without blocking on a FIFO, refusing what is no regular file, never
/// mapped (a mapped file cut short by its writer kills the process). Thread-safe: reads carry their own position.
class ByteSource {
public:
    /// What tells one state of a file from another.
    struct Stamp {
        std::uint64_t size = 0;
        std::int64_t modifiedNs = 0;
        std::uint64_t inode = 0;
        bool operator==(const Stamp&) const = default;
    };

    /// Errors: Unreadable, with one sentence for each cause (no such file, a folder, a FIFO or device, no permission,
    /// ...).
    [[nodiscard]] static Result<std::unique_ptr<ByteSource>> open(const std::string& path);
    ~ByteSource();
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] std::uint64_t size() const { return m_stamp.size; } ///< when opened
    [[nodiscard]] const Stamp& stamp() const { return m_stamp; }      ///< when opened

    /// Reads up to buffer.size() bytes at `offset`; fewer only at the end of the file. Errors: Unreadable.
    [[nodiscard]] Result<std::size_t> readAt(std::uint64_t offset, std::span<char> buffer) const;

    /// Whether size, time or identity of the file differ from when it was opened (a writer still at work, replaced,
    /// cut).
    [[nodiscard]] bool hasChanged() const;

private:
    ByteSource(std::string path, int handle, Stamp stamp)
        : m_path(std::move(path))
        , m_handle(handle)
        , m_stamp(stamp)
    {
    }
    static bool stampOf(int handle, Stamp& stamp);

    std::string m_path;
    int m_handle = -1;
    Stamp m_stamp;
};

/// What a file seems to be from its first bytes.
enum class FileKind : std::uint8_t { Text, Gzip, Zip, Zstd, Xz, Bzip2, Lz4, Protobuf, Utf16, Utf32, Empty };
/// @param head  the first bytes of the file, from which it is told. What is nothing else is Text, whatever it holds.
[[nodiscard]] FileKind sniffFileKind(std::span<const char> head);

} // namespace kinetoscope
