// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/settings.h"

#include "app/window/interface_size.h"
#include "app/window/start/language.h"
#include "core/catalog/thresholds.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

namespace kinetoscope {

namespace {

constexpr int kMaxRecentEntries = 10;
constexpr int kMaxRecentCommands = 12;

constexpr QLatin1String kVersionKey("version");
constexpr QLatin1String kThemeKey("appearance/theme");
constexpr QLatin1String kDensityKey("appearance/density");
constexpr QLatin1String kInterfaceSizeKey("appearance/size");
constexpr QLatin1String kColourModeKey("appearance/colourBy");
constexpr QLatin1String kAlignClocksKey("job/align-clocks");
constexpr QLatin1String kLanguageKey("appearance/language");
constexpr QLatin1String kLastFolderKey("files/lastFolder");
constexpr QLatin1String kExportKindKey("files/exportKind");
constexpr QLatin1String kKeyPresetKey("commands/keys");
constexpr QLatin1String kKeysGroup("keys");
constexpr QLatin1String kTimeUnitKey("numbers/timeUnit");
constexpr QLatin1String kDigitsKey("numbers/digits");
constexpr QLatin1String kThresholdsGroup("thresholds");
constexpr QLatin1String kRecentKey("files/recent");
constexpr QLatin1String kRecentCommandsKey("commands/recent");

/// Choices are written as words, so that a person can edit the file and a reordered enum keeps its meaning.
template <typename Choice> struct Word {
    Choice choice;
    const char* word;
};
constexpr Word<ThemeChoice> kThemeWords[] { { ThemeChoice::System, "system" }, { ThemeChoice::Light, "light" },
    { ThemeChoice::Dark, "dark" } };
constexpr Word<Density> kDensityWords[] { { Density::Normal, "normal" }, { Density::Compact, "compact" },
    { Density::Roomy, "roomy" } };
constexpr Word<ColourMode> kColourModeWords[] { { ColourMode::Kind, "kind" }, { ColourMode::Name, "name" },
    { ColourMode::Stream, "stream" }, { ColourMode::Op, "op" }, { ColourMode::Module, "module" },
    { ColourMode::Duration, "duration" } };
constexpr Word<TimeUnit> kTimeUnitWords[] { { TimeUnit::Nano, "ns" }, { TimeUnit::Micro, "us" },
    { TimeUnit::Milli, "ms" }, { TimeUnit::Second, "s" } };

template <typename Words, typename Choice> QString wordIn(const Words& words, Choice choice)
{
    return QString::fromLatin1(std::ranges::find(words, choice, &Word<Choice>::choice)->word);
}

template <typename Choice, std::size_t N>
std::optional<Choice> choiceIn(const Word<Choice> (&words)[N], const QString& word)
{
    for (const auto& entry : words) {
        if (word == QLatin1String(entry.word))
            return entry.choice;
    }
    return std::nullopt;
}

template <typename Words> auto readChoice(const QSettings& settings, const QString& key, const Words& words)
{
    return choiceIn(words, settings.value(key).toString()).value_or(words[0].choice);
}

/// Keeps a preference, and in which version it was written.
void store(QSettings& preferences, const QString& key, const QVariant& value)
{
    preferences.setValue(kVersionKey, Settings::kVersion);
    preferences.setValue(key, value);
}

} // namespace

QString wordOf(ColourMode mode)
{
    return wordIn(kColourModeWords, mode);
}

QString wordOf(Density density)
{
    return wordIn(kDensityWords, density);
}

std::optional<ColourMode> colourModeOf(const QString& word)
{
    return choiceIn(kColourModeWords, word);
}

std::optional<Density> densityOf(const QString& word)
{
    return choiceIn(kDensityWords, word);
}

Settings::Settings(const QString& folder)
    : m_preferences(std::make_unique<QSettings>(folder + QStringLiteral("/preferences.ini"), QSettings::IniFormat))
    , m_layout(std::make_unique<QSettings>(folder + QStringLiteral("/layout.ini"), QSettings::IniFormat))
{
}

Settings::~Settings() = default;

QString Settings::defaultFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + QStringLiteral("/kinetoscope");
}

ThemeChoice Settings::theme() const
{
    return readChoice(*m_preferences, kThemeKey, kThemeWords);
}

void Settings::setTheme(ThemeChoice theme)
{
    store(*m_preferences, kThemeKey, wordIn(kThemeWords, theme));
}

Density Settings::density() const
{
    return readChoice(*m_preferences, kDensityKey, kDensityWords);
}

void Settings::setDensity(Density density)
{
    store(*m_preferences, kDensityKey, wordIn(kDensityWords, density));
}

int Settings::interfaceSize() const
{
    bool isNumber = false;
    const int percent = m_preferences->value(kInterfaceSizeKey).toInt(&isNumber);
    return isNumber && percent >= kSmallestInterfaceSize && percent <= kLargestInterfaceSize ? percent
                                                                                             : kUsualInterfaceSize;
}

void Settings::setInterfaceSize(int percent)
{
    store(*m_preferences, kInterfaceSizeKey, percent);
}

ColourMode Settings::colourMode() const
{
    return readChoice(*m_preferences, kColourModeKey, kColourModeWords);
}

void Settings::setColourMode(ColourMode mode)
{
    store(*m_preferences, kColourModeKey, wordIn(kColourModeWords, mode));
}

bool Settings::alignsClocks() const
{
    return m_preferences->value(kAlignClocksKey, true).toString() != QStringLiteral("false");
}

void Settings::setAlignsClocks(bool aligns)
{
    store(*m_preferences, kAlignClocksKey, aligns);
}

QString Settings::language() const
{
    const QString language = m_preferences->value(kLanguageKey).toString();
    return languages().contains(language) ? language : QString();
}

void Settings::setLanguage(const QString& language)
{
    store(*m_preferences, kLanguageKey, language.isEmpty() ? QStringLiteral("system") : language);
}

KeyMap Settings::keyMap() const
{
    KeyMap keys;
    keys.preset = keyPresetOf(m_preferences->value(kKeyPresetKey).toString()).value_or(KeyPreset::Perfetto);
    m_preferences->beginGroup(kKeysGroup);
    const QStringList names = m_preferences->childKeys();
    for (const QString& name : names)
        keys.own[name] = m_preferences->value(name).toString();
    m_preferences->endGroup();
    return keys;
}

void Settings::setKeyMap(const KeyMap& keys)
{
    store(*m_preferences, kKeyPresetKey, wordOf(keys.preset));
    m_preferences->remove(kKeysGroup);
    m_preferences->beginGroup(kKeysGroup);
    for (auto key = keys.own.begin(); key != keys.own.end(); ++key)
        m_preferences->setValue(key.key(), key.value());
    m_preferences->endGroup();
}

NumberStyle Settings::numberStyle() const
{
    NumberStyle style;
    style.timeUnit = choiceIn(kTimeUnitWords, m_preferences->value(kTimeUnitKey).toString());
    bool isNumber = false;
    const int digits = m_preferences->value(kDigitsKey).toInt(&isNumber);
    if (isNumber && digits >= NumberStyle::kFewestDigits && digits <= NumberStyle::kMostDigits)
        style.digits = digits;
    return style;
}

void Settings::setNumberStyle(const NumberStyle& style)
{
    store(*m_preferences, kTimeUnitKey,
        style.timeUnit ? wordIn(kTimeUnitWords, *style.timeUnit) : QStringLiteral("auto"));
    m_preferences->setValue(kDigitsKey, style.digits);
}

std::map<std::string, Parameters> Settings::thresholds() const
{
    std::map<std::string, Parameters> changed;
    m_preferences->beginGroup(kThresholdsGroup);
    for (const Threshold& threshold : kinetoscope::thresholds()) {
        const ParameterDescriptor& parameter = *threshold.parameter;
        const QVariant text = m_preferences->value(QString::fromStdString(threshold.analysis->id + "/" + parameter.id));
        if (!text.isValid())
            continue;
        const Result<ParameterValue> value = parseParameter(parameter, text.toString().toStdString());
        if (value && *value != parameter.defaultValue)
            changed[threshold.analysis->id].set(parameter.id, *value);
    }
    m_preferences->endGroup();
    return changed;
}

void Settings::setThresholds(const std::map<std::string, Parameters>& changed)
{
    m_preferences->setValue(kVersionKey, kVersion);
    m_preferences->beginGroup(kThresholdsGroup);
    for (const Threshold& threshold : kinetoscope::thresholds()) {
        const ParameterDescriptor& parameter = *threshold.parameter;
        const QString key = QString::fromStdString(threshold.analysis->id + "/" + parameter.id);
        const auto analysis = changed.find(threshold.analysis->id);
        if (analysis != changed.end() && analysis->second.has(parameter.id))
            m_preferences->setValue(key,
                QString::fromStdString(formatParameter(parameter, analysis->second.all().find(parameter.id)->second)));
        else
            m_preferences->remove(key);
    }
    m_preferences->endGroup();
}

QString Settings::lastFolder() const
{
    const QString folder = m_preferences->value(kLastFolderKey).toString();
    return !folder.isEmpty() && QFileInfo(folder).isDir() ? folder : QString();
}

void Settings::setLastFolder(const QString& folder)
{
    m_preferences->setValue(kLastFolderKey, folder);
}

QString Settings::exportKind() const
{
    return m_preferences->value(kExportKindKey).toString();
}

void Settings::setExportKind(const QString& id)
{
    m_preferences->setValue(kExportKindKey, id);
}

QStringList Settings::recentCommands() const
{
    return m_preferences->value(kRecentCommandsKey).toStringList().mid(0, kMaxRecentCommands);
}

void Settings::addRecentCommand(const QString& name)
{
    QStringList names = recentCommands();
    names.removeAll(name);
    names.prepend(name);
    m_preferences->setValue(kRecentCommandsKey, QStringList(names.mid(0, kMaxRecentCommands)));
}

QByteArrayList Settings::recentEntries() const
{
    QByteArrayList entries;
    const QStringList stored = m_preferences->value(kRecentKey).toStringList();
    for (const QString& entry : stored) {
        if (entries.size() == kMaxRecentEntries)
            break;
        entries.append(entry.toLatin1());
    }
    return entries;
}

void Settings::setRecentEntries(const QByteArrayList& entries)
{
    QStringList stored;
    for (const QByteArray& entry : entries)
        stored.append(QString::fromLatin1(entry));
    store(*m_preferences, kRecentKey, stored);
}

void Settings::reset()
{
    m_preferences->clear();
    m_layout->clear();
    sync();
}

void Settings::sync()
{
    m_preferences->sync();
    m_layout->sync();
}

} // namespace kinetoscope
