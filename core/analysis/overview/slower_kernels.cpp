// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/slower_kernels.h"

namespace kinetoscope {

Message slowerKernelsInWords(std::size_t others, double timesAsLong)
{
    const arg::Decimal longer { timesAsLong, 2 };
    if (others == 1)
        return { KT_PHRASE("overview",
                     "they take %1 times as long as there, as with larger inputs, lower clocks or another program on "
                     "the GPU"),
            longer };
    return { KT_PHRASE("overview",
                 "they take %1 times as long as in the median of those, as with larger inputs, lower clocks or another "
                 "program on the GPU"),
        longer };
}

} // namespace kinetoscope
