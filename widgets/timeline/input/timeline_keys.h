// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/selection.h"

#include <QObject>

#include <array>
#include <cstdint>
#include <optional>

class QKeyEvent;

namespace kinetoscope {

class TimelineMouse;
struct TimelineParts;

/// A stored view, recalled by its digit.
struct TimelinePlace {
    TimeRange visible;
    std::int64_t scrollY = 0; ///< px; pinned rows are where they are
    bool operator==(const TimelinePlace&) const = default;
};
using TimelinePlaces = std::array<std::optional<TimelinePlace>, 9>; ///< under 1 to 9

/// The keyboard of a timeline, and the views that its digits keep. GUI thread only.
class TimelineKeys : public QObject {
    Q_OBJECT
public:
    /// Both must outlive this.
    TimelineKeys(TimelineParts& parts, TimelineMouse& mouse);

    /// False for a key that means nothing here, or nothing now.
    bool press(const QKeyEvent& event);
    void release(const QKeyEvent& event);

    [[nodiscard]] const TimelinePlaces& places() const { return m_places; }
    void setPlaces(const TimelinePlaces& places) { m_places = places; }

signals:
    void noticed(const QString& sentence); ///< what a digit did, or why it did nothing

private:
    bool pressDigit(const QKeyEvent& event);
    bool pressViewKey(int key); ///< pans, scrolls, or shows all or the last step
    /// To other slices. Nothing for a key that is none of these: it may stand for a letter.
    std::optional<bool> pressWalkKey(const QKeyEvent& event);
    bool pressLetter(int letter, bool repeated);

    TimelineParts& m_parts;
    TimelineMouse& m_mouse;
    TimelinePlaces m_places;
    int m_repeats = 0; ///< of a held zoom key: it accelerates
};

} // namespace kinetoscope
