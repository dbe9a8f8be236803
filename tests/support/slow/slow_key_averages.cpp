// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/slow/slow_key_averages.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <vector>

namespace kinetoscope::tests {

namespace {

struct Event {
    std::string name;
    std::string kind;
    std::string thread;
    SliceId slice;
    Timestamp start = 0;
    Timestamp end = 0;
    int level = 0; ///< calls inside ops that start at the same moment
    Nanoseconds kernels = 0;
    Event* parent = nullptr;
    std::vector<Event*> children;

    [[nodiscard]] Nanoseconds total() const { return end - start; }
    [[nodiscard]] Nanoseconds self() const
    {
        Nanoseconds sum = total();
        for (const Event* child : children)
            sum -= child->total();
        return sum;
    }
    [[nodiscard]] Nanoseconds deviceTotal() const
    {
        Nanoseconds sum = kernels;
        for (const Event* child : children)
            sum += child->deviceTotal();
        return sum;
    }
};
using Events = std::vector<std::unique_ptr<Event>>;

const std::set<std::string_view> kFiltered { "profiler::_record_function_enter", "profiler::_record_function_enter_new",
    "profiler::_record_function_exit", "aten::is_leaf", "aten::output_nr", "aten::_version" };

Events hostEvents(const Trace& trace)
{
    Events events;
    for (std::size_t row = 0; row < trace.slices().size(); ++row) {
        const SliceId slice = SliceTable::at(row);
        const EventKind kind = trace.kind(slice);
        const bool isCall = isApiCall(kind);
        if (!isCall && kind != EventKind::CpuOp && kind != EventKind::UserAnnotation)
            continue;
        if (kind == EventKind::CpuOp && kFiltered.count(trace.name(slice)) > 0)
            continue;
        auto event = std::make_unique<Event>();
        event->name = trace.name(slice);
        if (event->name.starts_with("ProfilerStep#"))
            event->name = "ProfilerStep*";
        event->kind = isCall ? "call" : kind == EventKind::CpuOp ? "op" : "annotation";
        event->thread = trace.text(trace.track(trace.trackOf(slice)).tid);
        event->slice = slice;
        event->start = trace.slices().start[row];
        event->end = trace.slices().end(slice);
        event->level = isCall ? 1 : 0;
        events.push_back(std::move(event));
    }
    std::stable_sort(events.begin(), events.end(), [&trace](const auto& a, const auto& b) {
        const auto index = [&trace](const Event& event) { return trace.slices().eventIndex[event.slice.index()]; };
        return std::make_tuple(a->start, a->level, -a->end, index(*a))
            < std::make_tuple(b->start, b->level, -b->end, index(*b));
    });
    return events;
}

void findParents(Events& events)
{
    std::map<std::string, std::vector<Event*>> stacks;
    for (const auto& event : events) {
        std::vector<Event*>& stack = stacks[event->thread];
        while (!stack.empty() && (event->start >= stack.back()->end || event->end > stack.back()->end))
            stack.pop_back();
        if (!stack.empty()) {
            event->parent = stack.back();
            stack.back()->children.push_back(event.get());
        }
        stack.push_back(event.get());
    }
}

void addKernels(const Trace& trace, const Events& events)
{
    std::map<SliceId, Event*> bySlice;
    for (const auto& event : events)
        bySlice[event->slice] = event.get();
    for (std::size_t row = 0; row < trace.slices().size(); ++row) {
        const SliceId work = SliceTable::at(row);
        if (!isGpuWork(trace.kind(work)) || !trace.launchOf(work).isValid())
            continue;
        Event* const call = bySlice.at(trace.launchOf(work));
        const auto nearest = [call](std::string_view kind) {
            Event* event = call;
            while (event && event->kind != kind)
                event = event->parent;
            return event;
        };
        Event* owner = nearest("op") ? nearest("op") : nearest("annotation") ? nearest("annotation") : call;
        owner->kernels += trace.slices().duration(work);
    }
}

/// Joins an event and its only child of the same name, until there are none.
void removeDuplicates(Events& events)
{
    std::set<const Event*> removed;
    for (bool isChanged = true; isChanged;) {
        isChanged = false;
        for (const auto& event : events) {
            Event* parent = event->parent;
            if (removed.count(event.get()) > 0 || !parent || parent->name != event->name
                || parent->children.size() != 1)
                continue;
            parent->children = event->children;
            parent->kernels += event->kernels;
            for (Event* child : event->children)
                child->parent = parent;
            removed.insert(event.get());
            isChanged = true;
        }
    }
    std::erase_if(events, [&removed](const auto& event) { return removed.count(event.get()) > 0; });
}

} // namespace

std::string slowKeyAverages(const Trace& trace)
{
    Events events = hostEvents(trace);
    findParents(events);
    addKernels(trace, events);
    removeDuplicates(events);
    std::map<std::pair<std::string, std::string>, std::array<Nanoseconds, 5>> sums;
    for (const auto& event : events) {
        auto& sum = sums[{ event->name, event->kind }];
        sum[0] += 1;
        sum[1] += event->self();
        sum[2] += event->total();
        sum[3] += event->kernels;
        sum[4] += event->deviceTotal();
    }
    std::string text;
    for (const auto& [key, sum] : sums) {
        text += key.first + " " + key.second + " " + std::to_string(sum[0]);
        for (std::size_t i = 1; i < sum.size(); ++i)
            text += " " + microsecondsText(sum[i]);
        text += "\n";
    }
    return sortedLines(text);
}

std::string sortedLines(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    std::sort(lines.begin(), lines.end());
    std::string sorted;
    for (const std::string& line : lines)
        sorted += line + "\n";
    return sorted;
}

} // namespace kinetoscope::tests
