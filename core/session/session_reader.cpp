// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/model/text_number.h"
#include "core/session/session_format.h"
#include "core/session/session_paths.h"

#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <algorithm>
#include <limits>

namespace kinetoscope {

namespace {

using Value = rapidjson::Value;

constexpr const char* kMagic = "kinetoscope-session";

std::string_view textOf(const Value& value)
{
    return { value.GetString(), value.GetStringLength() };
}

/// Reads members of objects; the first that is not what it must be ends the reading and is named in the error. Every
/// call after that returns a default, so that callers need not look each time.
class SessionReader {
public:
    explicit SessionReader(const std::string& folder)
        : m_folder(folder)
    {
    }

    [[nodiscard]] const Message& problem() const { return m_problem; }

    void fail(Message problem)
    {
        if (m_problem.isEmpty())
            m_problem = std::move(problem);
    }

    /// nullptr where it is absent.
    static const Value* find(const Value& object, const char* key)
    {
        const auto at = object.FindMember(key);
        return at == object.MemberEnd() ? nullptr : &at->value;
    }

    std::int64_t number(const Value& object, const char* key)
    {
        const Value* value = find(object, key);
        return value ? numberOf(*value, key) : (fail(missing(key)), 0);
    }

    std::int64_t numberOr(const Value& object, const char* key, std::int64_t otherwise)
    {
        const Value* value = find(object, key);
        return value ? numberOf(*value, key) : otherwise;
    }

    std::uint32_t smallNumber(const Value& object, const char* key)
    {
        const std::int64_t wide = number(object, key);
        if (wide < 0 || wide > std::numeric_limits<std::uint32_t>::max())
            fail({ KT_PHRASE("session", "%1 is out of its range"), arg::Name { key } });
        return static_cast<std::uint32_t>(wide);
    }

    std::optional<bool> flag(const Value& object, const char* key)
    {
        const Value* value = find(object, key);
        if (!value)
            return std::nullopt;
        if (!value->IsBool()) {
            fail({ KT_PHRASE("session", "%1 is neither true nor false"), arg::Name { key } });
            return std::nullopt;
        }
        return value->GetBool();
    }

    /// A place in a list, from 0; nothing where it is absent.
    std::optional<std::int64_t> placeIn(const Value& object, const char* key)
    {
        return find(object, key) ? std::optional<std::int64_t>(smallNumber(object, key)) : std::nullopt;
    }

    /// A list of texts; nothing where it is absent.
    std::optional<std::vector<std::string>> texts(const Value& object, const char* key)
    {
        if (!find(object, key))
            return std::nullopt;
        std::vector<std::string> list;
        eachOf(object, key, [&](const Value& each) { list.push_back(textIn(each, key)); });
        return list;
    }

    std::string text(const Value& object, const char* key)
    {
        const Value* value = find(object, key);
        return value ? textIn(*value, key) : std::string();
    }

    /// "" where it is absent.
    std::string path(const Value& object, const std::string& key)
    {
        std::string found;
        if (const Value* plain = find(object, key.c_str())) {
            found = textIn(*plain, key.c_str());
        } else if (const Value* encoded = find(object, (key + "-encoded").c_str())) {
            const auto bytes = percentDecoded(textIn(*encoded, key.c_str()));
            if (!bytes)
                fail({ KT_PHRASE("session", "a path is not encoded as it should be") });
            found = bytes.value_or(std::string());
        }
        // A NUL would cut the name short in the system call and open another file than the one that was named.
        if (found.find('\0') != std::string::npos)
            fail({ KT_PHRASE("session", "a path holds a zero byte") });
        return found.empty() ? found : pathFromSession(found, m_folder);
    }

    TimeRange range(const Value& object, const char* key)
    {
        const Value* value = find(object, key);
        if (!value || !value->IsArray() || value->Size() != 2) {
            fail({ KT_PHRASE("session", "%1 is no pair of times"), arg::Name { key } });
            return {};
        }
        const TimeRange read { numberOf((*value)[0], key), numberOf((*value)[1], key) };
        if (read.end < read.begin)
            fail({ KT_PHRASE("session", "%1 ends before it begins"), arg::Name { key } });
        return read;
    }

    std::vector<std::int64_t> numbers(const Value& object, const char* key)
    {
        std::vector<std::int64_t> read;
        eachOf(object, key, [&](const Value& each) { read.push_back(numberOf(each, key)); });
        return read;
    }

    /// Numbers, and texts of streams that the file names by one.
    void streams(const Value& object, Scope& scope)
    {
        eachOf(object, "streams", [&](const Value& each) {
            const std::int64_t number = each.IsString() ? numberOfText(textOf(each)) : numberOf(each, "streams");
            scope.streams.push_back(number);
            if (each.IsString())
                scope.streamTexts[number] = textOf(each);
        });
    }

    /// Calls `read` for each object of a list; an absent list is an empty one.
    template <typename Read> void list(const Value& object, const char* key, Read read)
    {
        eachOf(object, key, [&](const Value& each) {
            if (!each.IsObject())
                fail({ KT_PHRASE("session", "%1 holds something that is no object"), arg::Name { key } });
            if (m_problem.isEmpty())
                read(each);
        });
    }

    /// nullptr where it is absent, or no object.
    const Value* member(const Value& object, const char* key)
    {
        const Value* value = find(object, key);
        if (!value || value->IsObject())
            return value;
        fail({ KT_PHRASE("session", "%1 is no object"), arg::Name { key } });
        return nullptr;
    }

    std::optional<SessionTrack> track(const Value& object)
    {
        const Value* value = member(object, "track");
        if (!value)
            return std::nullopt;
        return SessionTrack { smallNumber(*value, "index"), text(*value, "kind"), text(*value, "pid"),
            text(*value, "tid"), text(*value, "name") };
    }

private:
    /// Calls `read` for each of a list; an absent list is an empty one.
    template <typename Read> void eachOf(const Value& object, const char* key, Read read)
    {
        const Value* value = find(object, key);
        if (value && !value->IsArray())
            fail({ KT_PHRASE("session", "%1 is no list"), arg::Name { key } });
        else if (value)
            std::ranges::for_each(value->GetArray(), read);
    }

    static Message missing(const char* key) { return { KT_PHRASE("session", "%1 is missing"), arg::Name { key } }; }

    std::int64_t numberOf(const Value& value, const char* key)
    {
        if (value.IsInt64())
            return value.GetInt64();
        fail({ KT_PHRASE("session", "%1 is no whole number"), arg::Name { key } });
        return 0;
    }

    std::string textIn(const Value& value, const char* key)
    {
        if (value.IsString())
            return std::string(textOf(value));
        fail({ KT_PHRASE("session", "%1 is no text"), arg::Name { key } });
        return {};
    }

    const std::string& m_folder;
    Message m_problem;
};

void readScope(SessionReader& reader, const Value& root, Scope& scope)
{
    const Value* value = reader.member(root, "scope");
    if (!value)
        return;
    scope.ranks = reader.numbers(*value, "ranks");
    scope.steps = reader.numbers(*value, "steps");
    reader.streams(*value, scope);
    scope.stepPattern = reader.text(*value, "step-pattern");
    if (SessionReader::find(*value, "range-ns"))
        scope.range = reader.range(*value, "range-ns");
}

void readView(SessionReader& reader, const Value& root, Session& session)
{
    if (const Value* view = reader.member(root, "view")) {
        session.visible = reader.range(*view, "visible-ns");
        session.scroll = reader.numberOr(*view, "scroll", 0);
        session.colourBy = reader.text(*view, "colour-by");
        session.alignsClocks = reader.flag(*view, "align-clocks").value_or(false);
        session.density = reader.text(*view, "density");
        session.filter = reader.text(*view, "filter");
        session.overlays = reader.texts(*view, "overlays");
    }
    reader.list(root, "stored-views", [&](const Value& place) {
        session.places.push_back(
            { reader.number(place, "digit"), reader.range(place, "visible-ns"), reader.numberOr(place, "scroll", 0) });
        if (session.places.back().digit < 1 || session.places.back().digit > 9)
            reader.fail({ KT_PHRASE("session", "%1 is not from 1 to 9"), arg::Name { "digit" } });
    });
    reader.list(root, "rows", [&](const Value& row) {
        SessionRow read;
        read.rank = reader.number(row, "rank");
        if (SessionReader::find(row, "group"))
            read.group = reader.text(row, "group");
        read.track = reader.track(row);
        read.isExpanded = reader.flag(row, "expanded");
        read.hidesPython = reader.flag(row, "hides-python");
        read.isSteps = reader.flag(row, "steps").value_or(false);
        read.isHidden = reader.flag(row, "hidden").value_or(false);
        read.pinned = reader.placeIn(row, "pinned");
        read.place = reader.placeIn(row, "place");
        session.rows.push_back(std::move(read));
    });
}

void readSelection(SessionReader& reader, const Value& root, Session& session)
{
    reader.list(root, "selected-slices", [&](const Value& slice) {
        session.slices.push_back({ reader.number(slice, "rank"), reader.smallNumber(slice, "row"),
            reader.number(slice, "start-ns"), reader.text(slice, "name") });
    });
    reader.list(root, "selected-intervals", [&](const Value& interval) {
        session.intervals.push_back(
            { reader.number(interval, "rank"), reader.track(interval), reader.range(interval, "range-ns") });
    });
    reader.list(root, "marks", [&](const Value& mark) {
        session.marks.push_back(
            { reader.range(mark, "range-ns"), reader.text(mark, "note"), reader.flag(mark, "kept").value_or(false) });
    });
}

PanelLook readLook(SessionReader& reader, const Value& panel)
{
    PanelLook look { .chart = reader.text(panel, "chart"), .table = reader.text(panel, "table") };
    reader.list(panel, "tables", [&](const Value& table) {
        look.tables.push_back(
            { reader.text(table, "table"), reader.texts(table, "hidden").value_or(std::vector<std::string> {}),
                reader.text(table, "sort"), reader.flag(table, "descending").value_or(false) });
    });
    look.grid = { reader.text(panel, "grid-figure"), reader.text(panel, "grid-order"),
        reader.text(panel, "grid-coordinate"), reader.flag(panel, "grid-difference").value_or(false),
        reader.flag(panel, "grid-folded").value_or(false) };
    return look;
}

void readPanels(SessionReader& reader, const Value& root, Session& session)
{
    reader.list(root, "panels", [&](const Value& panel) {
        SessionPanel read { .analysis = reader.text(panel, "analysis"),
            .isShown = reader.flag(panel, "shown").value_or(false),
            .isInFront = reader.flag(panel, "in-front").value_or(false),
            .baseline = reader.path(panel, "baseline") };
        if (const Value* parameters = reader.member(panel, "parameters")) {
            for (const auto& member : parameters->GetObject()) {
                const std::string id(textOf(member.name));
                if (member.value.IsString())
                    read.parameters[id] = textOf(member.value);
                else
                    reader.fail({ KT_PHRASE("session", "%1 is no text"), arg::Name { excerpt(id, 60) } });
            }
        }
        read.look = readLook(reader, panel);
        session.panels.push_back(std::move(read));
    });
    session.windowLayout = reader.text(root, "window-layout");
    session.windowLayoutVersion = reader.numberOr(root, "window-layout-version", 0);
}

Session readRoot(SessionReader& reader, const Value& root)
{
    Session session;
    reader.list(root, "traces", [&](const Value& trace) {
        SessionTrace read;
        if (SessionReader::find(trace, "rank"))
            read.rank = reader.number(trace, "rank");
        read.path = reader.path(trace, "path");
        if (read.path.empty())
            reader.fail({ KT_PHRASE("session", "a trace has no path") });
        session.traces.push_back(std::move(read));
    });
    if (session.traces.empty())
        reader.fail({ KT_PHRASE("session", "it names no trace") });
    reader.list(root, "files", [&](const Value& file) {
        session.files.push_back(
            { reader.path(file, "path"), reader.number(file, "bytes"), reader.number(file, "modified-ns") });
    });
    readScope(reader, root, session.scope);
    readView(reader, root, session);
    readSelection(reader, root, session);
    readPanels(reader, root, session);
    return session;
}

} // namespace

Result<Session> readSession(std::string_view text, const std::string& folder)
{
    // Iterative: no nesting can use up the stack. The document frees its values by dropping its memory as a whole.
    constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;
    rapidjson::Document document;
    document.Parse<kFlags>(text.data(), text.size());
    if (document.HasParseError()) {
        const auto offset = static_cast<std::uint64_t>(document.GetErrorOffset());
        std::string_view what = rapidjson::GetParseError_En(document.GetParseError());
        if (what.ends_with('.')) // a sentence of its own; here it is the end of somebody else's
            what.remove_suffix(1);
        return Error { ErrorCode::NotATrace,
            { KT_PHRASE("session", "it is damaged at byte %1: %2"), arg::Number { offset },
                arg::Text { std::string(what) } },
            offset };
    }
    if (!document.IsObject())
        return Error { ErrorCode::NotATrace, { KT_PHRASE("session", "it is no session of Kinetoscope") } };
    const Value* version = SessionReader::find(document, kMagic);
    if (!version || !version->IsInt64() || version->GetInt64() < 1)
        return Error { ErrorCode::NotATrace, { KT_PHRASE("session", "it is no session of Kinetoscope") } };
    if (version->GetInt64() > kSessionVersion)
        return Error { ErrorCode::Unsupported,
            { KT_PHRASE("session", "it was written by a newer Kinetoscope (format %1, this one reads up to %2)"),
                arg::Number { version->GetInt64() }, arg::Number { kSessionVersion } } };
    SessionReader reader(folder);
    Session session = readRoot(reader, document);
    if (!reader.problem().isEmpty())
        return Error { ErrorCode::NotATrace, { KT_PHRASE("session", "it is damaged: %1"), reader.problem() } };
    return session;
}

bool beginsLikeSession(std::string_view text)
{
    const auto skipBlanks = [&text] {
        const std::size_t at = text.find_first_not_of(" \t\r\n");
        text.remove_prefix(at == std::string_view::npos ? text.size() : at);
    };
    skipBlanks();
    if (!text.starts_with('{'))
        return false;
    text.remove_prefix(1);
    skipBlanks();
    return text.starts_with("\"kinetoscope-session\"");
}

} // namespace kinetoscope
