// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/remark.h"
#include "core/model/trace_set.h"

#include <span>
#include <vector>

namespace kinetoscope {

/// A call that counts as loading code and may do something else (SliceCauses::doubtfulLoading()).
struct DoubtfulCall {
    SliceId call;
    Timestamp from = 0; ///< trace time; from then on it may
    bool hasWork = false;
};

/// Time in such calls, of one kind.
struct DoubtfulTime {
    Nanoseconds time = 0;
    SliceId longest {}; ///< of the calls, of equals the first by row; invalid for none
    bool areSeveral = false;

    /// @param other  of the same trace.
    void add(const Trace& trace, const DoubtfulTime& other);
};

/// Time that counts as loading code and may be something else.
struct LoadingDoubts {
    DoubtfulTime again;   ///< in calls that launch nothing and had been made before
    DoubtfulTime started; ///< in calls that had launched what is new in them: it had started to run

    /// @param calls  in the order of rows.
    /// @param owner  of the time; may be no such call, or invalid.
    /// @param range  trace time.
    void add(const Trace& trace, std::span<const DoubtfulCall> calls, SliceId owner, TimeRange range);
    /// @param other  of the same trace.
    void add(const Trace& trace, const LoadingDoubts& other);
};

/// Says so of more time than `least`, ns.
void addRemarks(const RankTrace& rank, const LoadingDoubts& doubts, Nanoseconds least, std::vector<Remark>& remarks);

} // namespace kinetoscope
