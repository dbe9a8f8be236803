// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/trace_loader.h"

#include <QString>

#include <string>
#include <vector>

class QWidget;

namespace kinetoscope {

class Settings;

/// How files about a job are called: as the file or folder that was opened, of several the folder they are in; without
/// the endings of traces.
[[nodiscard]] QString plainJobName(const std::vector<TraceArgument>& job);

/// Asks for one or several trace files; nothing when the user changes their mind. Remembers the folder.
[[nodiscard]] std::vector<TraceArgument> askForTraces(QWidget* parent, Settings& settings);
/// Asks where a trace is now that was at `path`; "" when the user changes their mind. Begins in the nearest folder that
/// is still there.
[[nodiscard]] std::string askForMovedTrace(QWidget* parent, Settings& settings, const std::string& path, bool isFolder);
/// Asks for a folder of traces.
[[nodiscard]] std::vector<TraceArgument> askForFolder(QWidget* parent, Settings& settings);
/// Asks where to save a picture; "" when the user changes their mind. The name ends in .png, .svg or .pdf.
[[nodiscard]] QString askForPicture(QWidget* parent, Settings& settings, const QString& suggestedName);

/// Asks where to save a report; "" when the user changes their mind. The name ends in .html.
[[nodiscard]] QString askForReport(QWidget* parent, Settings& settings, const QString& suggestedName);

/// Asks where to write a trace; "" when the user changes their mind. .json or .json.gz, the second where it has no
/// ending.
[[nodiscard]] QString askForTraceFile(QWidget* parent, Settings& settings, const QString& suggestedName);
/// Asks for a folder to write several files into.
[[nodiscard]] QString askForTargetFolder(QWidget* parent, Settings& settings);

/// Where to save a session; "" when the user thinks better of it. Suggests `path`, else a name like the job's in its
/// folder.
[[nodiscard]] std::string askForSession(
    QWidget* parent, Settings& settings, const std::string& path, const std::vector<TraceArgument>& job);

} // namespace kinetoscope
