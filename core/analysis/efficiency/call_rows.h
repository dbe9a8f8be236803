// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/call_sums.h"
#include "core/base/progress.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kinetoscope {

/// What calls of one row have in common.
enum class EfficiencyGrouping : std::uint8_t { Shapes, Name, Category };

/// Calls that are one row. Views are of the trace and of the work.
struct CallRow {
    std::string_view name;                  ///< of the op; "" of rows by category
    const OpArguments* arguments = nullptr; ///< of rows by shapes; nullptr where there are none
    std::string_view category;
    CallSums sums;

    [[nodiscard]] std::string_view dims() const
    {
        return arguments ? std::string_view(arguments->dimsText) : std::string_view();
    }
    [[nodiscard]] std::string_view types() const
    {
        return arguments ? std::string_view(arguments->typesText) : std::string_view();
    }
};

/// The calls of a rank as rows: most time above the roofline first, those without one last, then by kernel time, name
/// and shapes.
struct CallRows {
    std::vector<CallRow> rows;
    std::vector<std::uint32_t> rowOfCall; ///< by position in RankOwnedWork::calls

    /// O(calls). Cancelled if `progress` says stop; never another error.
    [[nodiscard]] static Result<CallRows> of(const Trace& trace, const RankOwnedWork& work,
        const CallRooflines& rooflines, EfficiencyGrouping grouping, const Progress& progress = {});

private:
    void sort();
};

/// What the rows by shapes of a rank say at a glance.
struct LargestRows {
    std::optional<CallRow> aboveRoofline {};   ///< most time above the roofline
    std::size_t aboveIndex = 0;                ///< of it in CallRows::rows
    CallSums categoryOfAbove {};               ///< of all rows of its category that have a roofline: times and calls
    std::optional<CallRow> withoutRoofline {}; ///< most kernel time of those without one
    Nanoseconds withRoofline = 0;              ///< sum of durations of the work in rows with a roofline
    Nanoseconds all = 0;                       ///< sum of durations of all work
    Nanoseconds wall = 0;                      ///< from the first to the last GPU work
};
/// @param rows  by shapes.
[[nodiscard]] LargestRows largestRowsOf(const CallRows& rows, const RankOwnedWork& work);

/// What of the largest rows is the point: one row, the whole category where no row is large enough to be named, or that
/// most of the work cannot be held against anything. Nothing where too little time is behind it.
struct LargestPoint {
    enum class About : std::uint8_t { Nothing, Row, Category, Unknown };
    About about = About::Nothing;
    bool isSmall = false; ///< Row, Category: the peaks allow less than 2 us for a call: to be fused, not sped up

    [[nodiscard]] static LargestPoint of(const LargestRows& rows);
};

/// Numbers for arguments as they are shown: those that differ in strides alone have one.
class ArgumentKeys {
public:
    [[nodiscard]] std::uint32_t of(const OpArgumentStore& store, std::uint32_t id)
    {
        if (id == OpArgumentStore::kNone)
            return id;
        if (m_byId.size() <= id)
            m_byId.resize(store.size(), OpArgumentStore::kNone);
        return m_byId[id] != OpArgumentStore::kNone ? m_byId[id] : keyOf(store, id);
    }

private:
    [[nodiscard]] std::uint32_t keyOf(const OpArgumentStore& store, std::uint32_t id);

    std::vector<std::uint32_t> m_byId;
    std::unordered_map<std::string, std::uint32_t> m_byText;
};

} // namespace kinetoscope
