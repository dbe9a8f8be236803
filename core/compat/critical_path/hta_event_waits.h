// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compat/critical_path/hta_path_region.h"

#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kinetoscope::compat {

/// What HTA makes of recorded events (SPEC.md 14.3 d): the work that a wait is for, and the work that waits. Looks at
/// the whole table of a rank, whatever the window. O(n log n).
class EventWaits {
public:
    EventWaits(const HtaRank& rank, const RowsByIndex& byIndex);

    /// The work that the event of a sync row was recorded behind: that of the last launch before the record on its
    /// stream. kNoRow where the row names no record or nothing was launched before.
    [[nodiscard]] RowNumber awaitedBy(const HtaRow& sync) const;
    /// The work of the first launch behind the call of a `Stream Wait Event`, on its thread and stream; kNoRow for
    /// none.
    [[nodiscard]] RowNumber workBehind(const HtaRow& streamWait) const;

private:
    struct TimedWork {
        double time = 0;
        RowNumber work = kNoRow;
    };
    using DeviceStream = std::pair<StringId, std::int64_t>;
    using ThreadStream = std::tuple<StringId, StringId, std::int64_t>;

    [[nodiscard]] const Track& trackOf(const HtaRow& row) const;
    void collectLaunches();
    void collectRecords();

    const HtaRank& m_rank;
    const RowsByIndex& m_byIndex;
    std::map<DeviceStream, std::vector<TimedWork>> m_byStream; ///< each by time of the launch
    std::map<ThreadStream, std::vector<TimedWork>> m_byThread;
    std::unordered_map<std::int64_t, RowNumber> m_records; ///< by correlation: the work in front of the record
};

} // namespace kinetoscope::compat
