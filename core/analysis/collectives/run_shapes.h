// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/message_facts.h"
#include "core/model/track.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace kinetoscope {

/// What a communication run says that others of its rank say, too.
struct RunShape {
    std::optional<std::int64_t> elements;   ///< sent by this rank
    std::optional<std::int64_t> peer;       ///< rank in the job, of a send or a receive
    std::int64_t stream = Track::kNoStream; ///< kNoStream: a host range
    MessageFacts message {};

    auto operator<=>(const RunShape&) const = default;
};

/// Shapes and texts that runs refer to, each once. What it has returned stays where it is, and as it is, for as long as
/// this lives: also where this is moved. Not thread-safe.
class RunShapes {
public:
    RunShapes() = default;
    RunShapes(RunShapes&&) = default;
    RunShapes& operator=(RunShapes&&) = default;
    RunShapes(const RunShapes&) = delete; // runs refer to this one
    RunShapes& operator=(const RunShapes&) = delete;

    [[nodiscard]] const RunShape* shape(RunShape shape) { return &*m_shapes.insert(std::move(shape)).first; }
    /// Of ranks that number their collectives alike the texts come in nearly one order: the one after the last is
    /// looked at first.
    [[nodiscard]] const std::string* text(std::string_view text);

private:
    std::set<RunShape> m_shapes;
    std::deque<std::string> m_texts; ///< as they came
    std::map<std::string_view, std::size_t> m_places;
    std::size_t m_next = 0; ///< in m_texts: behind the last that was asked for
};

} // namespace kinetoscope
