// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/selection.h"

#include <QWidget>

#include <functional>
#include <memory>

class QModelIndex;

namespace kinetoscope {

class KernelClassifier;
class ViewState;

/// Everything about the selected slice: names, times, place, arguments (read from the file on demand), launch and
/// kernels, op stack, Python stack, forward op, kernels launched below. With several slices or intervals selected:
/// count, sum and union. Every slice it names is a link that selects it.
///
/// GUI thread only. Does not own the view state, which must outlive it.
class DetailsPanel : public QWidget {
    Q_OBJECT

public:
    explicit DetailsPanel(ViewState* viewState, QWidget* parent = nullptr);
    ~DetailsPanel() override;

    /// Whose rules count for ops and devices; without one, or where it gives nullptr, the built-in tables do.
    void setClassifierSource(std::function<std::shared_ptr<const KernelClassifier>()> source);

    /// The shown slice as "field<TAB>value" lines; "" with nothing selected.
    [[nodiscard]] QString asText() const;
    /// The shown event's JSON as written in the file; "" until it has been read.
    [[nodiscard]] QString asJson() const;

public slots:
    void copyText();
    void copyJson();
    /// What an interval is called, where it is selected next: as a title it says more than its length.
    void nameInterval(const kinetoscope::IntervalRef& interval, const QString& name);

signals:
    /// The user asked to see this on the timeline (double click on an entry).
    void zoomRequested(const kinetoscope::Selection& selection);
    /// The user asked for the table of all that is selected, which is too much for a list.
    void selectionTableRequested();
    /// The arguments of the selected slice are there (or could not be read: then the panel says so).
    void argumentsShown();
    /// What is known of the call of the selected slice is there.
    void efficiencyShown();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Parts;
    struct Read;
    struct Looked;

    void connectTrees();
    void showSelection();
    void showSlice(SliceRef slice);
    void showSeveral(const Selection& selection);
    void follow(const Selection& link, bool zoom);
    [[nodiscard]] QString nameOf(const QModelIndex& fact) const;

    // details_panel_reading.cpp: what is read on workers
    void requestArguments(SliceRef slice);
    void requestWaits(SliceRef slice);
    void addWaits();
    void requestEfficiency(SliceRef slice);
    void takeRead(const Read& read);
    bool listArguments(const Read& read, std::uint32_t args);
    void takeLooked(const Looked& looked);

    ViewState* m_viewState = nullptr;
    std::unique_ptr<Parts> m_parts; ///< child widgets and the reader thread
};

} // namespace kinetoscope
