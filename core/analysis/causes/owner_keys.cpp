// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/owner_keys.h"

#include <utility>

namespace kinetoscope {

OwnerKeys::OwnerKeys(const Trace& trace)
    : m_trace(trace)
    , m_steps(trace)
    , m_lineNames(trace.strings().size())
    , m_around(trace)
{
}

bool OwnerKeys::isLine(StringId name)
{
    enum : std::uint8_t { Unknown, Line, Other };
    std::uint8_t& known = m_lineNames[name.index()];
    if (known == Unknown)
        known = namesALine(m_trace.text(name)) ? Line : Other;
    return known == Line;
}

OwnerKeys::Around OwnerKeys::inside(const Around& parent, SliceId slice)
{
    const EventKind kind = m_trace.kind(slice);
    const StringId name = m_trace.slices().name[slice.index()];
    Around around = parent;
    if ((kind == EventKind::CpuOp || kind == EventKind::UserAnnotation) && !m_steps.contains(slice)) {
        std::uint32_t& path = m_paths[(std::uint64_t { parent.path } << 32U) | name.value];
        if (path == m_paths.kNone)
            path = static_cast<std::uint32_t>(m_paths.size());
        around.path = path;
    } else if (kind == EventKind::PythonFunction && isLine(name)) {
        around.frame = name;
    }
    return around;
}

OwnerKeys::LabelKey OwnerKeys::labelKeyOf(SliceId owner)
{
    LabelKey key { .name = m_trace.slices().name[owner.index()], .isWork = isDeviceSide(m_trace.kind(owner)) };
    if (key.isWork)
        return key;
    const Around around =
        m_around.of(owner, [this](const Around& parent, SliceId slice) { return inside(parent, slice); });
    key.isStep = m_steps.contains(owner);
    key.path = around.path;
    key.frame = around.frame;
    return key;
}

std::uint32_t OwnerKeys::labelsNumber(SliceId owner)
{
    const auto numberOf = [this](OwnerLabels labels) {
        const auto [key, isNew] =
            m_labels.try_emplace(std::move(labels), static_cast<std::uint32_t>(m_byNumber.size()));
        if (isNew)
            m_byNumber.push_back({ &key->first, kNone });
        return key->second;
    };
    if (!owner.isValid()) {
        if (m_labelsOfNobody == kNone)
            m_labelsOfNobody = numberOf({});
        return m_labelsOfNobody;
    }
    std::uint32_t& known = m_labelNumbers[labelKeyOf(owner)];
    if (known == m_labelNumbers.kNone)
        known = numberOf(ownerLabels(m_trace, owner));
    return known;
}

std::uint32_t OwnerKeys::of(Cause cause, SliceId owner)
{
    if (m_byNumber.empty() || owner != m_lastOwner) {
        m_lastLabels = labelsNumber(owner);
        m_lastOwner = owner;
    }
    Labels& labels = m_byNumber[m_lastLabels];
    for (std::uint32_t key = labels.firstKey; key != kNone; key = m_keys[key].next) {
        if (m_keys[key].cause == cause)
            return key;
    }
    const auto key = static_cast<std::uint32_t>(m_keys.size());
    m_keys.push_back({ cause, labels.labels, std::exchange(labels.firstKey, key) });
    return key;
}

} // namespace kinetoscope
