// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/analysis/causes/owner_labels.h"

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Numbers for what a row of owners is about, a cause and the labels of its owner, so that ten thousand devices share
/// the text. Labels of an owner are worked out once. Keeps a reference to the trace. Not thread-safe.
class OwnerKeys {
public:
    explicit OwnerKeys(const Trace& trace)
        : m_trace(trace)
    {
    }
    /// Numbers count from 0 in the order in which they are first asked for. O(1), the first time as ownerLabels.
    [[nodiscard]] std::uint32_t of(Cause cause, SliceId owner);
    [[nodiscard]] std::size_t size() const { return m_keys.size(); }
    [[nodiscard]] Cause causeOf(std::uint32_t key) const { return m_keys[key].cause; }
    [[nodiscard]] const OwnerLabels& labelsOf(std::uint32_t key) const { return *m_keys[key].labels; }

private:
    struct Key {
        Cause cause;
        const OwnerLabels* labels; ///< in m_labels
    };
    const Trace& m_trace;
    std::map<OwnerLabels, std::uint32_t> m_labels; ///< numbered from 0
    std::vector<const OwnerLabels*> m_byNumber;
    std::unordered_map<SliceId, std::uint32_t> m_ofOwner;
    std::unordered_map<std::uint64_t, std::uint32_t> m_numbers; ///< by cause and number of the labels
    std::vector<Key> m_keys;
};

} // namespace kinetoscope
