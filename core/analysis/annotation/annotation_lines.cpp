// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/annotation/annotation_lines.h"

#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/numeric/covered_time.h"

#include <functional>
#include <map>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

/// "ProfilerStep#12" to "ProfilerStep#": what numbered annotations have in common.
std::string_view withoutNumber(std::string_view name)
{
    const std::size_t digits = name.find_last_not_of("0123456789");
    if (digits == std::string_view::npos || name[digits] != '#')
        return name;
    return name.substr(0, digits + 1);
}

/// When the GPUs of a rank are busy: as a whole for host annotations, per device for projections.
class BusyTimes {
public:
    BusyTimes(const RankGpuWork& work, AnnotationSide side)
        : m_side(side)
    {
        std::map<std::int64_t, std::vector<TimeRange>> ranges;
        for (const GpuStream& stream : work.streams) {
            std::vector<TimeRange>& all = ranges[side == AnnotationSide::Gpu ? stream.device : 0];
            for (std::size_t i = stream.firstRow; i < stream.firstRow + stream.rowCount; ++i)
                all.push_back(work.rows[i].range);
        }
        for (auto& [device, all] : ranges)
            m_busy.emplace(device, CoveredTime(unionOf(std::move(all))));
    }
    [[nodiscard]] Nanoseconds within(const AnnotationRow& row) const
    {
        const auto busy = m_busy.find(m_side == AnnotationSide::Gpu ? row.device : 0);
        return busy == m_busy.end() ? 0 : busy->second.within(row.range);
    }

private:
    AnnotationSide m_side;
    std::map<std::int64_t, CoveredTime> m_busy; ///< by device; 0 for the rank
};

/// The lines of one rank by sum descending, then by name.
std::vector<AnnotationLine> linesOf(
    const Trace& trace, const RankAnnotations& annotations, const BusyTimes& busy, const AnnotationNameRules& rules)
{
    std::map<std::string_view, AnnotationLine> byLabel;
    for (const AnnotationRow& row : annotations.rows) {
        const std::string_view name = trace.name(row.slice);
        AnnotationLine& line = byLabel[rules.joinNumbered ? withoutNumber(name) : name];
        line.names.insert(trace.slices().name[row.slice.index()]);
        line.durations.add(row.range.length());
        line.self = saturatingAdd(line.self, row.self);
        line.gpuBusy = saturatingAdd(line.gpuBusy, busy.within(row));
    }
    std::vector<AnnotationLine> lines;
    for (auto& [label, line] : byLabel) {
        line.label = std::string(label);
        lines.push_back(std::move(line));
    }
    sortStably(lines, std::greater {}, [](const AnnotationLine& a) { return a.durations.sum(); });
    return lines;
}

/// Folds as section 3.2 does, by true statistics ([DIFF-3.1]); the result is sorted by name.
std::vector<AnnotationLine> folded(std::vector<AnnotationLine> lines, const AnnotationNameRules& rules)
{
    std::vector<double> sums =
        mapped(lines, [](const AnnotationLine& line) { return static_cast<double>(line.durations.sum()); });
    const std::vector<bool> goes = foldToOthers(sums, rules.keep, rules.ratio, rules.rule);
    std::vector<AnnotationLine> kept;
    AnnotationLine others;
    others.label = std::string(kOthersName);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (goes[i] && !rules.isNeverFolded(lines[i].label)) {
            others.merge(lines[i]);
            others.members.push_back(std::move(lines[i]));
        } else
            kept.push_back(std::move(lines[i]));
    }
    if (!others.names.empty())
        kept.push_back(std::move(others));
    sortStably(kept, {}, &AnnotationLine::label);
    return kept;
}

} // namespace

std::vector<AnnotationLine> annotationLines(const Trace& trace, const RankAnnotations& annotations,
    const RankGpuWork& work, AnnotationSide side, const AnnotationNameRules& rules)
{
    return folded(linesOf(trace, annotations, BusyTimes(work, side), rules), rules);
}

} // namespace kinetoscope
