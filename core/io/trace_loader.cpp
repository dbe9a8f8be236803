// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/trace_loader.h"

#include "core/base/memory_use.h"
#include "core/base/text.h"
#include "core/io/events/event_text_source.h"
#include "core/io/events/load_pipeline.h"
#include "core/io/events/metadata_reader.h"
#include "core/io/events/name_dictionary.h"
#include "core/io/tables/cupti_tables.h"
#include "core/io/tables/memory_timeline_reader.h"
#include "core/model/trace_builder.h"

#include <algorithm>
#include <new>
#include <thread>

namespace kinetoscope {

namespace {

/// How much the parsed events may take: the finished trace needs about the same again while it is built.
std::uint64_t eventBudget(const LoadLimits& limits)
{
    const std::uint64_t total = limits.memoryBytes ? limits.memoryBytes : usualMemoryLimit();
    return total / 2;
}

int workerCount(const LoadOptions& options, bool inflatesSlowly)
{
    if (options.workers > 0)
        return options.workers;
    const auto cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    // zlib fills a core by itself; reading a plain file or inflating with ISA-L leaves most of one to the workers.
    return inflatesSlowly ? std::max(1, cores - 1) : cores;
}

Error notATrace(const std::string& path, Message what, std::uint64_t offset = 0)
{
    return Error { ErrorCode::NotATrace, { KT_PHRASE("not-a-trace", "%1 %2"), arg::Text { path }, std::move(what) },
        offset };
}

/// Whether the beginning of a file is made of characters: no control bytes but blanks and line ends.
bool isText(std::string_view start)
{
    return std::ranges::all_of(start, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0x20 || c == '\t' || c == '\r' || c == '\n';
    });
}

/// One file or many behind a header each, of which a JSON reader would find the first and call it damaged. What begins
/// as JSON is none, whatever its names have in that place.
bool isTarArchive(std::string_view head)
{
    constexpr std::size_t kMagicAt = 257;
    const std::size_t first = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const bool isJson = first != std::string_view::npos && (head[first] == '{' || head[first] == '[');
    return !isJson && head.size() > kMagicAt && head.substr(kMagicAt).starts_with("ustar");
}

/// One sentence why a file without an event array is no trace.
Error explainMissingEvents(const std::string& path, const DocumentReader& document, std::uint64_t textBytes)
{
    const std::string& head = document.head();
    const std::size_t first = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const std::string_view start =
        first == std::string::npos ? std::string_view {} : std::string_view(head).substr(first);
    if (textBytes == 0)
        return notATrace(path, { KT_PHRASE("not-a-trace", "is empty.") });
    if (start.empty())
        return notATrace(path, { KT_PHRASE("not-a-trace", "holds nothing but white space.") });
    if (start.starts_with("\x1f\x8b"))
        return notATrace(path, { KT_PHRASE("not-a-trace", "is compressed twice; unpack it once with gunzip first.") });
    if (start.starts_with("version https://git-lfs"))
        return notATrace(path,
            { KT_PHRASE("not-a-trace", "is a Git LFS pointer, not the file itself; fetch it with git lfs pull.") });
    if (start.front() == '<')
        return notATrace(
            path, { KT_PHRASE("not-a-trace", "looks like HTML or XML, perhaps a saved error page, not a trace.") });
    if (start.starts_with("{'") || start.starts_with("[{'"))
        return notATrace(path,
            { KT_PHRASE("not-a-trace", "is written with single quotes (a Python dictionary), which is not JSON.") });
    if (document.shape() == DocumentReader::Shape::Object && document.hasKey("ph"))
        return notATrace(path,
            { KT_PHRASE(
                "not-a-trace", "holds one event a line without an array around them; wrap them in [ ] with commas.") });
    if (document.shape() == DocumentReader::Shape::Object && document.isTruncated())
        return notATrace(path,
            { KT_PHRASE("not-a-trace", "ends at byte %1 before any traceEvents."), arg::Number { textBytes } },
            textBytes);
    if (document.shape() == DocumentReader::Shape::Object && document.hasKey("nodes") && document.hasKey("schema"))
        return notATrace(path,
            { KT_PHRASE("not-a-trace", "is an execution trace (ExecutionTraceObserver), not a profiler trace.") });
    if (document.shape() == DocumentReader::Shape::Object)
        return notATrace(path, { KT_PHRASE("not-a-trace", "is JSON but holds no traceEvents array.") });
    if (!isText(start.substr(0, 64)))
        return notATrace(path, { KT_PHRASE("not-a-trace", "is no JSON and no text.") });
    // Its first line says what it is; control characters would only be boxes in a sentence.
    const std::string_view line = start.substr(0, start.find_first_of("\r\n"));
    return notATrace(path,
        { KT_PHRASE("not-a-trace", "is no JSON: it begins with %1."), arg::Text { '"' + excerpt(line, 20) + '"' } });
}

std::vector<EventTextSource::Positions> takePositions(ParsedEvents& parsed)
{
    std::vector<EventTextSource::Positions> positions;
    positions.reserve(parsed.batches.size());
    for (EventBatch& batch : parsed.batches)
        positions.push_back({ batch.firstEvent, batch.textBase, std::move(batch.textOffset) });
    return positions;
}

/// Quotes as people can read them. One that stood near the end of a block is short, if only by a byte, and is read
/// again: what a report says must not depend on where blocks ended.
void finishExamples(ImportReport& report, const EventTextSource& source)
{
    constexpr std::size_t kBytes = 120;
    constexpr std::size_t kSlack = 4; // a cut character
    for (ImportReport::Entry& entry : report.problems) {
        for (ImportReport::Example& example : entry.examples) {
            if (example.isQuote && example.text.size() < kBytes) {
                if (Result<std::string> text = source.textAt(example.offset, kBytes))
                    example.text = std::move(text).value();
            }
            example.text = excerpt(example.text, kBytes - kSlack);
        }
    }
}

/// A bare array of arrays may be a raw memory timeline: reads it again as one. Nothing happens to `data` if it is none.
/// Errors: those of buildTrace.
Result<Done> readAsMemoryTimeline(const std::shared_ptr<const ByteSource>& file, const LoadOptions& options,
    const Progress& progress, TraceData& data)
{
    auto reader = TextReader::open(file, options.limits, options.useIsal);
    ImportReport ignored;
    std::vector<MemoryTimelineEntry> entries;
    if (reader)
        entries = readMemoryTimeline(*reader.value(), ignored);
    if (entries.empty())
        return Done {};
    KT_TRY(auto drawn, buildTrace(memorySamples(entries), 1, Progress { nullptr, progress.stop }));
    drawn.path = data.path;
    drawn.metadata = std::move(data.metadata);
    drawn.argsSource = std::move(data.argsSource);
    drawn.memoryTimeline = std::move(entries);
    // The file has rows of its own kind; the samples are only how they are drawn.
    drawn.report = std::move(data.report);
    drawn.report.counted.clear();
    drawn.report.counted["memory-timeline"] = drawn.report.events;
    drawn.report.problems[static_cast<std::size_t>(Problem::NotAnObject)] = {};
    data = std::move(drawn);
    return Done {};
}

/// @param needsZlib  set where ISA-L had to stop: the result is then worth nothing.
Result<std::shared_ptr<const Trace>> loadOnce(
    const std::string& path, const LoadOptions& options, const Progress& progress, bool& needsZlib)
{
    KT_TRY(const std::shared_ptr<const ByteSource> file, ByteSource::open(path));
    KT_TRY(auto textReader, TextReader::open(file, options.limits, options.useIsal));
    TextReader& reader = *textReader;

    LoadPipeline pipeline(reader, options, progress);
    const bool inflatesSlowly = reader.isGzip() && (!options.useIsal || !DeflateEngine::makeIsal());
    const int workers = workerCount(options, inflatesSlowly);
    switch (pipeline.run(workers, eventBudget(options.limits))) {
    case LoadPipeline::End::Cancelled:
        return Error::stopped();
    case LoadPipeline::End::OutOfMemory:
        return Error { ErrorCode::OutOfMemory,
            { KT_PHRASE("loader", "There is not enough memory to load %1."), arg::Text { path } } };
    case LoadPipeline::End::NoThread:
        return Error { ErrorCode::Unreadable,
            { KT_PHRASE("loader", "The system gives no thread to load %1 with: its limit of processes is reached."),
                arg::Text { path } } };
    case LoadPipeline::End::Complete:
    case LoadPipeline::End::MemoryLimit:
        break;
    }
    KT_TRY_DONE(progress.carryOn());

    needsZlib = reader.needsZlib();
    if (needsZlib) {
        progress.add(0 - reader.filePosition()); // takes back what is read again: the counter wraps
        return Error { ErrorCode::Unreadable, { KT_PHRASE("loader", "%1 is damaged."), arg::Text { path } } };
    }

    const bool isCutByLimit = pipeline.sourceReport().entry(Problem::LimitReached).count > 0;
    ParsedEvents parsed = pipeline.collector().finish(pipeline.textBytes(), isCutByLimit);
    DocumentReader& document = pipeline.collector().document();
    if (isTarArchive(document.head()))
        return notATrace(path, { KT_PHRASE("not-a-trace", "is a tar archive; unpack it and open what is inside.") });
    if (document.eventArrays() == 0 && !document.isEmptyObject()) {
        if (isCuptiTable(path, options.limits))
            return loadCuptiTables({ path }, options.limits, options.useIsal, eventBudget(options.limits),
                Progress { nullptr, progress.stop });
        return explainMissingEvents(path, document, pipeline.textBytes());
    }
    const bool isBareArray = document.shape() == DocumentReader::Shape::BareArray;
    parsed.metadata = readMetadata(document.takeEntries());
    parsed.report.merge(pipeline.sourceReport());
    parsed.report.isGzip = reader.isGzip();
    parsed.report.fileBytes = file->size();
    if (file->hasChanged())
        parsed.report.note(Problem::ChangedWhileReading, pipeline.textBytes());
    parsed.path = path;
    parsed.keepsFreedMemory = options.keepsFreedMemory;
    auto source = std::make_shared<EventTextSource>(*file, reader.isGzip(), takePositions(parsed),
        reader.takeResumePoints(), pipeline.textBytes(), options.limits.eventBytes, options.useIsal,
        pipeline.collector().takeCommonArguments());

    finishExamples(parsed.report, *source);
    applyNameDictionary(parsed, *source);
    parsed.textOffsetOf = [source](EventIndex event) { return source->positionOf(event).value_or(0); };
    KT_TRY(TraceData data, buildTrace(std::move(parsed), workers, progress));
    data.argsSource = std::move(source);
    if (isBareArray && data.report.events > 0 && data.report.drawable == 0) {
        KT_TRY_DONE(readAsMemoryTimeline(file, options, progress, data));
    }
    return std::shared_ptr<const Trace>(std::make_shared<Trace>(std::move(data)));
}

Result<std::shared_ptr<const Trace>> load(const std::string& path, const LoadOptions& options, const Progress& progress)
{
    bool needsZlib = false;
    auto trace = loadOnce(path, options, progress, needsZlib);
    if (!needsZlib)
        return trace;
    LoadOptions withZlib = options;
    withZlib.useIsal = false;
    return loadOnce(path, withZlib, progress, needsZlib);
}

} // namespace

Result<std::shared_ptr<const Trace>> loadTrace(
    const std::string& path, const LoadOptions& options, const Progress& progress)
{
    try {
        return load(path, options, progress);
    } catch (const std::bad_alloc&) {
        return Error { ErrorCode::OutOfMemory,
            { KT_PHRASE("loader", "There is not enough memory to load %1."), arg::Text { path } } };
    }
}

Result<std::shared_ptr<const Trace>> loadTables(
    const std::vector<std::string>& paths, const LoadOptions& options, const Progress& progress)
{
    try {
        return loadCuptiTables(paths, options.limits, options.useIsal, eventBudget(options.limits), progress);
    } catch (const std::bad_alloc&) {
        return Error { ErrorCode::OutOfMemory,
            { KT_PHRASE("loader", "There is not enough memory to load %1."), arg::Text { paths.front() } } };
    }
}

} // namespace kinetoscope
