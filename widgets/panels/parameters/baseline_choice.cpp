// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/parameters/baseline_choice.h"

#include "core/io/trace_loader.h"
#include "widgets/support/plain_text.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace kinetoscope {

BaselineChoice::BaselineChoice(QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(tr("Compare with"), this))
    , m_button(new QToolButton(this))
    , m_loader([this](Result<std::shared_ptr<const TraceSet>> loaded) {
        if (loaded) {
            m_traces = std::move(loaded).value();
            m_path = m_loadingPath;
            showChoice();
            emit changed();
        } else if (loaded.error().code != ErrorCode::Cancelled) {
            showChoice();
            emit failed(displayText(loaded.error().message, 400));
        }
    })
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 4, 0);
    layout->setSpacing(2);
    layout->addWidget(m_label);
    layout->addWidget(m_button);
    m_button->setMinimumWidth(170); // file names are cut in the middle, the choice itself never
    m_label->setBuddy(m_button);
    m_button->setObjectName(QStringLiteral("baseline"));
    m_button->setAccessibleName(tr("What the open trace is compared with"));
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* menu = new QMenu(m_button);
    menu->addAction(tr("The open trace itself"), this, &BaselineChoice::chooseOpenJob);
    menu->addAction(tr("Another trace\u2026"), this, &BaselineChoice::askForFile);
    menu->addAction(tr("A folder of ranks\u2026"), this, &BaselineChoice::askForFolder);
    m_button->setMenu(menu);
    showChoice();
}

void BaselineChoice::showChoice(const QString& state)
{
    const QString name = m_path.empty() ? tr("the open trace itself")
                                        : displayText(QFileInfo(fullText(m_path)).fileName().toStdString());
    m_label->setText(m_path.empty() ? tr("Compare with") : tr("Compare with, as control"));
    m_button->setText(state.isEmpty() ? elidedMiddle(name, 22) : state);
    m_button->setToolTip(
        plainToolTip(m_path.empty() ? tr("Two ranks or steps of it; choose them below")
                                    : tr("%1 is the control, the open trace the test.").arg(fullText(m_path))));
}

void BaselineChoice::open(const std::string& path)
{
    m_loadingPath = path;
    showChoice(tr("Loading\u2026"));
    m_loader.start([path](std::stop_token stop) {
        Progress progress;
        progress.stop = std::move(stop);
        return loadTraceSet({ { std::nullopt, path } }, LoadOptions {}, progress);
    });
}

void BaselineChoice::chooseOpenJob()
{
    m_loader.cancel();
    const bool isNew = m_traces != nullptr;
    m_traces.reset();
    m_path.clear();
    showChoice();
    if (isNew)
        emit changed();
}

void BaselineChoice::take(const std::shared_ptr<const TraceSet>& traces, const std::string& path)
{
    m_loader.cancel();
    m_traces = traces;
    m_path = path;
    showChoice();
    emit changed();
}

void BaselineChoice::askForFile()
{
    const QString name = QFileDialog::getOpenFileName(this, tr("Compare with"), {},
        tr("Traces (*.json *.json.gz *.gz)") + QStringLiteral(";;") + tr("All files (*)"));
    if (!name.isEmpty())
        open(QFile::encodeName(name).toStdString());
}

void BaselineChoice::askForFolder()
{
    const QString name = QFileDialog::getExistingDirectory(this, tr("Compare with the ranks of a folder"));
    if (!name.isEmpty())
        open(QFile::encodeName(name).toStdString());
}

} // namespace kinetoscope
