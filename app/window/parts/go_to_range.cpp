// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts/go_to_range.h"

#include "core/analysis/scope/scope_text.h"
#include "widgets/support/message_text.h"
#include "widgets/support/plain_text.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace kinetoscope {

GoToRange::GoToRange(TimeRange now, QWidget* parent)
    : QDialog(parent)
    , m_text(new QLineEdit(this))
    , m_problem(plainLabel(this))
    , m_range(now)
{
    setWindowTitle(tr("Go to time range"));
    setObjectName(QStringLiteral("go-to-range"));
    auto* layout = new QVBoxLayout(this);
    auto* what = new QLabel(tr("&Begin and end, as in 1.2ms - 3.4ms, or begin and length, as in 10ms + 500us:"), this);
    what->setBuddy(m_text);
    m_text->setObjectName(QStringLiteral("range-text"));
    m_text->setText(QString::fromStdString(formatTimeRange(now)));
    m_text->selectAll();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_go = buttons->addButton(tr("&Go"), QDialogButtonBox::AcceptRole);
    m_go->setDefault(true);
    for (QWidget* part : std::initializer_list<QWidget*> { what, m_text, m_problem, buttons })
        layout->addWidget(part);
    connect(m_text, &QLineEdit::textChanged, this, &GoToRange::check);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        emit chosen(m_range);
        accept();
    });
    check();
}

void GoToRange::check()
{
    const Result<TimeRange> range = parseTypedRange(m_text->text().toStdString());
    m_problem->setText(range ? QString() : messageText(range.error().message));
    m_go->setEnabled(range.isOk());
    if (range)
        m_range = *range;
}

} // namespace kinetoscope

#include "moc_go_to_range.cpp"
