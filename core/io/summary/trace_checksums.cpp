// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/summary/trace_checksums.h"

#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

namespace kinetoscope {

namespace {

std::uint32_t crcOfPart(std::ifstream& file, std::uint64_t at, std::uint64_t bytes)
{
    std::vector<char> part(static_cast<std::size_t>(bytes));
    file.clear();
    file.seekg(static_cast<std::streamoff>(at));
    file.read(part.data(), static_cast<std::streamsize>(part.size()));
    return static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(file.gcount())));
}

} // namespace

std::optional<TraceChecksums> checksumsOf(const std::string& path)
{
    constexpr std::uint64_t kPart = 64 << 10;
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    std::ifstream file(path, std::ios::binary);
    if (error || !file)
        return std::nullopt;
    const std::uint64_t part = std::min<std::uint64_t>(kPart, size);
    TraceChecksums checksums { size };
    checksums.head = crcOfPart(file, 0, part);
    checksums.tail = crcOfPart(file, size - part, part);
    return checksums;
}

bool areOf(const TraceChecksums& checksums, const SummaryMeta& meta)
{
    return checksums.size == meta.traceSize && checksums.head == meta.traceHeadCrc
        && checksums.tail == meta.traceTailCrc;
}

} // namespace kinetoscope
