// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <cstddef>

namespace kinetoscope {

/// "they take 1.30 times as long as in the median of those, as with larger inputs, ...": of kernels, said behind the
/// others that run as many of the same names. @param others  how many these are, at least one.
[[nodiscard]] Message slowerKernelsInWords(std::size_t others, double timesAsLong);

} // namespace kinetoscope
