// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/standard_input.h"

#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <system_error>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#else
#include <cerrno>
#include <poll.h>
#include <unistd.h>
#endif

namespace kinetoscope::cli {

namespace {

bool isTerminal()
{
#ifdef _WIN32
    return _isatty(_fileno(stdin)) != 0;
#else
    return isatty(STDIN_FILENO) != 0;
#endif
}

/// Waits for some bytes, or until somebody says stop: who writes into the pipe may take its time. 0 at the end, nothing
/// if they cannot be read.
std::optional<std::size_t> readSome(std::span<char> block, const Progress& progress)
{
#ifdef _WIN32
    (void)progress;
    const std::size_t count = std::fread(block.data(), 1, block.size(), stdin);
    return count == 0 && std::ferror(stdin) ? std::nullopt : std::optional(count);
#else
    constexpr int kLookMs = 50;
    pollfd input { STDIN_FILENO, POLLIN, 0 };
    while (!progress.shouldStop()) {
        const int ready = poll(&input, 1, kLookMs);
        if (ready < 0 && errno != EINTR)
            return std::nullopt;
        if (ready <= 0)
            continue;
        const ssize_t count = read(STDIN_FILENO, block.data(), block.size());
        if (count >= 0)
            return static_cast<std::size_t>(count);
        if (errno != EINTR && errno != EAGAIN)
            return std::nullopt;
    }
    return 0;
#endif
}

/// A name that is not there yet, so that nobody's file is written over.
Result<std::filesystem::path> newFile(std::FILE*& file)
{
    std::error_code failure;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(failure);
    if (failure)
        return Error { ErrorCode::NotWritable,
            { KT_PHRASE("cli", "There is no folder for temporary files: %1."), arg::Text { failure.message() } } };
    std::random_device random;
    for (int attempt = 0; attempt < 16; ++attempt) {
        const std::filesystem::path path = folder / ("standard-input-" + std::to_string(random()) + ".kinetoscope-tmp");
        file = std::fopen(path.string().c_str(), "wbx"); // x: fails where it exists
        if (file)
            return path;
    }
    return Error { ErrorCode::NotWritable,
        { KT_PHRASE("cli", "No file can be made in %1 for the standard input."), arg::Text { folder.string() } } };
}

} // namespace

StandardInput::~StandardInput()
{
    std::error_code ignored;
    if (!m_path.empty())
        std::filesystem::remove(m_path, ignored);
}

Result<std::string> StandardInput::path(const Progress& progress)
{
    if (!m_path.empty())
        return m_path.string();
    if (isTerminal())
        return Error { ErrorCode::Unreadable,
            { KT_PHRASE("standard-input", "'-' is the standard input, and nothing is piped into it.") } };
#ifdef _WIN32
    _setmode(_fileno(stdin), _O_BINARY);
#endif
    std::FILE* opened = nullptr;
    KT_TRY(std::filesystem::path made, newFile(opened));
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(opened, std::fclose);
    m_path = std::move(made);
    std::array<char, 1 << 16> block {};
    for (;;) {
        const std::optional<std::size_t> count = readSome(block, progress);
        KT_TRY_DONE(progress.carryOn());
        if (!count)
            return Error { ErrorCode::Unreadable,
                { KT_PHRASE("standard-input", "The standard input cannot be read.") } };
        if (*count == 0)
            break;
        if (std::fwrite(block.data(), 1, *count, file.get()) != *count)
            return Error { ErrorCode::NotWritable,
                { KT_PHRASE("cli", "There is no room for the standard input in %1."), arg::Text { m_path.string() } } };
    }
    if (std::fflush(file.get()) != 0)
        return Error { ErrorCode::NotWritable,
            { KT_PHRASE("cli", "There is no room for the standard input in %1."), arg::Text { m_path.string() } } };
    return m_path.string();
}

std::string StandardInput::shown(std::string text, std::string_view name) const
{
    const std::string path = m_path.string();
    for (std::size_t at = path.empty() ? std::string::npos : text.find(path); at != std::string::npos;
         at = text.find(path, at + name.size()))
        text.replace(at, path.size(), name);
    return text;
}

} // namespace kinetoscope::cli
