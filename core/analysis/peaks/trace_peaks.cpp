// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/peaks/trace_peaks.h"

#include "core/analysis/types/parameter_ids.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr std::array<std::string_view, 8> kRateNames { "fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "int8", "fp4" };

std::optional<double> positiveNumber(std::string_view text)
{
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return isWhole && std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
}

/// "name=number" after "name=number". False where something else is said.
bool readFigures(std::string_view text, GivenGpuPeaks& given, bool isOfDevice)
{
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t comma = text.find(',', from);
        const std::size_t end = comma == std::string_view::npos ? text.size() : comma;
        const std::string_view part = text.substr(from, end - from);
        from = end + 1;
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos)
            return false;
        const std::string_view name = part.substr(0, equals);
        const auto value = positiveNumber(part.substr(equals + 1));
        const auto known = std::ranges::find(kRateNames, name);
        if (!value)
            return false;
        if (known != kRateNames.end())
            given.rates[static_cast<std::size_t>(known - kRateNames.begin())] = *value;
        else if (isOfDevice && name == "bandwidth")
            given.bandwidth = *value;
        else if (isOfDevice && name == "link")
            given.link = *value;
        else
            return false;
    }
    return !text.empty();
}

} // namespace

Result<GivenGpuPeaks> GivenGpuPeaks::parse(std::string_view rates, double bandwidth)
{
    GivenGpuPeaks given;
    if (const auto all = positiveNumber(rates))
        given.rates.fill(*all);
    else if (!readFigures(rates, given, false))
        return invalidArgument(
            { KT_PHRASE("efficiency", "%1 takes one number of TFLOP/s, or numbers by type as in %2: not %3."),
                arg::Option { parameter::kPeakFlops }, arg::Text { "bf16=989.4,fp32=67" },
                arg::Name { std::string(rates) } });
    given.bandwidth = bandwidth;
    return given;
}

Result<GivenGpuPeaks> GivenGpuPeaks::parseDevice(std::string_view figures)
{
    GivenGpuPeaks given;
    if (!readFigures(figures, given, true))
        return invalidArgument({ KT_PHRASE("efficiency", "a DEVICE rule takes figures as in %1: not %2."),
            arg::Text { "bf16=989.4,bandwidth=3350,link=900" }, arg::Name { std::string(figures) } });
    return given;
}

DevicePeaks::DevicePeaks(const DeviceProperties& device, const KernelClassifier& classifier)
    : m_id(device.id)
    , m_name(device.name)
    , m_known(findGpuPeaks(device))
    , m_link(findLinkPeak(device))
{
    if (const auto own = GivenGpuPeaks::parseDevice(classifier.deviceFigures(device.name)))
        m_own = *own;
}

double DevicePeaks::rate(ComputeSpec spec) const
{
    if (spec == ComputeSpec::None)
        return 0;
    const double own = m_own.rates[static_cast<std::size_t>(spec) - 1];
    return own > 0 ? own : (m_known ? m_known->rate(spec) : 0);
}

double DevicePeaks::vectorRate(VectorSpec spec) const
{
    const auto index = static_cast<std::size_t>(spec);
    const double own = m_own.rates[index]; // fp64, fp32
    return own > 0 ? own : (m_known ? m_known->vectorRates[index] : 0);
}

double DevicePeaks::bandwidth() const
{
    return m_own.bandwidth > 0 ? m_own.bandwidth : (m_known ? m_known->bandwidth : 0);
}

double DevicePeaks::link() const
{
    return m_own.link > 0 ? m_own.link : (m_link ? m_link->link : 0);
}

std::string_view DevicePeaks::name() const
{
    return m_known ? m_known->device : std::string_view(m_name);
}

std::string_view DevicePeaks::source() const
{
    if (!m_own.isEmpty())
        return "rules file";
    const GpuPeaks* known = m_known ? m_known : m_link;
    return known ? known->source : std::string_view();
}

TracePeaks::TracePeaks(const TraceMetadata& metadata, const GivenGpuPeaks& given, const KernelClassifier& classifier)
    : m_given(given)
{
    for (const DeviceProperties& device : metadata.devices)
        m_devices.emplace_back(device, classifier);
    m_isOneModel = !m_devices.empty() && std::ranges::all_of(m_devices, [this](const DevicePeaks& device) {
        return device.isSameModel(m_devices.front());
    });
}

const DevicePeaks* TracePeaks::find(std::int64_t device) const
{
    const auto found = std::ranges::find(m_devices, device, &DevicePeaks::id);
    if (found != m_devices.end())
        return &*found;
    // Without an entry of its own it is what all others are.
    return m_isOneModel ? &m_devices.front() : nullptr;
}

double TracePeaks::rate(std::int64_t device, ComputeSpec spec) const
{
    if (spec == ComputeSpec::None)
        return 0;
    const double given = m_given.rates[static_cast<std::size_t>(spec) - 1];
    if (given > 0)
        return given;
    const DevicePeaks* known = find(device);
    return known ? known->rate(spec) : 0;
}

double TracePeaks::bandwidth(std::int64_t device) const
{
    if (m_given.bandwidth > 0)
        return m_given.bandwidth;
    const DevicePeaks* known = find(device);
    return known ? known->bandwidth() : 0;
}

std::string_view TracePeaks::deviceName(std::int64_t device) const
{
    const DevicePeaks* known = find(device);
    return known ? known->name() : std::string_view();
}

std::optional<Error> wrongDeviceRule(const KernelClassifier& classifier)
{
    for (const std::string_view figures : classifier.allDeviceFigures()) {
        KT_TRY_DONE(GivenGpuPeaks::parseDevice(figures));
    }
    return std::nullopt;
}

} // namespace kinetoscope
