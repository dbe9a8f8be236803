// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/preferences/key_map.h"
#include "core/analysis/types/parameters.h"
#include "core/session/panel_look.h"
#include "widgets/support/fonts.h"
#include "widgets/support/number_style.h"
#include "widgets/timeline/slice_colours.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QString>
#include <QStringList>

#include <map>
#include <memory>
#include <optional>
#include <string>

class QSettings;

namespace kinetoscope {

/// How the window is coloured. System follows the desktop's palette.
enum class ThemeChoice { System, Light, Dark };

/// The word that files use for a choice: "op", "compact"; and back, nothing for a word of no choice.
[[nodiscard]] QString wordOf(ColourMode mode);
[[nodiscard]] QString wordOf(Density density);
[[nodiscard]] std::optional<ColourMode> colourModeOf(const QString& word);
[[nodiscard]] std::optional<Density> densityOf(const QString& word);

/// What the program remembers between two runs: the only place that touches QSettings.
///
/// Two INI files in one folder: preferences, and the window's layout. They are apart so that a layout that no longer
/// fits can be dropped without losing a preference. Any bytes in either file are survivable: a value of the wrong type,
/// out of its range or from a newer version reads as its default. Unknown keys stay untouched. GUI thread only.
class Settings {
public:
    /// Raise with every change of the meaning of a key in the preferences.
    static constexpr int kVersion = 1;
    /// Raise with every change of docks or toolbars: a saved layout of another number is ignored.
    static constexpr int kLayoutVersion = 3;
    /// A layout is a few kilobytes; a larger one is no layout, and QMainWindow would walk through all of it.
    static constexpr qsizetype kMostLayoutBytes = 1 << 20;

    /// @param folder  where the two files live; made on the first write. Tests give a temporary one.
    explicit Settings(const QString& folder = defaultFolder());
    ~Settings();
    Settings(const Settings&) = delete;
    Settings& operator=(const Settings&) = delete;

    /// The user's configuration folder for this program (honours QStandardPaths' test mode).
    [[nodiscard]] static QString defaultFolder();

    [[nodiscard]] ThemeChoice theme() const; ///< default System
    void setTheme(ThemeChoice theme);
    [[nodiscard]] Density density() const; ///< default Normal
    void setDensity(Density density);
    /// Percent of the desktop's font size, see interface_size.h; default 100.
    [[nodiscard]] int interfaceSize() const;
    void setInterfaceSize(int percent);
    [[nodiscard]] ColourMode colourMode() const; ///< default Kind
    void setColourMode(ColourMode mode);
    /// Whether the clocks of ranks are put together when a job is opened; default true.
    [[nodiscard]] bool alignsClocks() const;
    void setAlignsClocks(bool aligns);
    [[nodiscard]] QString language() const; ///< of languages(), or "": the desktop's, the default
    void setLanguage(const QString& language);
    [[nodiscard]] KeyMap keyMap() const; ///< default Perfetto's, unchanged
    void setKeyMap(const KeyMap& keys);
    [[nodiscard]] NumberStyle numberStyle() const; ///< default: units that suit, four digits
    void setNumberStyle(const NumberStyle& style);
    /// Thresholds that are not the defaults, by id of their analysis; what no analysis takes is left out.
    [[nodiscard]] std::map<std::string, Parameters> thresholds() const;
    void setThresholds(const std::map<std::string, Parameters>& changed);
    /// Last folder of a file dialog; "" when there was none or it is gone.
    [[nodiscard]] QString lastFolder() const;
    void setLastFolder(const QString& folder);
    /// Id of the kind of trace that was chosen last in File > Export trace; whatever the file holds.
    [[nodiscard]] QString exportKind() const;
    void setExportKind(const QString& id);
    /// Object names of the commands that were picked last, newest first; at most twelve.
    [[nodiscard]] QStringList recentCommands() const;
    void addRecentCommand(const QString& name);
    /// Entries as RecentFiles wrote them, newest first; whatever the file holds, so the reader checks each.
    [[nodiscard]] QByteArrayList recentEntries() const;
    void setRecentEntries(const QByteArrayList& entries);

    /// Window geometry and dock layout as QMainWindow saved them; empty when absent or of another layout version.
    [[nodiscard]] QByteArray windowGeometry() const;
    [[nodiscard]] QByteArray windowState() const;
    void setWindowLayout(const QByteArray& geometry, const QByteArray& state);

    /// How the panels were left, by id of their analyses; empty when of another layout version.
    [[nodiscard]] std::map<std::string, PanelLook> panelLooks() const;
    void setPanelLooks(const std::map<std::string, PanelLook>& looks);
    /// Ids of the analyses that the docks show.
    [[nodiscard]] QStringList panelTabs() const;
    void setPanelTabs(const QStringList& ids);

    /// Forgets everything, unknown keys included (`--reset-settings`).
    void reset();
    /// Writes now what is pending. Also done by the destructor.
    void sync();

private:
    std::unique_ptr<QSettings> m_preferences;
    std::unique_ptr<QSettings> m_layout;
};

} // namespace kinetoscope
