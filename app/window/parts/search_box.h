// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/name_search.h"
#include "widgets/support/latest_job.h"

#include <QWidget>

#include <memory>

class QLabel;
class QLineEdit;
class QTimer;

namespace kinetoscope {

class ViewState;

/// Search over names, categories and arguments (SearchQuery): says while typing how many slices match, and selects the
/// next one on Enter, the previous one on Shift+Enter; after the last comes the first again. With a hit selected it
/// says which of them that is. Names are counted at once, arguments are read from the file when the typing has paused.
/// Both on a worker thread. GUI thread only.
class SearchBox : public QWidget {
    Q_OBJECT
public:
    /// @param viewState  not owned; outlives this.
    explicit SearchBox(ViewState* viewState, QWidget* parent = nullptr);

    [[nodiscard]] QString text() const;
    [[nodiscard]] QString countText() const; ///< "12 345 hits", "3 of 12 345"; "" without a text
    [[nodiscard]] bool isSearching() const { return m_isSearching || m_isReading; }

public slots:
    /// Ready to type over what was searched last.
    void startTyping();
    /// As if somebody had typed it.
    void searchFor(const QString& text);
    /// +1 or -1. Waits for the count if it is still running.
    void step(int direction);
    /// Forgets what was searched for.
    void clear();

signals:
    /// What is searched for changed.
    void textChanged();
    /// A hit was selected and should be seen.
    void found(kinetoscope::SliceRef slice);
    /// The reader is done with the box (Escape).
    void left();
    /// The hits are others now, or none (nullptr).
    void hitsChanged(std::shared_ptr<const kinetoscope::NameSearch> hits);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void search();
    void readArguments();
    void take(Result<NameSearch> result);
    void takeWithArguments(Result<NameSearch> result);
    void showHits();
    void countHits(); ///< and says which of them is selected
    void showCount(const QString& text);
    void applyColours(); ///< a search without hits is red

    ViewState* m_viewState = nullptr;
    QLineEdit* m_editor = nullptr;
    QLabel* m_count = nullptr;
    QTimer* m_pause = nullptr; ///< since the last key
    SearchQuery m_query;
    std::shared_ptr<const NameSearch> m_result;
    bool m_isSearching = false; ///< among names
    bool m_isReading = false;   ///< arguments, or about to
    int m_waitingStep = 0;      ///< asked for before the count was there
    LatestJob<NameSearch> m_job;
    LatestJob<NameSearch> m_argumentJob; ///< last: destroyed first
};

} // namespace kinetoscope
