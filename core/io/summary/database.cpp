// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/summary/database.h"

#include <sqlite3.h>

namespace kinetoscope {

namespace {

/// Steps of SQLite's machine for one statement: reading ten million runs takes a tenth of it.
constexpr int kInstructionsPerLook = 1'000'000;
constexpr int kMostLooks = 20'000;

Error databaseError(sqlite3* database, int code)
{
    if (code == SQLITE_NOMEM)
        return Error { ErrorCode::OutOfMemory, { KT_PHRASE("errors", "There is not enough memory.") } };
    return Error { ErrorCode::NotATrace,
        { KT_PHRASE("summary", "SQLite says: %1"),
            arg::Text { database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code) } } };
}

/// `path` as a URI of a file that nobody changes.
std::string uriOf(const std::string& path)
{
    constexpr std::string_view kPlain = "/-_.~";
    constexpr const char* kHex = "0123456789ABCDEF";
    std::string uri = "file:";
    for (const char c : path) {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || kPlain.find(c) != std::string_view::npos;
        const auto byte = static_cast<unsigned char>(c);
        uri += isPlain ? std::string(1, c) : std::string { '%', kHex[byte >> 4], kHex[byte & 15] };
    }
    return uri + "?mode=ro&immutable=1";
}

int countLooks(void* looks)
{
    return ++*static_cast<int*>(looks) > kMostLooks ? 1 : 0;
}

} // namespace

void Statement::Close::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

Result<bool> Statement::step()
{
    int looks = 0;
    sqlite3_progress_handler(m_database, kInstructionsPerLook, countLooks, &looks);
    const int code = sqlite3_step(m_statement.get());
    sqlite3_progress_handler(m_database, 0, nullptr, nullptr);
    if (code == SQLITE_ROW || code == SQLITE_DONE)
        return code == SQLITE_ROW;
    return databaseError(m_database, code);
}

std::optional<std::int64_t> Statement::integer(int column)
{
    // Of a thousand summaries forty million: to ask the statement for type and value takes twice as long. It is of one
    // thread.
    sqlite3_value* const value = sqlite3_column_value(m_statement.get(), column);
    const int type = sqlite3_value_type(value);
    if (type == SQLITE_INTEGER)
        return sqlite3_value_int64(value);
    m_isOdd = m_isOdd || type != SQLITE_NULL;
    return std::nullopt;
}

std::int64_t Statement::neededInteger(int column)
{
    const std::optional<std::int64_t> value = integer(column);
    m_isOdd = m_isOdd || !value;
    return value.value_or(0);
}

std::optional<double> Statement::real(int column)
{
    const int type = sqlite3_column_type(m_statement.get(), column);
    if (type == SQLITE_FLOAT || type == SQLITE_INTEGER)
        return sqlite3_column_double(m_statement.get(), column);
    m_isOdd = m_isOdd || type != SQLITE_NULL;
    return std::nullopt;
}

std::optional<std::string_view> Statement::text(int column)
{
    const int type = sqlite3_column_type(m_statement.get(), column);
    if (type != SQLITE_TEXT) {
        m_isOdd = m_isOdd || type != SQLITE_NULL;
        return std::nullopt;
    }
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(m_statement.get(), column));
    return std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column)));
}

std::optional<std::span<const std::uint8_t>> Statement::blob(int column)
{
    const int type = sqlite3_column_type(m_statement.get(), column);
    if (type != SQLITE_BLOB) {
        m_isOdd = m_isOdd || type != SQLITE_NULL;
        return std::nullopt;
    }
    const auto* bytes = static_cast<const std::uint8_t*>(sqlite3_column_blob(m_statement.get(), column));
    return std::span(bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column)));
}

bool Statement::isText(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_TEXT;
}

void Statement::bind(int place, std::int64_t value)
{
    sqlite3_bind_int64(m_statement.get(), place + 1, value);
}

void Statement::bind(int place, double value)
{
    sqlite3_bind_double(m_statement.get(), place + 1, value);
}

void Statement::bind(int place, std::string_view value)
{
    sqlite3_bind_text64(m_statement.get(), place + 1, value.data() != nullptr ? value.data() : "", value.size(),
        SQLITE_TRANSIENT, SQLITE_UTF8);
}

void Statement::bind(int place, std::span<const std::uint8_t> value)
{
    if (value.empty())
        sqlite3_bind_zeroblob(m_statement.get(), place + 1, 0);
    else
        sqlite3_bind_blob64(m_statement.get(), place + 1, value.data(), value.size(), SQLITE_TRANSIENT);
}

void Statement::bindNothing(int place)
{
    sqlite3_bind_null(m_statement.get(), place + 1);
}

void Statement::bind(int place, const std::optional<std::int64_t>& value)
{
    if (value)
        bind(place, *value);
    else
        bindNothing(place);
}

Result<Done> Statement::insert()
{
    const int code = sqlite3_step(m_statement.get());
    sqlite3_reset(m_statement.get());
    if (code != SQLITE_DONE)
        return databaseError(m_database, code);
    return Done {};
}

void Database::Close::operator()(sqlite3* database) const
{
    sqlite3_close(database);
}

Result<Database> Database::openForReading(const std::string& path)
{
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(
        uriOf(path).c_str(), &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    Database database;
    database.m_database.reset(opened);
    if (code != SQLITE_OK) {
        Error error = databaseError(opened, code);
        error.code = ErrorCode::Unreadable;
        return error;
    }
    // A schema is a program of whoever wrote the file.
    sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(opened, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(opened, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    constexpr int kMostBytes = 256 << 20; // of a text or blob
    sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, kMostBytes);
    KT_TRY_DONE(database.run("PRAGMA cell_size_check=ON; PRAGMA mmap_size=0;"));
    return database;
}

Result<Database> Database::inMemory()
{
    sqlite3* opened = nullptr;
    const int code =
        sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    Database database;
    database.m_database.reset(opened);
    if (code != SQLITE_OK)
        return databaseError(opened, code);
    return database;
}

Result<Done> Database::run(const char* sql)
{
    const int code = sqlite3_exec(m_database.get(), sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        return databaseError(m_database.get(), code);
    return Done {};
}

Result<Statement> Database::prepare(const char* sql)
{
    sqlite3_stmt* prepared = nullptr;
    const int code = sqlite3_prepare_v2(m_database.get(), sql, -1, &prepared, nullptr);
    Statement statement;
    statement.m_statement.reset(prepared);
    statement.m_database = m_database.get();
    if (code != SQLITE_OK || prepared == nullptr)
        return databaseError(m_database.get(), code);
    return statement;
}

Result<std::vector<std::uint8_t>> Database::serialize()
{
    sqlite3_int64 size = 0;
    const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(
        sqlite3_serialize(m_database.get(), "main", &size, 0), sqlite3_free);
    if (!bytes)
        return databaseError(m_database.get(), SQLITE_NOMEM);
    return std::vector<std::uint8_t>(bytes.get(), bytes.get() + size);
}

Result<bool> Database::hasPlainTable(std::string_view name)
{
    // Virtual tables have no root page; generated columns are hidden ones (2, 3).
    KT_TRY(Statement statement,
        prepare("SELECT (SELECT count(*) FROM sqlite_schema WHERE name = ?1 AND type = 'table' AND rootpage > 0) = 1 "
                "AND (SELECT count(*) FROM pragma_table_xinfo(?1) WHERE hidden <> 0) = 0"));
    statement.bind(0, name);
    KT_TRY(const bool row, statement.step());
    return row && statement.integer(0).value_or(0) == 1;
}

} // namespace kinetoscope
