// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/nanoseconds.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kinetoscope {

/// One arrow of the file's `s`/`t`/`f` events, after binding both ends to slices. `from` and `to` may run backwards in
/// time (skewed clocks): it is drawn all the same.
struct Flow {
    SliceId from;
    SliceId to;
    CategoryId category = 0; ///< "ac2g", "fwdbwd", ...
    EventIndex fromEvent = kNoEvent;
    EventIndex toEvent = kNoEvent;
};

/// All arrows, sorted by `from`; a second order serves look-ups by `to`.
class FlowTable {
public:
    FlowTable() = default;
    /// Takes the arrows in any order. Arrows with an unbound end must have been left out (and counted) before.
    explicit FlowTable(std::vector<Flow> flows);

    [[nodiscard]] std::span<const Flow> all() const { return m_flows; }
    /// The arrows that begin at `slice`; empty for none. O(log arrows), as to().
    [[nodiscard]] std::span<const Flow> from(SliceId slice) const;
    /// Indices into all() of the arrows that end at `slice`.
    [[nodiscard]] std::span<const std::uint32_t> to(SliceId slice) const;

private:
    std::vector<Flow> m_flows;
    std::vector<std::uint32_t> m_byTarget;
};

/// Which device slices a launch put on streams: one launch to many kernels (graph launches), each kernel to its one
/// launch. Source: correlation ids, host API call to device work ([DIFF-0.10]).
class LaunchTable {
public:
    LaunchTable() = default;
    struct Link {
        SliceId launch;
        SliceId work;
        auto operator<=>(const Link&) const = default;
    };
    /// Takes the links in any order, each once. O(links) where they are sorted.
    explicit LaunchTable(std::vector<Link> links);

    /// All links sorted by (launch, work).
    [[nodiscard]] std::span<const Link> all() const { return m_links; }
    /// The device slices of one launch, by row: per stream by start; empty for anything else. O(log links).
    [[nodiscard]] std::span<const Link> of(SliceId launch) const;

private:
    std::vector<Link> m_links;
};

} // namespace kinetoscope
