// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/call_rows.h"

#include "core/numeric/intervals.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kinetoscope {

namespace {

struct CallRowKey {
    std::uint32_t name = 0;
    std::uint32_t arguments = 0;
    std::string_view category;
    bool operator==(const CallRowKey&) const = default;
};
struct CallRowKeyHash {
    std::size_t operator()(const CallRowKey& key) const
    {
        const std::uint64_t both = std::uint64_t { key.name } << 32 | key.arguments;
        return static_cast<std::size_t>((both * 0x9E3779B97F4A7C15ULL) ^ (both >> 29) ^ key.category.size());
    }
};

} // namespace

std::uint32_t ArgumentKeys::keyOf(const OpArgumentStore& store, std::uint32_t id)
{
    const OpArguments& arguments = store[id];
    const std::string text = arguments.dimsText + '\n' + arguments.typesText + '\n' + arguments.valuesText;
    m_byId[id] = m_byText.try_emplace(text, id).first->second;
    return m_byId[id];
}

Result<CallRows> CallRows::of(const Trace& trace, const RankOwnedWork& work, const CallRooflines& rooflines,
    EfficiencyGrouping grouping, const Progress& progress)
{
    CallRows result;
    std::vector<CallRow>& rows = result.rows;
    result.rowOfCall.reserve(work.calls.size());
    std::unordered_map<CallRowKey, std::uint32_t, CallRowKeyHash> places;
    ArgumentKeys keys;
    StopCheck check(progress);
    for (const OwningCall& call : work.calls) {
        if (check.after(1))
            return Error::stopped();
        CallRowKey key { trace.slices().name[call.op.index()].value, OpArgumentStore::kNone, call.category() };
        if (grouping == EfficiencyGrouping::Shapes)
            key.arguments = keys.of(work.arguments, call.arguments);
        if (grouping == EfficiencyGrouping::Category) {
            key.name = 0;
            key.category = call.category().empty() ? toString(call.figures().lack) : call.category();
        }
        const auto [known, isNew] = places.try_emplace(key, static_cast<std::uint32_t>(rows.size()));
        if (isNew) {
            CallRow& row = rows.emplace_back();
            row.name = grouping == EfficiencyGrouping::Category ? std::string_view() : trace.name(call.op);
            row.arguments = key.arguments != OpArgumentStore::kNone ? &work.arguments[key.arguments] : nullptr;
            row.category = key.category;
        }
        rows[known->second].sums.add(call, rooflines.of(call));
        result.rowOfCall.push_back(known->second);
    }
    result.sort();
    return result;
}

void CallRows::sort()
{
    std::vector<std::uint32_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, [this](std::uint32_t left, std::uint32_t right) {
        const CallRow& a = rows[left];
        const CallRow& b = rows[right];
        const auto aboveA = a.sums.aboveRoofline();
        const auto aboveB = b.sums.aboveRoofline();
        if (aboveA != aboveB)
            return aboveA && (!aboveB || *aboveA > *aboveB);
        if (a.sums.kernelTime != b.sums.kernelTime)
            return a.sums.kernelTime > b.sums.kernelTime;
        return std::pair(a.name, a.dims()) < std::pair(b.name, b.dims());
    });
    std::vector<CallRow> sorted;
    sorted.reserve(rows.size());
    std::vector<std::uint32_t> placeOf(rows.size());
    for (const std::uint32_t row : order) {
        placeOf[row] = static_cast<std::uint32_t>(sorted.size());
        sorted.push_back(rows[row]);
    }
    rows = std::move(sorted);
    for (std::uint32_t& row : rowOfCall)
        row = placeOf[row];
}

LargestRows largestRowsOf(const CallRows& rows, const RankOwnedWork& work)
{
    LargestRows largest { .all = work.sumOfDurations(),
        .wall = work.work.rows.empty() ? 0 : hullOf(work.work.rows).length() };
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
        const CallRow& row = rows.rows[i];
        if (row.sums.rooflineCalls == 0) {
            if (!largest.withoutRoofline)
                largest.withoutRoofline = row;
            continue;
        }
        largest.withRoofline = saturatingAdd(largest.withRoofline, row.sums.kernelSum);
        if (!largest.aboveRoofline) {
            largest.aboveRoofline = row;
            largest.aboveIndex = i;
        }
        if (row.category == largest.aboveRoofline->category)
            largest.categoryOfAbove.addRooflineOf(row.sums);
    }
    return largest;
}

LargestPoint LargestPoint::of(const LargestRows& rows)
{
    constexpr double kLeastShareOfWall = 0.02;
    constexpr double kLeastShareNamed = 0.05; // of the wall: below it one row is too little to be named
    constexpr double kSmallCall = 2000;       // ns
    const auto isLarge = [&rows](Nanoseconds time, double share) {
        return rows.wall > 0 && static_cast<double>(time) >= share * static_cast<double>(rows.wall);
    };
    LargestPoint point;
    // A row that is known says little where most of the work is not.
    if (rows.withRoofline < rows.all - rows.withRoofline) {
        const bool isUnknown = rows.withoutRoofline && !rows.withoutRoofline->name.empty()
            && isLarge(rows.withoutRoofline->sums.kernelTime, kLeastShareOfWall);
        point.about = isUnknown ? About::Unknown : About::Nothing;
        return point;
    }
    if (!rows.aboveRoofline)
        return point;
    const bool isNamed = isLarge(rows.aboveRoofline->sums.rooflineKernelTime, kLeastShareNamed);
    const CallSums& sums = isNamed ? rows.aboveRoofline->sums : rows.categoryOfAbove;
    const auto above = sums.aboveRoofline();
    if (!above || !isLarge(*above, kLeastShareOfWall)
        || !isLarge(rows.aboveRoofline->sums.rooflineKernelTime, kLeastShareOfWall))
        return point;
    point.about = isNamed ? About::Row : About::Category;
    point.isSmall = sums.rooflineTime / static_cast<double>(sums.rooflineCalls) < kSmallCall;
    return point;
}

} // namespace kinetoscope
