// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/actions.h"

#include <QKeySequence>
#include <QList>
#include <QMap>
#include <QString>

#include <array>
#include <optional>

namespace kinetoscope {

/// Whose keys the program starts from.
enum class KeyPreset { Perfetto, Chrome, Tracy };
/// In the order they are offered.
inline constexpr std::array kKeyPresets { KeyPreset::Perfetto, KeyPreset::Chrome, KeyPreset::Tracy };
[[nodiscard]] QString wordOf(KeyPreset preset); ///< for files: "perfetto"
[[nodiscard]] std::optional<KeyPreset> keyPresetOf(const QString& word);
[[nodiscard]] QString titleOf(KeyPreset preset);

/// Which keys do what: a preset, and what the user changed of it. A value.
struct KeyMap {
    KeyPreset preset = KeyPreset::Perfetto;
    /// Portable key sequences, `;` between them, "" for none; by object name of the action. Names that no action has
    /// and texts that are no keys do nothing.
    QMap<QString, QString> own;

    [[nodiscard]] QList<QKeySequence> keysOf(const ActionSpec& spec) const;
    /// Whether the wheel alone zooms the timeline, as in Tracy and Optiq; else it scrolls, and Ctrl+wheel zooms.
    [[nodiscard]] bool wheelZooms() const { return preset == KeyPreset::Tracy; }
    [[nodiscard]] static QList<QKeySequence> presetKeysOf(const ActionSpec& spec, KeyPreset preset);
    /// Gives an action keys of the user's; those of the preset are no change.
    void setKeys(const ActionSpec& spec, const QList<QKeySequence>& keys);
    /// A sentence about what a key does already, were it given to `spec` as well: for another action, or in the
    /// timeline itself. "" where it is free.
    [[nodiscard]] QString conflictOf(const ActionSpec& spec, const QKeySequence& key) const;

    bool operator==(const KeyMap&) const = default;
};

/// Gives every action its keys.
void applyKeys(const KeyMap& keys, Actions& actions);

} // namespace kinetoscope
