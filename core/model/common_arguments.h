// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/string_pool.h"
#include "core/model/ranked_column.h"
#include "core/model/sparse_column.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace kinetoscope {

/// The arguments that analyses ask of very many events, kept at load so that nobody reads the file for them: what ops
/// were called with (`Input Dims`, `Input type`, `Input Strides`, `Concrete Inputs`) and what kernels and ops of
/// collectives say of them (`Collective name`, `In msg nelems`, ...). Training calls the same ops with the same shapes
/// thousands of times, so each distinct text is kept once.
///
/// Texts are JSON as an event has it, with these arguments alone, values as written: `{"args":{"Input
/// Dims":[[8,16]]}}`. Immutable once loaded; thread-safe.
class CommonArguments {
public:
    /// What is known of an event's arguments.
    struct Entry {
        bool isKept = false; ///< false: they must be read from the file
        StringId text;       ///< of the kept ones; 0: the event has no such arguments
    };
    [[nodiscard]] Entry find(EventIndex event) const
    {
        const auto id = m_ids.find(event);
        return !id ? Entry { true, StringId { 0U } } : Entry { id->value != StringId {}.value, *id };
    }
    [[nodiscard]] std::string_view text(StringId id) const { return m_texts.view(id); }
    [[nodiscard]] bool hasUnread() const { return m_hasUnread; } ///< of some event they must be read from the file
    /// Whether some event has `Input Dims`, kept or in the file alone.
    [[nodiscard]] bool hasShapes() const { return m_hasShapes; }
    [[nodiscard]] std::size_t textCount() const { return m_texts.size(); } ///< with the empty one
    /// `Seq` of a collective: the one argument of theirs that differs from call to call.
    [[nodiscard]] std::optional<std::int64_t> sequence(EventIndex event) const { return m_sequences.find(event); }
    [[nodiscard]] std::size_t memoryBytes() const
    {
        return m_texts.memoryBytes() + m_ids.memoryBytes() + m_sequences.memoryBytes();
    }

    /// For the loader, which goes through the events in their order. New texts are kept as long as all of them take no
    /// more than a few bytes an event: of a file whose shapes never repeat the rest is read again when it is wanted.
    /// @param event  the first one with this text since it was asked for.
    [[nodiscard]] StringId idOf(std::string_view text, EventIndex event)
    {
        const bool isFull = m_texts.memoryBytes() > kLeastRoom + kBytesPerEvent * std::size_t { event };
        return isFull ? m_texts.find(text) : m_texts.intern(text);
    }
    /// @param text  of idOf(); an invalid one: only the file has it.
    void append(EventIndex event, StringId text)
    {
        m_ids.append(event, text);
        m_hasUnread = m_hasUnread || !text.isValid();
    }
    void noteShapes() { m_hasShapes = true; }
    void appendSequence(EventIndex event, std::int64_t sequence) { m_sequences.append(event, sequence); }
    void finish()
    {
        m_ids.shrink();
        m_sequences.shrink();
    }

private:
    static constexpr std::size_t kLeastRoom = 4 << 20;
    static constexpr std::size_t kBytesPerEvent = 2;

    StringPool m_texts;
    RankedColumn<StringId> m_ids; ///< an invalid one: in the file alone
    SparseColumn<std::int64_t> m_sequences;
    bool m_hasUnread = false;
    bool m_hasShapes = false;
};

/// A source of arguments that has kept the common ones. The loader's is one; what has none is asked event by event.
class CommonArgumentsSource {
public:
    virtual ~CommonArgumentsSource() = default;
    [[nodiscard]] virtual const CommonArguments& commonArguments() const = 0;
};

} // namespace kinetoscope
