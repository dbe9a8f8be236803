// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kinetoscope::tests {

/// Runs `work` in a child, because limits, kills and what users may do end with it; its exit status, or -1 if it did
/// not exit. POSIX alone.
template <typename Work> int inChild(Work work)
{
    const pid_t child = fork();
    if (child == 0)
        _exit(work());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace kinetoscope::tests
