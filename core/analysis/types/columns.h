// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"

#include <string>
#include <utility>

namespace kinetoscope {

// Columns as most tables have them. The title is for people; the definition says what it leaves open, "" if nothing.

/// Text of a kind: as it is, a name of the trace, a word of the program's own.
[[nodiscard]] inline ColumnDescriptor textColumn(
    std::string name, std::string title, TextKind text = TextKind::Plain, std::string definition = {})
{
    return { .name = std::move(name), .title = std::move(title), .text = text, .definition = std::move(definition) };
}
[[nodiscard]] inline ColumnDescriptor textColumn(std::string name, std::string title, std::string definition)
{
    return textColumn(std::move(name), std::move(title), TextKind::Plain, std::move(definition));
}

/// An integer that is a name: of a rank, a device, a step, an event.
[[nodiscard]] inline ColumnDescriptor numberColumn(std::string name, std::string title, std::string definition = {})
{
    return defined({ std::move(name), ColumnType::Int, Unit::None, std::move(title) }, std::move(definition));
}

/// How many of something.
[[nodiscard]] inline ColumnDescriptor countColumn(std::string name, std::string title, std::string definition = {})
{
    return defined({ std::move(name), ColumnType::Int, Unit::Count, std::move(title) }, std::move(definition));
}

/// A length of time in whole ns.
[[nodiscard]] inline ColumnDescriptor durationColumn(std::string name, std::string title, std::string definition = {})
{
    return defined(
        { std::move(name), ColumnType::Duration, Unit::Microseconds, std::move(title) }, std::move(definition));
}

/// A time in us that was computed: a mean, a quantile, a figure of HTA's.
[[nodiscard]] inline ColumnDescriptor microsecondsColumn(
    std::string name, std::string title, std::string definition = {})
{
    return defined({ std::move(name), ColumnType::Float, Unit::Microseconds, std::move(title) }, std::move(definition));
}

/// A share in percent of what the denominator says: "% of busy".
[[nodiscard]] inline ColumnDescriptor percentColumn(
    std::string name, std::string title, std::string denominator, std::string definition = {})
{
    return defined({ std::move(name), ColumnType::Float, Unit::Percent, std::move(title), std::move(denominator) },
        std::move(definition));
}

} // namespace kinetoscope
