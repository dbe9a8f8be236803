// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/import_report.h"
#include "core/model/trace.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace kinetoscope {

/// What a trace holds in memory, bytes: columns, what is derived from them, and texts.
[[nodiscard]] std::uint64_t bytesOf(const Trace& trace);

/// Whether the load of a trace stopped at the memory limit: figures of a part would look like those of the whole.
[[nodiscard]] bool isCutByMemory(const ImportReport& report);

/// Which traces of a job are loaded together. A trace counts with what it holds; of one that is not loaded that is
/// estimated from its size on disk, by the ratio of those that were (compressed ones and others apart; before any of
/// its kind by a usual one). A quarter of the limit is left to analyses, and a load needs half of the trace again while
/// it is built.
class LoadBudget {
public:
    /// @param limit  bytes; 0: the usual limit.
    explicit LoadBudget(std::uint64_t limit);

    /// What a file of so many bytes will hold.
    [[nodiscard]] std::uint64_t estimate(std::uint64_t fileBytes, bool isGzip) const;
    /// Whether it can be loaded beside what is there. One alone always can be tried.
    [[nodiscard]] bool fits(std::uint64_t fileBytes, bool isGzip) const;
    /// Whether that is so too if what is freed while it is built stays with the allocator.
    [[nodiscard]] bool fitsKeepingFreed(std::uint64_t fileBytes, bool isGzip) const;
    /// What one more load may take, bytes; at least 1.
    [[nodiscard]] std::uint64_t left() const { return m_held < m_limit ? m_limit - m_held : 1; }
    [[nodiscard]] std::uint64_t held() const { return m_held; }

    /// A trace was loaded.
    void take(const Trace& trace);
    /// One that was taken is given up.
    void release(const Trace& trace) { m_held -= std::min(m_held, bytesOf(trace)); }

private:
    struct Measured {
        std::uint64_t fileBytes = 0;
        std::uint64_t memoryBytes = 0;
    };

    std::uint64_t m_limit = 0;
    std::uint64_t m_held = 0;
    std::array<Measured, 2> m_measured; ///< plain, gzip
};

} // namespace kinetoscope
