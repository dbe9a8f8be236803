// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/owner_labels.h"
#include "core/analysis/causes/owners/slices_around.h"
#include "core/model/trace.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

/// A name of a host slice as sentences have it: of a long frame the function and the line, which would be cut off.
[[nodiscard]] std::string nameInSentence(std::string_view name);

/// Host calls or slices of one name in one caller.
struct HostPlace {
    std::string name;      ///< "" for none
    std::string caller;    ///< the op or annotation around that, steps left out; "" where there is none
    Nanoseconds there = 0; ///< in or after that call or slice in that caller; of all callers if "" and many
};

/// Names without the addresses in them: many objects have one method. Keeps a reference to the trace.
class PlainNames {
public:
    explicit PlainNames(const Trace& trace)
        : m_trace(trace)
        , m_known(trace.strings().size())
    {
    }
    /// The first name that was asked for and reads the same without its address. O(1) but for the first time.
    [[nodiscard]] StringId of(StringId name)
    {
        StringId& known = m_known[name.index()];
        if (!known.isValid()) {
            std::string plain = withoutAddress(m_trace.text(name));
            known = plain == m_trace.text(name) ? name : m_byPlain.try_emplace(std::move(plain), name).first->second;
        }
        return known;
    }

private:
    const Trace& m_trace;
    std::vector<StringId> m_known; ///< by StringId; invalid: not asked for yet
    std::map<std::string, StringId> m_byPlain;
};

/// A name, and that of the op or annotation around it; the second one is invalid for none.
using NameInCaller = std::pair<StringId, StringId>;

/// The names of slices with those of the innermost op or annotation around them, as PlainNames has both. Of all the
/// steps a step says nothing, so none is a caller. Keeps a reference to the trace.
class CallerNames {
public:
    explicit CallerNames(const Trace& trace)
        : m_trace(trace)
        , m_steps(trace)
        , m_callers(trace)
        , m_plain(trace)
    {
    }
    [[nodiscard]] bool isStep(SliceId slice) const { return m_steps.contains(slice); }
    /// @param slice  valid; only those of the host have callers, and none has itself as one.
    /// O(slices around it that were not around the one asked for before).
    [[nodiscard]] NameInCaller of(SliceId slice)
    {
        const StringId name = m_plain.of(m_trace.slices().name[slice.index()]);
        StringId caller = isHostCallTree(m_trace.kind(slice)) ? callerOf(slice) : StringId {};
        if (caller.isValid())
            caller = m_plain.of(caller);
        return { name, caller == name ? StringId {} : caller };
    }

private:
    [[nodiscard]] StringId callerOf(SliceId slice)
    {
        const SliceId parent = m_trace.slices().parent[slice.index()];
        return !parent.isValid() ? StringId {} : m_callers.of(parent, [this](StringId caller, SliceId inner) {
            const EventKind kind = m_trace.kind(inner);
            const bool calls = (kind == EventKind::CpuOp || kind == EventKind::UserAnnotation) && !isStep(inner);
            return calls ? m_trace.slices().name[inner.index()] : caller;
        });
    }

    const Trace& m_trace;
    StepSlices m_steps;
    SlicesAround<StringId, 1'000> m_callers; ///< real trees are some hundred deep
    PlainNames m_plain;
};

using TimeByName = std::map<StringId, Nanoseconds>;
using TimeByPlace = std::map<NameInCaller, Nanoseconds>;

/// The key with most time, of equals the smaller one; end() of none.
template <typename Times> [[nodiscard]] auto mostOf(const Times& times)
{
    return std::ranges::max_element(times, {}, &Times::value_type::second);
}

/// The place with most time, or the name with most where its callers share it and none has half of `all`.
/// @param all  ns; the time of which the places have parts.
[[nodiscard]] HostPlace mainPlaceOf(const Trace& trace, const TimeByPlace& places, Nanoseconds all);

} // namespace kinetoscope
