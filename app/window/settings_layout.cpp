// SPDX-License-Identifier: GPL-3.0-or-later
// The file that keeps how the window is laid out: docks, panels and their charts and tables.
#include "app/window/settings.h"

#include <QSettings>

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr QLatin1String kLayoutVersionKey("version");
constexpr QLatin1String kGeometryKey("window/geometry");
constexpr QLatin1String kStateKey("window/state");
constexpr QLatin1String kLooksGroup("panels");
constexpr QLatin1String kTabsKey("tabs/shown");
constexpr QLatin1String kChartKey("chart");
constexpr QLatin1String kTableKey("table");
constexpr QLatin1String kTablesKey("tables");
constexpr QLatin1String kHiddenKey("hidden");
constexpr QLatin1String kSortKey("sort");
constexpr QLatin1String kDescendingKey("descending");
constexpr QLatin1String kGridFigureKey("gridFigure");
constexpr QLatin1String kGridOrderKey("gridOrder");
constexpr QLatin1String kGridCoordinateKey("gridCoordinate");
constexpr QLatin1String kGridDifferenceKey("gridDifference");
constexpr QLatin1String kGridFoldedKey("gridFolded");

constexpr int kMostTables = 1000; // whatever a damaged file claims

std::string text(const QSettings& settings, const QString& key)
{
    return settings.value(key).toString().toStdString();
}

QByteArray readLayoutPart(const QSettings& layout, const QString& key)
{
    if (layout.value(kLayoutVersionKey).toInt() != Settings::kLayoutVersion)
        return {};
    // Base64 keeps the file readable and makes damage visible: decoding fails as a whole.
    const auto decoded = QByteArray::fromBase64Encoding(
        layout.value(key).toString().toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
    return decoded && (*decoded).size() <= Settings::kMostLayoutBytes ? *decoded : QByteArray();
}

} // namespace

QByteArray Settings::windowGeometry() const
{
    return readLayoutPart(*m_layout, kGeometryKey);
}

QByteArray Settings::windowState() const
{
    return readLayoutPart(*m_layout, kStateKey);
}

void Settings::setWindowLayout(const QByteArray& geometry, const QByteArray& state)
{
    m_layout->setValue(kLayoutVersionKey, kLayoutVersion);
    m_layout->setValue(kGeometryKey, QString::fromLatin1(geometry.toBase64()));
    m_layout->setValue(kStateKey, QString::fromLatin1(state.toBase64()));
}

std::map<std::string, PanelLook> Settings::panelLooks() const
{
    std::map<std::string, PanelLook> looks;
    if (m_layout->value(kLayoutVersionKey).toInt() != kLayoutVersion)
        return looks;
    QSettings& layout = *m_layout;
    layout.beginGroup(kLooksGroup);
    const QStringList panels = layout.childGroups();
    for (const QString& panel : panels) {
        layout.beginGroup(panel);
        PanelLook look { text(layout, kChartKey), text(layout, kTableKey), {} };
        look.grid = { text(layout, kGridFigureKey), text(layout, kGridOrderKey), text(layout, kGridCoordinateKey),
            layout.value(kGridDifferenceKey).toBool(), layout.value(kGridFoldedKey).toBool() };
        const int tables = layout.beginReadArray(kTablesKey);
        for (int i = 0; i < std::min(tables, kMostTables); ++i) {
            layout.setArrayIndex(i);
            TableLook table { text(layout, kTableKey), {}, text(layout, kSortKey),
                layout.value(kDescendingKey).toBool() };
            const QStringList hidden = layout.value(kHiddenKey).toStringList();
            for (const QString& column : hidden)
                table.hiddenColumns.push_back(column.toStdString());
            look.tables.push_back(std::move(table));
        }
        layout.endArray();
        layout.endGroup();
        looks[panel.toStdString()] = std::move(look);
    }
    layout.endGroup();
    return looks;
}

void Settings::setPanelLooks(const std::map<std::string, PanelLook>& looks)
{
    QSettings& layout = *m_layout;
    layout.remove(kLooksGroup);
    layout.setValue(kLayoutVersionKey, kLayoutVersion);
    layout.beginGroup(kLooksGroup);
    for (const auto& [panel, look] : looks) {
        layout.beginGroup(QString::fromStdString(panel));
        layout.setValue(kChartKey, QString::fromStdString(look.chart));
        layout.setValue(kTableKey, QString::fromStdString(look.table));
        if (look.grid != GridLook {}) {
            layout.setValue(kGridFigureKey, QString::fromStdString(look.grid.figure));
            layout.setValue(kGridOrderKey, QString::fromStdString(look.grid.order));
            layout.setValue(kGridCoordinateKey, QString::fromStdString(look.grid.coordinate));
            layout.setValue(kGridDifferenceKey, look.grid.isDifference);
            layout.setValue(kGridFoldedKey, look.grid.isFolded);
        }
        layout.beginWriteArray(kTablesKey, static_cast<int>(look.tables.size()));
        for (std::size_t i = 0; i < look.tables.size(); ++i) {
            layout.setArrayIndex(static_cast<int>(i));
            const TableLook& table = look.tables[i];
            QStringList hidden;
            for (const std::string& column : table.hiddenColumns)
                hidden.append(QString::fromStdString(column));
            layout.setValue(kTableKey, QString::fromStdString(table.table));
            layout.setValue(kHiddenKey, hidden);
            layout.setValue(kSortKey, QString::fromStdString(table.sortColumn));
            layout.setValue(kDescendingKey, table.isDescending);
        }
        layout.endArray();
        layout.endGroup();
    }
    layout.endGroup();
}

QStringList Settings::panelTabs() const
{
    return m_layout->value(kLayoutVersionKey).toInt() == kLayoutVersion ? m_layout->value(kTabsKey).toStringList()
                                                                        : QStringList();
}

void Settings::setPanelTabs(const QStringList& ids)
{
    m_layout->setValue(kLayoutVersionKey, kLayoutVersion);
    m_layout->setValue(kTabsKey, ids);
}

} // namespace kinetoscope
