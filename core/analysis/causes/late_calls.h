// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

namespace kinetoscope {

/// Time in calls that count as loading code and may not (SliceCauses::lateLoading()).
struct LateCalls {
    Nanoseconds time = 0;
    SliceId longest {}; ///< of the calls, of equals the first by row; invalid for none
    bool areSeveral = false;

    /// @param other  of the same trace.
    void add(const Trace& trace, const LateCalls& other)
    {
        time = saturatingAdd(time, other.time);
        areSeveral = areSeveral || other.areSeveral
            || (longest.isValid() && other.longest.isValid() && longest != other.longest);
        if (!longest.isValid() || (other.longest.isValid() && isLonger(trace, other.longest, longest)))
            longest = other.longest;
    }

private:
    static bool isLonger(const Trace& trace, SliceId one, SliceId other)
    {
        const Nanoseconds ofOne = trace.slices().duration(one);
        const Nanoseconds ofOther = trace.slices().duration(other);
        return ofOne != ofOther ? ofOne > ofOther : one < other;
    }
};

} // namespace kinetoscope
