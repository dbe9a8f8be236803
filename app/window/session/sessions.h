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
    /// Reads the open traces again; everything else stays as it is.
    void reload();
    /// Writes what is open now and makes it the open session. NotWritable.
    Result<Done> saveAs(const std::string& path);

    /// The document opened what was asked for last: makes it look as the session says.
    void showOpened();
    /// The document did not open what was asked for last.
    void forget();
    /// Nothing is open any more.
    void close();

signals:
    void failed(const QString& sentence);
    /// The session is open, but not quite as it was.
    void warned(const QString& sentence);
    void saved(const QString& sentence);

private:
    /// What is to happen when the document has opened what it is loading.
    struct Next {
        std::string path;
        std::optional<Session> session;
    };

    void openSession(const std::string& path);

    SessionParts m_parts;
    std::string m_path;
    std::optional<Next> m_next;
};

} // namespace kinetoscope
