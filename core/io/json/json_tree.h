// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// One JSON text as a flat tree for looking at: numbers stay the text that was written, keys keep file order,
/// duplicates stay.
///
/// Lenient, because it shows what a file contains: the known faults of trace writers are read as repairJson mends them;
/// of a text that breaks off or is damaged beyond that, everything before the damage is there and `isComplete()` is
/// false. Iterative, whatever the nesting; below `kMaxDepth` a value is kept as a TooDeep leaf.
/// Immutable; thread-safe. About 40 bytes a node plus the texts.
class JsonTree {
public:
    enum class Type : std::uint8_t { Null, Bool, Number, String, Object, Array, TooDeep };
    static constexpr std::uint32_t kNone = 0xffff'ffffu;
    static constexpr int kMaxDepth = 64;

    JsonTree() = default;
    /// Never fails: an unreadable text gives an incomplete tree.
    [[nodiscard]] static JsonTree parse(std::string_view text);

    [[nodiscard]] std::size_t size() const { return m_nodes.size(); }
    [[nodiscard]] bool isEmpty() const { return m_nodes.empty(); }
    /// False when the text was damaged or went on after the first value.
    [[nodiscard]] bool isComplete() const { return m_complete; }

    /// Node 0 is the root, where there is one.
    [[nodiscard]] Type type(std::uint32_t node) const { return m_nodes[node].type; }
    [[nodiscard]] std::uint32_t parent(std::uint32_t node) const
    {
        return m_nodes[node].parent;
    } ///< kNone for the root
    [[nodiscard]] std::uint32_t row(std::uint32_t node) const
    {
        return m_nodes[node].row;
    } ///< place among its siblings
    [[nodiscard]] std::string_view key(std::uint32_t node) const { return slice(m_nodes[node].key); } ///< "" in arrays
    /// Text of a leaf: the number as written, the unescaped string, "true", "null"; "" for objects and arrays.
    [[nodiscard]] std::string_view value(std::uint32_t node) const { return slice(m_nodes[node].value); }
    [[nodiscard]] std::span<const std::uint32_t> children(std::uint32_t node) const
    {
        return std::span(m_children).subspan(m_nodes[node].firstChild, m_nodes[node].childCount);
    }
    /// Child of an object by key, the last of equal ones; kNone when absent.
    [[nodiscard]] std::uint32_t find(std::uint32_t node, std::string_view key) const;

private:
    friend class JsonTreeBuilder;
    struct Text {
        std::uint32_t begin = 0;
        std::uint32_t length = 0;
    };
    struct Node {
        std::uint32_t parent = kNone;
        std::uint32_t row = 0;
        Text key;
        Text value;
        std::uint32_t firstChild = 0;
        std::uint32_t childCount = 0;
        Type type = Type::Null;
    };

    [[nodiscard]] std::string_view slice(Text text) const
    {
        return std::string_view(m_texts).substr(text.begin, text.length);
    }
    void linkChildren();

    std::vector<Node> m_nodes;             ///< in file order: a parent before its children
    std::vector<std::uint32_t> m_children; ///< grouped by parent
    std::string m_texts;
    bool m_complete = false;
};

/// What a JSON string reads as. @param text  what stands between its quotes; of damage as JsonTree has it.
[[nodiscard]] std::string unescapedJson(std::string_view text);

} // namespace kinetoscope
