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
/// the text. Labels are worked out once for all owners of the same names around them. Keeps a reference to the trace.
/// Not thread-safe.
class OwnerKeys {
public:
    explicit OwnerKeys(const Trace& trace);

    /// Numbers count from 0 in the order in which they are first asked for. O(slices around the owner).
    [[nodiscard]] std::uint32_t of(Cause cause, SliceId owner);
    [[nodiscard]] std::size_t size() const { return m_keys.size(); }
    [[nodiscard]] Cause causeOf(std::uint32_t key) const { return m_keys[key].cause; }
    [[nodiscard]] const OwnerLabels& labelsOf(std::uint32_t key) const { return *m_keys[key].labels; }

private:
    struct Key {
        Cause cause;
        const OwnerLabels* labels; ///< in m_labels
    };
    /// What labels are made of, as numbers.
    struct LabelKey {
        std::uint32_t path = 0; ///< of m_paths; 0: no op or annotation around
        StringId frame;         ///< the innermost that names a line; invalid for none
        StringId name;
        bool isStep = false;
        bool isWork = false;
        bool operator==(const LabelKey&) const = default;
    };
    struct LabelKeyHash {
        std::size_t operator()(const LabelKey& key) const noexcept;
    };
    [[nodiscard]] LabelKey labelKeyOf(SliceId owner);
    [[nodiscard]] std::uint32_t labelsNumber(SliceId owner);
    [[nodiscard]] bool isLine(StringId name);

    const Trace& m_trace;
    StepSlices m_steps;
    std::vector<std::uint8_t> m_lineNames; ///< by StringId: what is known of a frame's name
    std::vector<StringId> m_names;         ///< of the ops and annotations around an owner, innermost first
    std::unordered_map<std::uint64_t, std::uint32_t> m_paths; ///< by path around and name: the path with it, from 1
    std::unordered_map<LabelKey, std::uint32_t, LabelKeyHash> m_labelNumbers; ///< number of the labels
    SliceId m_lastOwner;
    std::uint32_t m_lastLabels = 0;
    std::map<OwnerLabels, std::uint32_t> m_labels; ///< numbered from 0
    std::vector<const OwnerLabels*> m_byNumber;
    std::unordered_map<std::uint64_t, std::uint32_t> m_numbers; ///< by cause and number of the labels
    std::vector<Key> m_keys;
};

} // namespace kinetoscope
