// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <latch>

namespace kinetoscope {

/// Counts a latch down when it goes, also where memory ends: nobody waits for ever.
class CountsDown {
public:
    explicit CountsDown(std::latch& latch)
        : m_latch(latch)
    {
    }
    CountsDown(const CountsDown&) = delete;
    CountsDown& operator=(const CountsDown&) = delete;
    CountsDown(CountsDown&&) = delete;
    CountsDown& operator=(CountsDown&&) = delete;
    ~CountsDown() { m_latch.count_down(); }

private:
    std::latch& m_latch;
};

} // namespace kinetoscope
