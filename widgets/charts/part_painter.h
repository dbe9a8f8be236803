// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/palette.h"

#include <QLineF>
#include <QList>
#include <QPolygonF>

class QPainter;

namespace kinetoscope {

/// Fills a closed shape the way its kind is drawn (look.md section 1): colour, hatch, dots, stripes. Hatches are cut to
/// the shape by geometry, because QSvgGenerator of Qt 6.4 ignores clips. `background` is what lies behind (hatches of
/// idle are drawn on it). Leaves the painter's pen and brush changed.
void paintPart(QPainter& painter, const QPolygonF& shape, const KindStyle& style, const QColor& background);

/// The parts of the lines x + slope * y = c, `distance` apart, that lie inside the shape. slope 1 gives ///, -1 gives
/// \\\.
[[nodiscard]] QList<QLineF> hatchLines(const QPolygonF& shape, double slope, double distance);

/// The part of a shape where low <= x + slope * y <= high.
[[nodiscard]] QPolygonF band(const QPolygonF& shape, double slope, double low, double high);

} // namespace kinetoscope
