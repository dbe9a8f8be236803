// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/atomic_file_temporary.h"
#include "core/base/text.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kinetoscope {

namespace {

constexpr std::string_view kSuffix = ".kinetoscope-tmp";
// File names may have 255 bytes; the rest is for the dot, the process, the counter and the suffix.
constexpr std::size_t kNameBytes = 180;

Error notWritable(const std::string& path, Message reason)
{
    return { ErrorCode::NotWritable,
        { KT_PHRASE("files", "Cannot write %1: %2."), arg::Text { '"' + withControlPictures(repairUtf8(path)) + '"' },
            std::move(reason) } };
}

Error notWritable(const std::string& path, int errorNumber)
{
    return notWritable(path, Message::verbatim(std::generic_category().message(errorNumber)));
}

/// With a file size limit a write raises SIGXFSZ, whose default is to end the program. Held back here, the write says
/// EFBIG.
class FileSizeSignalHeldBack {
public:
    FileSizeSignalHeldBack()
    {
        sigemptyset(&m_set);
        sigaddset(&m_set, SIGXFSZ);
        sigset_t pending;
        sigemptyset(&pending);
        sigpending(&pending);
        m_wasPending = sigismember(&pending, SIGXFSZ) == 1;
        pthread_sigmask(SIG_BLOCK, &m_set, &m_old);
    }
    ~FileSizeSignalHeldBack()
    {
        const int savedErrno = errno;
        sigset_t pending;
        sigemptyset(&pending);
        sigpending(&pending);
        if (!m_wasPending && sigismember(&pending, SIGXFSZ) == 1) {
            int received = 0;
            sigwait(&m_set, &received);
        }
        pthread_sigmask(SIG_SETMASK, &m_old, nullptr);
        errno = savedErrno;
    }
    FileSizeSignalHeldBack(const FileSizeSignalHeldBack&) = delete;
    FileSizeSignalHeldBack& operator=(const FileSizeSignalHeldBack&) = delete;

private:
    sigset_t m_set;
    sigset_t m_old;
    bool m_wasPending = false;
};

std::string folderOf(const std::string& path)
{
    const std::size_t slash = path.find_last_of('/');
    if (slash == std::string::npos)
        return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

std::string nameOf(const std::string& path)
{
    return path.substr(path.find_last_of('/') + 1); // npos + 1 is 0
}

/// Whether a folder is one of /proc, by whatever name: /dev/fd is.
bool isOfProc(const std::string& folder)
{
    char* const real = realpath(folder.c_str(), nullptr);
    const bool is = real && std::string_view(real).starts_with("/proc/");
    std::free(real);
    return is;
}

/// Follows symbolic links by hand, because realpath refuses a link to a file that is yet to be made. 0, or an errno.
/// @param isOpenFile  set where a link is one of /proc: what a program has open, like /dev/stdout.
int followLinks(std::string& path, bool& isOpenFile)
{
    constexpr int kMaxLinks = 40; // as Linux
    for (int links = 0; links <= kMaxLinks; ++links) {
        struct stat status { };
        if (lstat(path.c_str(), &status) != 0)
            return errno == ENOENT ? 0 : errno;
        if (!S_ISLNK(status.st_mode))
            return 0;
        isOpenFile = isOpenFile || isOfProc(folderOf(path));
        std::string target(4096, '\0');
        const ssize_t length = readlink(path.c_str(), target.data(), target.size());
        if (length < 0)
            return errno;
        if (static_cast<std::size_t>(length) == target.size())
            return ENAMETOOLONG;
        target.resize(static_cast<std::size_t>(length));
        path = target.starts_with('/') ? target : folderOf(path) + "/" + target;
    }
    return ELOOP;
}

/// Whether a file has a name that `create` gives: ".<target>.<process>-<number>.kinetoscope-tmp".
bool isTemporaryName(std::string_view name)
{
    if (!name.starts_with('.') || !name.ends_with(kSuffix))
        return false;
    name.remove_suffix(kSuffix.size());
    const std::string_view numbers = name.substr(name.find_last_of('.') + 1);
    const std::size_t dash = numbers.find('-');
    const auto isNumber = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return dash != std::string_view::npos && isNumber(numbers.substr(0, dash)) && isNumber(numbers.substr(dash + 1));
}

/// Removes temporary files of writers that no longer live, whatever their target: a living one holds the lock on its
/// file, and a name that is never written again would keep its leftover for ever.
void removeLeftovers(const std::string& folder)
{
    DIR* directory = opendir(folder.c_str());
    if (!directory)
        return;
    while (const dirent* entry = readdir(directory)) {
        const std::string_view name = entry->d_name;
        if (!isTemporaryName(name))
            continue;
        const int descriptor = openat(dirfd(directory), entry->d_name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (descriptor < 0)
            continue;
        if (flock(descriptor, LOCK_EX | LOCK_NB) == 0)
            unlinkat(dirfd(directory), entry->d_name, 0);
        close(descriptor);
    }
    closedir(directory);
}

/// True where a file system cannot synchronise at all, which is no failure of ours.
bool cannotSynchronise(int errorNumber)
{
    return errorNumber == EINVAL || errorNumber == ENOTSUP || errorNumber == ENOSYS || errorNumber == EROFS;
}

int synchronise(int descriptor)
{
    while (fsync(descriptor) != 0) {
        if (errno == EINTR)
            continue;
        return cannotSynchronise(errno) ? 0 : errno;
    }
    return 0;
}

} // namespace

/// What stands at the target now.
struct AtomicFile::Temporary::Target {
    bool exists = false;
    struct stat status { };
};

Result<std::unique_ptr<AtomicFile::Temporary>> AtomicFile::Temporary::open(
    const std::string& path, std::span<const std::string> inputs, const std::string& name)
{
    if (path.empty() || path.ends_with('/') || path.find('\0') != std::string::npos)
        return notWritable(path, { KT_PHRASE("files", "this is not the name of a file") });
    std::unique_ptr<Temporary> temporary(new Temporary);
    temporary->m_path = path;
    temporary->m_target = path;
    bool isOpenFile = false;
    if (const int failed = followLinks(temporary->m_target, isOpenFile); failed != 0)
        return notWritable(path, failed);
    // Who writes to /dev/stdout means what is open there, to be appended to, and not that file's end. What a link to a
    // pipe says is no name of a file.
    struct stat opened { };
    if (isOpenFile && stat(path.c_str(), &opened) == 0)
        return notWritable(path,
            S_ISREG(opened.st_mode)
                ? Message { KT_PHRASE("files", "it is a file that a program has open, and would be replaced") }
                : Message { KT_PHRASE("files", "it is not a regular file") });
    temporary->m_folder = folderOf(temporary->m_target);

    Target target;
    target.exists = stat(temporary->m_target.c_str(), &target.status) == 0;
    if (!target.exists && errno != ENOENT)
        return notWritable(path, errno);
    if (target.exists) {
        if (S_ISDIR(target.status.st_mode))
            return notWritable(path, { KT_PHRASE("files", "it is a folder") });
        if (!S_ISREG(target.status.st_mode))
            return notWritable(path, { KT_PHRASE("files", "it is not a regular file") });
        // Replacing needs only the folder's permission; a file that was protected on purpose must stay all the same.
        if (faccessat(AT_FDCWD, temporary->m_target.c_str(), W_OK, AT_EACCESS) != 0)
            return notWritable(path, errno);
        for (const std::string& input : inputs) {
            struct stat status { };
            if (stat(input.c_str(), &status) == 0 && status.st_dev == target.status.st_dev
                && status.st_ino == target.status.st_ino)
                return notWritable(path, { KT_PHRASE("files", "it is the file that is being read") });
        }
    }
    int errorNumber = 0;
    if (!(name.empty() ? temporary->create(target, errorNumber) : temporary->createAs(name, target, errorNumber))) {
        struct stat folder { };
        if (errorNumber == ENOENT && stat(temporary->m_folder.c_str(), &folder) == 0) // /proc, or /dev/stdout as a pipe
            return notWritable(path, { KT_PHRASE("files", "its folder takes no new files") });
        if (errorNumber == ENOENT)
            return notWritable(path, { KT_PHRASE("files", "its folder does not exist") });
        return notWritable(path, errorNumber);
    }
    return temporary;
}

bool AtomicFile::Temporary::create(const Target& target, int& errorNumber)
{
    static std::atomic<unsigned> counter { 0 };
    const std::string prefix = fmt::format("{}/.{}.{}-", m_folder, nameOf(m_target).substr(0, kNameBytes), getpid());
    removeLeftovers(m_folder);
    constexpr int kAttempts = 100;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        std::string name = fmt::format("{}{}{}", prefix, counter.fetch_add(1), kSuffix);
        const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0) {
            errorNumber = errno;
            if (errorNumber == EEXIST || errorNumber == EINTR)
                continue;
            return false;
        }
        // Another writer may have taken our new file for a leftover in the moment before it was locked. File systems
        // without locks fail differently, and there nobody removes leftovers.
        const bool isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
        struct stat status { };
        if (isTaken || (fstat(descriptor, &status) == 0 && status.st_nlink == 0)) {
            close(descriptor);
            continue;
        }
        m_descriptor = descriptor;
        m_name = name;
        // Best effort: a private file must not become readable for all by being replaced.
        if (target.exists)
            (void)!fchmod(descriptor, target.status.st_mode & 0777);
        return true;
    }
    errorNumber = EEXIST;
    return false;
}

bool AtomicFile::Temporary::createAs(const std::string& name, const Target& target, int& errorNumber)
{
    const std::string path = m_folder + "/" + name;
    (void)unlink(path.c_str());
    do {
        m_descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (m_descriptor < 0 && errno == EINTR);
    errorNumber = errno;
    if (m_descriptor < 0)
        return false;
    m_name = path;
    if (target.exists)
        (void)!fchmod(m_descriptor, target.status.st_mode & 0777);
    return true;
}

AtomicFile::Temporary::~Temporary()
{
    // Removed before the lock goes with the descriptor.
    if (!m_name.empty())
        unlink(m_name.c_str());
    if (m_descriptor >= 0)
        close(m_descriptor);
}

Result<Done> AtomicFile::Temporary::writeAll(std::string_view bytes)
{
    const FileSizeSignalHeldBack guard;
    while (!bytes.empty()) {
        const std::size_t part = std::min<std::size_t>(bytes.size(), std::size_t { 1 } << 30);
        const ssize_t written = ::write(m_descriptor, bytes.data(), part);
        if (written < 0) {
            if (errno == EINTR)
                continue;
            return notWritable(m_path, errno);
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return Done {};
}

Result<Done> AtomicFile::Temporary::replaceTarget()
{
    if (const int failed = synchronise(m_descriptor); failed != 0)
        return notWritable(m_path, failed);
    // The target may have become something else since it was looked at; rename would replace a FIFO without a word.
    struct stat status { };
    if (lstat(m_target.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
        return notWritable(m_path, { KT_PHRASE("files", "it is not a regular file any more") });
    if (rename(m_name.c_str(), m_target.c_str()) != 0)
        return errno == ENOENT ? notWritable(m_path, { KT_PHRASE("files", "its folder is gone") })
                               : notWritable(m_path, errno);
    m_name.clear();
    const int folder = ::open(m_folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        // The file is complete and in place; what could fail here is only its surviving a power cut this very moment.
        (void)synchronise(folder);
        close(folder);
    }
    return Done {};
}

} // namespace kinetoscope
