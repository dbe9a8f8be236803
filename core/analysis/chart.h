// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/colour_class.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

enum class ChartKind : std::uint8_t {
    Pie,
    Bars,
    StackedBars,
    GroupedBars,
    ErrorBars,
    Histogram,
    StepSeries,
    StackedArea,
    Scatter,
    HeatMap
};

/// What the parts of a chart stand for, so that the same thing has the same colour everywhere (look.md).
/// widgets/support/palette turns it into a colour and a pattern.
enum class PartKind : std::uint8_t {
    Compute,
    Communication,
    Memory,
    Memset,
    Sync,
    HostOp,
    ApiCall,
    Annotation,
    PythonFrame,
    Other,
    Others,
    IdleHostWait,
    IdleKernelWait,
    IdleOther,
    IdleUnknownLaunch,
    Idle,
    ComputeAndCommunication,
    ComputeAndMemory,
    CommunicationAndMemory,
    ComputeCommunicationMemory,
    CommunicationHidden,
    MemoryExposed,
    CommunicationExposed,
    OtherExposed,
};

/// One series of a chart: the column with its values and what it means.
struct ChartSeries {
    std::string column; ///< of the table: the numbers
    std::string label;  ///< for the legend; "" means the column's title
    std::optional<PartKind>
        kind; ///< fixed kind for the whole series; else `ChartDescription::kindColumn` decides by row
};

/// A chart as words: which table, which columns, how drawn. Nothing here knows a pixel or a colour; widgets/charts
/// draws it.
struct ChartDescription {
    std::string id; ///< "kernel-types"
    ChartKind kind = ChartKind::Bars;
    std::string table;       ///< name of the table it shows
    std::string title;       ///< the question it answers
    std::string denominator; ///< "% of busy GPU time", printed below the title; "" if none
    std::string labelColumn; ///< names on the axis, at the slices
    std::vector<ChartSeries> series;
    std::string groupColumn; ///< one chart a distinct value (one pie a rank and type); "" for one chart. Several:
                             ///< comma-separated
    std::string kindColumn;  ///< string column whose text gives each row's PartKind (kernel_type); "" if series say it
    std::string wholeLabel;  ///< centre of a ring: "busy GPU time"
    std::string totalColumn; ///< StackedBars: a time printed at the end of each bar; "" for the sum of the stack
    std::string minimumColumn; ///< ErrorBars: whiskers
    std::string maximumColumn;
    bool logarithmic = false;
    bool sortByValue = true; ///< false: keep table order (ranks, steps)
};

} // namespace kinetoscope
