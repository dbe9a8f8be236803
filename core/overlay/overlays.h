// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/overlay/overlay.h"

#include <span>
#include <string_view>

namespace kinetoscope {

/// @param parameters  of the analysis the overlay shows; those not given have their defaults.
using BuildOverlay = Result<Overlay> (*)(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context);

/// One overlay that can be switched on.
struct OverlayDescriptor {
    std::string_view id;       ///< "idle-gaps"; what is remembered
    std::string_view title;    ///< "Idle gaps by cause"
    std::string_view question; ///< what it shows, for the tool tip
    std::string_view analysis; ///< whose figures it shows and whose parameters it takes; "" for none
    BuildOverlay build = nullptr;
    std::string_view family {}; ///< of overlays that mark the same places, one at a time; "" for none
    bool isOfWindow = false;    ///< made of the scope's steps and range; the others are made of the whole job
};

/// Every overlay, in the order of the menu. One line each in overlays.cpp.
[[nodiscard]] std::span<const OverlayDescriptor> overlays();
/// nullptr when there is none of that id.
[[nodiscard]] const OverlayDescriptor* findOverlay(std::string_view id);

/// Builds an overlay of a job; an empty one has a remark that says why. The only way to call OverlayDescriptor::build.
/// Thread-safe; blocks until done. Cancelled if asked to stop; InvalidArgument on parameters that the analysis refuses.
[[nodiscard]] Result<Overlay> buildOverlay(const OverlayDescriptor& overlay, const AnalysisInput& input,
    const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope
