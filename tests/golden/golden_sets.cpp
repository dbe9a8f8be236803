// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/golden_sets.h"

#include "core/io/trace_loader.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"

#include <QDir>
#include <QFileInfo>

namespace kinetoscope::tests {

QStringList setsWith(const QString& file)
{
    QStringList sets;
    for (const QString& set : QDir(sharedPath(QStringLiteral("oracle"))).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QString base = sharedPath(QStringLiteral("oracle/") + set + QChar('/') + file);
        const bool exists =
            QFileInfo::exists(base) || QFileInfo::exists(base + ".csv") || QFileInfo::exists(base + ".csv.gz");
        if (exists && QFileInfo::exists(sharedPath(QStringLiteral("traces/") + set)))
            sets << set;
    }
    return sets;
}

std::shared_ptr<const TraceSet> LoadedSet::of(const QString& set)
{
    if (set != m_name) { // rows of one set come one after another
        m_traces.reset();
        const auto traces = loadTraceSet(
            { { std::nullopt, sharedPath(QStringLiteral("traces/") + set).toStdString() } }, testLoadOptions(), {});
        if (traces)
            m_traces = traces.value();
        m_name = set;
    }
    return m_traces;
}

} // namespace kinetoscope::tests
