// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/trace_loader.h"

#include <QWidget>

#include <memory>

namespace kinetoscope {

/// What the window shows while the first trace is read: the density of every track read so far. It is a picture only;
/// the timeline takes its place when the trace is complete. GUI thread only.
class LoadingPage : public QWidget {
    Q_OBJECT
public:
    explicit LoadingPage(QWidget* parent = nullptr);

    void start(const QString& name);
    void showPreview(const std::shared_ptr<const TracePreview>& preview);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintRow(QPainter& painter, const TracePreview::Row& row, const QRect& area) const;

    QString m_name;
    std::shared_ptr<const TracePreview> m_preview;
};

} // namespace kinetoscope
