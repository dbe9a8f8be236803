// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/mark.h"

#include <QObject>

#include <cstddef>
#include <optional>
#include <vector>

namespace kinetoscope {

/// The marks of the open job, in the order of their making, and which one is the current one. An index stays the same
/// mark until one is removed. Owned by the view state, which empties it when another job opens. GUI thread only.
///
/// Each setter emits changed() once, and only when something really changed.
class Marks : public QObject {
    Q_OBJECT

public:
    explicit Marks(QObject* parent = nullptr);

    [[nodiscard]] const std::vector<Mark>& all() const { return m_marks; }
    /// Position of the mark that was added, clicked or jumped to last: Delete removes it.
    [[nodiscard]] std::optional<std::size_t> current() const { return m_current; }
    /// The mark that times are measured from: the current one, else the temporary one, else the newest; nullptr without
    /// marks. Valid until the next change.
    [[nodiscard]] const Mark* reference() const;
    /// Position of the temporary mark.
    [[nodiscard]] std::optional<std::size_t> temporary() const;
    /// Positions by begin time, then by end time: the order to walk and to list them in.
    [[nodiscard]] std::vector<std::size_t> byTime() const;

    /// Adds a mark and makes it the current one. A temporary one takes the place of the temporary one there was.
    /// Ranges are put in order, line breaks in notes become spaces. @return its position.
    std::size_t add(Mark mark);
    /// Changes a mark in place; a position that does not exist changes nothing. Kept where it would be a second
    /// temporary one.
    void replace(std::size_t at, Mark mark);
    void remove(std::size_t at);
    void setCurrent(std::optional<std::size_t> at);
    /// All marks at once, as a session file has them; of several temporary ones the last stays. None is current.
    void setAll(std::vector<Mark> marks);
    void clear() { setAll({}); }

signals:
    void changed(); ///< the marks or the current one

private:
    std::vector<Mark> m_marks;
    std::optional<std::size_t> m_current;
};

} // namespace kinetoscope
