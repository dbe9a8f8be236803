// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace kinetoscope {

/// Tells nodes of a backward pass that run the backward() of an autograd.Function written in Python by their names:
/// `MyFnBackward`, and `AddmmBackward0` of C++. Before 1.10 PyTorch gave its own nodes a number only where an op has
/// several of them: in such a trace names tell nothing, and no node counts as one of Python. Keeps a reference to the
/// trace.
class PythonNodes {
public:
    explicit PythonNodes(const Trace& trace)
        : m_trace(trace)
    {
    }
    /// @param op  of the trace. O(1), O(texts log texts) the first time that the name of one looks like it.
    [[nodiscard]] bool has(SliceId op)
    {
        if (forwardName(m_trace.name(op)).empty())
            return false;
        if (!m_isRead) {
            m_isRead = true;
            m_areNumbered = areNumbered();
        }
        return m_areNumbered;
    }

private:
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
    /// No node without a number is that of an op of PyTorch's own.
    [[nodiscard]] bool areNumbered() const
    {
        constexpr std::string_view kOwn = "aten::";
        std::set<std::string> ops;
        std::set<std::string> nodes;
        for (std::size_t i = 0; i < m_trace.strings().size(); ++i) {
            const std::string_view name = m_trace.text(StringId { i });
            if (name.substr(0, kOwn.size()) == kOwn)
                ops.insert(plainName(name.substr(kOwn.size())));
            else if (const std::string_view forward = forwardName(name); !forward.empty())
                nodes.insert(plainName(forward));
        }
        return std::none_of(
            nodes.begin(), nodes.end(), [&ops](const std::string& node) { return ops.find(node) != ops.end(); });
    }

    const Trace& m_trace;
    bool m_isRead = false;
    bool m_areNumbered = false;
};

} // namespace kinetoscope
