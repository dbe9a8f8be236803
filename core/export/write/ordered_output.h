// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/atomic_file.h"
#include "core/base/progress.h"
#include "core/export/write/deflater.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace kinetoscope {

/// The text of a file made in pieces by several threads and written in the order in which the pieces were given;
/// deflated on the way where wanted. Holds a few pieces at a time, whatever the length of the file.
///
/// Called by one thread. After a failure (a write, a piece that ran out of memory, a request to stop) pieces are no
/// longer made, and finish() says why.
class OrderedOutput {
public:
    /// Appends text; called once, on any thread of the output's own.
    using Piece = std::function<void(std::string& out)>;

    /// @param file  outlives the output; committed by the caller.
    OrderedOutput(AtomicFile& file, bool deflates, int threads, const Progress& progress);
    ~OrderedOutput();
    OrderedOutput(const OrderedOutput&) = delete;
    OrderedOutput& operator=(const OrderedOutput&) = delete;

    /// Waits while enough pieces are under way.
    void add(Piece piece);
    /// Waits until the piece was made. @return whether it had any text.
    bool addAndWait(Piece piece);
    /// Waits until nobody works on a piece any more: what pieces refer to may go.
    void settle();
    /// True once something failed: no need to go on.
    [[nodiscard]] bool hasFailed() const;
    /// Waits for all pieces and ends the text. Errors: NotWritable, Cancelled, OutOfMemory. Call once.
    [[nodiscard]] Result<Done> finish();
    /// Bytes of text so far, before deflating; after finish().
    [[nodiscard]] std::uint64_t textBytes() const { return m_sum.bytes; }

private:
    struct Made {
        std::string bytes; ///< for the file
        TextSum sum;
    };
    void work();
    Made make(const Piece& piece, Deflater& deflater, std::string& text) const;
    void writeInOrder(std::unique_lock<std::mutex>& lock);
    std::optional<Made> tryMake(const Piece& piece, Deflater& deflater, std::string& text);
    void fail(ErrorCode code);

    AtomicFile& m_file;
    const Progress& m_progress;
    const bool m_deflates;
    const std::size_t m_mostUnderWay;

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::pair<std::size_t, Piece>> m_waiting;
    std::map<std::size_t, Made> m_made;
    std::size_t m_added = 0;
    std::size_t m_written = 0;
    std::size_t m_working = 0; ///< threads that make a piece
    bool m_isWriting = false;
    bool m_isEnding = false;
    std::optional<Error> m_error;
    TextSum m_sum;
    std::vector<std::jthread> m_threads; ///< last: use all of the above
};

} // namespace kinetoscope
