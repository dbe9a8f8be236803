// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace kinetoscope {

/// A prepared statement of a Database, which outlives it. Columns and places count from 0. Not thread-safe.
class Statement {
public:
    /// One row further. False at the end. Errors: what the database says, of a damaged file for example.
    [[nodiscard]] Result<bool> step();

    /// An integer; nothing for NULL. What is neither makes the statement odd.
    [[nodiscard]] std::optional<std::int64_t> integer(int column);
    /// The same where NULL is odd, too.
    [[nodiscard]] std::int64_t neededInteger(int column);
    [[nodiscard]] std::optional<double> real(int column); ///< an integer, too
    /// Valid until the next step. Nothing for NULL.
    [[nodiscard]] std::optional<std::string_view> text(int column);
    /// The same of bytes.
    [[nodiscard]] std::optional<std::span<const std::uint8_t>> blob(int column);
    /// Whether the row has a text there, for columns in which several types may stand. Never makes the statement odd.
    [[nodiscard]] bool isText(int column) const;
    /// Whether some column read so far was of another type than asked for.
    [[nodiscard]] bool isOdd() const { return m_isOdd; }

    /// Values of the next row to be written, in any order; texts (UTF-8) and blobs are copied. A value stays for the
    /// rows after it until another one is bound there; a place that never had one is NULL.
    void bind(int place, std::int64_t value);
    void bind(int place, double value);
    void bind(int place, std::string_view value);
    void bind(int place, std::span<const std::uint8_t> value);
    void bindNothing(int place); ///< NULL
    /// NULL for nothing.
    void bind(int place, const std::optional<std::int64_t>& value);
    /// Writes the row that was bound and makes the statement ready for the next. Errors: OutOfMemory; NotATrace with
    /// what the database says, of a row that breaks a rule of its table for example.
    [[nodiscard]] Result<Done> insert();

private:
    friend class Database;
    struct Close {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Close> m_statement;
    sqlite3* m_database = nullptr;
    bool m_isOdd = false;
};

/// A SQLite database that is only read, or made in memory. Not thread-safe; several at once on several threads are.
class Database {
public:
    /// Opens a file as one that nobody changes: no locks, no journal, which file systems of clusters bear badly. Made
    /// for files of strangers: nothing in it is run, a query that does not end is ended. Errors: Unreadable, NotATrace.
    [[nodiscard]] static Result<Database> openForReading(const std::string& path);
    /// An empty one to be written to, gone with this. Errors: OutOfMemory, NotATrace.
    [[nodiscard]] static Result<Database> inMemory();

    /// Runs statements that give no rows, separated by semicolons, up to the first that fails.
    /// @param sql  written by us, with nothing of a file in it. Errors: OutOfMemory, NotATrace.
    [[nodiscard]] Result<Done> run(const char* sql);
    /// Prepares one statement; `?` stands where bind() puts values. @param sql  as of run(). Errors as run(): of a file
    /// also that it lacks a table or column that is named.
    [[nodiscard]] Result<Statement> prepare(const char* sql);
    /// The whole database as the bytes of its file.
    [[nodiscard]] Result<std::vector<std::uint8_t>> serialize();
    /// Whether a table of this name is an ordinary one: what a stranger may have put there computes nothing.
    [[nodiscard]] Result<bool> hasPlainTable(std::string_view name);

private:
    struct Close {
        void operator()(sqlite3* database) const;
    };
    std::unique_ptr<sqlite3, Close> m_database;
};

} // namespace kinetoscope
