// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/golden_sets.h"

#include "core/io/trace_loader.h"
#include "tests/support/load_text.h"
#include "tests/support/long_tests.h"
#include "tests/support/test_macros.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMap>
#include <QRegularExpression>

#include <algorithm>
#include <span>

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

QStringList publicSets()
{
    QStringList sets;
    const QDir root(sharedPath(QStringLiteral("traces")));
    for (const QString& set : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QFileInfoList files = QDir(root.filePath(set)).entryInfoList(QDir::Files);
        if (std::ranges::none_of(files, [](const QFileInfo& file) { return isTooLongHere(file.filePath()); }))
            sets << set;
    }
    return sets;
}

bool hasGpuWork(const TraceSet& traces)
{
    return std::ranges::any_of(traces.ranks(), [](const RankTrace& rank) {
        const std::span<const EventKind> kinds = rank.trace->slices().kind;
        return std::ranges::any_of(kinds, [](EventKind kind) { return isGpuWork(kind); });
    });
}

std::vector<SequenceGolden> sequenceGoldens()
{
    const QRegularExpression call(QStringLiteral("get_frequent_cuda_kernel_sequences\\(['\"]?([^,'\")]+)"));
    const QRegularExpression fileName(QStringLiteral("^frequent_sequences\\.(.+)\\.min(\\d+)\\.csv"));
    const QRegularExpression notInNames(QStringLiteral("[^A-Za-z0-9]+"));
    std::vector<SequenceGolden> goldens;
    for (const QString& set : setsWith(QStringLiteral("status.json"))) {
        const QDir folder(sharedPath(QStringLiteral("oracle/") + set));
        QFile status(folder.filePath(QStringLiteral("status.json")));
        if (!status.open(QIODevice::ReadOnly))
            continue;
        QMap<QString, QString> ops; // by what a file name has in their place
        auto calls = call.globalMatch(QString::fromUtf8(status.readAll()));
        while (calls.hasNext()) {
            const QString op = calls.next().captured(1);
            const QStringList words =
                QString(op).replace(notInNames, QStringLiteral("_")).split(u'_', Qt::SkipEmptyParts);
            ops[words.join(u'_')] = op;
        }
        for (const QString& file : folder.entryList({ QStringLiteral("frequent_sequences.*") }, QDir::Files)) {
            const auto match = fileName.match(file);
            if (match.hasMatch() && ops.contains(match.captured(1)))
                goldens.push_back(
                    { set, file.section(QStringLiteral(".csv"), 0, 0), ops[match.captured(1)], match.captured(2) });
        }
    }
    return goldens;
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
