// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/model/colour_class.h"
#include "core/model/event_kind.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetoscope {

struct TraceData;

/// Which colour class a slice has, by its kind, name and flags. Each distinct name is looked at once, when the object
/// is made: O(slices + names). Refers to nothing of the TraceData it was made from. Immutable; thread-safe.
class ColourClasses {
public:
    ColourClasses() = default;
    explicit ColourClasses(const TraceData& data);

    /// ColourClass::Other for a name that no slice of this kind had. O(1).
    [[nodiscard]] ColourClass classOf(EventKind kind, StringId name, std::uint16_t flags) const;
    [[nodiscard]] std::size_t memoryBytes() const { return m_names.capacity() * sizeof(NameClasses); }

private:
    /// What a name means under each kind for which names matter; a value that is no class where no slice asked.
    struct NameClasses {
        std::uint8_t kernel;
        std::uint8_t copy;
        std::uint8_t apiCall;
        std::uint8_t hostOp;
    };
    std::vector<NameClasses> m_names; ///< by StringId
};

} // namespace kinetoscope
