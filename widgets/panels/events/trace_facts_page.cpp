// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/events/trace_facts_page.h"

#include "core/model/trace_set.h"
#include "widgets/panels/events/facts_tree.h"
#include "widgets/panels/events/trace_facts.h"
#include "widgets/support/plain_text.h"

#include <QLabel>
#include <QVBoxLayout>

#include <utility>

namespace kinetoscope {

TraceFactsPage::TraceFactsPage(QWidget* parent)
    : QWidget(parent)
    , m_view(new QTreeView(this))
    , m_model(new TextTreeModel({ tr("Field"), tr("Value") }, this))
    , m_hint(plainLabel(this, QStringLiteral("nothingSelected")))
    , m_surveyor([this](Result<TextTree> facts) {
        if (facts)
            show(std::move(facts).value());
    })
{
    setUpEventTree(*m_view, "traceFacts", tr("The open trace"));
    m_view->setModel(m_model);
    m_view->setHeaderHidden(true);
    m_view->setRootIsDecorated(false);
    m_view->setTextElideMode(Qt::ElideRight);
    m_view->setContextMenuPolicy(Qt::NoContextMenu);
    m_view->hide();
    m_hint->setAlignment(Qt::AlignCenter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_hint, 0);
}

void TraceFactsPage::setTraces(const std::shared_ptr<const TraceSet>& traces)
{
    m_hint->setText(traces ? tr("Nothing is selected. Click a slice on the timeline.")
                           : tr("No trace is open. Drop one on the window, or use File > Open."));
    if (!traces) {
        m_surveyor.cancel();
        m_shown.reset();
        m_model->setTree({});
        m_view->hide();
        return;
    }
    if (m_shown.lock() == traces)
        return;
    m_shown = traces;
    m_surveyor.start([traces](const std::stop_token& stop) -> Result<TextTree> { return traceFacts(*traces, stop); });
}

void TraceFactsPage::show(TextTree facts)
{
    m_model->setTree(std::move(facts));
    m_view->expandAll();
    for (int row = 0; row < m_model->rowCount(); ++row)
        m_view->setFirstColumnSpanned(row, {}, true);
    m_view->resizeColumnToContents(0);
    m_view->show();
}

} // namespace kinetoscope

#include "moc_trace_facts_page.cpp"
