// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/bytes/byte_source.h"

#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>

#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

namespace kinetoscope {

namespace {

Error unreadable(Message sentence)
{
    return Error { ErrorCode::Unreadable, std::move(sentence) };
}

Error openError(const std::string& path, int number)
{
    switch (number) {
    case ENOENT:
        return unreadable({ KT_PHRASE("files", "There is no file %1."), arg::Text { path } });
    case EACCES:
    case EPERM:
        return unreadable({ KT_PHRASE("files", "No permission to read %1."), arg::Text { path } });
    case ELOOP:
        return unreadable({ KT_PHRASE("files", "%1 is a symbolic link that leads to itself."), arg::Text { path } });
    case ENXIO:
        return unreadable({ KT_PHRASE("files", "%1 is not a regular file."), arg::Text { path } });
    case ENAMETOOLONG:
        return unreadable({ KT_PHRASE("files", "The name of %1... is too long."), arg::Text { path.substr(0, 100) } });
    default:
        return unreadable(
            { KT_PHRASE("files", "Cannot open %1: %2."), arg::Text { path }, arg::Text { std::strerror(number) } });
    }
}

#if defined(_WIN32)
constexpr int kOpenFlags = _O_RDONLY | _O_BINARY | _O_NOINHERIT;
using StatBuffer = struct _stat64;
int statHandle(int handle, StatBuffer* buffer)
{
    return _fstat64(handle, buffer);
}
#else
// O_NONBLOCK: opening a FIFO without a writer would block for ever.
constexpr int kOpenFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
using StatBuffer = struct stat;
int statHandle(int handle, StatBuffer* buffer)
{
    return ::fstat(handle, buffer);
}
#endif

} // namespace

bool ByteSource::stampOf(int handle, Stamp& stamp)
{
    StatBuffer buffer {};
    if (statHandle(handle, &buffer) != 0)
        return false;
    stamp.size = static_cast<std::uint64_t>(buffer.st_size);
#if defined(__linux__)
    stamp.modifiedNs = buffer.st_mtim.tv_sec * 1'000'000'000LL + buffer.st_mtim.tv_nsec;
#else
    stamp.modifiedNs = static_cast<std::int64_t>(buffer.st_mtime) * 1'000'000'000LL;
#endif
    stamp.inode = static_cast<std::uint64_t>(buffer.st_ino);
    return true;
}

Result<std::unique_ptr<ByteSource>> ByteSource::open(const std::string& path)
{
    if (path.find('\0') != std::string::npos)
        return unreadable({ KT_PHRASE("files", "A file name cannot hold a NUL byte.") });
#if defined(_WIN32)
    const int handle = _open(path.c_str(), kOpenFlags);
#else
    const int handle = ::open(path.c_str(), kOpenFlags);
#endif
    if (handle < 0)
        return openError(path, errno);
    StatBuffer buffer {};
    Stamp stamp;
    std::unique_ptr<ByteSource> source(new ByteSource(path, handle, stamp));
    if (statHandle(handle, &buffer) != 0 || !stampOf(handle, source->m_stamp))
        return unreadable(
            { KT_PHRASE("files", "Cannot examine %1: %2."), arg::Text { path }, arg::Text { std::strerror(errno) } });
    if ((buffer.st_mode & S_IFMT) == S_IFDIR)
        return unreadable({ KT_PHRASE("files", "%1 is a folder."), arg::Text { path } });
    if ((buffer.st_mode & S_IFMT) != S_IFREG)
        return unreadable({ KT_PHRASE("files", "%1 is not a regular file."), arg::Text { path } });
    return source;
}

ByteSource::~ByteSource()
{
#if defined(_WIN32)
    _close(m_handle);
#else
    ::close(m_handle);
#endif
}

Result<std::size_t> ByteSource::readAt(std::uint64_t offset, std::span<char> buffer) const
{
    std::size_t done = 0;
    while (done < buffer.size()) {
#if defined(_WIN32)
        if (_lseeki64(m_handle, static_cast<std::int64_t>(offset + done), SEEK_SET) < 0)
            return unreadable({ KT_PHRASE("files", "Cannot read %1."), arg::Text { m_path } });
        const auto got = _read(m_handle, buffer.data() + done, static_cast<unsigned>(buffer.size() - done));
#else
        const ssize_t got =
            ::pread(m_handle, buffer.data() + done, buffer.size() - done, static_cast<off_t>(offset + done));
#endif
        if (got < 0) {
            if (errno == EINTR)
                continue;
            Error error = unreadable({ KT_PHRASE("files", "Reading %1 failed: %2."), arg::Text { m_path },
                arg::Text { std::strerror(errno) } });
            error.byteOffset = offset + done;
            return error;
        }
        if (got == 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

bool ByteSource::hasChanged() const
{
    Stamp now;
    if (!stampOf(m_handle, now) || !(now == m_stamp))
        return true;
    // The name may lead to another file by now: a new one was moved over it.
    StatBuffer buffer {};
#if defined(_WIN32)
    return _stat64(m_path.c_str(), &buffer) != 0;
#else
    return ::stat(m_path.c_str(), &buffer) != 0 || static_cast<std::uint64_t>(buffer.st_ino) != m_stamp.inode;
#endif
}

FileKind sniffFileKind(std::span<const char> head)
{
    const std::string_view text(head.data(), head.size());
    using namespace std::string_view_literals;
    if (text.empty())
        return FileKind::Empty;
    if (text.starts_with("\x1f\x8b"sv))
        return FileKind::Gzip;
    if (text.starts_with("PK\x03\x04"sv))
        return FileKind::Zip;
    if (text.starts_with("\x28\xb5\x2f\xfd"sv))
        return FileKind::Zstd;
    if (text.starts_with("\xfd"
                         "7zXZ\0"sv))
        return FileKind::Xz;
    if (text.starts_with("BZh"sv))
        return FileKind::Bzip2;
    if (text.starts_with("\x04\x22\x4d\x18"sv))
        return FileKind::Lz4;
    if (text.starts_with("\xff\xfe\0\0"sv) || text.starts_with("\0\0\xfe\xff"sv) || text.starts_with("{\0\0\0"sv)
        || text.starts_with("[\0\0\0"sv))
        return FileKind::Utf32;
    if (text.starts_with("\xff\xfe"sv) || text.starts_with("\xfe\xff"sv) || text.starts_with("{\0"sv)
        || text.starts_with("[\0"sv) || text.starts_with("\0{"sv) || text.starts_with("\0["sv))
        return FileKind::Utf16;
    if (text.front() == '\x0a' && text.size() > 2 && static_cast<unsigned char>(text[1]) >= 0x80)
        return FileKind::Protobuf;
    return FileKind::Text;
}

} // namespace kinetoscope
