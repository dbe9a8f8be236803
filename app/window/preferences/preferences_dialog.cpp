// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/preferences/preferences_dialog.h"

#include "app/window/preferences/thresholds_page.h"
#include "app/window/settings.h"
#include "app/window/start/language.h"
#include "widgets/models/column_format.h"
#include "widgets/support/fonts.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/screen_room.h"

#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace kinetoscope {

namespace {

constexpr int kIdRole = Qt::UserRole;

QString keysText(const QList<QKeySequence>& keys)
{
    QStringList texts;
    for (const QKeySequence& key : keys)
        texts.append(key.toString(QKeySequence::NativeText));
    return texts.join(QStringLiteral(" \u00b7 "));
}

} // namespace

PreferencesDialog::PreferencesDialog(Settings& settings, Actions& actions, QWidget* parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_actions(actions)
    , m_keys(settings.keyMap())
{
    setObjectName(QStringLiteral("preferences"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Preferences"));
    auto* tabs = new QTabWidget(this);
    tabs->addTab(makeLooksPage(), tr("&Looks"));
    tabs->addTab(makeThresholdsPage(), tr("&Thresholds"));
    tabs->addTab(makeKeysPage(), tr("&Keys"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(tabs);
    layout->addWidget(buttons);
    fillKeys();
    resizeOnScreen(*this, { scaledPx(620), scaledPx(560) });
}

QComboBox* PreferencesDialog::makeChoice(const char* objectName, std::initializer_list<ActionId> ids)
{
    auto* box = new QComboBox(this);
    box->setObjectName(QString::fromLatin1(objectName));
    for (const ActionId id : ids) {
        QAction* action = m_actions[id];
        box->addItem(Actions::plainText(Actions::specs()[static_cast<std::size_t>(id)]), static_cast<int>(id));
        box->setItemData(box->count() - 1, action->statusTip(), Qt::ToolTipRole);
        if (action->isChecked())
            box->setCurrentIndex(box->count() - 1);
        // The menu may be used while this is open.
        connect(action, &QAction::toggled, box, [box, index = box->count() - 1](bool isOn) {
            if (isOn)
                box->setCurrentIndex(index);
        });
    }
    connect(box, &QComboBox::activated, this,
        [this, box] { m_actions[static_cast<ActionId>(box->currentData().toInt())]->trigger(); });
    return box;
}

QWidget* PreferencesDialog::makeLooksPage()
{
    using enum ActionId;
    auto* page = new QWidget(this);
    auto* form = new QFormLayout(page);
    form->addRow(tr("&Theme:"), makeChoice("choice-theme", { ThemeSystem, ThemeLight, ThemeDark }));
    form->addRow(tr("&Row height:"), makeChoice("choice-density", { DensityCompact, DensityNormal, DensityRoomy }));
    form->addRow(tr("&Colour slices by:"),
        makeChoice("choice-colour",
            { ColourByKind, ColourByName, ColourByStream, ColourByOp, ColourByModule, ColourByDuration }));
    auto* sizes = new QHBoxLayout;
    for (const ActionId id : { InterfaceSmaller, InterfaceReset, InterfaceLarger }) {
        auto* button = new QToolButton(page);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setDefaultAction(m_actions[id]);
        sizes->addWidget(button);
    }
    sizes->addStretch(1);
    form->addRow(tr("Interface size:"), sizes);
    addNumbers(form);
    addLanguages(form);
    auto* words = new QLabel(tr("All of this is remembered, and applies to every trace."), page);
    words->setWordWrap(true);
    form->addRow(words);
    return page;
}

void PreferencesDialog::addLanguages(QFormLayout* form)
{
    auto* box = new QComboBox(this);
    box->setObjectName(QStringLiteral("language"));
    box->addItem(tr("Like the system"), QString());
    for (const QString& language : languages())
        box->addItem(QLocale(language).nativeLanguageName().section(u' ', -1), language);
    box->setCurrentIndex(box->findData(m_settings.language()));
    box->setToolTip(tr("From the next start on"));
    connect(box, &QComboBox::activated, this, [this, box] { m_settings.setLanguage(box->currentData().toString()); });
    form->addRow(tr("L&anguage:"), box);
}

void PreferencesDialog::addNumbers(QFormLayout* form)
{
    auto* unit = new QComboBox(this);
    unit->setObjectName(QStringLiteral("time-unit"));
    unit->addItem(tr("The unit that suits each column"));
    for (const TimeUnit each : { TimeUnit::Nano, TimeUnit::Micro, TimeUnit::Milli, TimeUnit::Second })
        unit->addItem(unitText(each), static_cast<int>(each));
    auto* digits = new QSpinBox(this);
    digits->setObjectName(QStringLiteral("digits"));
    digits->setRange(NumberStyle::kFewestDigits, NumberStyle::kMostDigits);
    const NumberStyle style = m_settings.numberStyle();
    unit->setCurrentIndex(style.timeUnit ? unit->findData(static_cast<int>(*style.timeUnit)) : 0);
    digits->setValue(style.digits);
    unit->setToolTip(tr("Of times on screen; files and the clipboard keep their units."));
    digits->setToolTip(tr("Significant digits of times and other real numbers on screen; tool tips have all of them."));
    const auto take = [this, unit, digits] {
        NumberStyle chosen;
        if (unit->currentIndex() > 0)
            chosen.timeUnit = static_cast<TimeUnit>(unit->currentData().toInt());
        chosen.digits = digits->value();
        m_settings.setNumberStyle(chosen);
        emit numberStyleChanged();
    };
    connect(unit, &QComboBox::currentIndexChanged, this, take);
    connect(digits, &QSpinBox::valueChanged, this, take);
    form->addRow(tr("T&imes in:"), unit);
    form->addRow(tr("&Digits:"), digits);
}

QWidget* PreferencesDialog::makeThresholdsPage()
{
    auto* page = new ThresholdsPage(m_settings.thresholds(), this);
    connect(page, &ThresholdsPage::changed, this, [this, page] {
        m_settings.setThresholds(page->values());
        emit thresholdsChanged();
    });
    return page;
}

QWidget* PreferencesDialog::makeKeysPage()
{
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    auto* top = new QHBoxLayout;
    m_preset = new QComboBox(page);
    m_preset->setObjectName(QStringLiteral("key-preset"));
    m_preset->setAccessibleName(tr("Preset of keys"));
    for (const KeyPreset preset : kKeyPresets)
        m_preset->addItem(titleOf(preset), static_cast<int>(preset));
    m_preset->setCurrentIndex(m_preset->findData(static_cast<int>(m_keys.preset)));
    m_filter = new QLineEdit(page);
    m_filter->setObjectName(QStringLiteral("key-filter"));
    m_filter->setPlaceholderText(tr("Filter by command or key"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_filter->setClearButtonEnabled(true);
    top->addWidget(m_preset);
    top->addWidget(m_filter, 1);
    layout->addLayout(top);

    m_tree = new QTreeWidget(page);
    m_tree->setObjectName(QStringLiteral("key-table"));
    m_tree->setAccessibleName(tr("Commands and their keys"));
    m_tree->setHeaderLabels({ tr("Command"), tr("Keys") });
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_tree->header()->setStretchLastSection(false);
    layout->addWidget(m_tree, 1);

    auto* edit = new QHBoxLayout;
    m_typed = new QKeySequenceEdit(page);
    m_typed->setObjectName(QStringLiteral("key-typed"));
    m_typed->setAccessibleName(tr("Type a key for the command"));
    m_add = new QPushButton(tr("&Add key"), page);
    m_add->setObjectName(QStringLiteral("key-add"));
    m_remove = new QPushButton(tr("Remo&ve keys"), page);
    m_remove->setObjectName(QStringLiteral("key-remove"));
    m_reset = new QPushButton(tr("&Default"), page);
    m_reset->setObjectName(QStringLiteral("key-reset"));
    m_resetAll = new QPushButton(tr("All defa&ults"), page);
    m_resetAll->setObjectName(QStringLiteral("key-reset-all"));
    edit->addWidget(m_typed, 1);
    for (QPushButton* button : { m_add, m_remove, m_reset, m_resetAll })
        edit->addWidget(button);
    layout->addLayout(edit);
    m_words = plainLabel(page, QStringLiteral("key-words"));
    layout->addWidget(m_words);
    connectKeysPage();
    return page;
}

void PreferencesDialog::connectKeysPage()
{
    connect(m_preset, &QComboBox::activated, this, [this] {
        KeyMap keys = m_keys;
        keys.preset = static_cast<KeyPreset>(m_preset->currentData().toInt());
        change(keys);
    });
    connect(m_filter, &QLineEdit::textChanged, this, &PreferencesDialog::filterKeys);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &PreferencesDialog::showChosen);
    connect(m_typed, &QKeySequenceEdit::keySequenceChanged, this, &PreferencesDialog::checkTyped);
    connect(m_add, &QPushButton::clicked, this, &PreferencesDialog::addKey);
    connect(m_remove, &QPushButton::clicked, this, [this] {
        KeyMap keys = m_keys;
        keys.setKeys(*chosenSpec(), {});
        change(keys);
    });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        KeyMap keys = m_keys;
        keys.own.remove(QString::fromLatin1(chosenSpec()->name));
        change(keys);
    });
    connect(m_resetAll, &QPushButton::clicked, this, [this] { change({ m_keys.preset, {} }); });
}

void PreferencesDialog::fillKeys()
{
    const ActionSpec* chosen = chosenSpec();
    m_tree->clear();
    for (const ActionSpec& spec : Actions::specs()) {
        auto* item = new QTreeWidgetItem(m_tree, { Actions::plainText(spec), keysText(m_keys.keysOf(spec)) });
        item->setData(0, kIdRole, static_cast<int>(spec.id));
        item->setToolTip(0, m_actions[spec.id]->statusTip());
        if (m_keys.own.contains(QString::fromLatin1(spec.name))) {
            QFont bold = font();
            bold.setBold(true);
            item->setFont(1, bold);
        }
    }
    filterKeys(m_filter->text());
    chooseAction(chosen ? chosen->id : Actions::specs().front().id);
}

void PreferencesDialog::filterKeys(const QString& text)
{
    for (int row = 0; row < m_tree->topLevelItemCount(); ++row) {
        QTreeWidgetItem* item = m_tree->topLevelItem(row);
        item->setHidden(
            !item->text(0).contains(text, Qt::CaseInsensitive) && !item->text(1).contains(text, Qt::CaseInsensitive));
    }
}

const ActionSpec* PreferencesDialog::chosenSpec() const
{
    const QTreeWidgetItem* item = m_tree->currentItem();
    return item ? &Actions::specs()[static_cast<std::size_t>(item->data(0, kIdRole).toInt())] : nullptr;
}

void PreferencesDialog::chooseAction(ActionId id)
{
    for (int row = 0; row < m_tree->topLevelItemCount(); ++row) {
        if (m_tree->topLevelItem(row)->data(0, kIdRole).toInt() == static_cast<int>(id))
            m_tree->setCurrentItem(m_tree->topLevelItem(row));
    }
    showChosen();
}

void PreferencesDialog::showChosen()
{
    m_typed->clear();
    const ActionSpec* spec = chosenSpec();
    m_remove->setEnabled(spec && !m_keys.keysOf(*spec).isEmpty());
    m_reset->setEnabled(spec && m_keys.own.contains(QString::fromLatin1(spec->name)));
    m_resetAll->setEnabled(!m_keys.own.isEmpty());
    checkTyped();
}

void PreferencesDialog::checkTyped()
{
    const ActionSpec* spec = chosenSpec();
    const QKeySequence key = m_typed->keySequence();
    const QString conflict = spec && !key.isEmpty() ? m_keys.conflictOf(*spec, key) : QString();
    m_add->setEnabled(spec && !key.isEmpty() && key.count() == 1 && conflict.isEmpty());
    if (!conflict.isEmpty())
        m_words->setText(conflict);
    else if (key.count() > 1)
        m_words->setText(tr("One key, with Ctrl, Alt or Shift if you like: %1 are several.")
                             .arg(key.toString(QKeySequence::NativeText)));
    else
        m_words->setText(tr("Choose a command, click into the field and type the key. What you changed is bold."));
}

void PreferencesDialog::addKey()
{
    const ActionSpec* spec = chosenSpec();
    KeyMap keys = m_keys;
    QList<QKeySequence> list = keys.keysOf(*spec);
    if (!list.contains(m_typed->keySequence()))
        list.append(m_typed->keySequence());
    keys.setKeys(*spec, list);
    change(keys);
}

void PreferencesDialog::change(const KeyMap& keys)
{
    m_keys = keys;
    m_settings.setKeyMap(keys);
    applyKeys(keys, m_actions);
    fillKeys();
    emit keysChanged();
}

} // namespace kinetoscope

#include "moc_preferences_dialog.cpp"
