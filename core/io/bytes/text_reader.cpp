// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/bytes/text_reader.h"

#include "core/io/trace_loader.h"

#include <algorithm>
#include <array>
#include <cerrno>

namespace kinetoscope {

namespace {

/// Distance between resume points: 8 MiB inflate in 3 to 10 ms, and a 1 GB text needs about 10 MB of states.
constexpr std::uint64_t kResumeDistance = 8u << 20;
constexpr std::size_t kPieceBytes = 1u << 20;

std::optional<Phrase> unsupportedKind(FileKind kind)
{
    switch (kind) {
    case FileKind::Zip:
        return KT_PHRASE("not-a-trace", "is a ZIP archive; unpack it and open what is inside.");
    case FileKind::Zstd:
        return KT_PHRASE("not-a-trace", "is compressed with Zstandard; unpack it with zstd -d first.");
    case FileKind::Xz:
        return KT_PHRASE("not-a-trace", "is compressed with xz; unpack it with xz -d first.");
    case FileKind::Bzip2:
        return KT_PHRASE("not-a-trace", "is compressed with bzip2; unpack it with bzip2 -d first.");
    case FileKind::Lz4:
        return KT_PHRASE("not-a-trace", "is compressed with LZ4; unpack it with lz4 -d first.");
    case FileKind::Protobuf:
        return KT_PHRASE("not-a-trace", "looks like a Perfetto protobuf trace; only JSON traces can be read.");
    case FileKind::Utf16:
        return KT_PHRASE("not-a-trace", "is encoded in UTF-16; convert it to UTF-8 first.");
    case FileKind::Utf32:
        return KT_PHRASE("not-a-trace", "is encoded in UTF-32; convert it to UTF-8 first.");
    case FileKind::Empty:
        return KT_PHRASE("not-a-trace", "is empty.");
    case FileKind::Text:
    case FileKind::Gzip:
        break;
    }
    return std::nullopt;
}

} // namespace

Result<std::unique_ptr<TextReader>> TextReader::open(
    std::shared_ptr<const ByteSource> file, const LoadLimits& limits, bool useIsal)
{
    std::array<char, 64> head {};
    KT_TRY(const auto got, file->readAt(0, head));
    const FileKind kind = sniffFileKind(std::span(head).first(got));
    if (const std::optional<Phrase> what = unsupportedKind(kind))
        return Error { ErrorCode::NotATrace,
            { KT_PHRASE("not-a-trace", "%1 %2"), arg::Text { file->path() }, Message::of(*what) }, 0 };
    std::unique_ptr<TextReader> reader(new TextReader(file));
    if (kind == FileKind::Gzip)
        reader->m_inflater = std::make_unique<Inflater>(std::move(file), limits, useIsal);
    return reader;
}

std::uint64_t TextReader::filePosition() const
{
    return m_inflater ? m_inflater->compressedPosition() : m_position;
}

std::size_t TextReader::read(std::span<char> out, ImportReport& report)
{
    std::size_t done = 0;
    while (done < out.size()) {
        const std::span<char> piece = out.subspan(done, std::min(kPieceBytes, out.size() - done));
        std::size_t got = 0;
        if (m_inflater) {
            got = m_inflater->read(piece, report);
            if (m_inflater->textPosition() >= m_nextResumePoint) {
                if (auto engine = m_inflater->snapshot()) {
                    m_resumePoints.push_back({ m_inflater->textPosition(), std::move(engine) });
                    m_nextResumePoint = m_inflater->textPosition() + kResumeDistance;
                }
            }
        } else {
            const auto result = m_file->readAt(m_position, piece);
            if (!result)
                report.note(Problem::ReadError, m_position, std::generic_category().message(errno));
            got = result ? *result : 0;
            m_position += got;
        }
        if (got == 0)
            break;
        done += got;
    }
    return done;
}

} // namespace kinetoscope
