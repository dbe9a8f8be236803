// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kinetoscope {

/// Whether a Python frame ("train.py(12): step") is code of the user's own: neither a builtin nor a file of PyTorch, of
/// Python itself or of an installed package. Modules ("nn.Module: Linear_3") are the user's: they name the model's
/// parts. Pure; O(length).
[[nodiscard]] bool isOwnPythonFrame(std::string_view name);

} // namespace kinetoscope
