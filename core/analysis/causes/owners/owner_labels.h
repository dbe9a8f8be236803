// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What tables call the owner of a moment (causes.md 1.3, labels).
struct OwnerLabels {
    std::string name;       ///< without the address of an object; a step without its number; "" for none
    std::string opPath;     ///< ops and annotations around it, outermost first, " > " between them, steps left out
    std::string pythonLine; ///< the innermost frame around it that names a line
    auto operator<=>(const OwnerLabels&) const = default;
};
/// @param owner  a host slice, GPU work, or invalid. O(depth), at most some thousand slices up.
[[nodiscard]] OwnerLabels ownerLabels(const Trace& trace, SliceId owner);

/// The name of these alone. O(log steps + name).
[[nodiscard]] std::string ownerName(const Trace& trace, SliceId owner);

/// How many slices around an owner its labels look at: real trees are some hundred deep.
inline constexpr std::size_t kMostSlicesAround = 4'000;

/// Whether the name of a Python frame says a line: "file.py(12): function".
[[nodiscard]] bool namesALine(std::string_view frame);

/// Whether a slice is one of the trace's steps. O(log steps).
[[nodiscard]] bool isStepSlice(const Trace& trace, SliceId slice);

/// The same for many slices: nearly all have names that no step has. Keeps a reference to the trace; immutable.
class StepSlices {
public:
    explicit StepSlices(const Trace& trace);
    [[nodiscard]] bool contains(SliceId slice) const
    {
        return m_names[m_trace.slices().name[slice.index()].index()] && isStepSlice(m_trace, slice);
    }

private:
    const Trace& m_trace;
    std::vector<bool> m_names; ///< by StringId: some step is called so
};

/// `name` without the addresses of objects in it: `<Adam object at 0x7f12>` and `... at 0x7f56>` are one thing.
[[nodiscard]] std::string withoutAddress(std::string_view name);

} // namespace kinetoscope
