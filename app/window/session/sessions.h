// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/session/session_state.h"
#include "core/base/result.h"
#include "core/io/trace_loader.h"

#include <QObject>
#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// A trace that a session names and that is not there.
struct MissingTrace {
    std::string path;
    bool isFolder = false; ///< it was a folder of traces
};

/// Opens whatever the user names, traces or a session file, and saves sessions. Nothing is ever written unasked. The
/// window tells it when a job that it asked for is there (showOpened) or is not (forget). GUI thread only.
class Sessions : public QObject {
    Q_OBJECT
public:
    explicit Sessions(const SessionParts& parts, QObject* parent = nullptr);

    /// The file of the open session, absolute; "" where none was opened or saved.
    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] QString name() const; ///< for the title; "" without a session
    /// What the list of recent files should hold for what is open: the session, else its traces.
    [[nodiscard]] std::vector<TraceArgument> recentEntry() const;

    /// A session file, alone, opens its traces as they were left; everything else goes to the document as it is. A
    /// session that cannot be opened changes nothing: failed() says why.
    void open(const std::vector<TraceArgument>& arguments);
    /// The first trace that is missing of the session that traceMissing() was last said of; nothing where none is.
    [[nodiscard]] std::optional<MissingTrace> missingTrace() const;
    /// Opens that session with its trace `missing` at `found`, and with others that were moved along with it. The file
    /// of the session stays as it is until it is saved. Where more are missing, traceMissing() says so again.
    void locate(const std::string& missing, const std::string& found);
    /// Reads the open traces again; everything else stays as it is.
    void reload();
    /// Puts the clocks of the open job's ranks together, or back to those of the files; everything else stays as it is.
    void alignClocks(bool aligns);
    /// Whether what the document is loading was asked for by one of these two.
    [[nodiscard]] bool isReadingAgain() const { return m_next && m_next->isReadingAgain; }
    /// Writes what is open now and makes it the open session. NotWritable.
    Result<Done> saveAs(const std::string& path);

    /// The document opened what was asked for last: makes it look as the session says.
    void showOpened();
    /// The document did not open what was asked for last.
    void forget() { m_next.reset(); }
    /// Nothing is open any more.
    void close();

signals:
    void failed(const QString& sentence);
    /// A session was not opened because a trace is not where it was: see missingTrace() and locate().
    void traceMissing(const QString& sentence);
    /// The session is open, but not quite as it was.
    void warned(const QString& sentence);
    void saved(const QString& sentence);

private:
    /// What is to happen when the document has opened what it is loading.
    struct Next {
        std::string path;
        std::optional<Session> session;
        /// Unix time of job time 0 when the session was taken; nothing where its times hold for what is opened.
        std::optional<Timestamp> origin {};
        bool isReadingAgain = false;
        bool dropsSelection = false; ///< the session has not all of it
    };

    void openSession(const std::string& path);
    void openTracesOf(Next next);

    SessionParts m_parts;
    std::string m_path;
    std::optional<Next> m_next;
    std::optional<bool> m_usualAlignment; ///< Document::alignsClocks() before a session had its own
    std::optional<Next> m_incomplete;     ///< the session that traceMissing() was said of
};

} // namespace kinetoscope
