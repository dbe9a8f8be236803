// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace kinetoscope {

/// Which colour a slice gets (look.md section 1): its kind, and for compute and host ops one of three shades. Colours
/// themselves belong to widgets/support/palette; core only says which class. Stored in the drawing pyramid.
enum class ColourClass : std::uint8_t {
    ComputeMatrix,      ///< matrix product, convolution, attention: darkest shade of compute
    ComputeReduction,   ///< reduction, normalisation, softmax: base shade
    ComputeElementwise, ///< element-wise, copy-like, other: lightest shade
    Communication,
    MemcpyHtoD,
    MemcpyDtoH,
    MemcpyDtoD,
    MemcpyOther,
    Memset,
    Sync, ///< host call that waits, or a device sync row
    HostOpDark,
    HostOpBase,
    HostOpLight,
    ApiCall,    ///< runtime and driver calls
    Annotation, ///< user and GPU annotations, steps, modules, phases
    PythonFrame,
    Other, ///< other device work, unknown
};
inline constexpr int kColourClassCount = 17;

} // namespace kinetoscope
