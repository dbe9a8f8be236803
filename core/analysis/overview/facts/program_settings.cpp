// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/facts/program_settings.h"

#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

constexpr std::string_view kNode = "autograd::engine::evaluate_function: ";

enum class SettingName : std::uint8_t {
    None,
    Node,
    NanTest,
    IsAny,
    IsAnyTrue,
    Item,
    ParameterSearch,
    BucketCopy,
    Resumed
};

SettingName settingNameOf(std::string_view name)
{
    if (name == "aten::isnan")
        return SettingName::NanTest;
    if (name == "aten::any")
        return SettingName::IsAny;
    if (name == "aten::_is_any_true")
        return SettingName::IsAnyTrue;
    if (name == "aten::item")
        return SettingName::Item;
    if (name.starts_with(kNode))
        return SettingName::Node;
    if (name == "torch.distributed.ddp.reducer::search_unused_parameters")
        return SettingName::ParameterSearch;
    if (name == "torch.distributed.ddp.reducer::copy_bucket_to_grad")
        return SettingName::BucketCopy;
    // "model.py(38): torch_dynamo_resume_in_forward_at_40", since PyTorch 2.1; before "...: <resume in forward>".
    constexpr std::string_view kEndOfPlace = "): ";
    const std::size_t place = name.rfind(kEndOfPlace);
    const std::string_view function =
        place == std::string_view::npos ? std::string_view {} : name.substr(place + kEndOfPlace.size());
    return function.starts_with("torch_dynamo_resume_in_") || function.starts_with("<resume in ") ? SettingName::Resumed
                                                                                                  : SettingName::None;
}

/// Tests of gradients for NaN by the autograd engine: in each of its nodes that hands gradients on, behind the node's
/// function, isnan, whether any is, and the value of that. Hooks test, too: those of a gradient before the function,
/// those of some nodes behind it, and those of parameters where the engine tests nothing; and by Python's bool(), which
/// asks is_nonzero().
class NanTests {
public:
    explicit NanTests(const Trace& trace)
        : m_trace(trace)
    {
    }
    /// An op right in a node. To be called track by track, in the order of rows.
    void add(SliceId op, SliceId node, SettingName name)
    {
        const SliceTable& slices = m_trace.slices();
        const Timestamp start = slices.start[op.index()];
        if (const TrackId thread = m_trace.trackOf(node); thread != m_thread) {
            endThread();
            m_thread = thread;
        }
        while (!m_open.empty() && m_open.back().node != node && slices.end(m_open.back().node) <= start)
            m_open.pop_back();
        const std::string_view function = m_trace.name(node).substr(kNode.size());
        if (m_trace.name(op) == function) {
            m_open.push_back({ .node = node, .functionEnd = slices.end(op), .number = m_functions });
            m_functions += handsOn(function) ? 1 : 0;
        } else if (!m_open.empty() && m_open.back().node == node && start >= m_open.back().functionEnd
            && handsOn(function)) {
            addBehind(op, name, m_open.back());
        }
    }
    /// What they take, on whichever thread; nothing of threads that test so few of their nodes, or of those from the
    /// first to the last one tested, that hooks may do it. One PyTorch tests in one way: where the engine's own op is
    /// there, what has the other one is of hooks.
    [[nodiscard]] std::vector<TimeRange> take()
    {
        endThread();
        return std::move(m_own.empty() ? m_public : m_own);
    }
    /// Whether hooks behind each node may do them: those of the engine of PyTorch 2 have an op that programs do not
    /// call, and those of before the one that hooks call. To be called before take().
    [[nodiscard]] bool mayBeOfHooks()
    {
        endThread();
        return m_own.empty() && !m_public.empty();
    }

private:
    struct OpenNode {
        SliceId node;
        Timestamp functionEnd = 0;
        std::array<TimeRange, 2> begun {}; ///< the first ops of a test
        std::size_t count = 0;             ///< of those
        std::size_t number = 0;            ///< of the nodes that hand gradients on
        bool isPublic = false;             ///< the last of these ops is one that programs call, too
    };
    /// Tests of a thread that have one kind of op.
    struct Tests {
        std::vector<TimeRange> ranges;
        std::size_t nodes = 0; ///< that are tested
        std::size_t first = 0; ///< number of the first of them
        std::size_t last = 0;
        SliceId lastNode;

        void add(const std::array<TimeRange, 3>& ops, const OpenNode& node)
        {
            append(ranges, ops);
            first = nodes == 0 ? node.number : std::min(first, node.number);
            last = nodes == 0 ? node.number : std::max(last, node.number);
            nodes += std::exchange(lastNode, node.node) == node.node ? 0 : 1;
        }
        /// @param all  nodes of the thread. It may have been on for some of the steps; few nodes of one step, or two,
        ///             are a hook's.
        [[nodiscard]] bool areOfEngine(std::size_t all) const
        {
            return nodes > 0 && 2 * nodes >= last - first + 1 && 5 * nodes >= all;
        }
    };
    void endThread()
    {
        for (const auto& [tests, to] :
            { std::pair { &m_testsOfOwn, &m_own }, std::pair { &m_testsOfPublic, &m_public } }) {
            if (tests->areOfEngine(m_functions - m_before))
                append(*to, tests->ranges);
            *tests = {};
        }
        m_before = m_functions;
        m_open.clear();
    }
    static bool handsOn(std::string_view function) { return function != "torch::autograd::AccumulateGrad"; }

    void addBehind(SliceId op, SettingName name, OpenNode& node)
    {
        const TimeRange range = m_trace.slices().range(op);
        if (name == SettingName::NanTest) {
            node.begun[0] = range;
            node.count = 1;
        } else if ((name == SettingName::IsAny || name == SettingName::IsAnyTrue) && node.count == 1) {
            node.begun[1] = range;
            node.isPublic = name == SettingName::IsAny;
            node.count = 2;
        } else if (name == SettingName::Item && node.count == 2) {
            (node.isPublic ? m_testsOfPublic : m_testsOfOwn).add({ node.begun[0], node.begun[1], range }, node);
            node.count = 0;
        } else {
            node.count = 0;
        }
    }

    const Trace& m_trace;
    std::size_t m_functions = 0;     ///< of nodes that hand gradients on
    std::vector<TimeRange> m_own;    ///< of tests with the engine's own op, of the threads that are done
    std::vector<TimeRange> m_public; ///< of the others
    // Of the thread:
    TrackId m_thread;
    std::vector<OpenNode> m_open; ///< nodes whose function began, each inside the one before
    std::size_t m_before = 0;     ///< m_functions of threads before
    Tests m_testsOfOwn;
    Tests m_testsOfPublic;
};

} // namespace

ProgramSettings programSettingsOf(const Trace& trace, const Progress& progress)
{
    std::vector<SettingName> names; // by StringId
    names.reserve(trace.strings().size());
    bool isAny = false;
    for (std::size_t name = 0; name < trace.strings().size(); ++name) {
        names.push_back(settingNameOf(trace.text(StringId { name })));
        const SettingName found = names.back();
        isAny = isAny || found == SettingName::NanTest || found == SettingName::ParameterSearch
            || found == SettingName::BucketCopy || found == SettingName::Resumed;
    }
    ProgramSettings settings;
    if (!isAny)
        return settings;
    const SliceTable& slices = trace.slices();
    NanTests tests(trace);
    std::vector<TimeRange> searches;
    std::vector<TimeRange> copies;
    StopCheck check(progress);
    for (std::size_t row = 0; row < slices.size() && !check.after(1); ++row) {
        const SettingName name = names[slices.name[row].index()];
        const SliceId slice = SliceTable::at(row);
        const SliceId parent = slices.parent[row];
        const bool isOp = slices.kind[row] == EventKind::CpuOp && slices.isSound(slice);
        if (isOp && parent.isValid() && names[slices.name[parent.index()].index()] == SettingName::Node)
            tests.add(slice, parent, name);
        if (name == SettingName::Resumed && slices.kind[row] == EventKind::PythonFunction && slices.isSound(slice))
            ++settings.resumed[slices.name[row]];
        if (isOp && (name == SettingName::ParameterSearch || name == SettingName::BucketCopy))
            (name == SettingName::ParameterSearch ? searches : copies).push_back(slices.range(slice));
    }
    const auto timeOf = [&progress](std::vector<TimeRange> ranges) {
        return totalLength(unionOf(std::move(ranges), progress));
    };
    settings.mayHooksTest = tests.mayBeOfHooks();
    settings.nanTests = timeOf(tests.take());
    settings.parameterSearches = timeOf(std::move(searches));
    settings.bucketCopies = timeOf(std::move(copies));
    return settings;
}

} // namespace kinetoscope
