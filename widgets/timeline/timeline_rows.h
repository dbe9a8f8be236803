// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/timeline_scene.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace kinetoscope {

/// What a person does to the rows of a timeline: folds, filters, hides, pins and moves them; and which one is the
/// current row, clicked or found last, that Enter and the actions on a track are about. Keys are taken by value: those
/// of rows, and the current one, go away with what they ask for. GUI thread only.
class TimelineRows : public QObject {
    Q_OBJECT

public:
    /// @param scene  must outlive this.
    explicit TimelineRows(TimelineScene& scene);

    [[nodiscard]] const TimelineScene& scene() const { return m_scene; }
    /// Nothing before one was clicked or found. It may be of a row that is folded away or hidden now.
    [[nodiscard]] const std::optional<RowKey>& current() const { return m_current; }
    void setCurrent(const std::optional<RowKey>& row) { m_current = row; }
    /// Makes a row the current one and marks it for a moment.
    void mark(RowKey row);
    /// That row while the moment lasts.
    [[nodiscard]] const std::optional<RowKey>& marked() const { return m_marked; }
    /// Another job is open: all rows are new, none is current.
    void forget();

    [[nodiscard]] bool isPinned(RowKey row) const;
    /// Whether any thread shows its Python frames, and whether there are any to show.
    [[nodiscard]] bool showsPythonFrames() const;
    [[nodiscard]] bool hasPythonFrames() const;

    /// Opens what hides a slice or a track, as the scene does.
    void uncover(SliceRef slice);
    void uncover(std::uint32_t rank, TrackId track);

    /// All that was chosen for rows at once, in place of what was.
    void setChoices(const RowChoices& choices);
    /// See TimelineScene::openThreadsAtFirst.
    void openThreadsAtFirst(bool open);
    /// Folds an open row, opens a folded one; nothing of a row that is not there or cannot be folded.
    void toggle(RowKey row);
    /// The Python frames of one thread.
    void setPythonFolded(RowKey row, bool folded);
    /// Python frames of all threads that also run ops; they are folded at first.
    void setPythonFramesShown(bool shown);
    void expandAll();
    void collapseAll();
    /// Shows only tracks with this text in their title, their process's, device's or rank's; "": all of them.
    void setFilter(const QString& text);
    /// Asks for the text, where there are rows to filter.
    void askForFilter();
    /// Takes a row away with all that is inside: a rank, its steps, a process, a device, a track.
    void hide(RowKey row);
    /// Brings back all that hide() took away; what the filter leaves out stays out.
    void showHidden();
    /// A pinned track stands above everything else.
    void setPinned(RowKey track, bool isPinned);
    /// -1 or +1: a track among those of its process or device, a process or device among those of its rank.
    void move(RowKey row, int direction);
    /// Undoes what was moved by hand.
    void resetOrder();

signals:
    void changed();       ///< rows came, went or changed their height or place
    void markedChanged(); ///< marked() is another row, or none any more
    void filterAsked();   ///< of askForFilter(): who has the field shows it

private:
    TimelineScene& m_scene;
    std::optional<RowKey> m_current;
    std::optional<RowKey> m_marked; ///< just found: framed until m_markTimer runs out
    QTimer m_markTimer;
};

} // namespace kinetoscope
