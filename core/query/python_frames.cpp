// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/python_frames.h"

#include "core/base/contains.h"

#include <algorithm>
#include <iterator>

namespace kinetoscope {

bool isOwnPythonFrame(std::string_view name)
{
    if (name.starts_with("nn.Module: "))
        return true;
    const std::size_t line = name.find(".py(");
    if (line == std::string_view::npos)
        return false; // <built-in method ...>, <string>, PyCapsule
    const std::string_view path = name.substr(0, line);
    static constexpr std::string_view kInstalled[] = { "site-packages/", "dist-packages/", "lib/python", "lib64/python",
        "<frozen" };
    // The profiler writes paths below the folder that Python imports from: torch/nn/modules/module.py.
    static constexpr std::string_view kPackages[] = { "torch/", "torchvision/", "numpy/", "triton/", "transformers/",
        "lightning/", "pytorch_lightning/", "accelerate/", "deepspeed/", "importlib/", "concurrent/",
        "multiprocessing/", "asyncio/", "json/", "logging/", "unittest/" };
    static constexpr std::string_view kOfPython[] = { "threading", "contextlib", "functools", "runpy", "queue",
        "socket", "selectors", "typing", "copy", "random", "enum", "abc", "weakref", "pickle", "subprocess", "tempfile",
        "os", "posixpath", "re", "inspect" };
    return !containsAny(path, kInstalled) && !startsWithAny(path, kPackages)
        && std::find(std::begin(kOfPython), std::end(kOfPython), path) == std::end(kOfPython);
}

} // namespace kinetoscope
