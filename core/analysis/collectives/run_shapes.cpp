// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/run_shapes.h"

namespace kinetoscope {

const std::string* RunShapes::text(std::string_view text)
{
    if (m_next >= m_texts.size() || m_texts[m_next] != text) {
        const auto known = m_places.find(text);
        m_next = known == m_places.end() ? m_texts.size() : known->second;
        if (known == m_places.end()) {
            m_texts.emplace_back(text);
            m_places.emplace(m_texts.back(), m_next);
        }
    }
    return &m_texts[m_next++];
}

} // namespace kinetoscope
