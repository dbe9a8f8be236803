// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/sessions.h"

#include "app/window/document.h"
#include "core/base/vectors.h"
#include "core/session/moved_traces.h"
#include "core/session/session_file.h"
#include "core/session/session_job.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace kinetoscope {

namespace {

constexpr int kMostNameLetters = 120;

QString fileName(const std::string& path)
{
    return displayText(std::filesystem::path(path).filename().string(), kMostNameLetters);
}

} // namespace

Sessions::Sessions(const SessionParts& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
{
}

QString Sessions::name() const
{
    return m_path.empty() ? QString() : fileName(m_path);
}

std::vector<TraceArgument> Sessions::recentEntry() const
{
    if (m_path.empty())
        return m_parts.document->arguments();
    return { { std::nullopt, m_path } };
}

void Sessions::open(const std::vector<TraceArgument>& arguments)
{
    if (arguments.empty())
        return;
    const auto session =
        std::ranges::find_if(arguments, [](const TraceArgument& argument) { return isSessionFile(argument.path); });
    if (session == arguments.end()) {
        m_next = Next {};
        if (const auto usual = std::exchange(m_usualAlignment, std::nullopt))
            m_parts.document->setAlignsClocks(*usual);
        m_parts.document->open(arguments);
    } else if (arguments.size() > 1) {
        emit failed(tr("%1 is a session: it names its own traces and is opened alone.").arg(fileName(session->path)));
    } else {
        openSession(session->path);
    }
}

void Sessions::openSession(const std::string& path)
{
    Result<Session> session = loadSession(path);
    if (!session) {
        emit failed(tr("The session %1 was not opened: %2.").arg(fileName(path), messageText(session.error().message)));
        return;
    }
    openTracesOf(Next { sessionPath(path), std::move(session).value() });
}

void Sessions::openTracesOf(Next next)
{
    const std::vector<std::string> missing = missingTraces(*next.session);
    if (!missing.empty()) {
        const auto more = static_cast<int>(missing.size()) - 1;
        const QString first = displayText(missing.front());
        const QString name = fileName(next.path);
        m_incomplete = std::move(next);
        emit traceMissing(more == 0
                ? tr("The session %1 was not opened: the trace %2 is not there.").arg(name, first)
                : tr("The session %1 was not opened: the trace %2 and %n more are not there.", nullptr, more)
                      .arg(name, first));
        return;
    }
    m_incomplete.reset();
    std::vector<TraceArgument> traces = mapped(next.session->traces, [](const SessionTrace& trace) {
        return TraceArgument { trace.rank, trace.path };
    });
    if (!m_usualAlignment)
        m_usualAlignment = m_parts.document->alignsClocks();
    m_parts.document->setAlignsClocks(next.session->alignsClocks);
    m_next = std::move(next);
    m_parts.document->open(traces);
}

std::optional<MissingTrace> Sessions::missingTrace() const
{
    if (!m_incomplete)
        return std::nullopt;
    const std::vector<std::string> missing = missingTraces(*m_incomplete->session);
    if (missing.empty())
        return std::nullopt;
    return MissingTrace { missing.front(), isFolderOf(*m_incomplete->session, missing.front()) };
}

void Sessions::locate(const std::string& missing, const std::string& found)
{
    if (!m_incomplete)
        return;
    Next next = std::move(*m_incomplete);
    next.session = withMovedTrace(std::move(*next.session), missing, found);
    openTracesOf(std::move(next));
}

void Sessions::reload()
{
    if (!m_parts.document->isOpen())
        return;
    bool keepsSelection = true;
    m_next = Next { .path = m_path, .session = currentSession(m_parts, keepsSelection), .isReadingAgain = true };
    m_next->dropsSelection = !keepsSelection;
    m_next->session->files.clear(); // that they changed is why they are read again
    m_parts.document->reload();
}

void Sessions::alignClocks(bool aligns)
{
    m_usualAlignment.reset();
    m_parts.document->setAlignsClocks(aligns);
    if (!m_parts.document->isOpen())
        return;
    bool keepsSelection = true;
    m_next = Next { .path = m_path,
        .session = currentSession(m_parts, keepsSelection),
        .origin = m_parts.document->viewState()->traceSet()->unixOrigin(),
        .isReadingAgain = true };
    m_next->dropsSelection = !keepsSelection;
    m_parts.document->realign();
}

Result<Done> Sessions::saveAs(const std::string& path)
{
    if (!m_parts.document->isOpen())
        return Error { ErrorCode::NotFound, { KT_PHRASE("sessions", "No trace is open.") } };
    bool keepsSelection = true;
    const Session session = currentSession(m_parts, keepsSelection);
    const std::string target = sessionPath(path);
    KT_TRY_DONE(saveSession(session, target));
    m_path = target;
    emit saved(keepsSelection ? tr("Saved %1").arg(displayText(m_path))
                              : tr("Saved %1 without the selection: it has more than %2 parts")
                                    .arg(displayText(m_path), countText(kMostSessionSelection)));
    return Done {};
}

void Sessions::showOpened()
{
    std::optional<Next> next = std::exchange(m_next, std::nullopt);
    m_path = next ? next->path : std::string();
    if (!next || !next->session)
        return;
    if (next->origin) // the same moments, counted from another first event
        moveTimes(
            *next->session, saturatingSubtract(*next->origin, m_parts.document->viewState()->traceSet()->unixOrigin()));
    const std::size_t lost = showSession(*next->session, m_parts);
    QStringList sentences;
    const std::vector<std::string> changed = changedFiles(*next->session);
    if (!changed.empty()) {
        const QString first = fileName(changed.front());
        const auto more = static_cast<int>(changed.size()) - 1;
        const QString words = more == 0 ? tr("%1 changed since the session was saved.")
            : more == 1                 ? tr("%1 and 1 more file changed since the session was saved.")
                        : tr("%1 and %n more files changed since the session was saved.", nullptr, more);
        sentences.append(words.arg(first));
    }
    if (lost == 1)
        sentences.append(tr("One selected event was not found again."));
    else if (lost > 1)
        sentences.append(
            tr("%1 selected events were not found again.").arg(countText(static_cast<std::int64_t>(lost))));
    if (next->dropsSelection)
        sentences.append(tr("Nothing is selected any more: the selection had more than %1 parts.")
                             .arg(countText(kMostSessionSelection)));
    if (!sentences.isEmpty())
        emit warned(sentences.join(QLatin1Char(' ')));
}

void Sessions::close()
{
    m_next.reset();
    m_path.clear();
}

} // namespace kinetoscope

#include "moc_sessions.cpp"
