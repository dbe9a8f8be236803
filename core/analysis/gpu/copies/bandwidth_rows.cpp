// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/copies/bandwidth_rows.h"

namespace kinetoscope {

template class SeriesRows<BandwidthLine>;

} // namespace kinetoscope
