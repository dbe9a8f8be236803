// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/kinds/export_kinds.h"

#include "core/analysis/scope/recorded_range.h"
#include "core/analysis/scope/scope_text.h"
#include "core/base/number_text.h"
#include "core/export/kinds/trim_selection.h"
#include "core/io/events/event_decoder.h"
#include "core/io/events/event_scanner.h"
#include "core/io/trace_loader.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

using PlaceText = std::pair<std::string_view, std::string_view>;

class TrimPlan final : public EventPlan {
public:
    /// @param isWhole  nothing goes, whatever it is.
    TrimPlan(const Trace& trace, TrimSelection selection, bool isWhole)
        : m_selection(std::move(selection))
        , m_isWhole(isWhole)
        , m_fates(trace.report().events, Fate::Edit) // what is not in the model says itself what it is
    {
        takeSlices(trace);
        takeCounters(trace);
        takeFlows(trace);
    }
    [[nodiscard]] std::uint64_t keptSlices() const { return m_keptSlices; }
    [[nodiscard]] Fate fateOf(EventIndex event) const override { return m_isWhole ? Fate::Copy : m_fates[event]; }

    Outcome edit(EventIndex, std::string_view json, std::string&) const override
    {
        if (!json.starts_with('{'))
            return Outcome::LeftOut;
        const LoadLimits limits;
        RawEvent event;
        EventDecoder decoder(limits.nesting);
        const bool isRead = scanEvent(json.data(), json.data() + json.size(), limits.nesting, event) != nullptr
            || decoder.decode(json, event).status == EventDecoder::Status::Ok;
        return isRead && stays(event) ? Outcome::Same : Outcome::LeftOut;
    }

private:
    void takeSlices(const Trace& trace)
    {
        const SliceTable& slices = trace.slices();
        for (const Track& track : trace.tracks()) {
            const std::string_view pid = trace.text(track.pid);
            const std::string_view tid = trace.text(track.tid);
            for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
                const Fate fate = m_selection.slices[row] ? Fate::Copy : Fate::LeaveOut;
                m_fates[slices.eventIndex[row]] = fate;
                // Only the loader's own pairing tells the ends apart that lie at one time.
                const bool isPair =
                    slices.has(SliceId { row }, kSliceFromBeginEnd) || slices.has(SliceId { row }, kSliceAsync);
                if (const auto end = isPair ? trace.endEvents().find(slices.eventIndex[row]) : std::nullopt)
                    m_fates[*end] = fate;
                if (!m_selection.slices[row])
                    continue;
                ++m_keptSlices;
                m_processes.insert(pid);
                m_threads.insert({ pid, tid });
            }
        }
    }

    void takeCounters(const Trace& trace)
    {
        const CounterTable& counters = trace.counters();
        for (const EventIndex event : counters.eventIndex)
            m_fates[event] = Fate::LeaveOut;
        for (const Track& track : trace.tracks()) {
            for (std::uint32_t i = track.firstSample; i < track.endSample(); ++i) {
                const bool isInside = m_selection.isInWindow(counters.time[i]);
                const bool isLast = i + 1 == track.endSample();
                const bool holdsInto = !isLast && !isInside && reachesWindow(counters.time[i], counters.time[i + 1]);
                if (!isInside && !holdsInto)
                    continue;
                m_fates[counters.eventIndex[i]] = Fate::Copy;
                m_processes.insert(trace.text(track.pid));
                m_threads.insert({ trace.text(track.pid), trace.text(track.tid) });
            }
        }
    }
    /// Whether a window begins while a sample holds.
    [[nodiscard]] bool reachesWindow(Timestamp time, Timestamp next) const
    {
        const auto it = std::ranges::partition_point(
            m_selection.windows, [time](const TimeRange& window) { return window.begin < time; });
        return it != m_selection.windows.end() && it->begin < next;
    }

    void takeFlows(const Trace& trace)
    {
        for (const Flow& flow : trace.flows().all()) {
            for (const EventIndex event : { flow.fromEvent, flow.toEvent }) {
                if (event != kNoEvent && m_fates[event] == Fate::Edit)
                    m_fates[event] = Fate::LeaveOut;
            }
        }
        for (const Flow& flow : trace.flows().all()) {
            if (!m_selection.slices[flow.from.index()] || !m_selection.slices[flow.to.index()])
                continue;
            for (const EventIndex event : { flow.fromEvent, flow.toEvent }) {
                if (event != kNoEvent)
                    m_fates[event] = Fate::Copy;
            }
        }
    }

    [[nodiscard]] bool stays(const RawEvent& event) const
    {
        const std::string_view pid = event.has(Field::Pid) ? event.pid : std::string_view {};
        const std::string_view tid = event.has(Field::Tid) ? event.tid : std::string_view {};
        const char phase = event.has(Field::Phase) && event.phase.size() == 1 ? event.phase.front() : '\0';
        if (phase == 'M') {
            const bool isOfThread = event.has(Field::Name) && event.name.starts_with("thread_");
            return isOfThread ? m_threads.contains({ pid, tid }) : m_processes.contains(pid);
        }
        if (!event.has(Field::Ts) || phase == 'E' || phase == 'e' || phase == 'F')
            return false; // an end without a beginning would end another one
        return m_selection.isInWindow(event.ts);
    }

    TrimSelection m_selection;
    bool m_isWhole;
    std::vector<Fate> m_fates;              ///< by event
    std::set<std::string_view> m_processes; ///< of what stays; texts of the trace
    std::set<PlaceText> m_threads;
    std::uint64_t m_keptSlices = 0;
};

class TrimmedRank final : public RankExport {
public:
    /// @param recorded  of the rank, job time.
    TrimmedRank(const RankTrace& rank, const TrimSelection& selection, const Scope& scope, const TimeRange& recorded)
        : m_plan(*rank.trace, selection, !scope.hasWindow())
    {
        const bool isWhole = !scope.hasWindow();
        // Of what was asked for beyond the recording nothing is kept.
        const TimeRange part =
            selection.part.clippedTo({ rank.toTraceTime(recorded.begin), rank.toTraceTime(recorded.end) });
        if (!isWhole && !part.isEmpty())
            m_members.emplace_back(kTrimmedToKey, fmt::format("[{}, {}]", part.begin, part.end));
        m_remarks.push_back({ "trimmed",
            isNothing() ? Message { KT_PHRASE("export", "nothing of it lies there.") }
                        : Message { KT_PHRASE("export", "%1 of %2 slices stay."), arg::Count { m_plan.keptSlices() },
                            arg::Count { rank.trace->slices().size() } },
            "", { rank.rank } });
        if (scope.range && scope.range->clippedTo(recorded) != *scope.range && !isNothing())
            m_remarks.push_back({ "trim-beyond-recording",
                { KT_PHRASE(
                      "export", "%1: %2 reaches beyond what was recorded, from %3 to %4: no more than that is kept."),
                    arg::Option { "range" }, arg::Text { formatTimeRange(*scope.range) },
                    arg::Text { formatDuration(recorded.begin) }, arg::Text { formatDuration(recorded.end) } },
                "", { rank.rank } });
        if (selection.workBetween > 0)
            m_remarks.push_back({ "trim-work-between",
                { KT_PLURAL("export",
                      "%1 of them is device work that does not belong to the chosen part but runs before the part's "
                      "last work ends. It stays, with its launch calls: without it that time would look idle.",
                      "%1 of them are device work that does not belong to the chosen part but runs before the part's "
                      "last work ends. It stays, with its launch calls: without it that time would look idle."),
                    arg::Count { selection.workBetween } },
                "", { rank.rank } });
    }
    [[nodiscard]] const EventPlan& plan() const override { return m_plan; }
    [[nodiscard]] bool isNothing() const override { return m_plan.keptSlices() == 0; }

private:
    TrimPlan m_plan;
};

Result<std::unique_ptr<RankExport>> trimmedTracePrepare(const ExportInput& input, std::size_t position)
{
    const RankTrace& rank = input.traces->ranks()[position];
    KT_TRY(TrimSelection selection, selectForTrim(rank, input.scope, input.context.progress.stop));
    const TimeRange recorded =
        recordedRange(*input.traces, { rank.rank }).value_or(rank.toJobTime(rank.trace->range()));
    return std::unique_ptr<RankExport>(std::make_unique<TrimmedRank>(rank, selection, input.scope, recorded));
}

} // namespace

ExportDescriptor trimExport()
{
    return ExportDescriptor { .id = "trim",
        .title = "Trimmed trace",
        .purpose = "Chosen ranks, steps or a time range as a trace of their own, with all that belongs to them",
        .suffix = "_trimmed",
        .takesWindow = true,
        .prepare = trimmedTracePrepare };
}

} // namespace kinetoscope
