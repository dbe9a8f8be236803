// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Which op of the forward pass each op of the backward pass belongs to (SPEC.md 12.4), for all ops of a trace at
/// once: what Trace::forwardOf says of one. Eight bytes a link and direction.
class ForwardLinks {
public:
    ForwardLinks() = default;
    /// O(n log n) in flows and ops. Cancelled if told to stop.
    [[nodiscard]] static Result<ForwardLinks> create(const Trace& trace, const Progress& progress);

    /// The forward op of an op of the backward pass; invalid if none. O(log links).
    [[nodiscard]] SliceId forwardOf(SliceId backward) const;
    /// The first op of the backward pass that belongs to a forward op; invalid if none. O(log links).
    [[nodiscard]] SliceId backwardOf(SliceId forward) const;
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    using Links = std::vector<std::pair<SliceId, SliceId>>;
    Links m_forward;  ///< backward op, forward op; sorted
    Links m_backward; ///< forward op, backward op that starts first; sorted
};

} // namespace kinetoscope
