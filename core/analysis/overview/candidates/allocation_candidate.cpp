// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/host_causes.h"

namespace kinetoscope {

namespace {

/// What is allocated again belongs to it: both together are to be most of the time.
bool isOfEmptiedCache(const IdleOf& allocation)
{
    return allocation.emptyingCache > allocation.idle.time / 10 && allocation.afterEmptied > 0
        && saturatingAdd(allocation.emptyingCache, allocation.afterEmptied) > allocation.idle.time / 2;
}

} // namespace

void addAllocation(HostCauses& causes)
{
    const IdleOf& allocation = causes.facts().of(IdleGroup::Allocation);
    if (allocation.retried > allocation.idle.time / 2)
        causes.add(IdleGroup::Allocation, "device-allocation",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host allocates or frees memory%2%3: for most of it PyTorch's "
                "caching allocator frees what it kept and allocates again, as it does when an allocation fails "
                "because memory is full; less memory in use, or expandable_segments in PYTORCH_CUDA_ALLOC_CONF "
                "where it is in small pieces, may help."));
    else if (isOfEmptiedCache(allocation))
        causes.add(IdleGroup::Allocation, "device-allocation",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host allocates or frees memory%2%3: for %4 of it "
                "torch.cuda.empty_cache() gives back memory, and what is needed again afterwards has to be "
                "allocated anew."),
            allocation.emptyingCache);
    else if (allocation.ofDriver == DriverAllocation::FromPool)
        causes.add(IdleGroup::Allocation, "device-allocation",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host allocates or frees memory%2%3: nearly every aten::empty "
                "allocates from a pool of the driver, as PyTorch does with backend:cudaMallocAsync in "
                "PYTORCH_CUDA_ALLOC_CONF; its own caching allocator (backend:native) makes few such calls once it is "
                "warm."));
    else if (allocation.ofDriver == DriverAllocation::Uncached)
        causes.add(IdleGroup::Allocation, "device-allocation",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host allocates or frees memory%2%3: nearly every aten::empty "
                "allocates device memory itself, and about as many calls free memory again, as where PyTorch's "
                "caching allocator is switched off (PYTORCH_NO_CUDA_MEMORY_CACHING)."));
    else
        causes.add(IdleGroup::Allocation, "device-allocation",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host allocates or frees memory%2%3: PyTorch's caching allocator "
                "makes few such calls once it is warm, libraries with buffers of their own make more."));
}

} // namespace kinetoscope
