// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/events/details_panel_parts.h"

#include "widgets/support/fonts.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/wrapping_label.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace kinetoscope {

DetailsPanel::Parts::Parts(LatestJob<Read>::Done read, LatestJob<Looked>::Done looked, LatestJob<Waits>::Done waited,
    LatestJob<Figures>::Done measured, QWidget* panel)
    : reader(std::move(read))
    , looker(std::move(looked))
    , waiter(std::move(waited))
    , measurer(std::move(measured))
{
    auto* layout = new QVBoxLayout(panel);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->setSpacing(4);
    pages = new QStackedWidget(panel);
    layout->addWidget(pages);
    nothing = new TraceFactsPage(panel);
    pages->addWidget(nothing);

    auto* contents = new QWidget(panel);
    auto* column = new QVBoxLayout(contents);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* top = new QHBoxLayout;
    title = new WrappingLabel(contents);
    title->setObjectName(QStringLiteral("displayName"));
    title->setTextFormat(Qt::PlainText);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    copy = new QToolButton(contents);
    copy->setObjectName(QStringLiteral("copyDetails"));
    copy->setText(tr("Copy"));
    copy->setAccessibleName(tr("Copy the details"));
    copy->setPopupMode(QToolButton::InstantPopup);
    top->addWidget(title, 1);
    top->addWidget(copy, 0, Qt::AlignTop);
    column->addLayout(top);
    fullName = new QPlainTextEdit(contents);
    fullName->setObjectName(QStringLiteral("fullName"));
    fullName->setAccessibleName(tr("Full name"));
    fullName->setReadOnly(true);
    fullName->setFrameShape(QFrame::NoFrame);
    fullName->setFont(codeFont());
    fullName->setWordWrapMode(QTextOption::WrapAnywhere);
    fullName->setTabChangesFocus(true);
    fullName->setMaximumHeight(scaledPx(kTallestName));
    column->addWidget(fullName);

    auto* splitter = new QSplitter(Qt::Vertical, contents);
    splitter->setChildrenCollapsible(false);
    facts = new FactsTree("facts", tr("Details"), splitter);
    below = new QWidget(splitter);
    auto* belowLayout = new QVBoxLayout(below);
    belowLayout->setContentsMargins(0, 0, 0, 0);
    belowLayout->setSpacing(2);
    argsState = plainLabel(below, QStringLiteral("argumentsState"));
    argsModel = new ArgsModel(panel);
    args = new QTreeView(below);
    setUpEventTree(*args, "arguments", tr("Arguments"));
    args->setModel(argsModel);
    belowLayout->addWidget(argsState);
    belowLayout->addWidget(args, 1);
    splitter->addWidget(facts);
    splitter->addWidget(below);
    splitter->setStretchFactor(0, 5);
    splitter->setStretchFactor(1, 2);
    column->addWidget(splitter, 1);
    pages->addWidget(contents);
}

} // namespace kinetoscope
