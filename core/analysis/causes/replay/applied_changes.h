// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/replay/changes.h"
#include "core/analysis/causes/replay/replay.h"
#include "core/base/progress.h"

#include <span>

namespace kinetoscope {

/// How fine a recording must be for all of these.
[[nodiscard]] Grain grainFor(std::span<const NamedChange> changes);

/// What changes, taken together, do to a recording, which must be fine enough. O(operations + work), and patterns are
/// matched once a name. An op whose sizes cannot be read (Recording::launchedIn) changes nothing: whoever can say so
/// asks for it first. Not complete if told to stop.
[[nodiscard]] Change changeOf(const Recording& recording, const NameTypes& types, std::span<const NamedChange> changes,
    const Progress& progress = {});

/// Whether anything that was recorded is meant by a change. As changeOf().
[[nodiscard]] bool touchesAnything(
    const Recording& recording, const NameTypes& types, const NamedChange& change, const Progress& progress = {});

} // namespace kinetoscope
