// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kinetoscope {

/// Columns of this name hold an op and the kernels of a chain, `|` between them, as HTA writes it.
inline constexpr std::string_view kChainColumn = "pattern";

/// A chain as people read it: the display name of each part, " › " between them. UTF-8. O(length).
[[nodiscard]] std::string chainText(std::string_view chain);

} // namespace kinetoscope
