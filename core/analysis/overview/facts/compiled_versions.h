// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace.h"

#include <cstddef>

namespace kinetoscope {

/// Functions that torch.compile has compiled again and again, by the names of the regions that ran: 'Torch-Compiled
/// Region: 2/5' is the version 5 of the function 2, both counted from 0.
struct CompiledVersions {
    std::size_t most = 0; ///< versions of one of them, those that did not run included; 0: none has kManyVersions
    StringId region;      ///< the last version of that one that ran
};

/// One for sizes as they come first, one for sizes that vary, and two for what else differs now and then.
inline constexpr std::size_t kManyVersions = 5;

/// Of the whole file, whatever is chosen. O(texts); O(slices) where a text says that there are some. Not complete if
/// told to stop.
[[nodiscard]] CompiledVersions compiledVersionsOf(const Trace& trace, const Progress& progress);

} // namespace kinetoscope
