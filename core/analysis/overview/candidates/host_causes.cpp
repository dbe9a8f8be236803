// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/host_causes.h"

#include <utility>

namespace kinetoscope {

void HostCauses::add(IdleGroup which, Candidate candidate, Message sentence)
{
    const IdleOf& found = facts().of(which);
    if (!isMuchLost(found))
        return m_list.add(std::move(candidate), std::move(sentence));
    m_list.add(std::move(candidate),
        { KT_PLURAL("overview",
              "%3 For %2 of it the GPU may have run a kernel that is not in the file, that of %1 launch.",
              "%3 For %2 of it the GPU may have run kernels that are not in the file, those of %1 launches."),
            arg::Count { found.lostKernels }, arg::Duration { found.lost }, std::move(sentence) });
}

void HostCauses::add(IdleGroup which, const char* kind, FittingPhrase<3> sentence)
{
    const IdleOf& found = facts().of(which);
    add(which, m_list.makeIdle(which, kind),
        { sentence, m_list.ofView(found.idle.time), mostlyIn(found), timesOf(found) });
}

void HostCauses::add(IdleGroup which, const char* kind, FittingPhrase<4> sentence, Nanoseconds ofIt)
{
    const IdleOf& found = facts().of(which);
    add(which, m_list.makeIdle(which, kind),
        { sentence, m_list.ofView(found.idle.time), mostlyIn(found), timesOf(found), arg::Duration { ofIt } });
}

Message HostCauses::mostlyIn(const IdleOf& found)
{
    const HostPlace& place = found.place;
    if (place.name.empty())
        return {};
    const arg::Share share { place.there, found.idle.time };
    const arg::Name name { place.name };
    if (place.caller.empty())
        return { KT_PHRASE("overview", " (%1 of it in %2)"), share, name };
    return { KT_PHRASE("overview", " (%1 of it in %2 in %3)"), share, name, arg::Name { place.caller } };
}

Message HostCauses::mostlyAfter(const IdleOf& found)
{
    const HostPlace& place = found.after;
    if (place.name.empty())
        return {};
    const arg::Share share { place.there, found.idle.time };
    const Message call { KT_PHRASE("overview", "%1"), arg::Name { place.name } };
    const Message name =
        place.caller.empty() ? call : Message { KT_PHRASE("overview", "%1 in %2"), call, arg::Name { place.caller } };
    if (found.afterInside.name.empty())
        return { KT_PHRASE("overview", " (%1 of it after %2)"), share, name };
    return { KT_PHRASE("overview", " (%1 of it after %2, %3 after waits inside %4)"), share, name,
        arg::Share { found.afterInside.there, found.idle.time }, arg::Name { found.afterInside.name } };
}

Message HostCauses::placeOf(const IdleOf& found)
{
    constexpr double kLeastShareOfOne = 0.3;
    const HostPlace& place = found.place;
    if (place.name.empty() || shareOf(place.there, found.idle.time) < kLeastShareOfOne) {
        if (found.inside.name.empty())
            return {};
        return { KT_PHRASE("overview", ", %1 of the time in %2 and what is inside it"),
            arg::Share { found.inside.there, found.idle.time }, arg::Name { found.inside.name } };
    }
    const arg::Share share { place.there, found.idle.time };
    const arg::Name name { place.name };
    if (place.caller.empty())
        return { KT_PHRASE("overview", ", %1 of the time in %2"), share, name };
    return { KT_PHRASE("overview", ", %1 of the time in %2 in %3"), share, name, arg::Name { place.caller } };
}

Message HostCauses::timesOf(const IdleOf& found)
{
    if (found.idle.count == 1)
        return { KT_PHRASE("overview", ", at one time") };
    if (found.idle.count > found.gaps)
        return { KT_PHRASE("overview", ", in %1%2"), CandidateList::placesOf(found),
            CandidateList::eachPlaceOf(found) };
    return { KT_PHRASE("overview", ", %1 times%2"), arg::Count { found.idle.count }, CandidateList::eachOf(found) };
}

} // namespace kinetoscope
