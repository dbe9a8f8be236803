// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <vector>

namespace kinetoscope {

/// GPU work, by row, that is linked to no launch although a call carries its correlation number: the number is used
/// more than once (two processes in one file, a recorder that numbers no launch), and nothing else in the file says
/// which call it was (core/model/builder/shared_numbers.h). O(slices), and O(1) where all work is linked. Not complete
/// if told to stop.
[[nodiscard]] std::vector<SliceId> workOfSharedCorrelations(const Trace& trace, const Progress& progress);

/// That there is such work.
[[nodiscard]] Message sharedCorrelations(const Trace& trace, const std::vector<SliceId>& work);

/// The same, where it is at least a tenth of what is linked; else empty.
[[nodiscard]] Message manySharedCorrelations(const Trace& trace, const Progress& progress);

} // namespace kinetoscope
