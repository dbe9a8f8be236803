// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QRectF>
#include <QSize>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

class QPainter;

namespace kinetoscope {

enum class PictureFormat { Png, Svg, Pdf };

/// A picture to be made. The paint callback draws into `area` (logical pixels, origin at its top left) and clips
/// nothing: what it draws outside would be visible in SVG, where Qt 6.4 ignores clips.
struct PictureRequest {
    PictureFormat format = PictureFormat::Png;
    QSize size { 1200, 800 }; ///< logical pixels, the footer included
    double scale = 2.0;       ///< PNG: device pixels per logical pixel, 0.1 to 8
    QString title {};         ///< document title in SVG and PDF
    QString footer;           ///< one line at the bottom: scope, file, mode, version; "" for none
    bool dark = false;        ///< colours of background and footer
    /// Makes the painter (not yet active) that the callback gets; a plain QPainter where empty. For libraries that draw
    /// only with a painter class of their own. Shared for the sake of its end: a QPainter's destructor is not virtual.
    std::function<std::shared_ptr<QPainter>()> makePainter {};
};

using PaintFunction = std::function<void(QPainter& painter, const QRectF& area)>;

/// The bytes of the picture. InvalidArgument for sizes that are empty or beyond 32 767 device pixels, OutOfMemory where
/// the image cannot be had. SVG is well-formed XML whatever the texts contain; PDF is written by QPdfWriter, never
/// through a printer.
[[nodiscard]] Result<QByteArray> renderPicture(const PictureRequest& request, const PaintFunction& paint);

/// How much of the height the footer takes, logical pixels; 0 without one.
[[nodiscard]] int footerHeight(const PictureRequest& request);

/// Format by the ending of a file name (.png, .svg, .pdf, any case); empty for others.
[[nodiscard]] std::optional<PictureFormat> pictureFormatOf(const QString& fileName);
/// "chart-title.png" from any text: no separators, no control characters, at most 80 characters before the ending.
[[nodiscard]] QString suggestedFileName(const QString& title, const QString& ending);
/// The name of a trace's file or folder without what every trace ends with: .gz, .json, .trace.
[[nodiscard]] QString withoutTraceEndings(QString fileName);

/// Writes bytes whole or not at all (core/base/atomic_file), never over one of `inputs`, the traces they were made
/// from. NotWritable with a sentence naming file and reason.
[[nodiscard]] Result<Done> saveBytes(
    const QString& fileName, const QByteArray& bytes, std::span<const std::string> inputs = {});

} // namespace kinetoscope
