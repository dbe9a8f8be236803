// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/cause_text.h"

#include "core/layout/table/category_words.h"
#include "widgets/support/registry_text.h"
#include "widgets/support/slice_names.h"

namespace kinetoscope {

QString causeText(Cause cause)
{
    return plainLine(categoryWords(cause, windowWords));
}

} // namespace kinetoscope
