// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of the registry as C++ that Qt's lupdate reads: they stand in descriptors, where it sees none.
#include "core/words/wording.h"
#include "tests/support/registry_texts.h"

#include <cstdio>

int main()
{
    for (const std::string& text : kinetoscope::tests::registryTexts()) {
        std::string literal;
        for (const char c : text)
            literal.append(c == '"' || c == '\\' ? "\\" : "")
                .append(c == '\n' ? std::string("\\n") : std::string(1, c));
        std::printf("QT_TRANSLATE_NOOP(\"%s\", \"%s\");\n", kinetoscope::kRegistryContext, literal.c_str());
    }
    return 0;
}
