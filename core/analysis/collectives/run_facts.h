// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/named_group.h"
#include "core/io/json/event_args.h"
#include "core/model/trace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What the arguments of one event say of a communication run.
struct RunFacts {
    std::optional<std::string> collective;
    std::optional<std::string> groupName;
    std::optional<std::string> groupDescription;
    std::optional<std::string> groupRanks;
    std::optional<std::int64_t> groupSize;
    std::optional<std::int64_t> firstRank;
    std::optional<std::int64_t> rankStride;
    std::optional<std::int64_t> sequence;
    std::optional<std::string> commsId;
    std::optional<std::int64_t> elements;    ///< sent
    std::optional<std::int64_t> elementsOut; ///< received
    std::optional<std::string> elementType;
    std::optional<std::int64_t> destination;
    std::optional<std::int64_t> source;
};

/// @param reader     whoever reads many events keeps one: it has their storage.
/// @param eventJson  the whole event object; of one that is damaged what was read before it breaks off.
[[nodiscard]] RunFacts runFactsOf(EventArgsReader& reader, std::string_view eventJson);

/// The numbers of a list, written as a list or inside a text, ascending, each once; nothing if it is cut short (`...`)
/// or holds other things.
[[nodiscard]] std::optional<std::vector<std::int64_t>> rankList(std::string_view text);

/// Groups that the file's head describes (`distributedInfo.pg_config`), by name.
[[nodiscard]] std::map<std::string, NamedGroup, std::less<>> describedGroups(const Trace& trace);

} // namespace kinetoscope
