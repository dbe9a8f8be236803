// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/summaries/summary_file.h"

#include "core/base/atomic_file.h"
#include "core/io/summary/summary_format.h"
#include "core/io/summary/summary_reader.h"
#include "core/output/json_writer.h"

#include <fmt/core.h>

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

namespace kinetoscope {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporaryEnding = ".tmp";

/// Of a name `.NAME.ksum.HOST.PID.tmp`, or `.NAME.ksum.failed.HOST.PID.tmp`, whose it is.
struct TemporaryOwner {
    std::string host;
    std::int64_t process = 0;
};
std::optional<TemporaryOwner> ownerOf(std::string_view name)
{
    if (!name.starts_with('.') || !name.ends_with(kTemporaryEnding))
        return std::nullopt;
    name.remove_suffix(kTemporaryEnding.size());
    const std::size_t dot = name.find_last_of('.');
    const std::string_view digits = name.substr(dot + 1);
    if (digits.empty() || digits.size() > 10 || digits.find_first_not_of("0123456789") != std::string_view::npos)
        return std::nullopt;
    name = name.substr(0, dot);
    std::size_t host = std::string_view::npos;
    for (const std::string_view ending : { kFailedEnding, kSummaryEnding }) {
        const std::string marked = std::string(ending) + '.';
        if (const std::size_t at = name.find(marked); at != std::string_view::npos && host == std::string_view::npos)
            host = at + marked.size();
    }
    if (host == std::string_view::npos)
        return std::nullopt;
    return TemporaryOwner { std::string(name.substr(host)), std::stoll(std::string(digits)) };
}

bool isAlive(std::int64_t process)
{
    return kill(static_cast<pid_t>(process), 0) == 0 || errno != ESRCH;
}

/// The name of the temporary file of a target; within what file names may have.
std::string temporaryNameOf(const std::string& path)
{
    constexpr std::size_t kLongestName = 150;
    std::string name = fs::path(path).filename().string();
    if (name.size() > kLongestName) {
        // The ending stays, by which a leftover is known; a checksum keeps names apart.
        const auto crc = crc32(0, reinterpret_cast<const Bytef*>(name.data()), static_cast<uInt>(name.size()));
        const std::string ending(name.ends_with(kFailedEnding) ? kFailedEnding : kSummaryEnding);
        name = fmt::format("{}{}{}", name.substr(0, kLongestName), crc, ending);
    }
    return fmt::format(".{}.{}.{}{}", name, hostName().substr(0, 64), getpid(), kTemporaryEnding);
}

} // namespace

Result<TraceSignature> signatureOf(const std::string& path)
{
    const auto unreadable = [&path] {
        return Error { ErrorCode::Unreadable, { KT_PHRASE("summarize", "%1 cannot be read."), arg::Text { path } } };
    };
    struct stat status { };
    if (stat(path.c_str(), &status) != 0 || access(path.c_str(), R_OK) != 0)
        return unreadable();
    TraceSignature signature;
    signature.time = std::int64_t { status.st_mtim.tv_sec } * 1'000'000'000 + status.st_mtim.tv_nsec;
    if (!S_ISREG(status.st_mode))
        return signature;
    const std::optional<TraceChecksums> checksums = checksumsOf(path);
    if (!checksums)
        return unreadable();
    signature.checksums = *checksums;
    return signature;
}

bool isUpToDate(
    const std::string& path, const TraceSignature& trace, const SummaryOptions& options, std::uint32_t rulesCrc)
{
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        return false;
    const Result<SummaryMeta> meta = readSummaryMeta(path);
    return meta && meta->kernelDelay == options.kernelDelay && meta->kernelShare == options.kernelShare
        && meta->rulesCrc == rulesCrc && meta->traceSize == trace.checksums.size
        && (meta->traceTime == trace.time || areOf(trace.checksums, *meta));
}

std::string hostName()
{
    std::array<char, 256> name {};
    if (gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0')
        return "host";
    std::string host(name.data());
    std::ranges::replace(host, '/', '_');
    return host;
}

Result<Done> writeOnCluster(const std::string& path, std::string_view bytes)
{
    std::error_code error;
    const fs::path folder = fs::path(path).parent_path();
    if (!folder.empty())
        fs::create_directories(folder, error);
    if (error)
        return Error { ErrorCode::NotWritable,
            { KT_PHRASE("files", "Cannot write %1: %2."), arg::Text { folder.string() },
                arg::Text { error.message() } } };
    KT_TRY(AtomicFile file, AtomicFile::createAs(path, temporaryNameOf(path)));
    static_cast<void>(file.write(bytes)); // commit tells the first failure
    return file.commit();
}

void removeClusterLeftovers(const std::string& folder)
{
    constexpr std::time_t kDay = 24 * 3600;
    const std::string own = hostName().substr(0, 64);
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const std::string path = it->path().string();
        const std::optional<TemporaryOwner> owner = ownerOf(it->path().filename().string());
        struct stat status { };
        if (!owner || lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
            continue;
        const bool isOurs = owner->host == own;
        if ((isOurs && !isAlive(owner->process)) || std::time(nullptr) - status.st_mtim.tv_sec > kDay)
            (void)unlink(path.c_str());
    }
}

std::string failureText(const std::string& trace, int exitCode, const std::string& sentence)
{
    JsonWriter json;
    json.beginObject();
    json.member("trace", trace);
    json.member("exit_code", std::int64_t { exitCode });
    json.member("sentence", sentence);
    json.endObject();
    return json.take() + "\n";
}

} // namespace kinetoscope
