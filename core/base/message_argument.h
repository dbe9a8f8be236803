// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <variant>

namespace kinetoscope {

/// What stands in one place of a phrase. A message is a part of the sentence, or nothing where it is empty.
struct Argument {
    using Value =
        std::variant<arg::Count, arg::Number, arg::Numbers, arg::Duration, arg::ExactDuration, arg::Microseconds,
            arg::Share, arg::Percent, arg::Bytes, arg::Decimal, arg::Name, arg::Text, arg::Option, arg::List, Message>;
    Value value;
    bool operator==(const Argument&) const = default;
};

} // namespace kinetoscope
