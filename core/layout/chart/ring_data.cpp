// SPDX-License-Identifier: GPL-3.0-or-later
// What of a group becomes slices of a ring, and what goes into "others".
#include "core/layout/chart/chart_data.h"

#include "core/base/sort_stably.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace kinetoscope {

ChartData::Group foldedForRing(const ChartData::Group& group, std::size_t maximum)
{
    ChartData::Group ring;
    ring.label = group.label;
    ChartData::Row others;
    others.label = "others";
    others.values = { 0.0 };
    for (const ChartData::Row& row : group.rows) {
        if (row.values.empty() || !std::isfinite(row.values[0]) || row.values[0] <= 0)
            continue;
        if (row.folded > 0) {
            others.values[0] += row.values[0];
            others.folded += row.folded;
            others.tableRows.insert(others.tableRows.end(), row.tableRows.begin(), row.tableRows.end());
        } else {
            ring.rows.push_back(row);
        }
    }
    sortStably(ring.rows, [](const ChartData::Row& a, const ChartData::Row& b) {
        return a.values[0] != b.values[0] ? a.values[0] > b.values[0] : a.label < b.label;
    });
    if (!group.order.empty()) {
        const auto place = [&group](const ChartData::Row& row) {
            return std::ranges::find(group.order, row.label) - group.order.begin();
        };
        sortStably(ring.rows, {}, place);
    }
    const std::size_t room = others.folded > 0 ? maximum - 1 : maximum;
    if (ring.rows.size() > room) {
        for (std::size_t i = maximum - 1; i < ring.rows.size(); ++i) {
            const ChartData::Row& row = ring.rows[i];
            others.values[0] += row.values[0];
            others.folded += 1;
            others.tableRows.insert(others.tableRows.end(), row.tableRows.begin(), row.tableRows.end());
        }
        ring.rows.resize(maximum - 1);
    }
    if (others.folded > 0)
        ring.rows.push_back(std::move(others));
    return ring;
}

ChartData::Group firstRows(const ChartData::Group& group, std::size_t most, bool addsUp)
{
    if (group.rows.size() <= most)
        return group;
    ChartData::Group first;
    first.label = group.label;
    first.whole = group.whole;
    first.order = group.order;
    first.leftOut = group.leftOut;
    const auto hasOthers = std::ranges::any_of(group.rows, [](const ChartData::Row& row) { return row.folded > 0; });
    std::size_t room = hasOthers || addsUp ? most - 1 : most;
    ChartData::Row others;
    others.label = "others";
    others.values = { 0.0 };
    for (const ChartData::Row& row : group.rows) {
        if (row.folded == 0 && room > 0) {
            first.rows.push_back(row);
            --room;
        } else if (addsUp) {
            others.values[0] += std::isfinite(row.values[0]) ? row.values[0] : 0;
            others.folded += std::max<std::size_t>(row.folded, 1);
            others.tableRows.insert(others.tableRows.end(), row.tableRows.begin(), row.tableRows.end());
        } else if (row.folded > 0) {
            first.rows.push_back(row);
        } else {
            ++first.leftOut;
        }
    }
    if (addsUp)
        first.rows.push_back(std::move(others));
    return first;
}

std::map<std::string, std::vector<std::string>> ringOrder(const ChartData& data)
{
    std::map<std::string, std::vector<std::string>> order;
    for (const ChartData::Group& group : data.groups) {
        for (const ChartData::Row& row : foldedForRing(group).rows) {
            if (row.folded == 0)
                order[group.label].push_back(row.label);
        }
    }
    return order;
}

ChartData inOrder(ChartData data, const std::map<std::string, std::vector<std::string>>& order)
{
    for (ChartData::Group& group : data.groups) {
        const auto shown = order.find(group.label);
        group.order = shown != order.end() ? shown->second : std::vector<std::string> {};
    }
    return data;
}

ChartData::Group othersOf(const ChartData::Group& group, std::size_t maximum)
{
    const ChartData::Group ring = foldedForRing(group, maximum);
    ChartData::Group rest;
    rest.label = group.label;
    rest.whole = ring.total(0);
    if (ring.rows.empty() || ring.rows.back().folded == 0)
        return rest;
    const std::vector<std::size_t>& inOthers = ring.rows.back().tableRows;
    const std::set<std::size_t> members(inOthers.begin(), inOthers.end());
    for (const bool isTableOthers : { false, true }) {
        for (const ChartData::Row& row : group.rows) {
            if (row.isTableOthers == isTableOthers && !row.tableRows.empty()
                && members.count(row.tableRows.front()) > 0)
                rest.rows.push_back(row);
        }
    }
    return rest;
}

NamesShown namesShown(const ChartData::Group& ring)
{
    NamesShown names;
    double shown = 0;
    for (const ChartData::Row& row : ring.rows) {
        names.all += std::max<std::size_t>(row.folded, 1);
        if (row.folded > 0)
            continue;
        ++names.shown;
        shown += row.values.front();
    }
    const double total = ring.total(0);
    names.share = total > 0 ? shown / total : 0;
    return names;
}

bool barsAreBetter(const ChartData& data)
{
    if (data.groups.size() > kMostRings || data.series.size() != 1)
        return true;
    bool anyRing = false;
    for (const ChartData::Group& group : data.groups) {
        for (const ChartData::Row& row : group.rows) {
            if (std::isfinite(row.values[0]) && row.values[0] < 0)
                return true;
        }
        const ChartData::Group ring = foldedForRing(group);
        const double total = ring.total(0);
        if (ring.rows.empty() || total <= 0)
            continue;
        anyRing = true;
        const bool hasOthers = ring.rows.back().folded > 0;
        if (hasOthers && ring.rows.back().values[0] > 0.40 * total)
            return true;
        const std::size_t named = ring.rows.size() - (hasOthers ? 1 : 0);
        if (named >= 2 && ring.rows[0].values[0] - ring.rows[1].values[0] < 0.03 * total)
            return true;
    }
    return !anyRing;
}

std::map<ShadeKey, Shade> shadesOf(const ChartData& data, const std::map<ShadeKey, Shade>& kept)
{
    std::map<ShadeKey, double> sums;
    for (const ChartData::Group& group : data.groups) {
        for (const ChartData::Row& row : foldedForRing(group).rows) {
            if (row.folded == 0)
                sums[{ row.kind, row.label }] += row.values.front();
        }
    }
    std::vector<std::pair<ShadeKey, double>> order(sums.begin(), sums.end());
    sortStably(order,
        [](const auto& a, const auto& b) { return a.second != b.second ? a.second > b.second : a.first < b.first; });
    std::map<std::optional<PartKind>, int> counts;
    for (const auto& [key, shade] : kept)
        counts[key.first] = shade.count;
    std::map<ShadeKey, Shade> shades = kept;
    const std::map<std::optional<PartKind>, int> keptCounts = counts;
    for (const auto& [key, sum] : order) {
        if (shades.count(key) > 0)
            continue;
        const auto fixed = keptCounts.find(key.first);
        shades[key] =
            fixed != keptCounts.end() ? Shade { fixed->second - 1, fixed->second } : Shade { counts[key.first]++, 0 };
    }
    for (auto& [key, shade] : shades)
        shade.count = counts[key.first];
    return shades;
}

} // namespace kinetoscope
