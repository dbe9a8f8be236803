// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/bytes/inflater.h"

#include "core/io/bytes/gzip_format.h"
#include "core/io/trace_loader.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// The ratio is looked at where the text has so many bytes more: a limit must not depend on how much is asked for.
constexpr std::uint64_t kCheckDistance = 1u << 20;
/// ISA-L takes its input for up to so many bytes of text ahead of those it gives out. Where it passes the ratio without
/// this much, zlib does.
constexpr std::uint64_t kIsalAhead = 128 * 1024;

} // namespace

Inflater::Inflater(std::shared_ptr<const ByteSource> file, const LoadLimits& limits, bool useIsal)
    : m_file(std::move(file))
    , m_limits(&limits)
    , m_engine(useIsal ? DeflateEngine::makeIsal() : nullptr)
{
    m_isZlib = m_engine == nullptr;
    if (m_isZlib)
        m_engine = DeflateEngine::makeZlib();
}

bool Inflater::startMember(ImportReport& report)
{
    if (m_position >= m_file->size()) {
        m_isDone = true;
        return false;
    }
    if (m_members >= m_limits->gzipMembers) {
        report.note(Problem::LimitReached, m_textPosition, "gzip members");
        m_isDone = true;
        return false;
    }
    const auto data = skipGzipHeader(*m_file, m_position);
    if (!data) {
        report.note(m_members == 0 ? Problem::GzipDamaged : Problem::DataAfterGzip, m_textPosition, {},
            m_file->size() - m_position);
        m_isDone = true;
        return false;
    }
    m_dataStart = *data;
    m_engine->start(m_dataStart);
    m_memberText = 0;
    m_crc = 0;
    m_inMember = true;
    return true;
}

void Inflater::endMember(ImportReport& report)
{
    const std::uint64_t trailerAt = m_engine->position();
    const auto trailer = readGzipTrailer(*m_file, trailerAt);
    if (!trailer || trailer->crc != m_crc || trailer->size != static_cast<std::uint32_t>(m_memberText)) {
        if (!m_isZlib) {
            leaveToZlib();
            return;
        }
        report.note(Problem::GzipChecksum, m_textPosition);
    }
    m_position = trailerAt + kGzipTrailerBytes;
    m_inMember = false;
    ++m_members;
}

/// Ends reading where ISA-L is in doubt.
std::size_t Inflater::leaveToZlib()
{
    m_position = m_engine->position();
    m_inMember = false;
    m_isDone = true;
    m_needsZlib = true;
    return 0;
}

void Inflater::stop(ImportReport& report, DeflateEngine::Step step)
{
    m_isDone = true;
    m_position = m_engine->position();
    m_inMember = false;
    if (step == DeflateEngine::Step::ReadError)
        report.note(Problem::ReadError, m_textPosition);
    else if (m_memberText == 0 && m_members > 0)
        report.note(Problem::DataAfterGzip, m_textPosition, {}, m_file->size() - m_dataStart);
    else
        report.note(Problem::GzipDamaged, m_textPosition,
            step == DeflateEngine::Step::Truncated ? "the compressed data end too early" : "");
}

bool Inflater::passesLimits(ImportReport& report)
{
    if (m_textPosition < m_limits->gzipRatioAfter || m_textPosition % kCheckDistance != 0)
        return true;
    const std::uint64_t used = compressedPosition();
    if (m_textPosition / m_limits->gzipRatio < (m_isZlib ? used : used - std::min(used, kIsalAhead)))
        return true;
    if (!m_isZlib) {
        leaveToZlib();
        return false;
    }
    report.note(Problem::LimitReached, m_textPosition, "gzip ratio");
    m_isDone = true;
    return false;
}

std::size_t Inflater::read(std::span<char> out, ImportReport& report)
{
    while (!m_isDone) {
        if (!m_inMember && !startMember(report))
            break;
        const std::uint64_t toCheck = kCheckDistance - m_textPosition % kCheckDistance;
        const std::span<char> piece = out.first(static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), toCheck)));
        const DeflateEngine::Outcome outcome = m_engine->run(*m_file, piece);
        const bool isWell =
            outcome.step == DeflateEngine::Step::Output || outcome.step == DeflateEngine::Step::MemberEnd;
        if (!isWell && !m_isZlib)
            return leaveToZlib();
        m_crc = m_engine->crc(m_crc, piece.first(outcome.produced));
        m_textPosition += outcome.produced;
        m_memberText += outcome.produced;
        if (outcome.step == DeflateEngine::Step::MemberEnd)
            endMember(report);
        else if (outcome.step != DeflateEngine::Step::Output)
            stop(report, outcome.step);
        if (!passesLimits(report) || outcome.produced > 0)
            return m_needsZlib ? 0 : outcome.produced;
    }
    return 0;
}

InflateCursor::InflateCursor(std::shared_ptr<const ByteSource> file, std::unique_ptr<DeflateEngine> engine)
    : m_file(std::move(file))
    , m_engine(std::move(engine))
{
    if (m_engine)
        return;
    if (const auto data = skipGzipHeader(*m_file, 0)) {
        m_engine = DeflateEngine::makeZlib();
        m_engine->start(*data);
    }
}

std::size_t InflateCursor::read(std::span<char> out)
{
    while (m_engine) {
        const DeflateEngine::Outcome outcome = m_engine->run(*m_file, out);
        if (outcome.step == DeflateEngine::Step::MemberEnd) {
            const auto next = skipGzipHeader(*m_file, m_engine->position() + kGzipTrailerBytes);
            if (next)
                m_engine->start(*next);
            else
                m_engine.reset();
        } else if (outcome.step != DeflateEngine::Step::Output) {
            m_engine.reset();
        }
        if (outcome.produced > 0)
            return outcome.produced;
    }
    return 0;
}

} // namespace kinetoscope
