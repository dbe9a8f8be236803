// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Tells nodes of a backward pass that run the backward() of an autograd.Function written in Python by their names:
/// `MyFnBackward`, where `AddmmBackward0` is of C++. PyTorch numbers all its own nodes since 1.10, and records Python
/// frames since 1.11: without such frames, which old files lack, no node counts as one of Python. Nor does one that is
/// named after an op alone. Keeps a reference to the trace.
class PythonNodes {
public:
    explicit PythonNodes(const Trace& trace)
        : m_trace(trace)
        , m_names(trace.strings().size(), Known::Unasked)
    {
    }
    /// @param op  of the trace. O(1) but for the first of its name, O(texts log texts + slices) the first time that one
    ///            looks like it.
    [[nodiscard]] bool has(SliceId op)
    {
        const StringId name = m_trace.slices().name[op.index()];
        Known& known = m_names[name.index()];
        if (known == Known::Unasked)
            known = isOne(m_trace.text(name)) ? Known::Yes : Known::No;
        return known == Known::Yes;
    }

private:
    enum class Known : std::uint8_t { Unasked, Yes, No };

    [[nodiscard]] bool isOne(std::string_view name)
    {
        const std::string_view forward = forwardName(name);
        if (forward.empty())
            return false;
        if (!m_isRead)
            read();
        return m_areNamesKnown && m_namedAfterOps.find(plainName(forward)) == m_namedAfterOps.end();
    }
    /// "MyFn" of MyFnBackward; "" of other names.
    [[nodiscard]] static std::string_view forwardName(std::string_view name)
    {
        constexpr std::string_view kEnd = "Backward";
        const bool isNode = name.size() > kEnd.size() && name.substr(name.size() - kEnd.size()) == kEnd
            && name.find(':') == std::string_view::npos;
        return isNode ? name.substr(0, name.size() - kEnd.size()) : std::string_view {};
    }
    /// "maxpool2dwithindices" of max_pool2d_with_indices and of MaxPool2DWithIndices.
    [[nodiscard]] static std::string plainName(std::string_view name)
    {
        std::string plain;
        for (const char c : name) {
            if (c != '_')
                plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
        return plain;
    }
    void read()
    {
        m_isRead = true;
        const std::vector<EventKind>& kinds = m_trace.slices().kind;
        m_areNamesKnown = std::find(kinds.begin(), kinds.end(), EventKind::PythonFunction) != kinds.end();
        constexpr std::string_view kOwn = "aten::";
        std::set<std::string> ops;
        std::set<std::string> nodes;
        for (std::size_t i = 0; m_areNamesKnown && i < m_trace.strings().size(); ++i) {
            const std::string_view name = m_trace.text(StringId { i });
            if (name.substr(0, kOwn.size()) == kOwn)
                ops.insert(plainName(name.substr(kOwn.size())));
            else if (const std::string_view forward = forwardName(name); !forward.empty())
                nodes.insert(plainName(forward));
        }
        std::set_intersection(
            nodes.begin(), nodes.end(), ops.begin(), ops.end(), std::inserter(m_namedAfterOps, m_namedAfterOps.end()));
    }

    const Trace& m_trace;
    std::vector<Known> m_names; ///< by StringId
    bool m_isRead = false;
    bool m_areNamesKnown = false;
    std::set<std::string> m_namedAfterOps; ///< plain names of forward passes, which are those of ops, too
};

} // namespace kinetoscope
