// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <cassert>
#include <cstdint>
#include <utility>
#include <variant>

namespace kinetoscope {

/// Why an operation could not be done. The command line maps these to exit codes, the window to translated sentences.
enum class ErrorCode {
    InvalidArgument, ///< a parameter or option is out of range or unknown: the caller's mistake
    NotFound,        ///< a named thing (file, analysis, track) does not exist
    Unreadable,      ///< the file cannot be opened or read
    NotATrace,       ///< the file was read but holds no trace
    NotWritable,     ///< an output cannot be written
    MemoryLimit,     ///< the memory budget is used up
    Cancelled,       ///< the caller asked to stop
    OutOfMemory,     ///< the system has no more memory
    Unsupported,     ///< understood, but not something this program does
};

/// One failure: a code to act on, what happened as a message, and where in the file it happened.
struct Error {
    static constexpr std::uint64_t kNoOffset = ~std::uint64_t { 0 };

    ErrorCode code = ErrorCode::InvalidArgument;
    Message message;                      ///< one sentence
    std::uint64_t byteOffset = kNoOffset; ///< in the inflated text; kNoOffset where it has no meaning

    /// What a job returns that was told to stop.
    [[nodiscard]] static Error stopped()
    {
        return { ErrorCode::Cancelled, { KT_PHRASE("errors", "This was stopped.") } };
    }
};

/// A value or an Error. `<expected>` does not compile under Clang 14, hence our own.
///
///     KT_TRY(const Trace trace, load(path)); // or returns its error
///     use(trace);
template <typename T> class [[nodiscard]] Result {
public:
    Result(T value)
        : m_state(std::move(value))
    {
    } // NOLINT(google-explicit-constructor): returning a value is the point
    Result(Error error)
        : m_state(std::move(error))
    {
    } // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool isOk() const { return std::holds_alternative<T>(m_state); }
    explicit operator bool() const { return isOk(); }

    [[nodiscard]] const T& value() const&
    {
        assert(isOk());
        return std::get<T>(m_state);
    }
    [[nodiscard]] T& value() &
    {
        assert(isOk());
        return std::get<T>(m_state);
    }
    [[nodiscard]] T&& value() &&
    {
        assert(isOk());
        return std::get<T>(std::move(m_state));
    }
    [[nodiscard]] const Error& error() const
    {
        assert(!isOk());
        return std::get<Error>(m_state);
    }

    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }
    const T& operator*() const { return value(); }
    T& operator*() { return value(); }

private:
    std::variant<T, Error> m_state;
};

/// What a person asked for cannot be: the message says what, and what could.
[[nodiscard]] inline Error invalidArgument(Message message)
{
    return Error { ErrorCode::InvalidArgument, std::move(message) };
}

/// Success without a value.
struct Done { };

#define KT_JOINED(a, b) a##b
#define KT_NAMED(prefix, line) KT_JOINED(prefix, line)
#define KT_TRY_AS(result, target, ...)                                                                                 \
    auto result = __VA_ARGS__;                                                                                         \
    if (!result)                                                                                                       \
        return result.error();                                                                                         \
    target = std::move(result).value()

/// `target`, a declaration or something to assign to, gets the value of a Result; the function returns its error
/// instead, where it has one.
#define KT_TRY(target, ...) KT_TRY_AS(KT_NAMED(tried, __LINE__), target, __VA_ARGS__)
/// The same where success is all that is asked.
#define KT_TRY_DONE(...)                                                                                               \
    if (const auto tried = __VA_ARGS__; !tried)                                                                        \
    return tried.error()

} // namespace kinetoscope
