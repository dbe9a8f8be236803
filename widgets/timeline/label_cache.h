// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/model/selection.h"

#include <QFont>
#include <QHash>
#include <QStaticText>
#include <QString>

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

namespace kinetoscope {

class SliceNames;

/// Laid-out texts for slices: the name fitted to a width, the duration. Laying out a text costs ten times what drawing
/// a laid-out one does, and the same texts come back frame after frame. Bounded; forgets everything when full. GUI
/// thread only.
class LabelCache {
public:
    struct Label {
        QStaticText text;
        QString plain; ///< for paint devices that want text, not glyphs
        double width = 0;
    };

    void setFont(const QFont& font);
    [[nodiscard]] const QFont& font() const { return m_font; }
    [[nodiscard]] double ascent() const { return m_ascent; }
    [[nodiscard]] double height() const { return m_height; }

    /// The name of a slice as it fits into `width` pixels; nullptr where nothing fits. Valid until
    /// the next clear() or trim().
    [[nodiscard]] const Label* name(const SliceNames& names, std::uint32_t rank, StringId name, double width);
    [[nodiscard]] const Label* duration(Nanoseconds duration);
    /// Any short text in the cache's font.
    [[nodiscard]] const Label* text(const QString& text);
    void clear();
    /// Forgets everything if too much has come together. Call between frames: labels handed out before become invalid.
    void trim();

private:
    struct NameKey {
        std::uint32_t rank;
        std::uint32_t name;
        std::int32_t width; ///< whole pixels; kWholeName: it fits entirely
        bool operator==(const NameKey&) const = default;
    };
    struct NameKeyHash {
        std::size_t operator()(const NameKey& key) const noexcept;
    };

    [[nodiscard]] double widthOf(QStringView text) const;

    QFont m_font;
    double m_ascent = 0;
    double m_height = 0;
    std::array<double, 128> m_advances {};                  ///< of the ASCII characters
    double m_wideAdvance = 0;                               ///< assumed for every other character
    std::unordered_map<std::uint64_t, double> m_nameWidths; ///< by rank << 32 | name
    std::unordered_map<NameKey, const Label*, NameKeyHash> m_names;
    QHash<QString, Label*> m_texts;
    std::vector<std::unique_ptr<Label>> m_labels;
};

} // namespace kinetoscope
