// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kinetoscope {

/// Empties a container and frees its memory: `column = {}` keeps the memory of a vector.
template <typename Container> void release(Container& container)
{
    Container().swap(container);
}

} // namespace kinetoscope
