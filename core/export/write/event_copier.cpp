// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/write/event_copier.h"

#include "core/io/bytes/byte_scan.h"
#include "core/io/events/event_decoder.h"
#include "core/io/json/json_check.h"
#include "core/io/trace_loader.h"

#include <algorithm>
#include <optional>

namespace kinetoscope {

namespace {

/// Whether the text is one comma with white space around it.
bool isSeparator(const char* begin, const char* end)
{
    begin = skipWhiteSpace(begin, end);
    return begin < end && *begin == ',' && skipWhiteSpace(begin + 1, end) == end;
}

class StretchCopier {
public:
    StretchCopier(const EventStretch& stretch, const EventPlan& plan, CopyCounts& counts, std::string& out)
        : m_plan(plan)
        , m_counts(counts)
        , m_out(out)
        , m_end(stretch.bytes.get() + stretch.size)
        , m_endsText(stretch.endsText)
        , m_hasOutput(!stretch.separator.empty())
        , m_separator(stretch.separator)
    {
    }

    /// The element of the event array that begins at p; the next one begins at `limit`.
    void take(EventIndex event, const char* p, const char* limit)
    {
        m_gapBegin = m_behind;
        m_begin = p;
        m_behind = nullptr;
        const EventPlan::Fate fate = m_plan.fateOf(event);
        if (fate == EventPlan::Fate::LeaveOut) {
            ++m_leftOut;
            if (m_endsText && limit == m_end && p < limit) // what follows the last one is asked for
                m_behind = endOfJsonValue(p, limit, kMostJsonDepth);
            return;
        }
        const char* const behind = p < limit ? endOfJsonValue(p, limit, kMostJsonDepth) : nullptr;
        if (!behind) {
            takeMended(event, p, limit, fate);
            return;
        }
        m_behind = behind;
        if (fate == EventPlan::Fate::Copy)
            copy(p, behind);
        else
            edit(event, { p, static_cast<std::size_t>(behind - p) });
    }

    /// End of the last element, where it was strict.
    const char* finish()
    {
        flush();
        m_counts.copied += m_copied;
        m_counts.edited += m_edited;
        m_counts.leftOut += m_leftOut;
        return m_behind;
    }

private:
    /// What stands in front of the current element, if that is a separator.
    [[nodiscard]] std::optional<std::string_view> gap() const
    {
        if (!m_gapBegin || !isSeparator(m_gapBegin, m_begin))
            return std::nullopt;
        return std::string_view(m_gapBegin, static_cast<std::size_t>(m_begin - m_gapBegin));
    }

    void separate()
    {
        if (m_hasOutput) {
            const bool isFirst = !m_isSeparatorUsed;
            m_out += isFirst ? std::string_view(m_separator) : gap().value_or(kEventSeparator);
        }
        m_hasOutput = true;
        m_isSeparatorUsed = true;
    }

    void flush()
    {
        m_out.append(m_runBegin, m_runEnd);
        m_runBegin = m_runEnd = nullptr;
    }

    void copy(const char* p, const char* behind)
    {
        ++m_copied;
        if (m_runEnd && m_runEnd == m_gapBegin && gap()) {
            m_runEnd = behind;
            return;
        }
        flush();
        separate();
        m_runBegin = p;
        m_runEnd = behind;
    }

    bool edit(EventIndex event, std::string_view json)
    {
        flush();
        const std::size_t before = m_out.size();
        const bool had = m_hasOutput;
        const bool used = m_isSeparatorUsed;
        separate();
        const std::size_t separated = m_out.size();
        switch (m_plan.edit(event, json, m_out)) {
        case EventPlan::Outcome::Same:
            m_out.resize(separated);
            m_out += json;
            ++m_copied;
            return true;
        case EventPlan::Outcome::Edited:
            ++m_edited;
            return true;
        case EventPlan::Outcome::LeftOut:
            break;
        }
        m_out.resize(before);
        m_hasOutput = had;
        m_isSeparatorUsed = used;
        ++m_leftOut;
        return false;
    }

    /// As ElementReader does with an object that is no JSON: the last one of a file that was cut is lost.
    void takeMended(EventIndex event, const char* p, const char* limit, EventPlan::Fate fate)
    {
        const std::string_view text(p, static_cast<std::size_t>(limit - p));
        bool isMended = false;
        if (text.starts_with('{')) {
            if (!m_decoder)
                m_decoder.emplace(m_limits.nesting);
            const bool isTooDeep = m_decoder->decode(text, m_event).status == EventDecoder::Status::TooDeep;
            const EventDecoder::Outcome outcome = m_decoder->decodeDamaged(text, m_event);
            const bool isCut = m_endsText && limit == m_end && outcome.consumed >= text.size();
            isMended = outcome.status == EventDecoder::Status::Ok && (!isCut || isTooDeep);
        }
        if (isMended) {
            m_mended.assign(m_decoder->mendedText());
            isMended = isStrictJson(m_mended, m_limits.nesting);
        }
        if (!isMended) {
            ++m_counts.lost;
            return;
        }
        if (fate == EventPlan::Fate::Copy) {
            flush();
            separate();
            m_out += m_mended;
            ++m_copied;
            ++m_counts.mended;
        } else if (m_mended.append(kScanPadding, '\0');
                   edit(event, std::string_view(m_mended).substr(0, m_mended.size() - kScanPadding))) {
            ++m_counts.mended;
        }
    }

    const EventPlan& m_plan;
    CopyCounts& m_counts;
    std::string& m_out;
    const char* m_end;
    bool m_endsText;
    bool m_hasOutput;
    bool m_isSeparatorUsed = false;
    std::string_view m_separator;
    const LoadLimits m_limits;
    std::optional<EventDecoder> m_decoder;
    RawEvent m_event;
    std::string m_mended;
    const char* m_gapBegin = nullptr; ///< where the element before the current one ended; nullptr where unknown
    const char* m_begin = nullptr;    ///< the current element
    const char* m_behind = nullptr;
    const char* m_runBegin = nullptr; ///< elements that are taken over and not yet written
    const char* m_runEnd = nullptr;
    std::uint64_t m_copied = 0;
    std::uint64_t m_edited = 0;
    std::uint64_t m_leftOut = 0;
};

} // namespace

std::size_t copyEvents(const EventStretch& stretch, const EventTextSource& source, const EventPlan& plan,
    CopyCounts& counts, std::string& out)
{
    const char* const begin = stretch.bytes.get();
    const auto placeOf = [&](EventIndex event) {
        const std::uint64_t position = source.positionOf(event).value_or(stretch.offset) - stretch.offset;
        return begin + std::min<std::uint64_t>(position, stretch.size);
    };
    out.reserve(out.size() + stretch.size + stretch.size / 16); // growing would take three times the memory
    StretchCopier copier(stretch, plan, counts, out);
    const char* p = placeOf(stretch.first);
    for (EventIndex event = stretch.first; event < stretch.end; ++event) {
        const char* const next = event + 1 < stretch.end ? placeOf(event + 1) : begin + stretch.size;
        copier.take(event, p, next);
        p = next;
    }
    const char* const behind = copier.finish();
    return behind ? static_cast<std::size_t>(behind - begin) : 0;
}

std::string_view separatorAtEnd(std::string_view text)
{
    constexpr std::size_t kMostBytes = 256;
    std::size_t begin = text.size();
    const std::size_t least = text.size() > kMostBytes ? text.size() - kMostBytes : 0;
    const auto skipBack = [&] {
        while (begin > least && isJsonSpace(text[begin - 1]))
            --begin;
    };
    skipBack();
    if (begin == least || text[begin - 1] != ',')
        return {};
    --begin;
    skipBack();
    return begin > least && text[begin - 1] == '}' ? text.substr(begin) : std::string_view {};
}

} // namespace kinetoscope
