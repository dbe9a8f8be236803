// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kinetoscope {

/// Bytes that demangling may still produce. A mangled name can repeat its own parts, and parts of those: a hundred
/// bytes can stand for gigabytes. One budget is shared by all names of a trace.
struct DemangleBudget {
    std::size_t bytes = std::size_t { 64 } << 20;
};

/// The C++ name behind an Itanium-mangled one (`_Z...`, as raw CUPTI data and ROCm hold them); other names come back as
/// they are.
///
/// Names that could grow without measure, that are longer than the system's demangler takes, or that come when the
/// budget is used up are read in a simpler way: the qualified name, and in one pair of angle brackets every identifier
/// of the rest. Names that are damaged come back unchanged. Linear time, no recursion of our own.
[[nodiscard]] std::string demangle(std::string_view name, DemangleBudget& budget);

} // namespace kinetoscope
