// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace.h"

#include <cstddef>
#include <map>

namespace kinetoscope {

/// Settings of the recorded program that cost time, as far as what PyTorch does because of them is in the file. Times
/// are of the host, on whichever threads: what several do at once counts once.
struct ProgramSettings {
    /// The autograd engine tests gradients for NaN, as anomaly detection makes it: ops of its own right in its nodes,
    /// the last of which waits for the value.
    Nanoseconds nanTests = 0;
    bool mayHooksTest = false; ///< hooks behind each node may do the same: what the file has does not tell them apart
    /// DDP searches for parameters that the forward pass did not use.
    Nanoseconds parameterSearches = 0;
    /// DDP copies gradients out of its buckets, after it had copied them in.
    Nanoseconds bucketCopies = 0;
    /// Python frames that torch.compile lets go on behind a graph break; how many of each name.
    std::map<StringId, std::size_t> resumed;
};

/// Of the whole file, whatever is chosen. O(texts); O(slices) where a text says that there may be some. Not complete if
/// told to stop.
[[nodiscard]] ProgramSettings programSettingsOf(const Trace& trace, const Progress& progress);

} // namespace kinetoscope
