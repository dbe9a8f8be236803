// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/host_causes.h"

namespace kinetoscope {

void addDataLoading(HostCauses& causes)
{
    const IdleOf& loading = causes.facts().of(IdleGroup::DataLoading);
    constexpr double kNearlyAll = 0.95;
    constexpr double kMostlyPinning = 0.9;
    const bool isStarting = loading.startingWorkers > loading.idle.time / 2;
    if (isStarting && !loading.startsWorkersAgain) // that comes with workers that are kept, too
        causes.add(IdleGroup::DataLoading, "data-loading",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host is in its data loader%2%3: for %4 of it the loader starts "
                "its worker processes."),
            loading.startingWorkers);
    else if (isStarting)
        causes.add(IdleGroup::DataLoading, "data-loading",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host is in its data loader%2%3: for %4 of it worker processes "
                "are started. The file has that of several iterators: a loader that is iterated again starts its "
                "workers anew, unless persistent_workers=True keeps them."),
            loading.startingWorkers);
    else if (shareOf(loading.withoutWorkers, loading.idle.time) >= kNearlyAll)
        causes.add(IdleGroup::DataLoading, "data-loading",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host is in its data loader%2%3: it has no worker processes "
                "(num_workers=0). With workers, batches can be made meanwhile; less work per sample helps, too."));
    else if (loading.withoutWorkers > loading.idle.time / 2)
        causes.add(IdleGroup::DataLoading, "data-loading",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host is in its data loader%2%3: for %4 of it in one without "
                "worker processes (num_workers=0). With workers, batches can be made meanwhile; less work per "
                "sample helps, too."),
            loading.withoutWorkers);
    else if (shareOf(loading.besidePinning, loading.idle.time) >= kMostlyPinning)
        causes.add(IdleGroup::DataLoading, "data-loading",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host is in its data loader%2%3: for %4 of it another thread pins "
                "memory, as that of a loader with pin_memory=True does: if the loader waits for that, more workers do "
                "not make it faster."),
            loading.besidePinning);
    else
        causes.add(IdleGroup::DataLoading, "data-loading",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host is in its data loader%2%3: more workers, prefetching or "
                "less work per sample may hide it."));
}

} // namespace kinetoscope
