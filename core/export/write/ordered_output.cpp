// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/write/ordered_output.h"

#include <algorithm>
#include <memory>
#include <new>
#include <system_error>

namespace kinetoscope {

namespace {

constexpr std::size_t kSparePieces = 2; ///< waiting for a thread while all are at work

} // namespace

OrderedOutput::OrderedOutput(AtomicFile& file, bool deflates, int threads, const Progress& progress)
    : m_file(file)
    , m_progress(progress)
    , m_deflates(deflates)
    , m_mostUnderWay(static_cast<std::size_t>(std::max(threads, 1)) + kSparePieces)
{
    if (m_deflates) {
        if (const Result<Done> written = m_file.write(gzipHeader()); !written)
            m_error = written.error();
    }
    try {
        for (int i = 0; i < std::max(threads, 1); ++i)
            m_threads.emplace_back([this] { work(); });
    } catch (const std::system_error&) { // no more threads are to be had: those that are there do it
        if (m_threads.empty())
            m_error = Error { ErrorCode::NotWritable,
                { KT_PHRASE("export",
                    "The system gives no thread for the export: its limit of processes is "
                    "reached.") } };
    }
}

OrderedOutput::~OrderedOutput()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
        m_waiting.clear();
    }
    m_changed.notify_all();
    m_threads.clear(); // joins
}

void OrderedOutput::add(Piece piece)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_added - m_written < m_mostUnderWay || m_error; });
    if (m_error)
        return;
    m_waiting.emplace_back(m_added++, std::move(piece));
    lock.unlock();
    m_changed.notify_all();
}

bool OrderedOutput::addAndWait(Piece piece)
{
    const auto hasText = std::make_shared<bool>(false);
    add([piece = std::move(piece), hasText](std::string& out) {
        piece(out);
        *hasText = !out.empty();
    });
    settle();
    return *hasText;
}

void OrderedOutput::settle()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_working == 0 && (m_written == m_added || m_error); });
}

bool OrderedOutput::hasFailed() const
{
    const std::lock_guard lock(m_mutex);
    return m_error.has_value();
}

void OrderedOutput::fail(ErrorCode code)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_error)
            m_error = code == ErrorCode::Cancelled
                ? Error::stopped()
                : Error { code, { KT_PHRASE("export", "There is not enough memory for the export.") } };
        m_waiting.clear();
    }
    m_changed.notify_all();
}

OrderedOutput::Made OrderedOutput::make(const Piece& piece, Deflater& deflater, std::string& text) const
{
    Made made;
    text.clear();
    piece(text);
    if (m_deflates) {
        made.sum = deflater.deflate(text, made.bytes);
    } else {
        made.sum.bytes = text.size();
        made.bytes = std::move(text);
    }
    return made;
}

void OrderedOutput::work()
{
    try {
        Deflater deflater;
        std::string text;
        for (;;) {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return !m_waiting.empty() || m_isEnding; });
            if (m_waiting.empty())
                return;
            auto [number, piece] = std::move(m_waiting.front());
            m_waiting.pop_front();
            ++m_working;
            lock.unlock();
            std::optional<Made> made = tryMake(piece, deflater, text);
            piece = nullptr; // the text it came from
            lock.lock();
            --m_working;
            if (made)
                m_made.emplace(number, std::move(*made));
            m_changed.notify_all();
            writeInOrder(lock);
        }
    } catch (const std::bad_alloc&) {
        fail(ErrorCode::OutOfMemory);
    }
}

std::optional<OrderedOutput::Made> OrderedOutput::tryMake(const Piece& piece, Deflater& deflater, std::string& text)
{
    try {
        if (!m_progress.shouldStop())
            return make(piece, deflater, text);
        fail(ErrorCode::Cancelled);
    } catch (const std::bad_alloc&) {
        fail(ErrorCode::OutOfMemory);
    }
    return std::nullopt;
}

/// Writes every piece that is next. Only one thread does so at a time; the lock is open while it writes.
void OrderedOutput::writeInOrder(std::unique_lock<std::mutex>& lock)
{
    while (!m_isWriting && !m_error) {
        const auto it = m_made.find(m_written);
        if (it == m_made.end())
            return;
        const Made made = std::move(it->second);
        m_made.erase(it);
        m_isWriting = true;
        lock.unlock();
        const Result<Done> written = m_file.write(made.bytes);
        lock.lock();
        m_isWriting = false;
        if (!written && !m_error)
            m_error = written.error();
        m_sum.append(made.sum);
        ++m_written;
        m_changed.notify_all();
    }
}

Result<Done> OrderedOutput::finish()
{
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_written == m_added || m_error; });
        m_isEnding = true;
        m_waiting.clear();
    }
    m_changed.notify_all();
    m_threads.clear(); // joins
    if (m_error)
        return *m_error;
    KT_TRY_DONE(m_progress.carryOn());
    return m_deflates ? m_file.write(gzipTrailer(m_sum)) : Result<Done>(Done {});
}

} // namespace kinetoscope
