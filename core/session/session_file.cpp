// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_file.h"

#include "core/base/atomic_file.h"
#include "core/base/vectors.h"
#include "core/session/session_format.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace kinetoscope {

namespace {

namespace fs = std::filesystem;

// The largest selection and ten thousands of folded rows stay far below; a file beyond it is no session.
constexpr std::uintmax_t kMostBytes = 16U << 20;
constexpr std::size_t kFirstBytes = 256;

std::string sessionFolder(const std::string& path)
{
    return fs::path(sessionPath(path)).parent_path().string();
}

bool isRegular(const std::string& path)
{
    std::error_code error;
    return fs::is_regular_file(path, error);
}

} // namespace

std::string sessionPath(const std::string& path)
{
    std::error_code error;
    const fs::path absolute = fs::absolute(path, error);
    return error ? path : absolute.lexically_normal().string();
}

bool isSessionFile(const std::string& path)
{
    // Only then: a pipe would be waited for.
    if (!isRegular(path))
        return false;
    if (fs::path(path).extension() == kSessionEnding)
        return true;
    std::ifstream file(path, std::ios::binary);
    std::string first(kFirstBytes, '\0');
    file.read(first.data(), static_cast<std::streamsize>(first.size()));
    first.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
    return beginsLikeSession(first);
}

Result<Session> loadSession(const std::string& path)
{
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    if (error || !isRegular(path))
        return Error { ErrorCode::Unreadable, { KT_PHRASE("session-file", "it cannot be read") } };
    if (size > kMostBytes)
        return Error { ErrorCode::NotATrace,
            { KT_PHRASE("session-file", "it is too large for a session of Kinetoscope (more than 16 MiB)") } };
    std::ifstream file(path, std::ios::binary);
    std::string text(static_cast<std::size_t>(size), '\0');
    if (!file.read(text.data(), static_cast<std::streamsize>(text.size())) && size > 0)
        return Error { ErrorCode::Unreadable, { KT_PHRASE("session-file", "it cannot be read") } };
    return readSession(text, sessionFolder(path));
}

Result<Done> saveSession(const Session& session, const std::string& path)
{
    std::vector<std::string> inputs = mapped(session.files, &SessionFile::path);
    for (const SessionTrace& trace : session.traces)
        inputs.push_back(trace.path);
    return writeFileAtomically(path, writeSession(session, sessionFolder(path)), inputs);
}

std::optional<SessionFile> sessionFileOf(const std::string& path)
{
    std::error_code error;
    SessionFile file { .path = sessionPath(path), .bytes = static_cast<std::int64_t>(fs::file_size(path, error)) };
    if (error)
        return std::nullopt;
    const auto time = fs::last_write_time(path, error);
    if (error)
        return std::nullopt;
    file.modified = std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
    return file;
}

std::vector<std::string> missingTraces(const Session& session)
{
    std::vector<std::string> missing;
    for (const SessionTrace& trace : session.traces) {
        std::error_code error;
        if (!fs::exists(trace.path, error))
            missing.push_back(trace.path);
    }
    return missing;
}

std::vector<std::string> changedFiles(const Session& session)
{
    std::vector<std::string> changed;
    for (const SessionFile& file : session.files) {
        const auto now = sessionFileOf(file.path);
        if (!now || now->bytes != file.bytes || now->modified != file.modified)
            changed.push_back(file.path);
    }
    return changed;
}

} // namespace kinetoscope
