// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/table.h"

#include "core/base/text.h"
#include "core/words/english.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>

namespace kinetoscope {

const char* toString(Unit unit)
{
    static constexpr std::array kWords { "", "us", "%", "ratio", "B", "GB/s", "count", "GFLOP/s", "FLOP/B" };
    return kWords[static_cast<std::size_t>(unit)];
}

ColumnDescriptor mainFigure(ColumnDescriptor column)
{
    column.isMainFigure = true;
    return column;
}

ColumnDescriptor defined(ColumnDescriptor column, std::string definition)
{
    column.definition = std::move(definition);
    return column;
}

ColumnDescriptor withTitle(ColumnDescriptor column, Message title)
{
    column.title = english(title);
    column.named = std::move(title);
    return column;
}

ColumnDescriptor difference(ColumnDescriptor column)
{
    column.isDifference = true;
    return column;
}

ColumnDescriptor inTree(ColumnDescriptor column, TreeRole role)
{
    column.treeRole = role;
    return column;
}

std::optional<TreeColumns> treeColumns(std::span<const ColumnDescriptor> columns)
{
    const auto indexOf = [columns](TreeRole role) {
        const auto found = std::ranges::find(columns, role, &ColumnDescriptor::treeRole);
        return static_cast<std::size_t>(found - columns.begin());
    };
    const TreeColumns found { indexOf(TreeRole::Row), indexOf(TreeRole::Parent), indexOf(TreeRole::Label) };
    if (std::max({ found.row, found.parent, found.label }) == columns.size())
        return std::nullopt;
    return found;
}

Table::Table() = default;
Table::Table(const Table& other) = default;
Table::Table(Table&& other) noexcept = default;
Table& Table::operator=(const Table& other) = default;
Table& Table::operator=(Table&& other) noexcept = default;
Table::~Table() = default;

Table::Table(std::string name, std::string title, std::vector<ColumnDescriptor> columns)
    : m_name(std::move(name))
    , m_title(std::move(title))
    , m_columns(std::move(columns))
{
}

Table::Table(std::string name, std::string title, std::vector<ColumnDescriptor> columns,
    std::shared_ptr<const ComputedRows> rows)
    : m_name(std::move(name))
    , m_title(std::move(title))
    , m_columns(std::move(columns))
    , m_rowCount(rows->count())
    , m_computed(std::move(rows))
{
}

std::size_t Table::columnIndex(std::string_view name) const
{
    const auto it = std::ranges::find(m_columns, name, &ColumnDescriptor::name);
    return static_cast<std::size_t>(it - m_columns.begin());
}

void Table::addRow(std::vector<Cell> cells)
{
    assert(cells.size() == m_columns.size() && !m_computed);
    for (Cell& cell : cells)
        add(std::move(cell));
    ++m_rowCount;
}

void Table::reserve(std::size_t rows)
{
    m_contents.reserve(rows * m_columns.size());
    m_bits.reserve(rows * m_columns.size());
}

/// Position in m_said. Rows say again what rows before them said, as a rule in the same order: of those, some are
/// looked at.
std::uint32_t Table::saidNumber(Message message)
{
    constexpr std::size_t kLookedAt = 32;
    const std::size_t count = std::min(kLookedAt, m_said.size());
    const std::size_t first = m_said.size() - count;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = first + (m_lastSaid + 1 - std::min(m_lastSaid + 1, first) + i) % count;
        if (m_said[at].message == message) {
            m_lastSaid = at;
            return static_cast<std::uint32_t>(at);
        }
    }
    const StringId text = m_texts->intern(english(message));
    m_said.push_back({ std::move(message), text });
    m_lastSaid = m_said.size() - 1;
    return static_cast<std::uint32_t>(m_lastSaid);
}

void Table::add(Cell&& cell)
{
    if (const auto* integer = std::get_if<std::int64_t>(&cell)) {
        m_contents.push_back(Content::Integer);
        m_bits.push_back(static_cast<std::uint64_t>(*integer));
    } else if (const auto* number = std::get_if<double>(&cell)) {
        m_contents.push_back(Content::Number);
        m_bits.push_back(std::bit_cast<std::uint64_t>(*number));
    } else if (const auto* text = std::get_if<std::string>(&cell)) {
        m_contents.push_back(Content::Text);
        m_bits.push_back(m_texts->intern(*text).value);
    } else if (auto* message = std::get_if<Message>(&cell)) {
        m_messages.emplace_back(m_contents.size(), saidNumber(std::move(*message)));
        m_contents.push_back(Content::Text);
        m_bits.push_back(m_said[m_messages.back().second].text.value);
    } else if (auto* list = std::get_if<std::vector<std::string>>(&cell)) {
        m_contents.push_back(Content::List);
        m_bits.push_back(m_lists.size());
        m_lists.push_back(std::move(*list));
    } else {
        m_contents.push_back(Content::Missing);
        m_bits.push_back(0);
    }
}

bool Table::isMissing(std::size_t row, std::size_t column) const
{
    if (!m_computed)
        return m_contents[at(row, column)] == Content::Missing;
    return !isComputedText(column) && std::holds_alternative<std::monostate>(m_computed->figure(row, column));
}

Cell Table::cell(std::size_t row, std::size_t column) const
{
    if (m_computed)
        return isComputedText(column) ? Cell { std::string(m_computed->text(row, column)) }
                                      : m_computed->figure(row, column);
    const std::size_t place = at(row, column);
    switch (m_contents[place]) {
    case Content::Integer:
        return static_cast<std::int64_t>(m_bits[place]);
    case Content::Number:
        return std::bit_cast<double>(m_bits[place]);
    case Content::Text:
        return std::string(text(row, column));
    case Content::List:
        return m_lists[m_bits[place]];
    case Content::Missing:
        break;
    }
    return std::monostate {};
}

std::string_view Table::text(std::size_t row, std::size_t column) const
{
    if (m_computed)
        return isComputedText(column) ? m_computed->text(row, column) : std::string_view {};
    const std::size_t place = at(row, column);
    return m_contents[place] == Content::Text ? m_texts->view(StringId { static_cast<std::uint32_t>(m_bits[place]) })
                                              : std::string_view {};
}

const Message* Table::message(std::size_t row, std::size_t column) const
{
    if (m_computed || m_messages.empty())
        return nullptr;
    const auto found =
        std::ranges::lower_bound(m_messages, at(row, column), {}, &std::pair<std::size_t, std::uint32_t>::first);
    return found != m_messages.end() && found->first == at(row, column) ? &m_said[found->second].message : nullptr;
}

std::span<const std::string> Table::list(std::size_t row, std::size_t column) const
{
    if (m_computed)
        return {};
    const std::size_t place = at(row, column);
    return m_contents[place] == Content::List ? std::span<const std::string>(m_lists[m_bits[place]])
                                              : std::span<const std::string> {};
}

void Table::setEvidence(EvidenceFunction evidence)
{
    setEvidence(1, [evidence = std::move(evidence)](std::size_t row, std::size_t column, std::size_t, const Progress&) {
        return evidence(row, column);
    });
}

void Table::setEvidence(LongEvidenceFunction evidence)
{
    setEvidence(1,
        [evidence = std::move(evidence)](std::size_t row, std::size_t column, std::size_t, const Progress& progress) {
            return evidence(row, column, progress);
        });
}

void Table::setEvidence(std::size_t inputs, InputEvidenceFunction evidence)
{
    setEvidence(inputs,
        [evidence = std::move(evidence)](std::size_t row, std::size_t column, std::size_t input, const Progress&) {
            return evidence(row, column, input);
        });
}

void Table::setEvidence(std::size_t inputs, LongInputEvidenceFunction evidence)
{
    m_evidence = std::move(evidence);
    m_evidenceInputs = inputs;
}

void Table::convertEvidence(const std::function<void(Selection&, std::size_t)>& convert)
{
    if (m_evidence)
        m_evidence = [evidence = std::move(m_evidence), convert](
                         std::size_t row, std::size_t column, std::size_t input, const Progress& progress) {
            Selection selection = evidence(row, column, input, progress);
            convert(selection, input);
            return selection;
        };
    if (m_members)
        m_members = [members = std::move(m_members), convert](std::size_t row, const Progress& progress) {
            Table table = members(row, progress);
            table.convertEvidence(convert);
            return table;
        };
}

Table Table::members(std::size_t row, const Progress& progress) const
{
    return m_members ? m_members(row, progress) : Table(m_name, m_title, m_columns);
}

std::size_t Table::memoryBytes() const
{
    std::size_t bytes = m_contents.capacity() + m_bits.capacity() * sizeof(std::uint64_t)
        + m_lists.capacity() * sizeof(std::vector<std::string>)
        + m_messages.capacity() * sizeof(std::pair<std::size_t, std::uint32_t>) + (m_texts ? m_texts->memoryBytes() : 0)
        + (m_computed ? m_computed->memoryBytes() : 0);
    for (const auto& list : m_lists) {
        for (const std::string& entry : list)
            bytes += sizeof(std::string) + entry.capacity();
    }
    return bytes;
}

std::string Table::addChain(std::vector<std::string> steps, std::string_view between)
{
    std::string text = joined(steps, between);
    m_chains.try_emplace(text, std::move(steps));
    return text;
}

const std::vector<std::string>* Table::chainSteps(std::string_view text) const
{
    const auto found = m_chains.find(text);
    return found == m_chains.end() ? nullptr : &found->second;
}

} // namespace kinetoscope
