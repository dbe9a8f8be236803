// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/facts/program_settings.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace kinetoscope {

namespace {

constexpr std::string_view kNode = "autograd::engine::evaluate_function: ";

enum class SettingName : std::uint8_t { None, Node, NanTest, OfNanTest, ParameterSearch, BucketCopy, Resumed };

SettingName settingNameOf(std::string_view name)
{
    if (name == "aten::isnan")
        return SettingName::NanTest;
    if (name == "aten::any" || name == "aten::_is_any_true" || name == "aten::item")
        return SettingName::OfNanTest;
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
    SliceId done; // the node whose function has run: hooks of its gradients come before that, the engine's tests behind
    SliceId tested; // the node that was tested last: what belongs to a test follows it
    Timestamp end = 0;
    StopCheck check(progress);
    for (std::size_t row = 0; row < slices.size() && !check.after(1); ++row) {
        const StringId id = slices.name[row];
        const SettingName name = names[id.index()];
        const SliceId slice = SliceTable::at(row);
        const SliceId parent = slices.parent[row];
        const bool isInNode = parent.isValid() && names[slices.name[parent.index()].index()] == SettingName::Node;
        if (isInNode && slices.kind[row] == EventKind::CpuOp
            && trace.text(id) == trace.name(parent).substr(kNode.size())) {
            done = parent;
            end = slices.end(slice);
        }
        if (name == SettingName::None || !slices.isSound(slice))
            continue;
        if (name == SettingName::Resumed && slices.kind[row] == EventKind::PythonFunction)
            ++settings.resumed[id];
        if (slices.kind[row] != EventKind::CpuOp)
            continue;
        if (name == SettingName::ParameterSearch)
            settings.parameterSearches = saturatingAdd(settings.parameterSearches, slices.duration(slice));
        if (name == SettingName::BucketCopy)
            settings.bucketCopies = saturatingAdd(settings.bucketCopies, slices.duration(slice));
        if (name == SettingName::NanTest && isInNode && parent == done && slices.start[row] >= end)
            tested = parent;
        if ((name == SettingName::NanTest || name == SettingName::OfNanTest) && isInNode && parent == tested)
            settings.nanTests = saturatingAdd(settings.nanTests, slices.duration(slice));
    }
    return settings;
}

} // namespace kinetoscope
