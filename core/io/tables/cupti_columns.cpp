// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/tables/cupti_columns.h"

#include "core/base/ascii.h"

#include <array>
#include <utility>

namespace kinetoscope {

namespace {

/// Letters and digits only, lower case: "Correlation_ID" is "correlationid".
std::string plainName(std::string_view text)
{
    std::string plain;
    for (const char c : text) {
        if (isLetterOrDigit(c))
            plain.push_back(asciiLower(c));
    }
    return plain;
}

using Column = std::optional<std::size_t> CuptiColumns::*;
constexpr std::array<std::pair<std::string_view, Column>, 19> kKnown { {
    { "name", &CuptiColumns::name },
    { "start", &CuptiColumns::start },
    { "ts", &CuptiColumns::start },
    { "end", &CuptiColumns::end },
    { "dur", &CuptiColumns::duration },
    { "duration", &CuptiColumns::duration },
    { "cat", &CuptiColumns::category },
    { "category", &CuptiColumns::category },
    { "correlation", &CuptiColumns::correlation },
    { "correlationid", &CuptiColumns::correlation },
    { "device", &CuptiColumns::device },
    { "deviceid", &CuptiColumns::device },
    { "stream", &CuptiColumns::stream },
    { "streamid", &CuptiColumns::stream },
    { "bytes", &CuptiColumns::bytes },
    { "pid", &CuptiColumns::process },
    { "processid", &CuptiColumns::process },
    { "tid", &CuptiColumns::thread },
    { "threadid", &CuptiColumns::thread },
} };

} // namespace

CuptiColumns cuptiColumnsOf(std::span<const std::string_view> header)
{
    CuptiColumns columns;
    for (std::size_t i = 0; i < header.size(); ++i) {
        columns.names.emplace_back(header[i]);
        const std::string plain = plainName(header[i]);
        for (const auto& [name, column] : kKnown) {
            if (plain == name && !(columns.*column))
                columns.*column = i;
        }
    }
    return columns;
}

Message CuptiColumns::missing() const
{
    if (isNameList())
        return {};
    if (!start)
        return { KT_PHRASE("cupti-tables", "has no column %1"),
            arg::Name { name || end || duration ? "start" : "name" } };
    if (!end && !duration)
        return { KT_PHRASE("cupti-tables", "has a column 'start', but neither 'end' nor 'dur'") };
    return {};
}

} // namespace kinetoscope
