// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <cassert>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

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

/// A value or an Error, to be looked at or moved on. `<expected>` does not compile under Clang 14, hence our own; a
/// std::variant for each of the two hundred kinds of it is a tenth of what cold code takes to compile
/// (tests/bench/README.md, "Building").
///
///     KT_TRY(const Trace trace, load(path)); // or returns its error
///     use(trace);
template <typename T> class [[nodiscard]] Result {
public:
    Result(T value) // NOLINT(google-explicit-constructor): returning a value is the point
        : m_value(std::move(value))
        , m_isOk(true)
    {
    }
    Result(Error error) // NOLINT(google-explicit-constructor)
        : m_error(std::move(error))
        , m_isOk(false)
    {
    }
    /// What is moved from keeps its kind.
    Result(Result&& other) noexcept(std::is_nothrow_move_constructible_v<T>)
        : m_isOk(other.m_isOk)
    {
        if (m_isOk)
            ::new (static_cast<void*>(&m_value)) T(std::move(other.m_value));
        else
            ::new (static_cast<void*>(&m_error)) Error(std::move(other.m_error));
    }
    /// @param other  no part of the value that this one has.
    Result& operator=(Result&& other) noexcept
    {
        static_assert(std::is_nothrow_move_constructible_v<T>, "there would be no value if its move threw");
        if (this != &other) {
            this->~Result();
            ::new (static_cast<void*>(this)) Result(std::move(other));
        }
        return *this;
    }
    Result(const Result&) = delete;
    Result& operator=(const Result&) = delete;
    ~Result()
    {
        if (m_isOk)
            m_value.~T();
        else
            m_error.~Error();
    }

    [[nodiscard]] bool isOk() const { return m_isOk; }
    explicit operator bool() const { return m_isOk; }

    [[nodiscard]] const T& value() const&
    {
        assert(m_isOk);
        return m_value;
    }
    [[nodiscard]] T& value() &
    {
        assert(m_isOk);
        return m_value;
    }
    [[nodiscard]] T&& value() &&
    {
        assert(m_isOk);
        return std::move(m_value);
    }
    [[nodiscard]] const Error& error() const
    {
        assert(!m_isOk);
        return m_error;
    }

    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }
    const T& operator*() const { return value(); }
    T& operator*() { return value(); }

private:
    union {
        T m_value;
        Error m_error;
    };
    bool m_isOk;
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
    if (const auto& tried = __VA_ARGS__; !tried)                                                                       \
    return tried.error()

} // namespace kinetoscope
