// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kinetoscope {

/// Empties a container and frees its memory: `column = {}` keeps the memory of a vector.
template <typename Container> void release(Container& container)
{
    Container().swap(container);
}

/// Hands memory that was freed back to the system: glibc keeps the holes between what is still in use, which after a
/// load were as much as the trace itself. Pages that are wanted again cost a fault each, so call it where much was
/// released that nothing of the same size will take. Any thread; a few milliseconds a gigabyte. Elsewhere than on glibc
/// it does nothing.
void returnFreeMemory();

} // namespace kinetoscope
