// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// The numbers and texts in the `args` of one event after another; lists and objects in them are passed over. Reuses
/// its memory: about a microsecond an event. Not thread-safe.
class EventArgsReader {
public:
    struct Arg {
        std::string key;
        std::string text; ///< a number as written, or the unescaped text
        bool isString = false;
    };

    /// In file order, valid until the next call. Known faults of trace writers are mended as the loader mends them; of
    /// a text that is damaged beyond that, what stands before the damage.
    /// @param eventJson  the object of an event, as Trace::eventJson gives it.
    [[nodiscard]] std::span<const Arg> read(std::string_view eventJson);

    /// Last argument of that key in what read() returned last, as JavaScript and Python read it; nullptr if there is
    /// none.
    [[nodiscard]] const Arg* find(std::string_view key) const;
    /// The number of an argument that is one, finite; nothing otherwise.
    [[nodiscard]] static std::optional<double> numberOf(const Arg& arg);

private:
    struct Handler;

    void add(std::string_view key, std::string_view text, bool isString);
    void readDamaged(std::string_view eventJson);

    std::vector<Arg> m_args; ///< the first m_count hold something
    std::size_t m_count = 0;
};

} // namespace kinetoscope
