// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/write/trace_writer.h"

#include "core/io/bytes/byte_scan.h"
#include "core/io/trace_loader.h"

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace kinetoscope {

/// The text of an open trace once more from front to back, cut in front of events.
class InputText {
public:
    /// Longest text in front of the first or behind the last event that is looked at; a longer one counts as damaged.
    static constexpr std::uint64_t kMostFrameBytes = 64ULL << 20;

    /// Errors: Unsupported for what was loaded from tables or is no trace; Unreadable if the file is gone or has
    /// changed.
    [[nodiscard]] static Result<std::unique_ptr<InputText>> open(const Trace& trace, const Progress& progress);

    [[nodiscard]] const EventTextSource& source() const { return m_source; }
    [[nodiscard]] EventIndex eventCount() const { return m_events; }

    /// Everything in front of the first event; the whole text where there is none. "" if it is longer than may be.
    /// Call first.
    [[nodiscard]] Result<std::string> head();
    /// The next stretch of events, about kStretchBytes of text, its separator not set; the last one ends with the text.
    /// Call until all events are given out. Behind the last event kMostFrameBytes are kept.
    [[nodiscard]] Result<EventStretch> next();
    /// Unreadable if the file has changed while it was read.
    [[nodiscard]] Result<Done> checkUnchanged() const;
    [[nodiscard]] bool isAtEnd() const { return m_next >= m_events; }

private:
    static constexpr std::uint64_t kStretchBytes = 2ULL << 20;

    InputText(const EventTextSource& source, EventIndex events, const Progress& progress)
        : m_source(source)
        , m_events(events)
        , m_progress(progress)
    {
    }
    [[nodiscard]] std::uint64_t positionOf(EventIndex event) const
    {
        return m_source.positionOf(event).value_or(m_source.textBytes());
    }
    /// Reads up to `end`, keeping at most `most` bytes in `bytes`; the rest is passed over.
    [[nodiscard]] Result<std::size_t> readUpTo(std::uint64_t end, std::uint64_t most, std::unique_ptr<char[]>& bytes);

    const EventTextSource& m_source;
    EventIndex m_events;
    Progress m_progress;
    LoadLimits m_limits;
    std::unique_ptr<TextReader> m_reader;
    ImportReport m_report; ///< what the loader has said already
    std::uint64_t m_position = 0;
    std::uint64_t m_reported = 0;
    EventIndex m_next = 0;
};

Result<std::unique_ptr<InputText>> InputText::open(const Trace& trace, const Progress& progress)
{
    const auto* source = dynamic_cast<const EventTextSource*>(trace.argsSource());
    if (!source || trace.isMemoryTimeline())
        return Error { ErrorCode::Unsupported,
            { KT_PHRASE("export", "%1 is no trace in JSON: there are no events to copy into another one."),
                arg::Text { trace.path() } } };
    std::unique_ptr<InputText> text(new InputText(*source, static_cast<EventIndex>(trace.report().events), progress));
    KT_TRY(text->m_reader, source->openText(text->m_limits));
    return text;
}

Result<std::size_t> InputText::readUpTo(std::uint64_t end, std::uint64_t most, std::unique_ptr<char[]>& bytes)
{
    const std::uint64_t wanted = end - m_position;
    const auto kept = static_cast<std::size_t>(std::min(wanted, most));
    bytes.reset(new char[kept + kScanPadding]);
    std::memset(bytes.get() + kept, 0, kScanPadding);
    std::vector<char> passed;
    while (m_position < end) {
        KT_TRY_DONE(m_progress.carryOn());
        const std::uint64_t done = wanted - (end - m_position);
        std::span<char> place;
        if (done < kept) {
            place = { bytes.get() + done, std::min<std::size_t>(kept - static_cast<std::size_t>(done), kStretchBytes) };
        } else {
            passed.resize(static_cast<std::size_t>(kStretchBytes));
            place = std::span(passed).first(static_cast<std::size_t>(std::min(kStretchBytes, end - m_position)));
        }
        const std::size_t got = m_reader->read(place, m_report);
        (void)m_reader->takeResumePoints(); // nobody will ask for a place again
        m_progress.add(m_reader->filePosition() - m_reported);
        m_reported = m_reader->filePosition();
        if (got == 0)
            return Error { ErrorCode::Unreadable,
                { KT_PHRASE("input-text", "The trace ends earlier than when it was loaded.") }, m_position };
        m_position += got;
    }
    return kept;
}

Result<std::string> InputText::head()
{
    const std::uint64_t end = m_events > 0 ? positionOf(0) : m_source.textBytes();
    std::unique_ptr<char[]> bytes;
    KT_TRY(const std::size_t size, readUpTo(end, kMostFrameBytes, bytes));
    return size == end ? std::string(bytes.get(), size) : std::string();
}

Result<Done> InputText::checkUnchanged() const
{
    const auto again = m_source.openText(m_limits);
    return again ? Result<Done>(Done {}) : again.error();
}

Result<EventStretch> InputText::next()
{
    EventStretch stretch { .offset = m_position, .first = m_next };
    // The first event that begins kStretchBytes further on: by halves, positions ascend.
    EventIndex low = m_next + 1;
    EventIndex high = m_events;
    while (low < high) {
        const EventIndex middle = low + (high - low) / 2;
        if (positionOf(middle) < m_position + kStretchBytes)
            low = middle + 1;
        else
            high = middle;
    }
    stretch.end = low;
    stretch.endsText = stretch.end == m_events;
    const std::uint64_t end = stretch.endsText ? m_source.textBytes() : positionOf(stretch.end);
    const std::uint64_t events = positionOf(stretch.end - 1) - m_position; // but the last one
    const std::uint64_t most = events + m_limits.eventBytes + (stretch.endsText ? kMostFrameBytes : kStretchBytes);
    KT_TRY(stretch.size, readUpTo(end, most, stretch.bytes));
    m_next = stretch.end;
    return stretch;
}

namespace {

/// What follows the bracket of an event array without events, from its ']' on.
std::string_view behindNoEvents(std::string_view text)
{
    const std::size_t bracket = text.find_first_not_of(" \t\r\n");
    return bracket == std::string_view::npos ? std::string_view {} : text.substr(bracket);
}

/// What follows the last event, from the ']' on; white space in front of it goes to `space`. "" if something else
/// stands there but the comma that some writers leave.
std::string_view behindEvents(std::string_view text, std::string_view& space)
{
    constexpr std::string_view kSpaceAndComma = " \t\r\n,";
    const std::size_t bracket = text.find_first_not_of(kSpaceAndComma);
    if (bracket == std::string_view::npos || text[bracket] != ']')
        return {};
    const std::size_t comma = text.substr(0, bracket).find_last_of(',');
    space = text.substr(comma == std::string_view::npos ? 0 : comma + 1);
    space = space.substr(0, space.find(']'));
    return text.substr(bracket);
}

} // namespace

TraceWriter::TraceWriter(AtomicFile file, bool deflates, int threads, const Progress& progress)
    : m_file(std::move(file))
    , m_progress(progress)
    , m_output(m_file, deflates, threads, m_progress)
{
}

Result<std::unique_ptr<TraceWriter>> TraceWriter::create(
    const std::string& path, std::span<const std::string> inputs, int threads, const Progress& progress)
{
    KT_TRY(AtomicFile file, AtomicFile::create(path, inputs));
    return std::unique_ptr<TraceWriter>(new TraceWriter(std::move(file), path.ends_with(".gz"), threads, progress));
}

/// @param tail  gets what stands behind the last event, "" where that is not known.
Result<Done> TraceWriter::copyEventsOf(InputText& text, const EventPlan& plan, std::string& tail)
{
    struct Settle { // the pieces refer to the text and the plan
        OrderedOutput& output;
        ~Settle() { output.settle(); }
    };
    const Settle settle { m_output };
    std::string separator(kEventSeparator);
    const auto tailBegin = std::make_shared<std::size_t>(0);
    while (!text.isAtEnd() && !m_output.hasFailed()) {
        KT_TRY(EventStretch next, text.next());
        const auto stretch = std::make_shared<EventStretch>(std::move(next));
        if (m_hasEvents)
            stretch->separator = separator;
        separator = separatorAtEnd(stretch->text());
        if (separator.empty())
            separator = kEventSeparator;
        auto piece = [this, stretch, &source = text.source(), &plan, tailBegin](std::string& out) {
            const std::size_t behind = copyEvents(*stretch, source, plan, m_counts, out);
            if (stretch->endsText)
                *tailBegin = behind;
        };
        // Until something stands in the file nobody knows whether a separator is needed.
        if (!m_hasEvents || stretch->endsText)
            m_hasEvents = m_output.addAndWait(std::move(piece)) || m_hasEvents;
        else
            m_output.add(std::move(piece));
        if (stretch->endsText && *tailBegin > 0)
            tail = stretch->text().substr(*tailBegin);
    }
    return text.checkUnchanged();
}

Result<Done> TraceWriter::copyTrace(
    const Trace& trace, const EventPlan& plan, const AddedEvents& added, const MetadataEntries& members)
{
    KT_TRY(auto opened, InputText::open(trace, m_progress));
    InputText& text = *opened;
    KT_TRY(const std::string front, text.head());
    const std::optional<DocumentHead> head = readDocumentHead(front);
    const bool isWhole = head && !front.empty();
    std::string tail;
    if (isWhole) {
        const bool hasEvents = text.eventCount() > 0;
        const std::size_t end = hasEvents ? front.size() : head->eventsBegin;
        addText(front.substr(head->begin, end - head->begin));
        if (!hasEvents)
            tail = behindNoEvents(std::string_view(front).substr(end));
    } else {
        addText(documentHead(entriesWithout(members, trace.metadata().entries)));
    }
    KT_TRY_DONE(copyEventsOf(text, plan, tail));
    add(added);
    std::string_view space;
    const std::string_view rest = behindEvents(tail, space);
    // Members between two event arrays would be lost with the text between them.
    const bool isOneArray = trace.report().entry(Problem::RepeatedEventArray).count == 0;
    const MetadataEntries& own = trace.metadata().entries;
    const std::size_t inFront = isWhole ? head->members : own.size();
    const MetadataEntries behind(own.begin() + static_cast<std::ptrdiff_t>(std::min(inFront, own.size())), own.end());
    const MetadataEntries staying = entriesWithout(members, behind);
    const bool isTailKept = staying.size() == behind.size();
    if (isWhole && isOneArray && isTailKept && isStrictTail(rest, head->isBareArray))
        addText(std::string(space) + (head->isBareArray ? std::string(rest) : withMembers(rest, members)));
    else if (isWhole && head->isBareArray)
        addText("\n]\n");
    else
        addText(withMembers(documentTail(staying, 0), members));
    return Done {};
}

Result<Done> TraceWriter::addTrace(const Trace& trace, const EventPlan& plan)
{
    KT_TRY(auto opened, InputText::open(trace, m_progress));
    KT_TRY_DONE(opened->head());
    std::string tail;
    return copyEventsOf(*opened, plan, tail);
}

void TraceWriter::add(const AddedEvents& added)
{
    for (std::size_t piece = 0; piece < added.pieces && !m_output.hasFailed(); ++piece) {
        auto write = [&added, piece, isFirst = !m_hasEvents](std::string& out) {
            if (!isFirst)
                out += kEventSeparator;
            const std::size_t before = out.size();
            added.write(piece, out);
            if (out.size() == before)
                out.clear();
        };
        if (m_hasEvents)
            m_output.add(std::move(write));
        else
            m_hasEvents = m_output.addAndWait(std::move(write));
    }
    m_output.settle();
    m_added += added.count;
}

Result<WrittenTrace> TraceWriter::finish()
{
    KT_TRY_DONE(m_output.finish());
    KT_TRY_DONE(m_file.commit());
    WrittenTrace written;
    written.path = m_file.path();
    std::error_code ignored;
    written.fileBytes = std::filesystem::file_size(written.path, ignored);
    written.textBytes = m_output.textBytes();
    written.copied = m_counts.copied;
    written.edited = m_counts.edited;
    written.added = m_added;
    written.leftOut = m_counts.leftOut;
    written.mended = m_counts.mended;
    written.lost = m_counts.lost;
    return written;
}

} // namespace kinetoscope
