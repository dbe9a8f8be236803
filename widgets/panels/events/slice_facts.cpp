// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/events/slice_facts.h"

#include "core/base/vectors.h"
#include "core/io/json/json_tree.h"
#include "core/model/overhead_track.h"
#include "core/model/trace_set.h"
#include "core/query/python_frames.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"
#include "widgets/support/slice_names.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

namespace kinetoscope {
namespace {

// Arguments that have an entry of their own: the tag of that entry.
constexpr std::array kArgumentKeys { QLatin1String("device"), QLatin1String("stream"), QLatin1String("correlation") };
constexpr std::size_t kDeviceKey = 0;
constexpr std::size_t kStreamKey = 1;
constexpr std::size_t kCorrelationKey = 2;
constexpr std::size_t kMostStackEntries = 400; // a recursion of Python frames is no reading matter

/// Whose translations these are.
class SliceText {
    Q_DECLARE_TR_FUNCTIONS(SliceFacts)
};

/// How many a list is too long for.
QString moreText(std::uint64_t count)
{
    constexpr std::uint64_t kMostCounted = 1'000'000'000; // what fits a plural form
    return SliceText::tr("and %1 more", nullptr, static_cast<int>(std::min(count, kMostCounted)))
        .arg(countText(static_cast<std::int64_t>(count)));
}

/// How much work a list is too long for; a click selects all of it, and the panel of the selection lists that.
void addMoreWork(TextTree& facts, int section, std::uint32_t rank, const std::vector<SliceId>& work)
{
    const int more = facts.add(section, { moreText(work.size() - WorkBelow::kMostListed) });
    facts.node(more).link.slices = mapped(work, [rank](SliceId piece) { return SliceRef { rank, piece }; });
    facts.node(more).toolTip = SliceText::tr("Selects all of them");
}

/// Builds the sections of one slice.
class Facts {
public:
    Facts(const TraceSet& traces, const SliceNames& names, SliceRef slice)
        : m_rank(traces.ranks()[slice.rank])
        , m_trace(*m_rank.trace)
        , m_names(names)
        , m_slice(slice)
    {
    }

    TextTree build()
    {
        // What one clicks a kernel for is in sight of a low panel: where it was launched, and for which op. The place
        // can be seen on the timeline; Python stacks are long.
        addTimes();
        addLaunch();
        addLaunchedWork();
        addStack(SliceText::tr("Op stack"), m_trace.opStack(m_slice.slice));
        addForward();
        addPlace();
        addPythonStack();
        addFlows();
        addRemarks();
        return std::move(m_tree);
    }

private:
    void fact(int parent, const QString& field, const QString& value, const QString& toolTip = {})
    {
        if (!value.isEmpty())
            m_tree.node(m_tree.add(parent, { field, value })).toolTip = toolTip;
    }

    /// What may stand among the arguments, at `key` of kArgumentKeys: then addArgumentOrigins() says so.
    void argument(int parent, const QString& field, std::size_t key, const QString& value)
    {
        if (!value.isEmpty())
            m_tree.node(m_tree.add(parent, { field, value })).tag = static_cast<int>(key);
    }

    /// An entry that leads to another slice.
    void link(int parent, SliceId slice, const QString& value)
    {
        const SliceRef reference { m_slice.rank, slice };
        const int number = m_tree.add(parent, { m_names.displayName(reference), value });
        m_tree.node(number).link.slices = { reference };
        m_tree.node(number).toolTip = m_names.fullName(reference);
    }

    /// Every nanosecond, in a unit that keeps the digits few; as whole nanoseconds in the tool tip.
    void time(int parent, const QString& field, Nanoseconds ns, const QString& meaning = {})
    {
        fact(parent, field, momentText(ns),
            meaning.isEmpty() ? exactDurationText(ns) : exactDurationText(ns) + QLatin1Char('\n') + meaning);
    }

    void addTimes()
    {
        const SliceTable& slices = m_trace.slices();
        const SliceId id = m_slice.slice;
        const int times = m_tree.addHeading(SliceText::tr("Times"));
        time(times, SliceText::tr("Start"), m_rank.toJobTime(slices.start[id.index()]),
            SliceText::tr("From the earliest event of all ranks"));
        if (slices.has(id, kSliceInstant))
            return;
        time(times, SliceText::tr("Duration"), slices.duration(id));
        time(times, SliceText::tr("End"), m_rank.toJobTime(slices.end(id)));
        if (isHostCallTree(m_trace.kind(id)))
            time(times, SliceText::tr("Self time"), selfTime(m_trace, id),
                SliceText::tr("Duration without what is nested in it"));
    }

    void addPlace()
    {
        const Track& track = m_trace.track(m_trace.trackOf(m_slice.slice));
        const int place = m_tree.addHeading(SliceText::tr("Place"));
        fact(place, SliceText::tr("Kind"), kindText(m_trace.kind(m_slice.slice)));
        fact(place, SliceText::tr("Category"),
            displayText(m_trace.category(m_trace.slices().category[m_slice.slice.index()])));
        fact(place, SliceText::tr("Rank"), QString::number(m_rank.rank));
        fact(
            place, SliceText::tr("Track"), isOverheadTrack(track) ? registryText(track.name) : displayText(track.name));
        const bool isOfNoProcess = isOverheadOfNoProcess(m_trace, track);
        if (isOfNoProcess) // as the timeline calls it
            fact(place, SliceText::tr("Process"), messageText({ KT_PHRASE("timeline", "work of the profiler") }));
        else
            fact(place, track.isDeviceSide() ? SliceText::tr("Device process") : SliceText::tr("Process"),
                track.processName.empty() ? displayText(m_trace.text(track.pid))
                                          : displayText(track.processName) + QStringLiteral(" (")
                        + displayText(m_trace.text(track.pid)) + QLatin1Char(')'));
        if (!track.isDeviceSide() && !isOfNoProcess)
            fact(place, SliceText::tr("Thread"), displayText(m_trace.text(track.tid)));
        if (track.device != Track::kNoDevice)
            argument(place, SliceText::tr("Device"), kDeviceKey,
                track.device >= 0 ? QString::number(track.device) : displayText(m_trace.deviceText(track.device)));
        if (track.stream != Track::kNoStream)
            argument(place, SliceText::tr("Stream"), kStreamKey,
                track.stream >= 0 ? QString::number(track.stream) : displayText(m_trace.streamText(track.stream)));
        const std::int64_t correlation = m_trace.slices().correlation(m_slice.slice);
        if (correlation >= 0)
            argument(place, SliceText::tr("Correlation"), kCorrelationKey, QString::number(correlation));
        fact(place, SliceText::tr("Event"), countText(m_trace.slices().eventIndex[m_slice.slice.index()]),
            SliceText::tr("Position in the file, from 0"));
    }

    void addLaunch()
    {
        const SliceId launch = m_trace.launchOf(m_slice.slice);
        if (!launch.isValid())
            return;
        const int parent = m_tree.addHeading(SliceText::tr("Launched by"));
        const Nanoseconds delay = launchDelay(m_trace, m_slice.slice).value_or(0);
        link(parent, launch,
            delay >= 0 ? SliceText::tr("%1 earlier").arg(durationText(delay))
                       : SliceText::tr("%1 later: clocks disagree").arg(durationText(saturatingSubtract(0, delay))));
    }

    void addLaunchedWork()
    {
        const std::span<const LaunchTable::Link> work = m_trace.launches().of(m_slice.slice);
        if (work.empty())
            return;
        const int parent = m_tree.addHeading(work.size() == 1
                ? SliceText::tr("Launches")
                : SliceText::tr("Launches %1 pieces of work", nullptr, static_cast<int>(work.size()))
                      .arg(countText(static_cast<std::int64_t>(work.size()))));
        for (std::size_t i = 0; i < std::min(work.size(), WorkBelow::kMostListed); ++i) {
            const Nanoseconds delay = launchDelay(m_trace, work[i].work).value_or(0);
            link(parent, work[i].work,
                delay >= 0 ? SliceText::tr("%1, %2 later")
                                 .arg(durationText(m_trace.slices().duration(work[i].work)), durationText(delay))
                           : SliceText::tr("%1, %2 earlier: clocks disagree")
                                 .arg(durationText(m_trace.slices().duration(work[i].work)),
                                     durationText(saturatingSubtract(0, delay))));
        }
        if (work.size() > WorkBelow::kMostListed)
            addMoreWork(m_tree, parent, m_slice.rank, mapped(work, &LaunchTable::Link::work));
    }

    void addStack(const QString& title, const std::vector<SliceId>& stack)
    {
        if (stack.empty())
            return;
        const int parent = m_tree.addHeading(title);
        const std::size_t shown = std::min(stack.size(), kMostStackEntries);
        for (std::size_t i = 0; i < shown; ++i)
            link(parent, stack[i], durationText(m_trace.slices().duration(stack[i])));
        if (shown < stack.size())
            m_tree.add(parent, { moreText(stack.size() - shown) });
    }

    /// A reader looks for the lines that can be changed; what libraries do around them comes after.
    void addPythonStack()
    {
        const std::vector<SliceId> whole = m_trace.pythonStack(m_slice.slice);
        std::vector<SliceId> own;
        std::ranges::copy_if(
            whole, std::back_inserter(own), [this](SliceId frame) { return isOwnPythonFrame(m_trace.name(frame)); });
        if (own.empty() || own.size() == whole.size()) {
            addStack(SliceText::tr("Python stack"), whole);
            return;
        }
        addStack(SliceText::tr("Python stack, own code"), own);
        addStack(SliceText::tr("Python stack, with libraries"), whole);
    }

    void addForward()
    {
        const SliceId forward = m_trace.forwardOf(m_slice.slice);
        if (!forward.isValid())
            return;
        link(m_tree.addHeading(SliceText::tr("Forward op")), forward, durationText(m_trace.slices().duration(forward)));
    }

    void addFlows()
    {
        // Launch arrows repeat what the launch section says.
        const auto isNews = [&](const Flow& flow) {
            return m_trace.category(flow.category) != std::string_view("ac2g");
        };
        int parent = -1;
        const auto add = [&](SliceId other, const Flow& flow, const QString& direction) {
            if (parent < 0)
                parent = m_tree.addHeading(SliceText::tr("Arrows"));
            link(parent, other, direction.arg(displayText(m_trace.category(flow.category))));
        };
        for (const Flow& flow : m_trace.flows().from(m_slice.slice)) {
            if (isNews(flow))
                add(flow.to, flow, SliceText::tr("to it (%1)"));
        }
        for (const std::uint32_t index : m_trace.flows().to(m_slice.slice)) {
            const Flow& flow = m_trace.flows().all()[index];
            if (isNews(flow))
                add(flow.from, flow, SliceText::tr("from it (%1)"));
        }
    }

    void addRemarks()
    {
        struct Entry {
            SliceFlag flag;
            QString sentence;
        };
        const std::vector<Entry> entries {
            { kSliceUnfinished,
                SliceText::tr("The file has no end for it: drawn to the end of its parent or of the trace") },
            { kSliceClamped, SliceText::tr("Its time is beyond what can be shown and was cut") },
            { kSliceCorrupt, SliceText::tr("Its duration cannot be right: it takes part in no number") },
            { kSliceImplausibleTime, SliceText::tr("It lies days from the whole recording: its time is wrong") },
            { kSliceCorruptTime, SliceText::tr("Its time in the file is no number") },
            { kSliceOverlapping, SliceText::tr("Overlaps its neighbour without nesting: drawn on a line of its own") },
            { kSliceClipped, SliceText::tr("Ends a little after its parent: treated as ending with it") },
        };
        int parent = -1;
        for (const Entry& entry : entries) {
            if (!m_trace.slices().has(m_slice.slice, entry.flag))
                continue;
            if (parent < 0)
                parent = m_tree.addHeading(SliceText::tr("Remarks"));
            m_tree.add(parent, { entry.sentence });
        }
    }

    const RankTrace& m_rank;
    const Trace& m_trace;
    const SliceNames& m_names;
    const SliceRef m_slice;
    TextTree m_tree;
};

void appendText(QString& text, const TextTree& facts, int parent, int indent)
{
    for (const int child : facts.children(parent)) {
        const TextTree::Node& node = facts.node(child);
        text += QString(indent * 2, QLatin1Char(' ')) + node.texts.value(0);
        if (node.texts.size() > 1)
            text += QLatin1Char('\t') + node.texts.value(1);
        text += QLatin1Char('\n');
        appendText(text, facts, child, indent + 1); // two levels: sections and their entries
    }
}

} // namespace

QString kindText(EventKind kind)
{
    static constexpr std::array kWords { QT_TRANSLATE_NOOP("SliceFacts", "other"),
        QT_TRANSLATE_NOOP("SliceFacts", "CPU op"), QT_TRANSLATE_NOOP("SliceFacts", "annotation"),
        QT_TRANSLATE_NOOP("SliceFacts", "Python function"), QT_TRANSLATE_NOOP("SliceFacts", "runtime call"),
        QT_TRANSLATE_NOOP("SliceFacts", "driver call"), QT_TRANSLATE_NOOP("SliceFacts", "profiler overhead"),
        QT_TRANSLATE_NOOP("SliceFacts", "profiling window"), QT_TRANSLATE_NOOP("SliceFacts", "instant"),
        QT_TRANSLATE_NOOP("SliceFacts", "kernel"), QT_TRANSLATE_NOOP("SliceFacts", "memory copy"),
        QT_TRANSLATE_NOOP("SliceFacts", "memory set"), QT_TRANSLATE_NOOP("SliceFacts", "device work"),
        QT_TRANSLATE_NOOP("SliceFacts", "device work"), QT_TRANSLATE_NOOP("SliceFacts", "annotation on the device"),
        QT_TRANSLATE_NOOP("SliceFacts", "synchronisation"), QT_TRANSLATE_NOOP("SliceFacts", "device event"),
        QT_TRANSLATE_NOOP("SliceFacts", "counter range"), QT_TRANSLATE_NOOP("SliceFacts", "instant") };
    static_assert(kWords.size() == kEventKindCount);
    return SliceText::tr(kWords[static_cast<std::size_t>(kind)]);
}

TextTree sliceFacts(const TraceSet& traces, const SliceNames& names, SliceRef slice)
{
    return Facts(traces, names, slice).build();
}

bool isSaidAbove(const Trace& trace, SliceId slice, std::string_view key, std::string_view value)
{
    const Track& track = trace.track(trace.trackOf(slice));
    const QString text = displayText(value);
    const auto isSaid = [&text](std::int64_t number, std::string_view name) {
        return text == (number >= 0 ? QString::number(number) : displayText(name));
    };
    const QLatin1String name(key.data(), static_cast<qsizetype>(key.size())); // no other letters are compared with
    if (name == kArgumentKeys[kDeviceKey])
        return track.device != Track::kNoDevice && isSaid(track.device, trace.deviceText(track.device));
    if (name == kArgumentKeys[kStreamKey])
        return track.stream != Track::kNoStream && isSaid(track.stream, trace.streamText(track.stream));
    const std::int64_t correlation = trace.slices().correlation(slice);
    return name == kArgumentKeys[kCorrelationKey] && correlation >= 0 && isSaid(correlation, {});
}

void addArgumentOrigins(
    TextTree& facts, const TraceSet& traces, SliceRef slice, const JsonTree& tree, std::uint32_t args)
{
    const Trace& trace = *traces.ranks()[slice.rank].trace;
    std::array<bool, kArgumentKeys.size()> isThere {};
    for (const std::uint32_t node : tree.children(args)) {
        const std::string_view name = tree.key(node);
        const auto key =
            std::ranges::find(kArgumentKeys, QLatin1String(name.data(), static_cast<qsizetype>(name.size())));
        if (key != kArgumentKeys.end() && isSaidAbove(trace, slice.slice, name, tree.value(node)))
            isThere[static_cast<std::size_t>(key - kArgumentKeys.begin())] = true;
    }
    for (int number = 0; number < facts.size(); ++number) {
        TextTree::Node& entry = facts.node(number);
        if (entry.tag >= 0 && isThere[static_cast<std::size_t>(entry.tag)])
            entry.toolTip = SliceText::tr("Argument \u201c%1\u201d of the event")
                                .arg(kArgumentKeys[static_cast<std::size_t>(entry.tag)]);
    }
}

void addRunWaits(TextTree& facts, const TraceSet& traces, SliceRef slice, const std::vector<RunWait>& waits)
{
    constexpr std::size_t kMostRuns = 64;
    const auto own = std::ranges::lower_bound(waits, slice, {}, &RunWait::run);
    if (own == waits.end() || own->run != slice)
        return;
    const int section =
        facts.addHeading(SliceText::tr("Collective of %n ranks", nullptr, static_cast<int>(own->ranks)));
    const Message message = runWaitMessage(*own);
    const QString sentence =
        message.isEmpty() ? SliceText::tr("Nobody waits in it, or nothing tells") : messageText(message);
    const QString wait = own->wait > 0 ? durationText(own->wait) : QString();
    const int heading = facts.add(section, { SliceText::tr("Waits"), wait });
    facts.node(facts.add(heading, { sentence })).toolTip = sentence; // below it, where it has both columns
    std::size_t listed = 0;
    for (const RunWait& run : waits) {
        if (run.collective != own->collective || ++listed > kMostRuns)
            continue;
        const int entry = facts.add(section,
            { SliceText::tr("Rank %1").arg(traces.ranks()[run.run.rank].rank),
                run.isLast         ? SliceText::tr("came last")
                    : run.wait > 0 ? SliceText::tr("waits %1").arg(durationText(run.wait))
                                   : SliceText::tr("waits for nobody") });
        facts.node(entry).link.slices = { run.run };
    }
    if (listed > kMostRuns)
        facts.add(section, { moreText(listed - kMostRuns) });
}

void addLengthPlace(TextTree& facts, const TraceSet& traces, SliceRef slice, const LengthPlace& place)
{
    const SliceTable& slices = traces.ranks()[slice.rank].trace->slices();
    if (place.count < 2 || slices.has(slice.slice, kSliceInstant))
        return;
    const int times = facts.children(TextTree::kRoot).front();
    const QString count = countText(static_cast<std::int64_t>(place.count));
    const int rank = facts.add(times,
        { SliceText::tr("By length"),
            SliceText::tr("%1 of %2").arg(countText(static_cast<std::int64_t>(place.place)), count) });
    facts.node(rank).toolTip = SliceText::tr("Of all of its name, on all tracks and ranks; the longest is the first");
    const auto link = [&](const QString& field, const std::optional<SliceRef>& other) {
        if (!other)
            return;
        const Nanoseconds duration = traces.ranks()[other->rank].trace->slices().duration(other->slice);
        TextTree::Node& entry = facts.node(facts.add(times, { field, durationText(duration) }));
        entry.link.slices = { *other };
        entry.toolTip = SliceText::tr("The next one by length; of equal ones the earlier is before the later");
    };
    link(SliceText::tr("Longer"), place.longer);
    link(SliceText::tr("Shorter"), place.shorter);
}

void addWorkBelow(
    TextTree& facts, const TraceSet& traces, const SliceNames& names, SliceRef slice, const WorkBelow& work)
{
    if (work.pieces.empty())
        return;
    const int section = facts.addHeading(SliceText::tr("Work launched below"));
    facts.add(section, { SliceText::tr("Pieces"), countText(static_cast<std::int64_t>(work.pieces.size())) });
    facts.add(section, { SliceText::tr("Sum of durations"), durationText(work.sum) });
    facts.node(facts.add(section, { SliceText::tr("Time covered"), durationText(work.covered) })).toolTip =
        SliceText::tr("Overlaps count once");
    const SliceTable& slices = traces.ranks()[slice.rank].trace->slices();
    for (const SliceId piece : std::span(work.pieces).first(std::min(work.pieces.size(), WorkBelow::kMostListed))) {
        const SliceRef reference { slice.rank, piece };
        const int entry = facts.add(section, { names.displayName(reference), durationText(slices.duration(piece)) });
        facts.node(entry).link.slices = { reference };
        facts.node(entry).toolTip = names.fullName(reference);
    }
    if (work.pieces.size() > WorkBelow::kMostListed)
        addMoreWork(facts, section, slice.rank, work.pieces);
}

QString factsText(const TextTree& facts)
{
    QString text;
    appendText(text, facts, TextTree::kRoot, 0);
    return text;
}

} // namespace kinetoscope
