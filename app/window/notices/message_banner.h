// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QString>

class QLabel;
class QPushButton;
class QToolButton;

namespace kinetoscope {

/// One quiet line above the timeline: what failed, or what was repaired. Never modal, never in the way: it stays until
/// it is closed, replaced or cleared. Text is always plain. GUI thread only.
class MessageBanner : public QFrame {
    Q_OBJECT
public:
    enum class Kind { Note, Error };
    /// What was tried: that it came off later is the end of a message that it did not.
    enum class About { Opening, WritingSession, WritingPicture, PanelChart, PanelTable };

    explicit MessageBanner(QWidget* parent = nullptr);

    /// Shows `sentence`; with `buttonText` a button that emits actionRequested.
    void showMessage(Kind kind, const QString& sentence, const QString& buttonText = {}, About about = About::Opening);
    /// @param who  whose failure it is, where several may; never looked into.
    void showFailure(const QString& sentence, About about, const QObject* who = nullptr)
    {
        showMessage(Kind::Error, sentence, {}, about);
        m_who = who;
    }
    void clear();
    /// Clears a message about this; any other stays.
    void clearIfAbout(About about, const QObject* who = nullptr);
    [[nodiscard]] QString sentence() const; ///< "" while hidden
    [[nodiscard]] Kind kind() const { return m_kind; }

signals:
    void actionRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyColours();

    Kind m_kind = Kind::Note;
    About m_about = About::Opening;
    const QObject* m_who = nullptr;
    QLabel* m_text = nullptr;
    QPushButton* m_action = nullptr;
    QToolButton* m_close = nullptr;
};

} // namespace kinetoscope
