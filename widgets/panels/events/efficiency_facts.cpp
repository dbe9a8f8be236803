// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/events/efficiency_facts.h"

#include "core/analysis/efficiency/efficiency_remarks.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"

#include <QCoreApplication>

#include <cmath>

namespace kinetoscope {

namespace {

struct EfficiencyText {
    Q_DECLARE_TR_FUNCTIONS(EfficiencyText)
};

QString whyNobodyOwns(WorkOwner owner)
{
    switch (owner) {
    case WorkOwner::Communication:
        return EfficiencyText::tr("communication: see Collectives");
    case WorkOwner::Unlinked:
        return EfficiencyText::tr("its launch is not in the file");
    case WorkOwner::Graph:
        return EfficiencyText::tr("replayed by a graph, without an op");
    case WorkOwner::NoOp:
        return EfficiencyText::tr("launched outside of any op");
    case WorkOwner::Call:
        break;
    }
    return {};
}

QString bytesWord(BytesKind kind)
{
    switch (kind) {
    case BytesKind::Exact:
        return EfficiencyText::tr("by the shapes, each tensor once");
    case BytesKind::Recorded:
        return EfficiencyText::tr("as recorded");
    case BytesKind::Lower:
        return EfficiencyText::tr("at least: a part is not known");
    case BytesKind::Estimate:
        return EfficiencyText::tr("estimated: not held against the memory");
    case BytesKind::None:
        break;
    }
    return {};
}

/// A section of the facts, field by field.
class FactsSection {
public:
    FactsSection(TextTree& facts, const QString& heading)
        : m_facts(facts)
        , m_section(facts.addHeading(heading))
    {
    }
    /// @return  its entry in the tree.
    int operator()(const QString& field, const QString& value, const QString& toolTip = {})
    {
        const int entry = m_facts.add(m_section, { field, value });
        m_facts.node(entry).toolTip = toolTip;
        return entry;
    }

private:
    TextTree& m_facts;
    int m_section;
};

/// How near the call comes to the peaks, or why that is not known.
void addShareOfPeak(FactsSection& add, const CallFigures& figures)
{
    const QString shareOf = EfficiencyText::tr("Share of peak");
    const QString reason = messageText(reasonOf(figures.figures.lack));
    const auto kernelTime = static_cast<double>(figures.kernelTime);
    if (figures.roofline && kernelTime > 0)
        add(shareOf, percentText(100 * figures.roofline->time / kernelTime),
            EfficiencyText::tr(
                "The shortest time that the GPU's peaks allow for the recorded shapes, over the time taken"));
    else if (!reason.isEmpty())
        add(shareOf, EfficiencyText::tr("not known: %1").arg(reason));
    else if (figures.peakBandwidth <= 0)
        add(shareOf,
            figures.device.empty()
                ? EfficiencyText::tr("not known: the file does not say which GPU this is")
                : EfficiencyText::tr("not known: nor are the peaks of %1").arg(QString::fromStdString(figures.device)));
    else
        add(shareOf, EfficiencyText::tr("not known: %1").arg(EfficiencyText::tr("its bytes are no exact figure")));
}

/// Operations and bytes over the time taken, where the call has any.
void addRates(FactsSection& add, const CallFigures& figures)
{
    constexpr double kPerTera = 1000; // operations a nanosecond are 10^9 a second
    const auto kernelTime = static_cast<double>(figures.kernelTime);
    if (figures.figures.flops.value_or(0) > 0 && figures.figures.unit == FlopsUnit::Matrix && kernelTime > 0)
        add(EfficiencyText::tr("Rate"),
            quantityText(static_cast<double>(*figures.figures.flops) / kernelTime, Unit::GigaflopsPerSecond),
            figures.peakRate > 0 ? EfficiencyText::tr("The peak is %1")
                                       .arg(quantityText(figures.peakRate * kPerTera, Unit::GigaflopsPerSecond))
                                 : QString());
    if (figures.figures.bytes.value_or(0) > 0 && kernelTime > 0)
        add(EfficiencyText::tr("Bandwidth"),
            quantityText(static_cast<double>(*figures.figures.bytes) / kernelTime, Unit::GigabytesPerSecond),
            figures.peakBandwidth > 0 ? EfficiencyText::tr("The peak is %1")
                                            .arg(quantityText(figures.peakBandwidth, Unit::GigabytesPerSecond))
                                      : QString());
}

} // namespace

void addEfficiency(TextTree& facts, const CallFigures& figures)
{
    FactsSection add(facts, EfficiencyText::tr("Efficiency"));
    if (figures.owner != WorkOwner::Call) {
        add(EfficiencyText::tr("Share of peak"), EfficiencyText::tr("not known: %1").arg(whyNobodyOwns(figures.owner)));
        return;
    }
    addShareOfPeak(add, figures);
    if (figures.op.slice.isValid()) {
        const QString formula = figures.category.empty()
            ? QString::fromStdString(figures.name)
            : EfficiencyText::tr("%1, as %2")
                  .arg(QString::fromStdString(figures.name), QString::fromStdString(figures.category));
        const int entry = add(EfficiencyText::tr("Formula"), formula);
        facts.node(entry).link.slices = { figures.op };
    }
    if (figures.figures.flops) {
        const bool isMatrix = figures.figures.unit == FlopsUnit::Matrix;
        add(EfficiencyText::tr("Operations"), countText(*figures.figures.flops),
            isMatrix ? EfficiencyText::tr("Of the direct algorithm, whatever ran")
                     : EfficiencyText::tr("By convention; held against no peak"));
    }
    if (figures.figures.bytes) {
        const int entry = add(EfficiencyText::tr("Bytes"),
            quantityText(static_cast<double>(*figures.figures.bytes), Unit::Bytes), bytesWord(figures.figures.kind));
        facts.add(entry, { bytesWord(figures.figures.kind) });
    }
    if (figures.roofline) {
        add(EfficiencyText::tr("Limited by"),
            figures.roofline->isComputeBound ? EfficiencyText::tr("compute") : EfficiencyText::tr("memory"));
        add(EfficiencyText::tr("Shortest possible"),
            durationText(static_cast<Nanoseconds>(std::llround(std::min(figures.roofline->time, 9e17)))));
    }
    add(EfficiencyText::tr("Kernel time"), durationText(figures.kernelTime),
        EfficiencyText::tr("Time in which GPU work of the call runs"));
    addRates(add, figures);
}

} // namespace kinetoscope
