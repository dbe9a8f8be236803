// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/slice_names.h"

#include "core/base/display_name.h"
#include "core/base/names/elide_apart.h"
#include "core/layout/timeline/fit_name.h"
#include "core/query/op_names.h"

#include <map>
#include <optional>
#include <string>

namespace kinetoscope {

namespace {

const QString kNoName;

/// Line separators, and characters that change the direction of what follows: a name must not rearrange the labels
/// around it.
bool turnsOrHidesText(QChar c)
{
    const char16_t u = c.unicode();
    return u == 0x061c || (u >= 0x200b && u <= 0x200f) || (u >= 0x2028 && u <= 0x202e) || (u >= 0x2060 && u <= 0x2069)
        || u == 0xfeff;
}

} // namespace

struct SliceNames::Rank {
    std::shared_ptr<const Trace> trace;
    std::optional<DisplayNames> names; ///< made when the rank is first looked at: a large job shows few of its ranks
    std::vector<QString> texts;        ///< by StringId; null: not made yet
    std::optional<std::map<std::uint32_t, std::size_t>> differences; ///< of names of steps, where they need it

    void prepare();
};

void SliceNames::Rank::prepare()
{
    names.emplace(trace->strings(), sliceNames(*trace));
    texts.resize(trace->strings().size());
}

SliceNames::SliceNames() = default;
SliceNames::~SliceNames() = default;
SliceNames::SliceNames(const SliceNames&) = default;
SliceNames& SliceNames::operator=(const SliceNames&) = default;

SliceNames::SliceNames(const TraceSet& traces)
    : m_ranks(std::make_shared<std::vector<Rank>>())
{
    for (const RankTrace& rank : traces.ranks())
        m_ranks->push_back({ rank.trace, {}, {}, {} });
}

const QString& SliceNames::displayName(SliceRef slice) const
{
    if (!m_ranks || slice.rank >= m_ranks->size())
        return kNoName;
    const Trace& trace = *(*m_ranks)[slice.rank].trace;
    if (!slice.slice.isValid() || slice.slice.index() >= trace.slices().size())
        return kNoName;
    return displayName(slice.rank, trace.slices().name[slice.slice.index()]);
}

const QString& SliceNames::displayName(std::uint32_t rankPosition, StringId name) const
{
    if (!m_ranks || rankPosition >= m_ranks->size())
        return kNoName;
    Rank& rank = (*m_ranks)[rankPosition];
    if (!rank.names)
        rank.prepare();
    if (name.index() >= rank.texts.size())
        return kNoName;
    QString& text = rank.texts[name.index()];
    if (text.isNull()) {
        text = plainLine(rank.names->view(name));
        if (text.isNull())
            text = QStringLiteral("");
    }
    return text;
}

std::size_t SliceNames::differenceOf(std::uint32_t rankPosition, StringId name) const
{
    if (!m_ranks || rankPosition >= m_ranks->size())
        return std::string_view::npos;
    Rank& rank = (*m_ranks)[rankPosition];
    if (!rank.differences) {
        std::map<std::uint32_t, std::string> texts;
        for (const Step& step : rank.trace->steps()) {
            if (!texts.contains(step.name.value))
                texts.emplace(step.name.value, displayName(rankPosition, step.name).toStdString());
        }
        std::vector<std::string_view> names;
        for (const auto& [id, text] : texts)
            names.push_back(text);
        const std::vector<std::size_t> places = placesOfDifference(names, kKeptOfName);
        rank.differences.emplace();
        std::size_t i = 0;
        for (const auto& [id, text] : texts) {
            if (places[i] != std::string_view::npos)
                rank.differences->emplace(id, places[i]);
            ++i;
        }
    }
    const auto known = rank.differences->find(name.value);
    return known == rank.differences->end() ? std::string_view::npos : known->second;
}

QString SliceNames::fullName(SliceRef slice) const
{
    if (!m_ranks || slice.rank >= m_ranks->size())
        return {};
    const Trace& trace = *(*m_ranks)[slice.rank].trace;
    if (!slice.slice.isValid() || slice.slice.index() >= trace.slices().size())
        return {};
    return plainLine(trace.name(slice.slice));
}

QString plainLine(std::string_view utf8)
{
    QString text = QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
    for (QChar& c : text) {
        if (c.unicode() < 0x20)
            c = QChar(static_cast<char16_t>(0x2400 + c.unicode()));
        else if (c.unicode() == 0x7f)
            c = QChar(u'\u2421');
        else if (turnsOrHidesText(c))
            c = QChar(QChar::ReplacementCharacter);
    }
    return text;
}

} // namespace kinetoscope
