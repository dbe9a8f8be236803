// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace kinetoscope {

/// Memory of this process that is in the machine's RAM, in bytes; nothing where the system does not tell.
[[nodiscard]] std::optional<std::uint64_t> residentBytes();

} // namespace kinetoscope
