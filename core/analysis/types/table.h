// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/base/nanoseconds.h"
#include "core/base/progress.h"
#include "core/base/string_pool.h"
#include "core/model/selection.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace kinetoscope {

enum class PartKind : std::uint8_t; // chart.h

/// What a column holds, as the command line's contract names it (`string|int|float|list`); Duration and Time are floats
/// in us there, kept as exact ns here.
enum class ColumnType : std::uint8_t {
    String,
    Int,
    Float,
    Duration, ///< int64 ns; printed in us with up to 3 decimals
    Time,     ///< int64 ns of job time; printed like Duration
    List,     ///< list of strings; printed as a JSON array (in CSV: one field)
};

/// What a number in a column means, for headers, axes and rules such as "one denominator per axis".
enum class Unit : std::uint8_t {
    None,
    Microseconds,
    Percent,
    Ratio, ///< a share: 1 is all; charts show it in percent
    Bytes,
    GigabytesPerSecond,
    Count,
    GigaflopsPerSecond,
    FlopsPerByte
};
[[nodiscard]] const char* toString(Unit unit); ///< "us", "%", "", "B", "GB/s", ...

/// How a screen writes the texts of a column; files have them as they are.
enum class TextKind : std::uint8_t {
    Plain,
    Name,     ///< a name of the trace, a kernel's most of all: its display name
    Chain,    ///< an op and kernels, or kernels alone, as Table::addChain() made it: display names
    Sentence, ///< of the program's own (Table::message), read from its beginning: never cut
    Word,     ///< one of a few words of the program's own: "unchanged"; a screen has it in its language
    Category, ///< one of a few ids of the program's own: "host_wait", "COMPUTATION"; in words, see category_words.h
};

/// What a column says of the tree that the rows of its table are. Such a table has one column of each role, and stands
/// in tree order: a row before those that hang below it. Files have it as it is; a screen shows a tree.
enum class TreeRole : std::uint8_t {
    None,
    Row,    ///< integer: what `Parent` calls the row; of its own in the whole table
    Parent, ///< integer: of the row that this one hangs below; -1, or what no row is called, at the top
    Label,  ///< text: drawn further to the right the deeper the row is
};

struct ColumnDescriptor {
    std::string name; ///< the contract: HTA's column name where HTA has the column
    ColumnType type = ColumnType::String;
    Unit unit = Unit::None;
    std::string title {};       ///< for people, at most three words: "Idle time"; "" means `name`
    std::string denominator {}; ///< of a percentage: "% of busy", ...; "" for others
    bool isInFilesOnly = false; ///< a screen says it in another way, as the unit of a column in its header
    TextKind text = TextKind::Plain;
    /// On a screen, columns with a lower place stand further to the left: what is read first. Files keep the order.
    int place = 0;
    bool isMainFigure = false; ///< see mainFigure()
    bool isDifference = false; ///< see difference()
    TreeRole treeRole = TreeRole::None;
    /// Of shares that files have rounded, as HTA's are: so many decimals there. The cell is exact, so that a screen
    /// rounds it once: of 12.949 %, 12.95 would read as 13.0. -1: files have all digits.
    std::int8_t decimalsInFiles = -1;
    std::string
        definition {}; ///< for people, where the title alone leaves a question: "Mean of one call in the control"
    /// What the title says where it names something of the result, "Input 3 calls"; empty: the title is a text of the
    /// registry.
    Message named {};
};

/// Whether cells are numbers: aligned to the right, sorted by value. Not what texts and lists are.
[[nodiscard]] constexpr bool isNumeric(ColumnType type)
{
    return type != ColumnType::String && type != ColumnType::List;
}
[[nodiscard]] inline bool isNumeric(const ColumnDescriptor& column)
{
    return isNumeric(column.type);
}
/// Whether a column says how much: not when, and not which rank or stream.
[[nodiscard]] inline bool isFigure(const ColumnDescriptor& column)
{
    return isNumeric(column) && column.type != ColumnType::Time
        && !(column.type == ColumnType::Int && column.unit == Unit::None);
}
/// Means and deviations of times are no whole nanoseconds: floats in us, where times themselves are integers in ns.
[[nodiscard]] inline bool isFloatTime(const ColumnDescriptor& column)
{
    return column.type == ColumnType::Float && column.unit == Unit::Microseconds;
}

/// `column` with a title that names something of the result.
[[nodiscard]] ColumnDescriptor withTitle(ColumnDescriptor column, Message title);

/// `column` with what its title, two or three words, leaves open: tool tips and lists of columns say it.
[[nodiscard]] ColumnDescriptor defined(ColumnDescriptor column, std::string definition);

/// `column` with a role in the tree of its table.
[[nodiscard]] ColumnDescriptor inTree(ColumnDescriptor column, TreeRole role);

/// The columns that make a table a tree.
struct TreeColumns {
    std::size_t row = 0;
    std::size_t parent = 0;
    std::size_t label = 0;
};
/// Nothing of a table that is a list.
[[nodiscard]] std::optional<TreeColumns> treeColumns(std::span<const ColumnDescriptor> columns);

/// `column` as the figure that its table is about: a screen opens the table with the largest of them first. For tables
/// whose own order says nothing, as that of names; ranks, steps and times are in theirs.
[[nodiscard]] ColumnDescriptor mainFigure(ColumnDescriptor column);

/// `column` as one of changes, which are large whichever way they go: a screen sorts it by size, not by sign.
[[nodiscard]] ColumnDescriptor difference(ColumnDescriptor column);

/// One cell. monostate is "no value": an empty CSV field, null in JSON, a dash on screen. A message is a text of the
/// program's own: see Table::message().
using Cell = std::variant<std::monostate, std::int64_t, double, std::string, std::vector<std::string>, Message>;
/// Whether a cell holds the number 0.
[[nodiscard]] inline bool isZero(const Cell& cell)
{
    const auto* whole = std::get_if<std::int64_t>(&cell);
    const auto* real = std::get_if<double>(&cell);
    return (whole && *whole == 0) || (real && *real == 0);
}

/// Rows whose cells are made when they are asked for: for tables with a row for each event of a trace, where even nine
/// bytes a cell would take more than the trace itself. Immutable; read from any thread.
class ComputedRows {
public:
    virtual ~ComputedRows() = default;
    [[nodiscard]] virtual std::size_t count() const = 0;
    /// An integer, a number, no value, or what streamCell gives: the cell of a column that is not String.
    [[nodiscard]] virtual Cell figure(std::size_t row, std::size_t column) const = 0;
    /// The cell of a String column, which always has a value; valid as long as this object. There are no lists.
    [[nodiscard]] virtual std::string_view text(std::size_t row, std::size_t column) const = 0;
    [[nodiscard]] virtual std::size_t memoryBytes() const = 0;
};

/// Typed columns with units, rows, and for every cell the intervals or slices it was computed from.
/// A Duration or Time cell holds int64 ns. Rows keep the order the analysis gave them.
///
/// A cell takes nine bytes and each distinct text is stored once, because a series has a row for every kernel of a
/// trace. Copies share the texts. Read from any thread once no rows are added.
class Table {
public:
    /// What a cell is made of. Called on demand, off the GUI thread if it may be slow; pure; keeps alive what it needs.
    using EvidenceFunction = std::function<Selection(std::size_t row, std::size_t column)>;
    /// The same of what may take long: it looks at the stop flag, and what it returns is not complete when told to
    /// stop.
    using LongEvidenceFunction = std::function<Selection(std::size_t row, std::size_t column, const Progress&)>;
    /// The part of it that is in one of the inputs of a comparison.
    using InputEvidenceFunction = std::function<Selection(std::size_t row, std::size_t column, std::size_t input)>;
    using LongInputEvidenceFunction =
        std::function<Selection(std::size_t row, std::size_t column, std::size_t input, const Progress&)>;

    /// The rows that a slice belongs to: see rowsOf().
    using RowsOfFunction = std::function<std::vector<std::size_t>(const SliceRef& slice, const Progress&)>;
    /// The rows that one row stands for: see members().
    using MembersFunction = std::function<Table(std::size_t row, const Progress&)>;

    Table();
    Table(const Table& other);
    Table(Table&& other) noexcept;
    Table& operator=(const Table& other);
    Table& operator=(Table&& other) noexcept;
    ~Table();
    Table(std::string name, std::string title, std::vector<ColumnDescriptor> columns);
    /// A table of computed rows; it takes no others.
    Table(std::string name, std::string title, std::vector<ColumnDescriptor> columns,
        std::shared_ptr<const ComputedRows> rows);

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] const std::string& title() const { return m_title; }
    [[nodiscard]] const std::vector<ColumnDescriptor>& columns() const { return m_columns; }
    [[nodiscard]] std::size_t rowCount() const { return m_rowCount; }
    [[nodiscard]] std::size_t columnCount() const { return m_columns.size(); }
    [[nodiscard]] std::size_t columnIndex(std::string_view name) const; ///< columnCount() when absent

    /// Appends one row; `cells.size()` must equal columnCount(), each cell of its column's type or monostate. A column
    /// of numbers that are names, as those of streams, may have a text in a cell (see streamCell).
    void addRow(std::vector<Cell> cells);
    void reserve(std::size_t rows); ///< room for so many, in place of growing by copies of itself
    /// A copy, of a message its English text; for loops over texts see text().
    [[nodiscard]] Cell cell(std::size_t row, std::size_t column) const;
    [[nodiscard]] bool isMissing(std::size_t row, std::size_t column) const;
    /// Text of a string cell, "" of any other. Valid as long as the table or a copy of it.
    [[nodiscard]] std::string_view text(std::size_t row, std::size_t column) const;
    /// What a text of the program's own says, for who words it in another way than text(), which has it in English;
    /// nullptr of any other cell. Valid as long as the table, until a row is added.
    [[nodiscard]] const Message* message(std::size_t row, std::size_t column) const;
    /// Entries of a list cell, none of any other. Valid as long as the table, until a row is added.
    [[nodiscard]] std::span<const std::string> list(std::size_t row, std::size_t column) const;
    /// Bytes held by cells and texts.
    [[nodiscard]] std::size_t memoryBytes() const;

    /// Of a table about the first input alone, as nearly all are.
    void setEvidence(EvidenceFunction evidence);
    void setEvidence(LongEvidenceFunction evidence);
    /// Of a table that compares `inputs` inputs of the analysis.
    void setEvidence(std::size_t inputs, InputEvidenceFunction evidence);
    void setEvidence(std::size_t inputs, LongInputEvidenceFunction evidence);
    [[nodiscard]] bool hasEvidence() const { return static_cast<bool>(m_evidence); }
    /// How many inputs of the analysis, from the first on, the cells are made of; 0 without evidence.
    [[nodiscard]] std::size_t evidenceInputs() const { return m_evidenceInputs; }
    /// What a cell is made of in one input, as slices and intervals of that input's job: a figure about the second
    /// input has nothing in the first, a difference has both. Empty for inputs past evidenceInputs(); not complete, or
    /// empty, when told to stop: its caller looks at progress.shouldStop() before it uses it.
    [[nodiscard]] Selection evidence(
        std::size_t row, std::size_t column, std::size_t input = 0, const Progress& progress = {}) const
    {
        return input < m_evidenceInputs ? m_evidence(row, column, input, progress) : Selection {};
    }

    /// Changes what every cell, also of members(), is made of, whenever it is asked: `convert` gets the selection and
    /// the input that it is in.
    void convertEvidence(const std::function<void(Selection&, std::size_t)>& convert);

    /// Of a table about the first input alone.
    void setRowsOf(RowsOfFunction rowsOf) { m_rowsOf = std::move(rowsOf); }
    [[nodiscard]] bool knowsRowsOf() const { return static_cast<bool>(m_rowsOf); }
    /// The rows that are about a slice, found without asking each what it is made of: the row of its name, or of the
    /// call that launched it. Like evidence: on demand, off the GUI thread if it may be slow; pure; not complete when
    /// told to stop.
    [[nodiscard]] std::vector<std::size_t> rowsOf(const SliceRef& slice, const Progress& progress = {}) const
    {
        return m_rowsOf ? m_rowsOf(slice, progress) : std::vector<std::size_t> {};
    }

    /// What rows are drawn as where a chart colours them one by one. @param kinds  by row; may be shorter.
    void setKinds(std::vector<std::optional<PartKind>> kinds) { m_kinds = std::move(kinds); }
    [[nodiscard]] std::optional<PartKind> kindOfRow(std::size_t row) const
    {
        return row < m_kinds.size() ? m_kinds[row] : std::nullopt;
    }

    /// The text that files have of a chain: its steps with `between` between them. Screens show the steps one by one.
    [[nodiscard]] std::string addChain(std::vector<std::string> steps, std::string_view between);
    /// The steps of a text that addChain() made; nullptr of others.
    [[nodiscard]] const std::vector<std::string>* chainSteps(std::string_view text) const;

    void setMembers(MembersFunction members) { m_members = std::move(members); }
    [[nodiscard]] bool hasMembers() const { return static_cast<bool>(m_members); }
    /// What an analysis folded into a row, "others", one by one: rows as they would stand in this table, with evidence
    /// of their own. No rows where nothing was folded. Like evidence: made on demand, off the GUI thread; pure; not
    /// complete when told to stop. Not part of any export.
    [[nodiscard]] Table members(std::size_t row, const Progress& progress = {}) const;

private:
    enum class Content : std::uint8_t { Missing, Integer, Number, Text, List };

    [[nodiscard]] std::size_t at(std::size_t row, std::size_t column) const { return row * m_columns.size() + column; }
    void add(Cell&& cell);
    [[nodiscard]] std::uint32_t saidNumber(Message message);
    [[nodiscard]] bool isComputedText(std::size_t column) const { return m_columns[column].type == ColumnType::String; }

    std::string m_name;
    std::string m_title;
    std::vector<ColumnDescriptor> m_columns;
    // Both row-major: what a cell holds, and its bits: the integer, the double, the StringId or the index of the list.
    std::vector<Content> m_contents;
    std::vector<std::uint64_t> m_bits;
    std::shared_ptr<StringPool> m_texts = std::make_shared<StringPool>();
    std::vector<std::vector<std::string>> m_lists;
    /// A text of the program's own, as often as rows say it in a row or nearly so, and in English.
    struct Said {
        Message message;
        StringId text;
    };
    std::vector<Said> m_said;
    std::size_t m_lastSaid = 0;                                    ///< of m_said
    std::vector<std::pair<std::size_t, std::uint32_t>> m_messages; ///< place and what of m_said, by place: few have any
    std::size_t m_rowCount = 0;
    std::shared_ptr<const ComputedRows> m_computed; ///< then nothing is stored
    LongInputEvidenceFunction m_evidence;
    std::size_t m_evidenceInputs = 0;
    std::vector<std::optional<PartKind>> m_kinds; ///< by row
    std::map<std::string, std::vector<std::string>, std::less<>> m_chains;
    RowsOfFunction m_rowsOf;
    MembersFunction m_members;
};

/// A table under construction with what its rows are about, which its evidence asks for.
template <typename Key> struct KeyedTable {
    Table table;
    std::vector<Key> keys {}; ///< by row

    void add(std::vector<Cell> cells, Key key)
    {
        table.addRow(std::move(cells));
        keys.push_back(std::move(key));
    }
};

} // namespace kinetoscope
