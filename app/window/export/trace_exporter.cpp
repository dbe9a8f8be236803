// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/export/trace_exporter.h"

#include "core/base/memory_guard.h"
#include "core/base/memory_use.h"
#include "core/base/parallel.h"

#include <utility>

namespace kinetoscope {

namespace {

constexpr int kReportMs = 50;

} // namespace

TraceExporter::TraceExporter(QObject* parent)
    : QObject(parent)
    , m_job([this](const Result<ExportResult>& result) { take(result); })
{
    m_timer.setInterval(kReportMs);
    connect(&m_timer, &QTimer::timeout, this, [this] { emit progressed(m_counters->done, m_counters->total); });
}

void TraceExporter::start(
    const ExportDescriptor& kind, ExportInput input, std::string target, std::shared_ptr<const KernelClassifier> rules)
{
    m_counters = std::make_shared<ProgressCounters>();
    m_timer.start();
    m_job.start([&kind, input = std::move(input), target = std::move(target), rules = std::move(rules),
                    counters = m_counters](std::stop_token stop) mutable {
        input.context.classifier = rules.get();
        input.context.threads = coreCount();
        MemoryGuard guard(mostResidentBytes(), stop);
        input.context.progress = { counters.get(), guard.token() };
        Result<ExportResult> written = runExport(kind, input, target);
        if (!written && !stop.stop_requested() && guard.isOver()) // what is written is written
            return Result<ExportResult>(overMemoryError());
        return written;
    });
}

void TraceExporter::cancel()
{
    if (!isRunning())
        return;
    m_job.cancel();
    m_timer.stop();
    emit cancelled();
}

void TraceExporter::take(const Result<ExportResult>& result)
{
    m_timer.stop();
    if (result)
        emit written(result.value());
    else
        emit failed(result.error());
}

} // namespace kinetoscope

#include "moc_trace_exporter.cpp"
