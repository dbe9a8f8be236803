// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/summaries/shard.h"
#include "tests/support/test_macros.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Which part of a job a process takes, by what each launcher says in the environment (ranks.md, section 5.2).
class TestShard : public QObject {
    Q_OBJECT

private slots:
    void parts_data();
    void parts();
    void refusals_data();
    void refusals();
    void everyPartOfAnArrayIsTakenOnce();
};

namespace {

Environment array(const char* id, const char* least, const char* most, const char* step, const char* count)
{
    return { { "SLURM_ARRAY_TASK_ID", id }, { "SLURM_ARRAY_TASK_MIN", least }, { "SLURM_ARRAY_TASK_MAX", most },
        { "SLURM_ARRAY_TASK_STEP", step }, { "SLURM_ARRAY_TASK_COUNT", count } };
}

Environment with(Environment environment, const Environment& more)
{
    environment.insert(more.begin(), more.end());
    return environment;
}

const Environment kArray = array("7", "5", "9", "1", "5");
const Environment kTask1Of2 { { "SLURM_PROCID", "1" }, { "SLURM_STEP_NUM_TASKS", "2" } };
/// What a batch script has that was submitted with `-n 2` and starts no srun.
const Environment kBatchScript { { "SLURM_JOB_ID", "17" }, { "SLURM_PROCID", "0" }, { "SLURM_NTASKS", "2" },
    { "SLURM_NPROCS", "2" }, { "SLURM_LOCALID", "0" }, { "SLURM_NODEID", "0" }, { "SLURM_TASKS_PER_NODE", "2" } };

} // namespace

void TestShard::parts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<Environment>("environment");
    QTest::addColumn<int>("index");
    QTest::addColumn<int>("count");
    const auto add = [](const char* name, const char* text, const Environment& environment, int index, int count) {
        QTest::newRow(name) << QString::fromLatin1(text) << environment << index << count;
    };
    add("named", "3/8", {}, 3, 8);
    add("named, the launcher says another", "0/1", kArray, 0, 1);
    add("example 13: array", "auto", kArray, 2, 5);
    add("example 13: array and srun", "auto", with(kArray, kTask1Of2), 5, 10);
    add("example 13: Kubernetes", "auto/64", { { "JOB_COMPLETION_INDEX", "63" } }, 63, 64);
    add("array with a step", "auto", array("6", "2", "10", "4", "3"), 1, 3);
    add("array of one", "auto", array("4", "4", "4", "1", "1"), 0, 1);
    add("array, its batch script has tasks that it does not start", "auto", with(kArray, kBatchScript), 2, 5);
    add("srun", "auto", with(kBatchScript, { { "SLURM_STEP_NUM_TASKS", "2" } }), 0, 2);
    add("srun alone", "auto", kTask1Of2, 1, 2);
    add("Open MPI", "auto", { { "OMPI_COMM_WORLD_RANK", "3" }, { "OMPI_COMM_WORLD_SIZE", "4" } }, 3, 4);
    add("MPICH, Intel MPI", "auto", { { "PMI_RANK", "0" }, { "PMI_SIZE", "3" } }, 0, 3);
    add("MVAPICH", "auto", { { "MV2_COMM_WORLD_RANK", "2" }, { "MV2_COMM_WORLD_SIZE", "3" } }, 2, 3);
    add("Open MPI, whose helpers srun has started, one a node", "auto",
        { { "OMPI_COMM_WORLD_RANK", "5" }, { "OMPI_COMM_WORLD_SIZE", "8" }, { "SLURM_PROCID", "1" },
            { "SLURM_STEP_NUM_TASKS", "2" } },
        5, 8);
    add("Open MPI in an array", "auto",
        with(kArray, { { "OMPI_COMM_WORLD_RANK", "1" }, { "OMPI_COMM_WORLD_SIZE", "4" } }), 9, 20);
    add("LSF array", "auto", { { "LSB_JOBINDEX", "4" }, { "LSB_JOBINDEX_END", "16" } }, 3, 16);
    add("LSF array with a step", "auto",
        { { "LSB_JOBINDEX", "5" }, { "LSB_JOBINDEX_END", "8" }, { "LSB_JOBINDEX_STEP", "2" } }, 2, 4);
    add("PBS", "auto/4", { { "PBS_ARRAY_INDEX", "0" } }, 0, 4);
    add("SGE", "auto/4", { { "SGE_TASK_ID", "4" } }, 3, 4);
    add("GNU parallel", "auto/4", { { "PARALLEL_SEQ", "1" } }, 0, 4);
    add("auto/N that the launcher agrees with", "auto/5", kArray, 2, 5);
    add("SGE without an array, below GNU parallel", "auto/4",
        { { "SGE_TASK_ID", "undefined" }, { "PARALLEL_SEQ", "2" } }, 1, 4);
    add("node: srun", "node", { { "SLURM_LOCALID", "3" }, { "SLURM_STEP_TASKS_PER_NODE", "8" } }, 3, 8);
    add("node: srun, many nodes alike", "node", { { "SLURM_LOCALID", "3" }, { "SLURM_STEP_TASKS_PER_NODE", "8(x16)" } },
        3, 8);
    add("node: srun, the third of unlike ones", "node",
        { { "SLURM_LOCALID", "1" }, { "SLURM_NODEID", "2" }, { "SLURM_STEP_TASKS_PER_NODE", "8(x2),4" } }, 1, 4);
    add("node: Open MPI", "node", { { "OMPI_COMM_WORLD_LOCAL_RANK", "0" }, { "OMPI_COMM_WORLD_LOCAL_SIZE", "2" } }, 0,
        2);
    add("node: Intel MPI", "node", { { "MPI_LOCALRANKID", "1" }, { "MPI_LOCALNRANKS", "2" } }, 1, 2);
}

void TestShard::parts()
{
    QFETCH(QString, text);
    QFETCH(Environment, environment);
    QFETCH(int, index);
    QFETCH(int, count);
    const Result<Shard> shard = resolveShard(text.toStdString(), environment);
    KT_VERIFY_OK(shard);
    QCOMPARE(static_cast<int>(shard->index), index);
    QCOMPARE(static_cast<int>(shard->count), count);
}

void TestShard::refusals_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<Environment>("environment");
    QTest::addColumn<QString>("says");
    const auto add = [](const char* name, const char* text, const Environment& environment, const char* says) {
        QTest::newRow(name) << QString::fromLatin1(text) << environment << QString::fromLatin1(says);
    };
    add("nothing", "auto", {}, "SLURM_STEP_NUM_TASKS");
    add("a batch script is no task", "auto", kBatchScript, "SLURM_STEP_NUM_TASKS");
    add("a batch script is no task of a node", "node", kBatchScript, "SLURM_STEP_TASKS_PER_NODE");
    add("array with holes", "auto", array("3", "1", "3", "1", "2"), "holes");
    add("array with holes, auto/N", "auto/2", array("3", "1", "3", "1", "2"), "holes");
    add("array that lacks its number", "auto", { { "SLURM_ARRAY_TASK_ID", "3" } }, "SLURM_ARRAY_TASK_MIN");
    add("array task that is none", "auto", array("12", "5", "9", "1", "5"), "part 7 of 5");
    add("index without a number of parts", "auto", { { "JOB_COMPLETION_INDEX", "3" } }, "auto/N");
    add("index that is too large", "auto/4", { { "JOB_COMPLETION_INDEX", "4" } }, "part 4 of 4");
    add("auto/N that the launcher does not agree with", "auto/8", kArray, "5 parts");
    add("no array of LSF", "auto", { { "LSB_JOBINDEX", "0" }, { "LSB_JOBINDEX_END", "0" } }, "LSB_JOBINDEX");
    add("no number", "auto", { { "PMI_RANK", "x" }, { "PMI_SIZE", "3" } }, "PMI_RANK");
    add("node of unlike ones that is not told", "node",
        { { "SLURM_LOCALID", "1" }, { "SLURM_STEP_TASKS_PER_NODE", "8(x2),4" } }, "SLURM_NODEID");
    add("8 of 8", "8/8", {}, "counted from 0");
    add("0 of 0", "0/0", {}, "counted from 0");
    add("less than 0", "-1/8", {}, "counted from 0");
    add("words", "all", {}, "I/N");
    add("auto/", "auto/", {}, "I/N");
    add("huge", "99999999999999999999/8", {}, "I/N");
}

void TestShard::refusals()
{
    QFETCH(QString, text);
    QFETCH(Environment, environment);
    QFETCH(QString, says);
    const Result<Shard> shard = resolveShard(text.toStdString(), environment);
    KT_VERIFY_ERROR(shard, ErrorCode::InvalidArgument);
    const std::string sentence = english(shard.error().message);
    QVERIFY2(sentence.find(says.toStdString()) != std::string::npos, sentence.c_str());
}

void TestShard::everyPartOfAnArrayIsTakenOnce()
{
    std::vector<int> taken(12);
    for (int id = 3; id <= 9; id += 2) {
        for (int task = 0; task < 3; ++task) {
            const Environment environment = with(array(std::to_string(id).c_str(), "3", "9", "2", "4"),
                { { "SLURM_PROCID", std::to_string(task) }, { "SLURM_STEP_NUM_TASKS", "3" } });
            const Result<Shard> shard = resolveShard("auto", environment);
            KT_VERIFY_OK(shard);
            QCOMPARE(shard->count, taken.size());
            ++taken[shard->index];
        }
    }
    QCOMPARE(taken, std::vector<int>(12, 1));
}

QTEST_GUILESS_MAIN(TestShard)
#include "tst_shard.moc"
