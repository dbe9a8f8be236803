// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/write/trace_writer.h"

#include "core/export/write/input_text.h"

#include <filesystem>

namespace kinetoscope {

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

void TraceWriter::addText(std::string text)
{
    m_output.add([text = std::move(text)](std::string& out) { out = text; });
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

Result<Done> TraceWriter::copyTrace(const Trace& trace, const EventPlan& plan, const AddedEvents& added)
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
        addText(documentHead(trace.metadata().entries));
    }
    KT_TRY_DONE(copyEventsOf(text, plan, tail));
    add(added);
    std::string_view space;
    const std::string_view rest = behindEvents(tail, space);
    // Members between two event arrays would be lost with the text between them.
    const bool isOneArray = trace.report().entry(Problem::RepeatedEventArray).count == 0;
    if (isWhole && isOneArray && isStrictTail(rest, head->isBareArray))
        addText(std::string(space) + std::string(rest));
    else if (isWhole && head->isBareArray)
        addText("\n]\n");
    else
        addText(documentTail(trace.metadata().entries, isWhole ? head->members : trace.metadata().entries.size()));
    return Done {};
}

void TraceWriter::begin(const MetadataEntries& entries)
{
    addText(documentHead(entries));
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

void TraceWriter::end()
{
    addText(documentTail({}, 0));
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
