// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/analysis/causes/owners/owner_labels.h"
#include "core/analysis/causes/owners/slices_around.h"
#include "core/base/number_map.h"

#include <cstdint>
#include <map>
#include <vector>

namespace kinetoscope {

/// Numbers for what a row of owners is about, a cause and the labels of its owner, so that ten thousand devices share
/// the text. Labels are worked out once for all owners of the same names around them. Keeps a reference to the trace.
/// Not thread-safe.
class OwnerKeys {
public:
    explicit OwnerKeys(const Trace& trace);

    /// Numbers count from 0 in the order in which they are first asked for. O(slices around the owner that were not
    /// around the one asked for before).
    [[nodiscard]] std::uint32_t of(Cause cause, SliceId owner);
    /// The same of what another one of the same trace has.
    [[nodiscard]] std::uint32_t of(Cause cause, const OwnerLabels& labels);
    [[nodiscard]] std::size_t size() const { return m_keys.size(); }
    [[nodiscard]] Cause causeOf(std::uint32_t key) const { return m_keys[key].cause; }
    [[nodiscard]] const OwnerLabels& labelsOf(std::uint32_t key) const { return *m_keys[key].labels; }

private:
    static constexpr std::uint32_t kNone = UINT32_MAX;
    struct Key {
        Cause cause;
        const OwnerLabels* labels; ///< in m_labels
        std::uint32_t next;        ///< of the same labels, another cause
    };
    struct Labels {
        const OwnerLabels* labels; ///< in m_labels
        std::uint32_t firstKey;
    };
    /// What labels are made of, as numbers.
    struct LabelKey {
        std::uint32_t path = 0; ///< of m_paths; 0: no op or annotation around
        StringId frame {};      ///< the innermost that names a line; invalid for none
        StringId name;
        bool isStep = false;
        bool isWork = false;
        bool operator==(const LabelKey&) const = default;
    };
    static constexpr std::uint64_t kOdd = 0x9e37'79b9'7f4a'7c15U; ///< spreads neighbours over all bits
    struct LabelKeyHash {
        std::uint64_t operator()(const LabelKey& key) const noexcept
        {
            const std::uint64_t first = (std::uint64_t { key.path } << 32U) | key.frame.value;
            const std::uint64_t second =
                (std::uint64_t { key.name.value } << 2U) | (key.isStep ? 2U : 0U) | (key.isWork ? 1U : 0U);
            return ((first * kOdd) ^ (first * kOdd >> 32U) ^ second) * kOdd;
        }
    };
    struct PathHash {
        std::uint64_t operator()(std::uint64_t parentAndName) const noexcept
        {
            return (parentAndName ^ parentAndName >> 29U) * kOdd;
        }
    };
    /// What a slice and those around it give to labels.
    struct Around {
        std::uint32_t path = 0;       ///< as in LabelKey
        StringId frame;               ///< as in LabelKey
        std::uint32_t labels = kNone; ///< number of the slice's own, when they have been asked for
    };
    [[nodiscard]] std::uint32_t numberOf(const LabelKey& key, SliceId owner);
    [[nodiscard]] Around inside(const Around& parent, SliceId slice);
    [[nodiscard]] std::uint32_t labelsNumber(SliceId owner);
    [[nodiscard]] std::uint32_t numberOf(OwnerLabels labels);
    [[nodiscard]] std::uint32_t keyOf(Cause cause, std::uint32_t labelsNumber);
    [[nodiscard]] bool isLine(StringId name);

    const Trace& m_trace;
    StepSlices m_steps;
    std::vector<std::uint8_t> m_lineNames; ///< by StringId: what is known of a frame's name
    SlicesAround<Around, kMostSlicesAround> m_around;
    NumberMap<std::uint64_t, PathHash> m_paths;       ///< by path around and name: the path with it, from 1
    NumberMap<LabelKey, LabelKeyHash> m_labelNumbers; ///< number of the labels
    std::uint32_t m_labelsOfNobody = kNone;
    SliceId m_lastOwner;
    std::uint32_t m_lastLabels = 0;
    std::map<OwnerLabels, std::uint32_t> m_labels; ///< numbered from 0
    std::vector<Labels> m_byNumber;
    std::vector<Key> m_keys;
};

} // namespace kinetoscope
