// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/analysis_runs.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <map>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

std::string paths(const std::string& text, const std::vector<std::string_view>& columns,
    const ParameterTexts& parameters = {}, const Scope& scope = {})
{
    return rowsOf(runOn(inputOf({ text }, scope), "call-tree", parameters), "paths", columns);
}

/// Two steps with two equal layers each, and one call between them that is like one of theirs.
TraceText layers()
{
    TraceText text = wholeMicroseconds();
    std::int64_t correlation = 0;
    for (int step = 0; step < 2; ++step) {
        const Nanoseconds at = 100_us * step;
        text.step(step + 1, at, 90_us);
        for (int layer = 0; layer < 2; ++layer) {
            const Nanoseconds begin = at + 10_us + 30_us * layer;
            text.op("layer", begin, 20_us).op("aten::mm", begin + 5_us, 10_us);
            text.launch(begin + 6_us, 3_us, ++correlation);
            text.kernel("gemm", begin + 15_us, 7_us, 7, correlation);
        }
        text.op("aten::mm", at + 75_us, 4_us);
    }
    return text;
}

struct Sum {
    std::int64_t calls = 0;
    std::int64_t total = 0;
    std::int64_t self = 0;
    std::int64_t kernels = 0;
    std::int64_t kernelSum = 0;
    auto operator<=>(const Sum&) const = default;
};

/// Sums by the names from the outermost call down, read off the table of single calls.
std::map<std::string, Sum> slowPaths(const Table& ops)
{
    std::map<std::string, std::string> nameOf; // by rank and index
    std::map<std::string, Sum> sums;
    const auto key = [&ops](std::size_t row, const char* column) {
        return std::to_string(integerAt(ops, row, "rank")) + "/" + std::to_string(integerAt(ops, row, column));
    };
    std::map<std::string, std::size_t> rowOf;
    for (std::size_t row = 0; row < ops.rowCount(); ++row)
        rowOf[key(row, "index")] = row;
    for (std::size_t row = 0; row < ops.rowCount(); ++row) {
        std::string name;
        for (std::size_t up = row;; up = rowOf.at(key(up, "parent"))) {
            const std::string_view text = ops.text(up, ops.columnIndex("name"));
            name.insert(0,
                "|" + std::string(text.starts_with("ProfilerStep#") ? "ProfilerStep*" : text) + ":"
                    + std::string(ops.text(up, ops.columnIndex("kind"))));
            if (integerAt(ops, up, "parent") < 0) {
                name.insert(0,
                    std::to_string(integerAt(ops, up, "rank")) + " " + std::string(ops.text(up, ops.columnIndex("pid")))
                        + " " + std::string(ops.text(up, ops.columnIndex("tid"))));
                break;
            }
        }
        Sum& sum = sums[name];
        ++sum.calls;
        sum.total += integerAt(ops, row, "dur");
        sum.self += integerAt(ops, row, "self_time");
        sum.kernels += integerAt(ops, row, "num_kernels");
        sum.kernelSum += integerAt(ops, row, "kernel_dur_sum");
    }
    return sums;
}

/// The same of the table of paths, threads left out.
std::map<std::string, Sum> shownPaths(const Table& table)
{
    std::map<std::string, Sum> sums;
    std::vector<std::string> names;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::int64_t parent = integerAt(table, row, "parent");
        if (parent < 0) {
            names.push_back(std::to_string(integerAt(table, row, "rank")) + " "
                + std::string(table.text(row, table.columnIndex("pid"))) + " "
                + std::string(table.text(row, table.columnIndex("tid"))));
            continue;
        }
        names.push_back(names.at(static_cast<std::size_t>(parent)) + "|"
            + std::string(table.text(row, table.columnIndex("name"))) + ":"
            + std::string(table.text(row, table.columnIndex("kind"))));
        sums[names.back()] = { integerAt(table, row, "count"), integerAt(table, row, "dur"),
            integerAt(table, row, "self_time"), integerAt(table, row, "num_kernels"),
            integerAt(table, row, "kernel_dur_sum") };
    }
    return sums;
}

} // namespace

/// Equal calls below equal calls are one row (core/analysis/host/tree/call_paths.h).
class TestCallPaths : public QObject {
    Q_OBJECT

private slots:
    void equalCallsAreOneRow()
    {
        KT_COMPARE_TEXT(
            paths(layers().text(),
                { "index", "parent", "depth", "name", "count", "dur", "self_time", "num_kernels", "kernel_dur_sum" }),
            "0 -1 0 thread 100 2 180  4 28\n"
            "1 0 1 ProfilerStep* 2 180 92 4 28\n"
            "2 1 2 layer 4 80 40 4 28\n"
            "3 2 3 aten::mm 4 40 28 4 28\n"
            "4 3 4 cudaLaunchKernel 4 12 12 4 28\n"
            "5 1 2 aten::mm 2 8 8 0 0\n");
    }

    void kindsAndThreadsAreToldApart()
    {
        TraceText text = wholeMicroseconds();
        text.op("same", 0_us, 10_us).annotation("same", 20_us, 5_us);
        text.thread(100, 200).op("same", 0_us, 30_us);
        KT_COMPARE_TEXT(paths(text.text(), { "name", "kind", "tid", "count", "dur" }),
            "thread 200 thread 200 1 30\nsame op 200 1 30\n"
            "thread 100 thread 100 2 15\nsame op 100 1 10\nsame annotation 100 1 5\n");
    }

    void aRangeCutsWhatIsSummed()
    {
        Scope scope;
        scope.range = TimeRange { 100_us, 200_us };
        KT_COMPARE_TEXT(paths(layers().text(), { "name", "count", "dur" }, {}, scope),
            "thread 100 1 90\nProfilerStep* 1 90\nlayer 2 40\naten::mm 2 20\ncudaLaunchKernel 2 6\naten::mm 1 4\n");
    }

    void theBackwardPassHangsBelowItsStep()
    {
        TraceText text = wholeMicroseconds();
        text.step(1, 0_us, 100_us);
        text.thread(100, 50).op("autograd::engine::evaluate_function: MmBackward0", 35_us, 20_us);
        KT_COMPARE_TEXT(paths(text.text(), { "name", "depth", "dur", "self_time" }),
            "thread 100 0 100 \nProfilerStep* 1 100 100\n"
            "autograd::engine::evaluate_function: MmBackward0 2 20 20\n");
    }

    void sumsAreThoseOfTheSingleCalls()
    {
        for (std::uint32_t seed = 0; seed < 60; ++seed) {
            RandomTraceOptions options;
            options.ops = 40;
            const auto result = runOn({ randomJob(seed, 2, options), {} }, "call-tree");
            const auto slow = slowPaths(*result->findTable("ops"));
            QVERIFY2(shownPaths(*result->findTable("paths")) == slow, std::to_string(seed).c_str());
            QVERIFY(slow.size() > 5);
        }
    }

    void slicesAreFoundWithoutLookingAtAllRows()
    {
        const AnalysisInput input = inputOf({ layers().text() });
        const auto result = runOn(input, "call-tree");
        for (const char* name : { "ops", "paths" }) {
            const Table& table = *result->findTable(name);
            QVERIFY(table.knowsRowsOf());
            std::size_t slices = 0;
            for (std::size_t row = 0; row < table.rowCount(); ++row) {
                const Selection made = table.evidence(row, table.columnIndex("dur"));
                if (table.text(row, table.columnIndex("kind")) == "thread")
                    continue;
                for (const SliceRef& slice : made.slices)
                    QCOMPARE(table.rowsOf(slice), std::vector<std::size_t> { row });
                slices += made.slices.size();
            }
            QVERIFY2(slices > 0, name);
        }
    }
};

QTEST_GUILESS_MAIN(TestCallPaths)
#include "tst_call_paths.moc"
