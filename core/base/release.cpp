// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/release.h"

#include <cstdlib> // defines __GLIBC__

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace kinetoscope {

void returnFreeMemory()
{
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

} // namespace kinetoscope
