// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/metadata.h"

#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Reads the known keys (distributedInfo, deviceProperties, baseTimeNanoseconds, ...) out of the raw entries; keeps all
/// of them for display. A key that is no valid JSON, or has another type than expected, is kept as text and otherwise
/// passed over.
[[nodiscard]] TraceMetadata readMetadata(std::vector<std::pair<std::string, std::string>> entries);

} // namespace kinetoscope
