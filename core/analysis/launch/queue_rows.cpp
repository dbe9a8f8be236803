// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/queue_rows.h"

namespace kinetoscope {

template class SeriesRows<QueueLine>;

} // namespace kinetoscope
