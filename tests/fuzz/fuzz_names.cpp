// SPDX-License-Identifier: GPL-3.0-or-later
// Names of any bytes, one a line: display names are one to one, short, without control characters; text functions give
// valid UTF-8.
#include "core/base/display_name.h"
#include "core/base/text.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

namespace {

using namespace kinetoscope;

[[noreturn]] void fail(const char* what)
{
    std::fprintf(stderr, "fuzz_names: %s\n", what);
    std::abort();
}

void requireCleanText(std::string_view text)
{
    const std::string repaired = repairUtf8(text);
    if (!isValidUtf8(repaired) || isValidUtf8(text) != (repaired == text))
        fail("repair and check disagree");
    const std::string line = excerpt(text, 20);
    if (!isValidUtf8(line) || hasControlBytes(line) || characterCount(line) > 20)
        fail("an excerpt is no clean line");
    const std::string printed = escapeForTerminal(text);
    if (!isValidUtf8(printed) || hasControlBytes(printed))
        fail("printed text acts on a terminal");
    const std::string file = cleanFileName(text, "trace", 40);
    if (file.empty() || file.size() > 41 || !isValidUtf8(file) || file.find('/') != std::string::npos
        || file.front() == '.')
        fail("a file name is not clean");
    if (characterCount(elideMiddle(text, 11)) > 11)
        fail("an elided text is too long");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    requireCleanText(text);
    StringPool pool;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        pool.intern(text.substr(begin, end - begin));
        begin = end + 1;
    }
    const DisplayNames names(pool);
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < pool.size(); ++i) {
        const std::string_view name = pool.view(StringId { i });
        (void)shortName(name);
        (void)htaShortName(name);
        const std::string_view display = names.view(StringId { i });
        if (!seen.insert(display).second)
            fail("two names are shown the same");
        if (hasControlBytes(display))
            fail("a display name holds control bytes");
        if (isValidUtf8(name) && !isValidUtf8(display))
            fail("a display name is no valid UTF-8");
    }
    return 0;
}
