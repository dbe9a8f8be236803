// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/atomic_file.h"
#include "core/export/write/document_frame.h"
#include "core/export/write/event_copier.h"
#include "core/export/write/ordered_output.h"
#include "core/model/trace.h"

#include <functional>
#include <memory>
#include <span>
#include <string>

namespace kinetoscope {

/// Events that no input has, made when they are written: a trace may get a million of them.
struct AddedEvents {
    std::size_t pieces = 0;
    /// Appends the events of one piece with kEventSeparator between them; nothing for none. Any thread.
    std::function<void(std::size_t piece, std::string& out)> write {};
    std::uint64_t count = 0;
};

/// One trace file that was written.
struct WrittenTrace {
    std::string path;
    std::uint64_t fileBytes = 0;
    std::uint64_t textBytes = 0; ///< before deflating
    std::uint64_t copied = 0;    ///< events, byte for byte unless mended
    std::uint64_t edited = 0;
    std::uint64_t added = 0;
    std::uint64_t leftOut = 0;
    std::uint64_t mended = 0; ///< were no strict JSON
    std::uint64_t lost = 0;   ///< were damaged beyond that
};

/// Writes a trace file out of traces that are open: their text streams through, inflated and deflated (where the name
/// ends in .gz) on the way, in memory that does not depend on its length. What no plan touches stays byte for byte;
/// the whole is strict JSON even where the input was not; the target is whole or as it was before (AtomicFile).
///
///     Result<std::unique_ptr<TraceWriter>> writer = TraceWriter::create(path, inputs, threads, progress);
///     writer->copyTrace(trace, plan, added);   // one trace with its own frame
///     Result<WrittenTrace> done = writer->finish();
///
/// or begin(), addTrace() for each of several, add(), end(). Each call may be left out after an error of one before;
/// finish() returns the first error. Progress counts bytes of the inputs on disk. Called by one thread.
class TraceWriter {
public:
    /// @param inputs  files that are read and must survive. Errors: NotWritable.
    [[nodiscard]] static Result<std::unique_ptr<TraceWriter>> create(
        const std::string& path, std::span<const std::string> inputs, int threads, const Progress& progress);

    /// A whole document: what stands around the events as in the input, the events as `plan` has them, `added` behind
    /// them, `members` behind the events and in place of those of the same keys (not where the document is a bare
    /// array, which has no members). Errors: Unreadable if the input has changed since it was loaded; Unsupported if it
    /// was no JSON.
    Result<Done> copyTrace(
        const Trace& trace, const EventPlan& plan, const AddedEvents& added, const MetadataEntries& members = {});

    void begin(const MetadataEntries& entries) { addText(documentHead(entries)); }
    /// The events of a trace, without what stands around them.
    Result<Done> addTrace(const Trace& trace, const EventPlan& plan);
    void add(const AddedEvents& added);
    void end() { addText(documentTail({}, 0)); }

    /// Waits for what is under way and puts the file in its place. After an error the target is as it was.
    [[nodiscard]] Result<WrittenTrace> finish();

private:
    TraceWriter(AtomicFile file, bool deflates, int threads, const Progress& progress);
    void addText(std::string text)
    {
        m_output.add([text = std::move(text)](std::string& out) { out = text; });
    }
    Result<Done> copyEventsOf(class InputText& text, const EventPlan& plan, std::string& tail);

    AtomicFile m_file;
    Progress m_progress;
    OrderedOutput m_output;
    CopyCounts m_counts;
    std::uint64_t m_added = 0;
    bool m_hasEvents = false;
};

} // namespace kinetoscope
