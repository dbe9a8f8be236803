// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/marks.h"

#include "core/base/sort_stably.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace kinetoscope {

namespace {

Mark tidied(Mark mark)
{
    if (mark.range.end < mark.range.begin)
        std::swap(mark.range.begin, mark.range.end);
    std::ranges::replace_if(
        mark.note, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return mark;
}

} // namespace

Marks::Marks(QObject* parent)
    : QObject(parent)
{
}

const Mark* Marks::reference() const
{
    if (m_current)
        return &m_marks[*m_current];
    if (const auto at = temporary())
        return &m_marks[*at];
    return m_marks.empty() ? nullptr : &m_marks.back();
}

std::optional<std::size_t> Marks::temporary() const
{
    const auto at = std::ranges::find(m_marks, false, &Mark::isKept);
    return at == m_marks.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - m_marks.begin()));
}

std::vector<std::size_t> Marks::byTime() const
{
    std::vector<std::size_t> order(m_marks.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    sortStably(
        order, {}, [this](std::size_t at) { return std::tuple(m_marks[at].range.begin, m_marks[at].range.end); });
    return order;
}

std::size_t Marks::add(Mark mark)
{
    mark = tidied(std::move(mark));
    std::optional<std::size_t> at;
    if (!mark.isKept)
        at = temporary();
    if (at) {
        if (m_marks[*at] == mark && m_current == at)
            return *at;
        m_marks[*at] = std::move(mark);
    } else {
        at = m_marks.size();
        m_marks.push_back(std::move(mark));
    }
    m_current = at;
    emit changed();
    return *at;
}

void Marks::replace(std::size_t at, Mark mark)
{
    if (at >= m_marks.size())
        return;
    mark = tidied(std::move(mark));
    if (m_marks[at] == mark)
        return;
    if (!mark.isKept && temporary().value_or(at) != at)
        mark.isKept = true; // there is a temporary one already
    m_marks[at] = std::move(mark);
    emit changed();
}

void Marks::remove(std::size_t at)
{
    if (at >= m_marks.size())
        return;
    m_marks.erase(m_marks.begin() + static_cast<std::ptrdiff_t>(at));
    if (m_current == at)
        m_current.reset();
    else if (m_current && *m_current > at)
        --*m_current;
    emit changed();
}

void Marks::setCurrent(std::optional<std::size_t> at)
{
    if (at && *at >= m_marks.size())
        at.reset();
    if (m_current == at)
        return;
    m_current = at;
    emit changed();
}

void Marks::setAll(std::vector<Mark> marks)
{
    std::vector<Mark> tidy;
    tidy.reserve(marks.size());
    std::optional<std::size_t> temporary;
    for (Mark& mark : marks) {
        if (mark.isKept || !temporary) {
            if (!mark.isKept)
                temporary = tidy.size();
            tidy.push_back(tidied(std::move(mark)));
        } else {
            tidy[*temporary] = tidied(std::move(mark));
        }
    }
    if (m_marks == tidy && !m_current)
        return;
    m_marks = std::move(tidy);
    m_current.reset();
    emit changed();
}

} // namespace kinetoscope

#include "moc_marks.cpp"
