// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_rows.h"

#include "core/layout/timeline/row_order.h"

#include <algorithm>
#include <chrono>

namespace kinetoscope {

namespace {

// Long enough to find with the eyes after the rows jumped.
constexpr std::chrono::milliseconds kMarkTime { 2000 };

} // namespace

TimelineRows::TimelineRows(TimelineScene& scene)
    : m_scene(scene)
{
    m_markTimer.setSingleShot(true);
    connect(&m_markTimer, &QTimer::timeout, this, [this] {
        m_marked.reset();
        emit markedChanged();
    });
}

void TimelineRows::mark(RowKey row)
{
    m_current = row;
    m_marked = row;
    m_markTimer.start(kMarkTime);
    emit markedChanged();
}

void TimelineRows::forget()
{
    m_current.reset();
    m_marked.reset();
    emit changed();
}

void TimelineRows::uncover(SliceRef slice)
{
    if (m_scene.uncover(slice))
        emit changed();
}

void TimelineRows::uncover(std::uint32_t rank, TrackId track)
{
    if (m_scene.uncover(rank, track))
        emit changed();
}

void TimelineRows::setChoices(const RowChoices& choices)
{
    m_scene.setChoices(choices);
    emit changed();
}

void TimelineRows::openThreadsAtFirst(bool open)
{
    if (m_scene.openThreadsAtFirst(open))
        emit changed();
}

void TimelineRows::toggle(RowKey row)
{
    const std::ptrdiff_t at = m_scene.rows().find(row);
    if (at < 0 || !m_scene.rows().rows()[static_cast<std::size_t>(at)].canFold)
        return;
    m_scene.setExpanded(row, !m_scene.rows().rows()[static_cast<std::size_t>(at)].expanded);
    emit changed();
}

void TimelineRows::setPythonFolded(RowKey row, bool folded)
{
    m_scene.setPythonFolded(row, folded);
    emit changed();
}

bool TimelineRows::showsPythonFrames() const
{
    const auto& rows = m_scene.rows().rows();
    return std::ranges::any_of(rows, [this](const TimelineRow& row) {
        const TreeTrack* track = m_scene.treeTrack(row);
        return track && track->foldedLanes > 0 && !row.foldsPython;
    });
}

bool TimelineRows::hasPythonFrames() const
{
    for (const TreeRank& rank : m_scene.tree().ranks) {
        for (const TreeGroup& group : rank.groups) {
            if (std::ranges::any_of(group.tracks, [](const TreeTrack& track) { return track.foldedLanes > 0; }))
                return true;
        }
    }
    return false;
}

void TimelineRows::setPythonFramesShown(bool shown)
{
    RowChoices choices = m_scene.choices();
    const TimelineTree& tree = m_scene.tree();
    for (std::uint32_t rank = 0; rank < tree.ranks.size(); ++rank) {
        for (const TreeGroup& group : tree.ranks[rank].groups) {
            for (const TreeTrack& track : group.tracks) {
                if (track.foldedLanes > 0)
                    choices.pythonFolded[{ RowKind::Track, rank, track.track.value }] = !shown;
            }
        }
    }
    setChoices(choices);
}

void TimelineRows::expandAll()
{
    RowChoices choices = m_scene.choices();
    const TimelineTree& tree = m_scene.tree();
    for (std::uint32_t rank = 0; rank < tree.ranks.size(); ++rank) {
        choices.expanded[{ RowKind::Rank, rank, 0 }] = true;
        for (std::uint32_t g = 0; g < tree.ranks[rank].groups.size(); ++g) {
            choices.expanded[{ RowKind::Group, rank, g }] = true;
            for (const TreeTrack& track : tree.ranks[rank].groups[g].tracks)
                choices.expanded[{ RowKind::Track, rank, track.track.value }] = true;
        }
    }
    setChoices(choices);
}

void TimelineRows::collapseAll()
{
    RowChoices choices = m_scene.choices();
    const TimelineTree& tree = m_scene.tree();
    for (std::uint32_t rank = 0; rank < tree.ranks.size(); ++rank) {
        for (std::uint32_t g = 0; g < tree.ranks[rank].groups.size(); ++g)
            choices.expanded[{ RowKind::Group, rank, g }] = false;
    }
    setChoices(choices);
}

void TimelineRows::setFilter(const QString& text)
{
    RowChoices choices = m_scene.choices();
    choices.filter = text.toStdString();
    if (choices.filter == m_scene.choices().filter)
        return;
    setChoices(choices);
}

void TimelineRows::askForFilter()
{
    if (m_scene.traces())
        emit filterAsked();
}

void TimelineRows::hide(RowKey row)
{
    if (row.kind == RowKind::Series || m_scene.rows().find(row) < 0)
        return;
    RowChoices choices = m_scene.choices();
    choices.hidden.insert(row);
    if (m_current == row)
        m_current.reset();
    setChoices(choices);
}

void TimelineRows::showHidden()
{
    RowChoices choices = m_scene.choices();
    choices.hidden.clear();
    setChoices(choices);
}

bool TimelineRows::isPinned(RowKey row) const
{
    const std::vector<RowKey>& pinned = m_scene.choices().pinned;
    return std::ranges::find(pinned, row) != pinned.end();
}

void TimelineRows::setPinned(RowKey track, bool isPinned)
{
    if (!placeOf(m_scene.tree(), track) || this->isPinned(track) == isPinned)
        return;
    RowChoices choices = m_scene.choices();
    if (isPinned)
        choices.pinned.push_back(track);
    else
        std::erase(choices.pinned, track);
    setChoices(choices);
    mark(track);
}

void TimelineRows::move(RowKey row, int direction)
{
    const auto rows = movableRows(m_scene.rows(), row);
    if (!rows || (direction < 0 && rows->at == 0))
        return;
    const std::size_t place = direction < 0 ? rows->at - 1 : rows->at + 2;
    if (place > rows->blocks.size())
        return;
    setChoices(withRowMoved(m_scene.choices(), m_scene.tree(), *rows, place));
    mark(row);
}

void TimelineRows::resetOrder()
{
    RowChoices choices = m_scene.choices();
    choices.order.clear();
    setChoices(choices);
}

} // namespace kinetoscope

#include "moc_timeline_rows.cpp"
