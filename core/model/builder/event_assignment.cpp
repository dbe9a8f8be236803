// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/stages.h"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

namespace kinetoscope::builder {

namespace {

TrackClass sliceClassOf(EventKind kind, std::string_view category)
{
    switch (kind) {
    case EventKind::Overhead:
        return TrackClass::Overhead;
    case EventKind::TraceSpan:
        return TrackClass::Span;
    case EventKind::HostInstant:
        return TrackClass::HostInstants;
    case EventKind::GpuUserAnnotation:
        return TrackClass::DeviceAnnotation;
    case EventKind::DeviceSync:
        return TrackClass::DeviceSync;
    case EventKind::DeviceEvent:
        return category == "cuda_event" ? TrackClass::DeviceSync : TrackClass::DeviceOther;
    default:
        if (isGpuWork(kind))
            return TrackClass::Stream;
        return isDeviceSide(kind) ? TrackClass::DeviceOther : TrackClass::HostThread;
    }
}

/// What an event is whose phase has no time.
Undrawn undrawnKindOf(char phase)
{
    static constexpr std::pair<std::string_view, Undrawn> kKinds[] { { std::string_view("", 1), Undrawn::NotAnObject },
        { "M", Undrawn::Metadata }, { "NOD", Undrawn::ObjectEvent }, { "vV", Undrawn::MemoryDump },
        { "c", Undrawn::ClockSync }, { "()", Undrawn::Context }, { "=", Undrawn::LinkedId } };
    const auto found = std::ranges::find_if(
        kKinds, [phase](const auto& kind) { return kind.first.find(phase) != std::string_view::npos; });
    return found != std::end(kKinds) ? found->second : Undrawn::UnknownPhase;
}

std::vector<CategoryFacts> categoryFacts(const BuildState& state)
{
    std::vector<CategoryFacts> facts(state.parsed.categories.size());
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const std::string_view category = state.text(state.parsed.categories[i]);
        CategoryFacts& f = facts[i];
        f.kind = eventKindOf(category);
        f.level = f.kind == EventKind::RuntimeCall ? 1 : f.kind == EventKind::DriverCall ? 2 : 0;
        f.sliceClass = sliceClassOf(f.kind, category);
        f.instantClass = isDeviceSide(f.kind) ? TrackClass::DeviceInstants : TrackClass::HostInstants;
    }
    return facts;
}

/// Reads a by-row side table along with its rows: look-ups must ask for ascending rows.
class LongValues {
public:
    explicit LongValues(const std::vector<EventBatch::LongValue>& values)
        : m_values(values)
    {
    }
    std::int64_t at(std::size_t row, std::int64_t fallback)
    {
        while (m_next < m_values.size() && m_values[m_next].row < row)
            ++m_next;
        return m_next < m_values.size() && m_values[m_next].row == row ? m_values[m_next].value : fallback;
    }

private:
    const std::vector<EventBatch::LongValue>& m_values;
    std::size_t m_next = 0;
};

class Assigner {
public:
    explicit Assigner(BuildState& state)
        : m_state(state)
        , m_trackOfPlace(state.parsed.places.size() * kPlaceTrackClasses, kNoRow)
    {
    }

    void assign(EventBatch& batch);

private:
    void assignRow(EventBatch& batch, std::size_t row);
    void addSlice(EventBatch& batch, std::size_t row, TrackClass trackClass);
    void addComplete(EventBatch& batch, std::size_t row);
    void addAsync(EventBatch& batch, std::size_t row, char phase);
    void addFlow(EventBatch& batch, std::size_t row);
    void addCounter(EventBatch& batch, std::size_t row);
    void takeArgs(const EventBatch& batch);
    [[nodiscard]] std::uint32_t trackFor(std::uint32_t place, TrackClass trackClass);
    [[nodiscard]] std::int64_t streamOfTrack(EventIndex event) const;
    [[nodiscard]] bool lacksTime(const EventBatch& batch, std::size_t row);
    [[nodiscard]] std::int64_t linkOf(const EventBatch& batch, std::size_t row);

    BuildState& m_state;
    std::vector<std::uint32_t> m_trackOfPlace; ///< place * kPlaceTrackClasses + class -> pending track
    std::array<std::uint32_t, kPlaceTrackClasses> m_sharedTrack {}; ///< pending track + 1 once kMaxTracks is reached
    LongValues* m_longDurations = nullptr;
    LongValues* m_longLinks = nullptr;
    std::size_t m_nextCounter = 0;
};

std::uint32_t Assigner::trackFor(std::uint32_t place, TrackClass trackClass)
{
    std::uint32_t& known = m_trackOfPlace[place * kPlaceTrackClasses + static_cast<std::size_t>(trackClass)];
    if (known != kNoRow)
        return known;
    if (m_state.tracks.size() >= kMaxTracks) {
        std::uint32_t& shared = m_sharedTrack[static_cast<std::size_t>(trackClass)];
        if (shared != 0)
            return known = shared - 1;
        if (std::ranges::all_of(m_sharedTrack, [](std::uint32_t each) { return each == 0; }))
            m_state.parsed.report.note(Problem::LimitReached, 0, "tracks");
        shared = static_cast<std::uint32_t>(m_state.tracks.size()) + 1;
    }
    known = static_cast<std::uint32_t>(m_state.tracks.size());
    m_state.tracks.push_back({ .trackClass = trackClass, .place = place });
    return known;
}

bool Assigner::lacksTime(const EventBatch& batch, std::size_t row)
{
    if (!hasNoTime(batch.flags[row]))
        return false;
    m_state.countUndrawn(Undrawn::WithoutTimestamp);
    const bool isAbsent = (batch.flags[row] & kRawNoTimestamp) != 0;
    noteProblem(m_state, isAbsent ? Problem::MissingTimestamp : Problem::BadNumber,
        batch.firstEvent + static_cast<EventIndex>(row), batch.name[row]);
    return true;
}

std::int64_t Assigner::linkOf(const EventBatch& batch, std::size_t row)
{
    const std::uint32_t link = batch.link[row];
    if (link == EventBatch::kNoLink)
        return kNoId;
    return link != EventBatch::kLongLink ? std::int64_t { link } : m_longLinks->at(row, kNoId);
}

void Assigner::addSlice(EventBatch& batch, std::size_t row, TrackClass trackClass)
{
    const std::uint32_t track = trackFor(batch.place[row], trackClass);
    m_state.rowOf[batch.firstEvent + row] = track;
    ++m_state.tracks[track].sliceCount;
}

void Assigner::addComplete(EventBatch& batch, std::size_t row)
{
    addSlice(batch, row, m_state.categories[batch.category[row]].sliceClass);
    if (batch.duration32[row] == EventBatch::kLongDuration)
        m_state.longDurations[batch.firstEvent + static_cast<EventIndex>(row)] = m_longDurations->at(row, 0);
}

void Assigner::addAsync(EventBatch& batch, std::size_t row, char phase)
{
    m_state.asyncs.push_back({ .id = linkOf(batch, row),
        .ts = batch.ts[row],
        .event = batch.firstEvent + static_cast<EventIndex>(row),
        .place = batch.place[row],
        .name = batch.name[row],
        .category = batch.category[row],
        .phase = phase });
}

void Assigner::addFlow(EventBatch& batch, std::size_t row)
{
    m_state.flows.push_back({ .id = linkOf(batch, row),
        .ts = batch.ts[row],
        .event = batch.firstEvent + static_cast<EventIndex>(row),
        .place = batch.place[row],
        .name = batch.name[row],
        .category = batch.category[row],
        .phase = batch.phase[row],
        .bindEnclosing = (batch.flags[row] & kRawBindEnclosing) != 0 });
}

void Assigner::addCounter(EventBatch& batch, std::size_t row)
{
    const auto& values = batch.counters;
    while (m_nextCounter < values.size() && values[m_nextCounter].row < row)
        ++m_nextCounter;
    const EventIndex event = batch.firstEvent + static_cast<EventIndex>(row);
    if (m_nextCounter == values.size() || values[m_nextCounter].row != row) {
        m_state.countUndrawn(Undrawn::CounterWithoutValue);
        noteProblem(m_state, Problem::CounterWithoutValue, event, batch.name[row]);
        return;
    }
    if (batch.flags[row] & kRawImplausibleTime) {
        m_state.countUndrawn(Undrawn::ImplausibleTime);
        noteProblem(m_state, Problem::ImplausibleTime, event, batch.name[row]);
        return;
    }
    for (; m_nextCounter < values.size() && values[m_nextCounter].row == row; ++m_nextCounter) {
        m_state.counters.push_back({ .id = linkOf(batch, row),
            .ts = batch.ts[row],
            .event = event,
            .place = batch.place[row],
            .name = batch.name[row],
            .series = values[m_nextCounter].series,
            .value = values[m_nextCounter].value });
    }
}

void Assigner::assignRow(EventBatch& batch, std::size_t row)
{
    const char phase = batch.phase[row];
    if (phase == 'X') {
        if (!lacksTime(batch, row))
            addComplete(batch, row);
        return;
    }
    const EventIndex event = batch.firstEvent + static_cast<EventIndex>(row);
    constexpr std::string_view kTimed = "BEiIRPbnesStTpFfC";
    if (kTimed.find(phase) == std::string_view::npos) {
        const Undrawn undrawn = undrawnKindOf(phase);
        m_state.countUndrawn(undrawn);
        if (undrawn == Undrawn::UnknownPhase)
            noteProblem(m_state, Problem::UnknownPhase, event, batch.name[row]);
        return;
    }
    if (lacksTime(batch, row))
        return;
    const CategoryFacts& facts = m_state.categories[batch.category[row]];
    switch (phase) {
    case 'B':
        addSlice(batch, row, facts.sliceClass);
        batch.duration32[row] = EventBatch::kNoDuration;
        m_state.beginEnds.push_back({ batch.ts[row], event, m_state.rowOf[event], batch.name[row], false });
        return;
    case 'E': // often without a category: it closes what is open on its thread
        m_state.beginEnds.push_back(
            { batch.ts[row], event, trackFor(batch.place[row], facts.sliceClass), batch.name[row], true });
        return;
    case 'b':
    case 'S':
        batch.duration32[row] = EventBatch::kNoDuration;
        addAsync(batch, row, 'b');
        return;
    case 'e':
    case 'F':
        addAsync(batch, row, 'e');
        return;
    case 'n':
    case 'T':
    case 'p':
        batch.duration32[row] = 0;
        addAsync(batch, row, 'n');
        return;
    case 's':
    case 't':
    case 'f':
        addFlow(batch, row);
        return;
    case 'C':
        addCounter(batch, row);
        return;
    default: // i, I, R, P
        batch.duration32[row] = 0;
        addSlice(batch, row, facts.instantClass);
        return;
    }
}

/// Stream of the track that an event went to, kNoStream for none.
std::int64_t Assigner::streamOfTrack(EventIndex event) const
{
    const std::uint32_t track = event < m_state.rowOf.size() ? m_state.rowOf[event] : kNoRow;
    return track == kNoRow ? Track::kNoStream : m_state.parsed.places[m_state.tracks[track].place].stream;
}

void Assigner::takeArgs(const EventBatch& batch)
{
    ArgColumns& args = m_state.data.args;
    for (const EventBatch::ArgValue& arg : batch.args) {
        const EventIndex event = batch.firstEvent + arg.row;
        const StringId text { static_cast<std::uint32_t>(arg.integer) };
        switch (arg.key) {
        case ArgKey::Stream:
            if (streamOfTrack(event) != arg.integer) // almost always equal; only the others are worth their bytes
                args.stream.append(event, arg.integer);
            break;
        case ArgKey::Bytes:
            args.bytes.append(event, arg.integer);
            break;
        case ArgKey::Bandwidth:
            args.bandwidth.append(event, std::bit_cast<double>(arg.integer));
            break;
        case ArgKey::CollectiveName:
            args.collectiveName.append(event, text);
            break;
        case ArgKey::ProcessGroup:
            args.processGroup.append(event, text);
            break;
        case ArgKey::Sequence:
            args.sequence.append(event, arg.integer);
            break;
        case ArgKey::FwdThread:
            args.fwdThread.append(event, arg.integer);
            break;
        case ArgKey::WaitOnStream:
            args.waitOnStream.append(event, arg.integer);
            break;
        case ArgKey::WaitOnRecordCorrelation:
            args.waitOnRecordCorrelation.append(event, arg.integer);
            break;
        case ArgKey::ExternalId:
            m_state.externalIds.push_back({ event, arg.integer });
            break;
        }
    }
}

void Assigner::assign(EventBatch& batch)
{
    LongValues longDurations(batch.longDurations);
    LongValues longLinks(batch.longLinks);
    m_longDurations = &longDurations;
    m_longLinks = &longLinks;
    m_nextCounter = 0;
    for (std::size_t row = 0; row < batch.size(); ++row)
        assignRow(batch, row);
    takeArgs(batch);
    release(batch.args);
    release(batch.counters);
    release(batch.place);
}

/// Makes room for exactly what is coming: vectors that grow take up to three times the memory.
void reserveRoom(BuildState& state)
{
    std::array<std::size_t, kArgKeys> counts {};
    std::size_t events = 0;
    std::size_t flows = 0;
    for (const EventBatch& batch : state.parsed.batches) {
        events += batch.size();
        flows += static_cast<std::size_t>(std::ranges::count_if(
            batch.phase, [](char phase) { return phase == 's' || phase == 't' || phase == 'f'; }));
        for (const EventBatch::ArgValue& arg : batch.args)
            ++counts[static_cast<std::size_t>(arg.key)];
    }
    state.rowOf.assign(events, kNoRow);
    state.flows.reserve(flows); // often a third of all events
    const auto countOf = [&counts](ArgKey key) { return counts[static_cast<std::size_t>(key)]; };
    ArgColumns& args = state.data.args; // not `stream`: few of its values are kept
    args.bytes.reserve(countOf(ArgKey::Bytes));
    args.bandwidth.reserve(countOf(ArgKey::Bandwidth));
    args.collectiveName.reserve(countOf(ArgKey::CollectiveName));
    args.processGroup.reserve(countOf(ArgKey::ProcessGroup));
    args.sequence.reserve(countOf(ArgKey::Sequence));
    args.fwdThread.reserve(countOf(ArgKey::FwdThread));
    args.waitOnStream.reserve(countOf(ArgKey::WaitOnStream));
    args.waitOnRecordCorrelation.reserve(countOf(ArgKey::WaitOnRecordCorrelation));
    state.externalIds.reserve(countOf(ArgKey::ExternalId));
}

} // namespace

bool assignEvents(BuildState& state)
{
    state.categories = categoryFacts(state);
    reserveRoom(state);
    Assigner assigner(state);
    BatchTrim trim(state);
    for (EventBatch& batch : state.parsed.batches) {
        if (state.progress.shouldStop())
            return false;
        assigner.assign(batch);
        trim(batch.size());
    }
    state.data.args.stream.shrink();
    returnFreedBy(state);
    return true;
}

} // namespace kinetoscope::builder
