// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/summaries/shard.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <unistd.h>

extern char** environ; // POSIX declares it nowhere

namespace kinetoscope {

namespace {

constexpr std::uint64_t kMostParts = 100'000'000;

std::optional<std::int64_t> numberOf(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failure == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(number)
                                                                                       : std::nullopt;
}

Result<Shard> shardOf(std::int64_t index, std::int64_t count, const char* what)
{
    if (count < 1 || index < 0 || index >= count || static_cast<std::uint64_t>(count) > kMostParts)
        return invalidArgument({ KT_PHRASE("shard", "%1: %2 says part %3 of %4, and parts are counted from 0."),
            arg::Option { "shard" }, arg::Text { what }, arg::Number { index }, arg::Number { count } });
    return Shard { static_cast<std::size_t>(index), static_cast<std::size_t>(count) };
}

Error nothingTells()
{
    return invalidArgument(
        { KT_PHRASE("shard",
              "%1: nothing says which part is this process's. Looked for: a Slurm array (SLURM_ARRAY_TASK_ID, _MIN, "
              "_MAX, _STEP, _COUNT), a task of srun (SLURM_STEP_NUM_TASKS, SLURM_PROCID; a batch script without srun "
              "has no SLURM_STEP_NUM_TASKS), Open MPI (OMPI_COMM_WORLD_RANK, _SIZE), MPICH and Intel MPI (PMI_RANK, "
              "PMI_SIZE), MVAPICH (MV2_COMM_WORLD_RANK, _SIZE), an LSF array (LSB_JOBINDEX, LSB_JOBINDEX_END); with %2 "
              "also a Kubernetes indexed job (JOB_COMPLETION_INDEX), PBS (PBS_ARRAY_INDEX), SGE (SGE_TASK_ID) and GNU "
              "parallel (PARALLEL_SEQ). Name the part with %3."),
            arg::Option { "shard" }, arg::Text { "auto/N" }, arg::Text { "I/N" } });
}

/// Reads what launchers say.
class LauncherReader {
public:
    explicit LauncherReader(const Environment& environment)
        : m_environment(environment)
    {
    }

    /// A launcher that says part and number; nothing where none does.
    [[nodiscard]] Result<std::optional<Shard>> told() const
    {
        KT_TRY(const auto array, slurmArray());
        KT_TRY(const auto tasks, tasksOfLauncher());
        if (array && tasks) {
            const Shard& outer = *array;
            const Shard& inner = *tasks;
            return std::optional(Shard { outer.index * inner.count + inner.index, outer.count * inner.count });
        }
        if (array || tasks)
            return array ? array : tasks;
        return lsfArray();
    }

    /// The part where its number is told elsewhere.
    [[nodiscard]] Result<std::optional<std::int64_t>> index() const
    {
        struct Source {
            const char* name;
            std::int64_t first;
        };
        constexpr std::array kSources { Source { "JOB_COMPLETION_INDEX", 0 }, Source { "PBS_ARRAY_INDEX", 0 },
            Source { "SGE_TASK_ID", 1 }, Source { "PARALLEL_SEQ", 1 } };
        for (const Source& source : kSources) {
            if (!has(source.name) || text(source.name) == "undefined") // SGE's word for a job that is no array
                continue;
            KT_TRY(const std::int64_t value, number(source.name));
            return std::optional(value - source.first);
        }
        return std::optional<std::int64_t>();
    }

    [[nodiscard]] Result<Shard> node() const
    {
        if (has("OMPI_COMM_WORLD_LOCAL_RANK") && has("OMPI_COMM_WORLD_LOCAL_SIZE"))
            return pairOf("OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE");
        if (has("MPI_LOCALRANKID") && has("MPI_LOCALNRANKS"))
            return pairOf("MPI_LOCALRANKID", "MPI_LOCALNRANKS");
        if (has("SLURM_LOCALID") && has("SLURM_STEP_TASKS_PER_NODE")) {
            KT_TRY(const std::int64_t own, number("SLURM_LOCALID"));
            const std::optional<std::int64_t> tasks = tasksOfThisNode();
            if (!tasks)
                return invalidArgument({ KT_PHRASE("shard", "%1: the tasks of this node cannot be read from %2."),
                    arg::Option { "shard" }, arg::Text { "SLURM_STEP_TASKS_PER_NODE, SLURM_NODEID" } });
            return shardOf(own, *tasks, "SLURM_LOCALID");
        }
        return invalidArgument({ KT_PHRASE("shard",
                                     "%1: nothing says which task of this node this is. Looked for: SLURM_LOCALID with "
                                     "SLURM_STEP_TASKS_PER_NODE (tasks of srun), OMPI_COMM_WORLD_LOCAL_RANK and _SIZE, "
                                     "MPI_LOCALRANKID and MPI_LOCALNRANKS."),
            arg::Option { "shard" } });
    }

private:
    [[nodiscard]] bool has(std::string_view name) const { return m_environment.find(name) != m_environment.end(); }
    [[nodiscard]] std::string_view text(std::string_view name) const { return m_environment.find(name)->second; }
    /// The number that a variable is; it must be there.
    [[nodiscard]] Result<std::int64_t> number(const char* name) const
    {
        constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
        const std::optional<std::int64_t> value = has(name) ? numberOf(text(name)) : std::nullopt;
        if (!value || *value < -kMost || *value > kMost)
            return invalidArgument(
                { KT_PHRASE("shard", "%1: %2 is no number."), arg::Option { "shard" }, arg::Text { name } });
        return *value;
    }
    [[nodiscard]] Result<Shard> pairOf(const char* index, const char* count) const
    {
        const Result<std::int64_t> own = number(index);
        const Result<std::int64_t> all = number(count);
        if (!own || !all)
            return own ? all.error() : own.error();
        return shardOf(*own, *all, index);
    }

    [[nodiscard]] Result<std::optional<Shard>> slurmArray() const
    {
        if (!has("SLURM_ARRAY_TASK_ID"))
            return std::optional<Shard>();
        std::array<std::int64_t, 5> values {};
        constexpr std::array kNames { "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX",
            "SLURM_ARRAY_TASK_STEP", "SLURM_ARRAY_TASK_COUNT" };
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            KT_TRY(values[i], number(kNames[i]));
        }
        const auto [id, least, most, step, count] = values;
        if (step < 1 || count < 1 || least + (count - 1) * step != most || id < least || (id - least) % step != 0)
            return invalidArgument({ KT_PHRASE("shard",
                                         "%1: the Slurm array has holes (%2 tasks from %3 to %4 by %5): what the "
                                         "missing tasks would do stays undone. Submit the whole array again: ranks "
                                         "that are done are skipped. Or name the parts yourself, as in %6."),
                arg::Option { "shard" }, arg::Number { count }, arg::Number { least }, arg::Number { most },
                arg::Number { step }, arg::Text { "--shard $SLURM_ARRAY_TASK_ID/8" } });
        KT_TRY(const Shard shard, shardOf((id - least) / step, count, "SLURM_ARRAY_TASK_ID"));
        return std::optional(shard);
    }

    /// Tasks that a launcher has started together.
    [[nodiscard]] Result<std::optional<Shard>> tasksOfLauncher() const
    {
        struct Names {
            const char* index;
            const char* count;
        };
        constexpr std::array kLaunchers { Names { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE" },
            Names { "PMI_RANK", "PMI_SIZE" }, Names { "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE" },
            Names { "SLURM_PROCID", "SLURM_STEP_NUM_TASKS" } };
        for (const Names& launcher : kLaunchers) {
            if (!has(launcher.index) || !has(launcher.count))
                continue;
            KT_TRY(const Shard shard, pairOf(launcher.index, launcher.count));
            return std::optional(shard);
        }
        return std::optional<Shard>();
    }

    [[nodiscard]] Result<std::optional<Shard>> lsfArray() const
    {
        // A job that is no array has the index 0.
        if (!has("LSB_JOBINDEX") || !has("LSB_JOBINDEX_END") || text("LSB_JOBINDEX") == "0")
            return std::optional<Shard>();
        const Result<std::int64_t> own = number("LSB_JOBINDEX");
        const Result<std::int64_t> end = number("LSB_JOBINDEX_END");
        if (!own || !end)
            return own ? end.error() : own.error();
        std::int64_t step = 1;
        if (has("LSB_JOBINDEX_STEP")) {
            KT_TRY(const std::int64_t told, number("LSB_JOBINDEX_STEP"));
            step = std::max<std::int64_t>(1, told);
        }
        if ((*own - 1) % step != 0)
            return invalidArgument(
                { KT_PHRASE("shard", "%1: an LSF array must begin at 1, or nobody takes its first parts."),
                    arg::Option { "shard" } });
        KT_TRY(const Shard shard, shardOf((*own - 1) / step, (*end + step - 1) / step, "LSB_JOBINDEX"));
        return std::optional(shard);
    }

    /// "8(x2),4": eight each on the first two nodes, four on the third.
    [[nodiscard]] std::optional<std::int64_t> tasksOfThisNode() const
    {
        std::vector<std::pair<std::int64_t, std::int64_t>> entries; // tasks, nodes
        std::string_view list = text("SLURM_STEP_TASKS_PER_NODE");
        while (!list.empty()) {
            const std::size_t end = std::min(list.find(','), list.size());
            const std::string_view entry = list.substr(0, end);
            list.remove_prefix(std::min(end + 1, list.size()));
            const std::size_t times = entry.find("(x");
            const auto tasks = numberOf(entry.substr(0, times));
            const auto nodes = times == std::string_view::npos ? std::optional<std::int64_t>(1)
                : entry.ends_with(')') ? numberOf(entry.substr(times + 2, entry.size() - times - 3))
                                       : std::nullopt;
            if (!tasks || !nodes || *nodes < 1)
                return std::nullopt;
            entries.emplace_back(*tasks, *nodes);
        }
        if (entries.size() == 1)
            return entries.front().first;
        auto node = has("SLURM_NODEID") ? numberOf(text("SLURM_NODEID")) : std::nullopt;
        for (const auto& [tasks, nodes] : entries) {
            if (node && *node < nodes)
                return tasks;
            if (node)
                *node -= nodes;
        }
        return std::nullopt;
    }

    const Environment& m_environment;
};

} // namespace

Environment processEnvironment()
{
    Environment variables;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        const std::size_t equals = text.find('=');
        if (equals != std::string_view::npos)
            variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return variables;
}

Result<Shard> resolveShard(std::string_view text, const Environment& environment)
{
    const LauncherReader launcher(environment);
    if (text == "node")
        return launcher.node();
    if (text == "auto") {
        KT_TRY(const auto told, launcher.told());
        if (told)
            return *told;
        const auto index = launcher.index();
        if (index && *index)
            return invalidArgument(
                { KT_PHRASE("shard", "%1: the launcher says which part this is, but not of how many: use %2."),
                    arg::Option { "shard" }, arg::Text { "auto/N" } });
        return nothingTells();
    }
    const std::size_t slash = text.find('/');
    const auto count = slash == std::string_view::npos ? std::nullopt : numberOf(text.substr(slash + 1));
    if (text.starts_with("auto/") && count) {
        KT_TRY(const auto told, launcher.told());
        if (told) {
            if (static_cast<std::int64_t>(told->count) != *count)
                return invalidArgument({ KT_PHRASE("shard", "%1: there are %2 parts, the launcher says, not %3."),
                    arg::Option { "shard" }, arg::Number { told->count }, arg::Number { *count } });
            return *told;
        }
        KT_TRY(const auto index, launcher.index());
        if (!index)
            return nothingTells();
        return shardOf(*index, *count, "the launcher");
    }
    const auto index = slash == std::string_view::npos ? std::nullopt : numberOf(text.substr(0, slash));
    if (!index || !count)
        return invalidArgument({ KT_PHRASE("shard", "%1: %2 is none of %3."), arg::Option { "shard" },
            arg::Name { std::string(text) }, arg::Text { "I/N, auto, auto/N, node" } });
    return shardOf(*index, *count, std::string(text).c_str());
}

} // namespace kinetoscope
