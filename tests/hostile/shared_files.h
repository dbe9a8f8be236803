// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QDirIterator>
#include <QString>
#include <QStringList>

namespace kinetoscope::tests {

/// Names of the files of public traces in `root` and its folders, relative to it, sorted; the list of their sources is
/// none of them.
inline QStringList traceFilesBelow(const QDir& root)
{
    QDirIterator files(root.path(), QDir::Files, QDirIterator::Subdirectories);
    QStringList names;
    while (files.hasNext())
        names.append(root.relativeFilePath(files.next()));
    names.removeAll(QStringLiteral("SOURCES.md"));
    names.sort();
    return names;
}

} // namespace kinetoscope::tests
