// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/view_history.h"

namespace kinetoscope {

void ViewHistory::clear()
{
    m_places.clear();
    m_at = 0;
}

void ViewHistory::visit(TimeRange range)
{
    if (!m_places.empty()) {
        if (m_places[m_at] == range)
            return;
        m_places.resize(m_at + 1);
    }
    m_places.push_back(range);
    if (m_places.size() > kMaxPlaces)
        m_places.erase(m_places.begin());
    m_at = m_places.size() - 1;
}

std::optional<TimeRange> ViewHistory::back()
{
    if (!canGoBack())
        return std::nullopt;
    return m_places[--m_at];
}

std::optional<TimeRange> ViewHistory::forward()
{
    if (!canGoForward())
        return std::nullopt;
    return m_places[++m_at];
}

void ViewHistory::shift(Nanoseconds by)
{
    for (TimeRange& place : m_places)
        place = { saturatingAdd(place.begin, by), saturatingAdd(place.end, by) };
}

} // namespace kinetoscope
