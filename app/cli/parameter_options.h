// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/parameters.h"

#include <deque>
#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace kinetoscope::cli {

/// "; one of exact, contains, regex": the words that a parameter takes; "" where it takes any.
[[nodiscard]] std::string acceptedWords(const ParameterDescriptor& parameter);

/// The options of one analysis or export, generated from its parameters.
class ParameterOptions {
public:
    /// @param parameter  outlives the options. @param group  its heading in the help.
    void add(CLI::App& app, const ParameterDescriptor& parameter, const char* group);

    /// What was given; InvalidArgument naming the option otherwise.
    [[nodiscard]] Result<Parameters> values() const;

private:
    struct Entry {
        const ParameterDescriptor* descriptor = nullptr;
        CLI::Option* option = nullptr;
        CLI::Option* negation = nullptr; ///< of a flag: its --no- form
        std::string text;
    };
    static void addFlag(CLI::App& app, Entry& entry, const char* group);

    std::deque<Entry> m_entries; ///< a deque: CLI11 keeps pointers into the entries
};

} // namespace kinetoscope::cli
