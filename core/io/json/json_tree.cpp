// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json/json_tree.h"

#include "core/io/json/json_repair.h"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <limits>

namespace kinetoscope {

/// SAX handler that appends nodes; all state is a stack of open containers, no recursion anywhere.
class JsonTreeBuilder {
public:
    JsonTree tree;

    bool Null() { return leaf(JsonTree::Type::Null, "null"); }
    bool Bool(bool value) { return leaf(JsonTree::Type::Bool, value ? "true" : "false"); }
    bool Int(int) { return false; } // numbers arrive as text: these are never called
    bool Uint(unsigned) { return false; }
    bool Int64(std::int64_t) { return false; }
    bool Uint64(std::uint64_t) { return false; }
    bool Double(double) { return false; }
    bool RawNumber(const char* text, unsigned length, bool) { return leaf(JsonTree::Type::Number, { text, length }); }
    bool String(const char* text, unsigned length, bool) { return leaf(JsonTree::Type::String, { text, length }); }
    bool Key(const char* text, unsigned length, bool)
    {
        if (m_tooDeep == 0)
            m_key = store({ text, length });
        return true;
    }
    bool StartObject() { return open(JsonTree::Type::Object); }
    bool EndObject(unsigned) { return close(); }
    bool StartArray() { return open(JsonTree::Type::Array); }
    bool EndArray(unsigned) { return close(); }

    void finish(bool complete)
    {
        tree.m_complete = complete;
        tree.linkChildren();
    }

private:
    bool leaf(JsonTree::Type type, std::string_view value)
    {
        if (m_tooDeep == 0)
            add(type, store(value));
        return true;
    }

    bool open(JsonTree::Type type)
    {
        if (m_tooDeep > 0 || m_open.size() >= static_cast<std::size_t>(JsonTree::kMaxDepth)) {
            if (m_tooDeep++ == 0)
                add(JsonTree::Type::TooDeep, {});
            return true;
        }
        add(type, {});
        m_open.push_back(static_cast<std::uint32_t>(tree.m_nodes.size() - 1));
        return true;
    }

    bool close()
    {
        if (m_tooDeep > 0)
            --m_tooDeep;
        else
            m_open.pop_back();
        return true;
    }

    void add(JsonTree::Type type, JsonTree::Text value)
    {
        JsonTree::Node node;
        node.type = type;
        node.key = m_key;
        node.value = value;
        m_key = {};
        if (!m_open.empty()) {
            node.parent = m_open.back();
            node.row = tree.m_nodes[node.parent].childCount++;
        }
        tree.m_nodes.push_back(node);
    }

    JsonTree::Text store(std::string_view text)
    {
        const JsonTree::Text place { static_cast<std::uint32_t>(tree.m_texts.size()),
            static_cast<std::uint32_t>(text.size()) };
        tree.m_texts.append(text);
        return place;
    }

    std::vector<std::uint32_t> m_open;
    JsonTree::Text m_key;
    std::uint64_t m_tooDeep = 0; ///< containers open below the depth limit
};

void JsonTree::linkChildren()
{
    std::uint32_t next = 0;
    for (Node& node : m_nodes) {
        node.firstChild = next;
        next += node.childCount;
    }
    m_children.resize(next);
    for (std::uint32_t i = 0; i < m_nodes.size(); ++i) {
        const Node& node = m_nodes[i];
        if (node.parent != kNone)
            m_children[m_nodes[node.parent].firstChild + node.row] = i;
    }
}

std::uint32_t JsonTree::find(std::uint32_t node, std::string_view wanted) const
{
    const std::span<const std::uint32_t> all = children(node);
    const auto last = std::find_if(all.rbegin(), all.rend(), [&](std::uint32_t child) { return key(child) == wanted; });
    return last == all.rend() ? kNone : *last;
}

namespace {

constexpr unsigned kFlags =
    rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseTrailingCommasFlag;

JsonTree read(std::string_view text, bool& isGood)
{
    JsonTreeBuilder builder;
    rapidjson::MemoryStream stream(text.data(), text.size());
    rapidjson::Reader reader;
    isGood = !reader.Parse<kFlags>(stream, builder).IsError();
    builder.finish(isGood);
    return std::move(builder.tree);
}

} // namespace

JsonTree JsonTree::parse(std::string_view text)
{
    if (text.size() >= std::numeric_limits<std::uint32_t>::max() / 2) // positions are 32 bits; events stop at 16 MiB
        return {};
    bool isGood = false;
    JsonTree tree = read(text, isGood);
    if (isGood)
        return tree;
    JsonTree second = read(repairJson(text).text, isGood);
    return isGood || second.size() > tree.size() ? std::move(second) : std::move(tree);
}

std::string unescapedJson(std::string_view text)
{
    const JsonTree tree = JsonTree::parse('"' + std::string(text) + '"');
    return tree.isEmpty() ? std::string(text) : std::string(tree.value(0));
}

} // namespace kinetoscope
