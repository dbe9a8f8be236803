// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/options/trace_argument.h"
#include "core/io/trace_loader.h"

#include <QList>
#include <QString>
#include <QUrl>

#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// The local files and folders among dropped URLs, in their order, each once. Paths keep the bytes the URL spells,
/// valid UTF-8 or not. Other schemes are left out: nothing is ever fetched.
[[nodiscard]] std::vector<TraceArgument> traceArguments(const QList<QUrl>& urls);
/// Paths from a file dialog.
[[nodiscard]] std::vector<TraceArgument> traceArguments(const QStringList& paths);

/// What the title bar says for a job: "trace.json.gz", "run_7 (folder)" or "8 files in run_7".
[[nodiscard]] QString jobName(const std::vector<TraceArgument>& arguments);
/// The paths of a job, `separator` between them; the first twenty of many.
[[nodiscard]] QString jobPaths(const std::vector<TraceArgument>& arguments, const QString& separator);

/// Where the sample that comes with the program lies: installed beside it, or in the source tree. Nothing when absent.
[[nodiscard]] std::optional<std::string> samplePath();

} // namespace kinetoscope
