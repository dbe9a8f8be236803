// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/preferences/key_map.h"

#include <QAction>
#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <span>

namespace kinetoscope {

namespace {

/// For the translations.
class KeyMapText {
    Q_DECLARE_TR_FUNCTIONS(KeyMap)
};

/// What differs from the table of actions, which is Perfetto's.
struct Difference {
    ActionId id;
    const char* keys;
};
/// Z is Optiq's; Tracy searches with Ctrl+F alone, and has no drawer on Q.
constexpr std::array kTracy { Difference { ActionId::FitSelection, "Z;F" }, Difference { ActionId::Search, "Ctrl+F" },
    Difference { ActionId::ToggleBottom, "" } };
constexpr std::array kChrome { Difference { ActionId::FitAll, "0;Z;Home" }, Difference { ActionId::Search, "/;Ctrl+F" },
    Difference { ActionId::ToggleBottom, "" } };

/// Keys that the timeline takes itself while it has the focus.
constexpr const char* kTimelineKeys =
    "W;A;S;D;N;P;.;,;Shift+.;Shift+,;[;];Left;Right;Up;Down;PgUp;PgDown;End;Return;Space;1;2;3;4;5;6;7;8;9;"
    "Ctrl+1;Ctrl+2;Ctrl+3;Ctrl+4;Ctrl+5;Ctrl+6;Ctrl+7;Ctrl+8;Ctrl+9";

QList<QKeySequence> parsed(const QString& keys)
{
    QList<QKeySequence> list;
    const QStringList parts = keys.split(QLatin1Char(';'), Qt::SkipEmptyParts);
    for (const QString& part : parts) {
        const QKeySequence key = QKeySequence::fromString(part, QKeySequence::PortableText);
        if (!key.isEmpty() && key[0].key() != Qt::Key_unknown)
            list.append(key);
    }
    return list;
}

} // namespace

QString wordOf(KeyPreset preset)
{
    switch (preset) {
    case KeyPreset::Chrome:
        return QStringLiteral("chrome");
    case KeyPreset::Tracy:
        return QStringLiteral("tracy");
    case KeyPreset::Perfetto:
        break;
    }
    return QStringLiteral("perfetto");
}

std::optional<KeyPreset> keyPresetOf(const QString& word)
{
    for (const KeyPreset preset : kKeyPresets) {
        if (word == wordOf(preset))
            return preset;
    }
    return std::nullopt;
}

QString titleOf(KeyPreset preset)
{
    switch (preset) {
    case KeyPreset::Chrome:
        return KeyMapText::tr("Like chrome://tracing");
    case KeyPreset::Tracy:
        return KeyMapText::tr("Like Tracy: the wheel zooms");
    case KeyPreset::Perfetto:
        break;
    }
    return KeyMapText::tr("Like Perfetto");
}

QList<QKeySequence> KeyMap::presetKeysOf(const ActionSpec& spec, KeyPreset preset)
{
    const std::span<const Difference> differences = preset == KeyPreset::Chrome ? std::span<const Difference>(kChrome)
        : preset == KeyPreset::Tracy                                            ? std::span<const Difference>(kTracy)
                                                                                : std::span<const Difference> {};
    const auto at = std::ranges::find(differences, spec.id, &Difference::id);
    if (at != differences.end())
        return parsed(QString::fromLatin1(at->keys));
    return Actions::shortcutsOf(spec);
}

QList<QKeySequence> KeyMap::keysOf(const ActionSpec& spec) const
{
    const auto at = own.find(QString::fromLatin1(spec.name));
    return at == own.end() ? presetKeysOf(spec, preset) : parsed(*at);
}

void KeyMap::setKeys(const ActionSpec& spec, const QList<QKeySequence>& keys)
{
    const QString name = QString::fromLatin1(spec.name);
    own.remove(name);
    if (keys == presetKeysOf(spec, preset))
        return;
    QStringList texts;
    for (const QKeySequence& key : keys)
        texts.append(key.toString(QKeySequence::PortableText));
    own[name] = texts.join(QLatin1Char(';'));
}

QString KeyMap::conflictOf(const ActionSpec& spec, const QKeySequence& key) const
{
    const QString shown = key.toString(QKeySequence::NativeText);
    for (const ActionSpec& other : Actions::specs()) {
        if (other.id != spec.id && keysOf(other).contains(key))
            return KeyMapText::tr("%1 is the key of \u201c%2\u201d already: take it away there first.")
                .arg(shown, Actions::plainText(other));
    }
    // What the table of actions says itself was meant so: M and Shift+M are also the timeline's.
    if (parsed(QString::fromLatin1(kTimelineKeys)).contains(key) && !Actions::shortcutsOf(spec).contains(key))
        return KeyMapText::tr("%1 moves about in the timeline, see Keyboard and mouse: it cannot do anything else.")
            .arg(shown);
    return {};
}

void applyKeys(const KeyMap& keys, Actions& actions)
{
    for (const ActionSpec& spec : Actions::specs())
        actions.setKeys(spec, keys.keysOf(spec));
}

} // namespace kinetoscope
