// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_matching.h"
#include "core/analysis/communication/operations.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/types/columns.h"
#include "core/numeric/nearest_decimal.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// Over what the ranks of a group talk.
struct GroupLink {
    bool isOnOneHost = false;  ///< all ranks of it are loaded, and use different devices of one list
    double bothDirections = 0; ///< GB/s of the link of all their devices, both ways together; 0: unknown, or several
    bool isMixed = false;      ///< a link is known of each device, but not one for all
    std::string source;        ///< who says so: "NVIDIA A100 data sheet", "rules file"
};

/// By group of the matching. A trace does not name its host: ranks count as on one host where each of the group's was
/// recorded, each uses one device, no two the same, and every file lists them all. Hosts of their own would count their
/// devices from 0. O(runs log).
/// @param classifier  a rule of the user for a device goes before the table of peaks.
[[nodiscard]] std::vector<GroupLink> groupLinks(
    const TraceSet& traces, const CollectiveMatching& matching, const KernelClassifier& classifier);

/// What the tables of collectives are made of; kept for their evidence.
struct CollectiveFacts {
    std::shared_ptr<const TraceSet> traces;
    std::shared_ptr<const CollectiveMatching> matching;
    std::vector<Operation> operations;
    std::vector<GroupLink> links; ///< by group

    [[nodiscard]] const CollectiveInstance& instanceOf(const Operation& operation) const
    {
        return matching->instances[operation.instance];
    }
    [[nodiscard]] const NamedGroup& groupOf(const Operation& operation) const
    {
        return matching->groups[instanceOf(operation).group];
    }
    [[nodiscard]] const CommunicationRun& runOf(const OperationRun& own) const
    {
        return matching->runs[own.runs.front()];
    }
    [[nodiscard]] std::int64_t rankOf(const OperationRun& own) const { return traces->ranks()[own.rank].rank; }
    [[nodiscard]] bool isInSwitch(const Operation& operation) const;
};
using SharedCollectives = std::shared_ptr<const CollectiveFacts>;

/// Messages and the time that they took: a ratio of sums, never a mean of ratios.
struct Throughput {
    std::int64_t bytes = 0;
    Nanoseconds latency = 0; ///< of those with a size
    std::int64_t count = 0;

    void add(std::optional<std::int64_t> ofMessage, Nanoseconds took);
    /// GB/s, four decimals; nothing without a size or time.
    [[nodiscard]] std::optional<double> algorithmBandwidth() const;
    /// @param factor  see busFactor(); nothing: there is none.
    [[nodiscard]] std::optional<double> busBandwidth(const std::optional<double>& factor) const;
};

/// Runs of rows, for evidence.
using RunsOfRows = std::vector<std::vector<std::uint32_t>>;
/// Evidence of every cell of a row are its runs, as slices.
/// @param runs  one list a row of `table`, in its order; positions in CollectiveMatching::runs.
void setEvidenceOfRuns(Table& table, SharedCollectives facts, RunsOfRows runs);

/// The nearest number with four decimals, as files have shares and rates.
[[nodiscard]] inline double withFourDecimals(double value)
{
    return nearestDecimal(value, 4);
}
/// The mean in us with four decimals; no value of nothing.
[[nodiscard]] Cell meanCell(Nanoseconds sum, std::int64_t count);
[[nodiscard]] inline Cell cellOrNothing(OptionalInteger number)
{
    return number ? Cell(*number) : Cell();
}
/// 0 stands for what is not known.
[[nodiscard]] inline Cell knownCell(std::int64_t number)
{
    return number > 0 ? Cell(number) : Cell();
}

} // namespace kinetoscope
