// SPDX-License-Identifier: GPL-3.0-or-later
// What people write by hand or export from notebooks: CSV gives the same records whatever pieces it comes in, and their
// positions lead through the text without a gap back; formulas and rules are taken or refused with a sentence.
#include "core/analysis/counters/formula.h"
#include "core/analysis/names/classification.h"
#include "core/io/tables/csv_reader.h"
#include "core/io/tables/cupti_columns.h"
#include "core/words/english.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace kinetoscope;

[[noreturn]] void fail(const char* what)
{
    std::fprintf(stderr, "fuzz_tables: %s\n", what);
    std::abort();
}

std::vector<std::vector<std::string>> recordsOf(std::string_view text, std::size_t piece)
{
    std::size_t at = 0;
    CsvReader reader([&](std::span<char> buffer) {
        const std::size_t count = text.copy(buffer.data(), std::min(piece, buffer.size()), at);
        at += count;
        return count;
    });
    std::vector<std::vector<std::string>> records;
    CsvRecord record;
    std::uint64_t end = 0;
    std::uint64_t line = 0;
    while (reader.next(record)) {
        if (record.begin < end || record.end <= record.begin || record.end > text.size() || record.line <= line)
            fail("positions do not lead on");
        end = record.end;
        line = record.line;
        records.emplace_back(record.fields.begin(), record.fields.end());
    }
    return records;
}

void tryFormula(std::string_view text)
{
    const auto formula = CounterFormula::parse(text);
    if (!formula) {
        if (english(formula.error().message).empty())
            fail("refused without a sentence");
        return;
    }
    const std::vector<std::optional<double>> values(formula->variables().size(), 2.5);
    if (const auto value = formula->value(values); value && !std::isfinite(*value))
        fail("a value is not finite");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto whole = recordsOf(text, text.size() + 1);
    // The reader makes room for a large piece each time: single bytes alone would take most of a second.
    if (whole != recordsOf(text, 1 + size % 61))
        fail("pieces change the records");
    if (!whole.empty()) {
        const std::vector<std::string_view> header(whole.front().begin(), whole.front().end());
        (void)cuptiColumnsOf(header).missing();
    }
    tryFormula(text.substr(0, 2000));
    static const KernelClassifier usual; // made once: its own expressions cost a hundred times as much as the input's
    if (size < 200)                      // regular expressions cost more than the rest
        (void)usual.withFirstRules(std::string(text)).isOk();
    return 0;
}
