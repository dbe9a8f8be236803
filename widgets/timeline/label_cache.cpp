// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/label_cache.h"

#include "core/layout/timeline/fit_name.h"
#include "widgets/support/number_text.h"
#include "widgets/support/slice_names.h"

#include <QFontMetricsF>

#include <cmath>

namespace kinetoscope {

namespace {

constexpr std::size_t kMostLabels = 20'000;
constexpr std::size_t kMostNames = 200'000;
constexpr std::int32_t kWholeName = -1;

} // namespace

std::size_t LabelCache::NameKeyHash::operator()(const NameKey& key) const noexcept
{
    std::uint64_t h = (std::uint64_t { key.rank } << 32 | key.name) * 0x9e37'79b9'7f4a'7c15u;
    h ^= static_cast<std::uint32_t>(key.width) * 0xc2b2'ae3d'27d4'eb4fu;
    return static_cast<std::size_t>(h ^ (h >> 29));
}

void LabelCache::setFont(const QFont& font)
{
    if (font == m_font && m_height > 0)
        return;
    m_font = font;
    clear();
    const QFontMetricsF metrics(font);
    m_ascent = metrics.ascent();
    m_height = metrics.height();
    for (std::size_t c = 0; c < m_advances.size(); ++c)
        m_advances[c] = metrics.horizontalAdvance(QChar(static_cast<char16_t>(c)));
    m_wideAdvance = metrics.maxWidth() > 0 ? metrics.horizontalAdvance(QChar(u'\u2026')) : metrics.averageCharWidth();
}

void LabelCache::clear()
{
    m_nameWidths.clear();
    m_names.clear();
    m_texts.clear();
    m_labels.clear();
}

void LabelCache::trim()
{
    if (m_labels.size() > kMostLabels || m_names.size() > kMostNames)
        clear();
}

double LabelCache::widthOf(QStringView text) const
{
    // Sums of advances instead of a layout: kerning is the difference, under a pixel for a label.
    double width = 0;
    for (const QChar c : text)
        width += c.unicode() < m_advances.size() ? m_advances[c.unicode()] : m_wideAdvance;
    return width;
}

const LabelCache::Label* LabelCache::text(const QString& text)
{
    if (const auto it = m_texts.constFind(text); it != m_texts.constEnd())
        return *it;
    auto label = std::make_unique<Label>();
    label->plain = text;
    label->text.setTextFormat(Qt::PlainText);
    label->text.setPerformanceHint(QStaticText::AggressiveCaching);
    label->text.setText(text);
    label->text.prepare({}, m_font);
    label->width = label->text.size().width();
    Label* result = label.get();
    m_labels.push_back(std::move(label));
    m_texts.insert(text, result);
    return result;
}

const LabelCache::Label* LabelCache::name(const SliceNames& names, std::uint32_t rank, StringId name, double width)
{
    const std::uint64_t id = std::uint64_t { rank } << 32 | name.value;
    auto known = m_nameWidths.find(id);
    if (known == m_nameWidths.end())
        known = m_nameWidths.emplace(id, widthOf(names.displayName(rank, name))).first;
    const auto whole = static_cast<std::int32_t>(std::floor(width));
    const NameKey key { rank, name.value, known->second <= width ? kWholeName : whole };
    if (const auto it = m_names.find(key); it != m_names.end())
        return it->second;
    const QString& full = names.displayName(rank, name);
    QString fitted = full;
    if (key.width != kWholeName) {
        const QByteArray utf8 = full.toUtf8();
        const std::string text = fitName(
            { utf8.constData(), static_cast<std::size_t>(utf8.size()) }, whole,
            [this](std::string_view part) {
                return widthOf(QString::fromUtf8(part.data(), static_cast<qsizetype>(part.size())));
            },
            names.differenceOf(rank, name));
        fitted = QString::fromStdString(text);
    }
    const Label* label = fitted.isEmpty() ? nullptr : text(fitted);
    m_names.emplace(key, label);
    return label;
}

const LabelCache::Label* LabelCache::duration(Nanoseconds duration)
{
    return text(durationText(duration));
}

} // namespace kinetoscope
