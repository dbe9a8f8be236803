// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/moved_traces.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

namespace kinetoscope {

namespace {

namespace fs = std::filesystem;

/// `path` below `folder`: the rest; nothing where it is elsewhere.
std::optional<fs::path> below(const fs::path& path, const fs::path& folder)
{
    const auto [inFolder, inPath] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    if (inFolder != folder.end())
        return std::nullopt;
    fs::path rest;
    for (auto part = inPath; part != path.end(); ++part)
        rest /= *part;
    return rest;
}

/// Where a folder was and where it is now.
struct Move {
    fs::path from;
    fs::path to;
};

/// What may have been moved, the innermost first: the trace itself, the folder it is in, and the folders around that
/// as long as they are still called the same.
std::vector<Move> movesOf(fs::path from, fs::path to)
{
    std::vector<Move> moves { { from, to } };
    bool isSameName = true;
    while (isSameName && from.has_relative_path() && to.has_relative_path()) {
        from = from.parent_path();
        to = to.parent_path();
        moves.push_back({ from, to });
        isSameName = from.filename() == to.filename();
    }
    return moves;
}

bool isThere(const fs::path& path)
{
    std::error_code error;
    return fs::exists(path, error);
}

void follow(std::string& path, const std::vector<Move>& moves)
{
    if (path.empty() || isThere(path))
        return;
    for (const Move& move : moves) {
        const std::optional<fs::path> rest = below(path, move.from);
        if (!rest)
            continue;
        const fs::path now = rest->empty() ? move.to : move.to / *rest;
        if (isThere(now)) {
            path = now.string();
            return;
        }
    }
}

} // namespace

Session withMovedTrace(Session session, const std::string& missing, const std::string& found)
{
    std::error_code error;
    const fs::path absolute = fs::absolute(found, error);
    const fs::path target = (error ? fs::path(found) : absolute).lexically_normal();
    const std::vector<Move> moves = movesOf(missing, target);
    for (SessionTrace& trace : session.traces) {
        if (trace.path == missing)
            trace.path = target.string(); // whatever became of the old place
        else
            follow(trace.path, moves);
    }
    for (SessionFile& file : session.files)
        follow(file.path, moves);
    for (SessionPanel& panel : session.panels)
        follow(panel.baseline, moves);
    return session;
}

bool isFolderOf(const Session& session, const std::string& path)
{
    return std::ranges::any_of(session.files, [&path](const SessionFile& file) {
        const std::optional<fs::path> rest = below(file.path, path);
        return rest && !rest->empty();
    });
}

} // namespace kinetoscope
