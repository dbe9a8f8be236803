// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/owners/owner_keys.h"

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
    around.labels = kNone;
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

std::uint32_t OwnerKeys::numberOf(OwnerLabels labels)
{
    const auto [key, isNew] = m_labels.try_emplace(std::move(labels), static_cast<std::uint32_t>(m_byNumber.size()));
    if (isNew)
        m_byNumber.push_back({ &key->first, kNone });
    return key->second;
}

std::uint32_t OwnerKeys::labelsNumber(SliceId owner)
{
    if (!owner.isValid()) {
        if (m_labelsOfNobody == kNone)
            m_labelsOfNobody = numberOf({});
        return m_labelsOfNobody;
    }
    const StringId name = m_trace.slices().name[owner.index()];
    if (isDeviceSide(m_trace.kind(owner)))
        return numberOf({ .name = name, .isWork = true }, owner);
    Around& around = m_around.of(owner, [this](const Around& parent, SliceId slice) { return inside(parent, slice); });
    if (around.labels == kNone) // else time comes back to a slice behind what is nested in it
        around.labels = numberOf(
            { .path = around.path, .frame = around.frame, .name = name, .isStep = m_steps.contains(owner) }, owner);
    return around.labels;
}

std::uint32_t OwnerKeys::numberOf(const LabelKey& key, SliceId owner)
{
    std::uint32_t& known = m_labelNumbers[key];
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
    return keyOf(cause, m_lastLabels);
}

std::uint32_t OwnerKeys::of(Cause cause, const OwnerLabels& labels)
{
    return keyOf(cause, numberOf(labels));
}

std::uint32_t OwnerKeys::keyOf(Cause cause, std::uint32_t labelsNumber)
{
    Labels& labels = m_byNumber[labelsNumber];
    for (std::uint32_t key = labels.firstKey; key != kNone; key = m_keys[key].next) {
        if (m_keys[key].cause == cause)
            return key;
    }
    const auto key = static_cast<std::uint32_t>(m_keys.size());
    m_keys.push_back({ cause, labels.labels, std::exchange(labels.firstKey, key) });
    return key;
}

} // namespace kinetoscope
