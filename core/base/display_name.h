// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/names/short_name.h"
#include "core/base/string_pool.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What the program shows for one name of a trace: built from what distinguishes kernels, not by cutting. `gelu ·
/// elementwise bf16`, `nccl AllReduce RING_LL bf16`, `mm` for `aten::mm`, `forward (qwen3.py:263)`. The rules are those
/// of look.md section 3.
///
/// Looks at the name alone, so two names may come out the same; DisplayNames is one to one. At most 160 characters,
/// valid UTF-8 where the name is, no control characters. Linear time, no recursion; any bytes.
[[nodiscard]] std::string displayName(std::string_view name);

/// The display names of one trace, one to one with its names: where displayName gives the same text twice, the shortest
/// part that differs is appended, else `~1`, `~2`. The same set of names gives the same display names in any order.
///
/// Immutable; read from any thread. Keeps views into the pool, which must live as long.
class DisplayNames {
public:
    /// Display names of `used`, in any order, repeats allowed: the names of slices, so that other texts of the pool
    /// (categories, thread names) take no part in collisions. The others are shown as they are.
    DisplayNames(const StringPool& pool, std::span<const StringId> used);
    /// Display names of every text of the pool.
    explicit DisplayNames(const StringPool& pool);

    /// Display name of `id`; "" for an id outside the pool.
    [[nodiscard]] std::string_view view(StringId id) const
    {
        return id.index() < m_views.size() ? m_views[id.index()] : std::string_view {};
    }
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    void build(const StringPool& pool, std::vector<std::uint32_t> ids);

    StringPool m_texts; ///< display names that differ from the name
    std::vector<std::string_view> m_views;
};

} // namespace kinetoscope
