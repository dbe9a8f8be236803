// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/trace/import_report_dialog.h"

#include "core/analysis/words/problem_message.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "widgets/models/text_tree_model.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"
#include "widgets/support/screen_room.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace kinetoscope {
namespace {

QString number(std::uint64_t value)
{
    return countText(static_cast<std::int64_t>(std::min<std::uint64_t>(value, kMaxTimestamp)));
}

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return ImportReportDialog::tr("note");
    case Severity::Repaired:
        return ImportReportDialog::tr("repaired");
    case Severity::Lost:
        break;
    }
    return ImportReportDialog::tr("lost");
}

TextTree countsTree(const ImportReport& report)
{
    TextTree tree;
    const auto add = [&](const QString& name, std::uint64_t count, bool isHeading) {
        tree.node(tree.add(TextTree::kRoot, { name, number(count) })).isHeading = isHeading;
    };
    add(ImportReportDialog::tr("Events in the file"), report.events, true);
    add(ImportReportDialog::tr("Drawable"), report.drawable, false);
    for (const auto& [kind, count] : report.counted)
        add(wordText(kind), count, false);
    return tree;
}

/// Problems by severity, worst first, each with its examples below it.
TextTree problemsTree(const ImportReport& report)
{
    std::vector<Problem> met =
        placesWhere<Problem>(report.problems, [](const ImportReport::Entry& entry) { return entry.count > 0; });
    sortStably(met, std::greater {}, [](Problem a) { return problemInfo(a).severity; });
    TextTree tree;
    for (const Problem problem : met) {
        const ProblemInfo& info = problemInfo(problem);
        const ImportReport::Entry& entry = report.entry(problem);
        const int node = tree.add(TextTree::kRoot,
            { messageText(problemMessage(problem, entry)), severityText(info.severity), number(entry.count) });
        tree.node(node).isLoss = info.severity == Severity::Lost;
        if (entry.bytes > 0)
            tree.add(node, { ImportReportDialog::tr("%1 of text were skipped").arg(bytesText(entry.bytes)) });
        for (const ImportReport::Example& example : entry.examples) {
            tree.add(node,
                { ImportReportDialog::tr("at byte %1").arg(number(example.offset))
                    + (example.text.empty() ? QString() : QStringLiteral(": "))
                    + (example.isQuote ? displayText(example.text) : registryText(example.text)) });
        }
    }
    return tree;
}

QTreeView* treeView(QWidget* parent, const char* objectName, const QString& accessibleName, TextTreeModel* model)
{
    auto* view = new QTreeView(parent);
    view->setObjectName(QLatin1String(objectName));
    view->setAccessibleName(accessibleName);
    view->setModel(model);
    view->setUniformRowHeights(true);
    view->setTextElideMode(Qt::ElideMiddle);
    view->setIndentation(14);
    return view;
}

} // namespace

ImportReportDialog::ImportReportDialog(std::shared_ptr<const TraceSet> traces, int rankIndex, QWidget* parent)
    : QDialog(parent)
    , m_traces(std::move(traces))
    , m_ranks(new QComboBox(this))
    , m_summary(plainLabel(this, QStringLiteral("reportSummary")))
    , m_counts(new TextTreeModel({ tr("Kind"), tr("Events") }, this))
    , m_problems(new TextTreeModel({ tr("Problem"), tr("Effect"), tr("Count") }, this))
    , m_noProblems(new QLabel(tr("Nothing was lost and nothing had to be repaired."), this))
{
    setObjectName(QStringLiteral("importReport"));
    setWindowTitle(tr("Import report"));
    setAccessibleName(windowTitle());
    resizeOnScreen(*this, { 900, 520 });
    m_ranks->setObjectName(QStringLiteral("reportRanks"));
    m_ranks->setAccessibleName(tr("Rank"));
    for (const RankTrace& rank : m_traces->ranks()) {
        const QString file = QFileInfo(fullText(rank.trace->path())).fileName();
        m_ranks->addItem(tr("Rank %1: %2").arg(rank.rank).arg(displayText(file.toStdString(), 120)));
    }
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_noProblems->setTextFormat(Qt::PlainText);
    m_noProblems->setObjectName(QStringLiteral("noProblems"));

    auto* splitter = new QSplitter(Qt::Horizontal, this);
    auto* counts = treeView(splitter, "reportCounts", tr("Events by kind"), m_counts);
    m_problemView = treeView(splitter, "reportProblems", tr("Problems"), m_problems);
    splitter->addWidget(counts);
    splitter->addWidget(m_problemView);
    counts->setRootIsDecorated(false);
    // Counts are never cut: kinds give way to them, and sentences to the two columns beside them.
    for (QTreeView* view : { counts, m_problemView }) {
        view->header()->setStretchLastSection(false);
        view->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
        view->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    }
    splitter->setChildrenCollapsible(false);
    splitter->setSizes({ 260, 620 });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    copy->setObjectName(QStringLiteral("copyReport"));
    connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(asText()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(m_ranks, &QComboBox::activated, this, &ImportReportDialog::showRank);

    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_ranks);
    layout->addWidget(m_summary);
    layout->addWidget(m_noProblems);
    layout->addWidget(splitter, 1);
    layout->addWidget(buttons);
    m_ranks->setVisible(m_traces->ranks().size() > 1);
    showRank(rankIndex);
}

QString ImportReportDialog::summary(const TraceSet& traces)
{
    std::uint64_t dropped = 0;
    std::uint64_t repaired = 0;
    for (const RankTrace& rank : traces.ranks()) {
        dropped += rank.trace->report().dropped;
        repaired += rank.trace->report().repaired;
    }
    if (traces.eventCount() == 1)
        return tr("1 event \u00b7 %1 dropped \u00b7 %2 repaired").arg(number(dropped), number(repaired));
    return tr("%1 events \u00b7 %2 dropped \u00b7 %3 repaired")
        .arg(number(traces.eventCount()), number(dropped), number(repaired));
}

void ImportReportDialog::showRank(int rankIndex)
{
    const auto count = static_cast<int>(m_traces->ranks().size());
    if (count == 0)
        return;
    m_rankIndex = std::clamp(rankIndex, 0, count - 1);
    m_ranks->setCurrentIndex(m_rankIndex);
    const Trace& trace = *m_traces->ranks()[static_cast<std::size_t>(m_rankIndex)].trace;
    const ImportReport& report = trace.report();
    m_summary->setText(fullText(trace.path()) + QLatin1Char('\n')
        + tr("%1 events, %2 drawable, %3 dropped, %4 repaired; %5 on disk, %6 of text")
              .arg(number(report.events), number(report.drawable), number(report.dropped), number(report.repaired),
                  bytesText(report.fileBytes), bytesText(report.textBytes)));
    m_counts->setTree(countsTree(report));
    m_problems->setTree(problemsTree(report));
    const bool hasProblems = m_problems->rowCount() > 0;
    m_problemView->setVisible(hasProblems);
    m_noProblems->setVisible(!hasProblems);
    m_problemView->expandAll();
}

QString ImportReportDialog::asText() const
{
    QString text = m_summary->text() + QStringLiteral("\n\n");
    const auto add = [&](const TextTree& tree) {
        for (const int top : tree.children(TextTree::kRoot)) {
            text += tree.node(top).texts.join(QLatin1Char('\t')) + QLatin1Char('\n');
            for (const int child : tree.children(top))
                text += QStringLiteral("  ") + tree.node(child).texts.join(QLatin1Char('\t')) + QLatin1Char('\n');
        }
    };
    add(m_counts->tree());
    text += QLatin1Char('\n');
    add(m_problems->tree());
    return text;
}

} // namespace kinetoscope

#include "moc_import_report_dialog.cpp"
