// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/hta_analyses.h"

#include "core/analysis/annotation/annotation_kernels.h"
#include "core/base/names/short_name.h"
#include "core/base/number_text.h"
#include "core/compat/gpu/hta_gpu_rows.h"

#include <algorithm>
#include <compare>
#include <limits>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope::compat {

namespace {

/// A pid or tid as HTA sorts it: words after numbers.
struct PlaceId {
    std::int64_t number = std::numeric_limits<std::int64_t>::max();
    std::string_view text;
    auto operator<=>(const PlaceId&) const = default;
};
using Place = std::pair<PlaceId, PlaceId>;
using Interval = std::pair<double, double>;

Place placeOf(const HtaRank& rank, const HtaRow& row)
{
    const Trace& trace = *rank.trace;
    const Track& track = trace.track(trace.trackOf(row.slice));
    const auto idOf = [&trace](StringId id) {
        const std::string_view text = trace.text(id);
        PlaceId place;
        if (const auto number = wholeNumber(text))
            place.number = *number;
        place.text = text;
        return place;
    };
    return { idOf(track.pid), idOf(track.tid) };
}

Interval intervalOf(const HtaRow& row)
{
    return { row.ts, row.ts + row.dur };
}

struct Group {
    std::vector<const HtaRow*> annotations;
    std::vector<const HtaRow*> kernels;
};

/// Writes the labels of one (pid, tid), longest annotation first so that shorter ones overwrite. The label goes to the
/// value of the interval, whatever stream else has a kernel with it: HTA's index is that value.
void label(Group& group, std::map<Interval, const HtaRow*>& labels)
{
    std::ranges::stable_sort(group.annotations, std::greater {}, &HtaRow::dur);
    std::ranges::stable_sort(group.kernels, {}, &HtaRow::ts);
    double longest = 0;
    for (const HtaRow* kernel : group.kernels)
        longest = std::max(longest, kernel->dur);
    for (const HtaRow* annotation : group.annotations) {
        const Interval around = intervalOf(*annotation);
        const auto first = std::ranges::lower_bound(group.kernels, around.first - longest, {}, &HtaRow::ts);
        for (auto kernel = first; kernel != group.kernels.end() && (*kernel)->ts < around.second; ++kernel) {
            const Interval own = intervalOf(**kernel);
            // A kernel of no length is met by what holds it inside; where one runs backwards HTA stops with an error.
            if (own.first <= own.second && own.second > around.first)
                labels[own] = annotation;
        }
    }
}

void addRank(const HtaRank& rank, const Scope& scope, Table& table)
{
    std::map<Place, Group> groups;
    std::vector<const HtaRow*> kernels;
    for (const HtaRow& row : rank.rows) {
        if (passesDeviceFilter(*rank.trace, row)) {
            groups[placeOf(rank, row)].kernels.push_back(&row);
            kernels.push_back(&row);
        } else if (rank.trace->category(rank.trace->slices().category[row.slice.index()]) == "gpu_user_annotation") {
            groups[placeOf(rank, row)].annotations.push_back(&row);
        }
    }
    const bool hasAnnotations =
        std::ranges::any_of(groups, [](const auto& group) { return !group.second.annotations.empty(); });
    if (!hasAnnotations)
        return;
    std::map<Interval, const HtaRow*> labels;
    for (auto& [place, group] : groups)
        label(group, labels);

    for (const HtaRow* row : kernels) {
        if (!scope.streams.empty() && std::ranges::find(scope.streams, row->stream) == scope.streams.end())
            continue;
        const auto found = labels.find(intervalOf(*row));
        const Place place = placeOf(rank, *row);
        for (std::uint32_t i = 0; i < row->copies; ++i)
            table.addRow({ std::int64_t { row->index }, std::string(place.first.text), std::string(place.second.text),
                row->ts, row->dur, row->stream, row->correlation, htaShortName(rank.name(*row)),
                std::string(rank.trace->category(rank.trace->slices().category[row->slice.index()])),
                found == labels.end() ? std::string() : htaShortName(rank.name(*found->second)), rank.rank });
    }
}

} // namespace

Result<AnalysisResult> runAnnotationKernels(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const HtaTable table, tableOfChosenRanks(inputs[0], parameters, context.progress));
    Table kernels("kernels", "GPU kernels with their annotations", annotationKernelColumnsOfHta());
    for (const HtaRank& rank : table.ranks)
        addRank(rank, inputs[0].scope, kernels);
    return resultOfTables(std::move(kernels));
}

} // namespace kinetoscope::compat
