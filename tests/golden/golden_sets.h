// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_set.h"

#include <QString>
#include <QStringList>
#include <QTest>

#include <memory>
#include <vector>

namespace kinetoscope::tests {

/// Names of the sets of public traces for which the oracle has `file` (with or without .csv or .csv.gz); empty where
/// the public traces do not lie beside the project.
[[nodiscard]] QStringList setsWith(const QString& file);

/// Names of the sets of public traces; in builds with the address sanitizer without long ones (long_tests.h).
[[nodiscard]] QStringList publicSets();

/// One frame of get_frequent_cuda_kernel_sequences that the oracle keeps.
struct SequenceGolden {
    QString set;
    QString file; ///< without .csv or .csv.gz
    QString op;   ///< as HTA was called: names of files hold only its letters and digits
    QString length;
};
[[nodiscard]] std::vector<SequenceGolden> sequenceGoldens();

/// Whether any rank has a slice of GPU work.
[[nodiscard]] bool hasGpuWork(const TraceSet& traces);

/// The set of public traces that was asked for last: rows of one set come one after another.
class LoadedSet {
public:
    /// All its traces as ranks of one job; nullptr where they do not load.
    [[nodiscard]] std::shared_ptr<const TraceSet> of(const QString& set);

private:
    QString m_name;
    std::shared_ptr<const TraceSet> m_traces;
};

} // namespace kinetoscope::tests

/// Declares `traces`, those of the row's set, of the member m_traces; skips the row if none of them has GPU work.
#define KT_FETCH_PUBLIC_SET(traces)                                                                                    \
    QFETCH(QString, set);                                                                                              \
    const std::shared_ptr<const TraceSet> traces = m_traces.of(set);                                                   \
    if (!(traces) || !hasGpuWork(*(traces)))                                                                           \
    QSKIP("No trace with GPU work among these files.")
