// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/part_text.h"

#include <QCoreApplication>

namespace kinetoscope {

namespace {

/// For the translations.
class PartText {
    Q_DECLARE_TR_FUNCTIONS(PartText)
};

} // namespace

QString partText(PartKind kind)
{
    switch (kind) {
    case PartKind::Compute:
        return PartText::tr("compute");
    case PartKind::Communication:
    case PartKind::CommunicationExposed:
        return PartText::tr("communication");
    case PartKind::CommunicationHidden:
    case PartKind::IdleHostCollective:
        return PartText::tr("collectives on the host");
    case PartKind::Memory:
    case PartKind::MemoryExposed:
        return PartText::tr("copies");
    case PartKind::Memset:
        return PartText::tr("memsets");
    case PartKind::Sync:
    case PartKind::IdleHostSync:
        return PartText::tr("waiting for the GPU");
    case PartKind::HostOp:
    case PartKind::IdleHostOp:
        return PartText::tr("host ops");
    case PartKind::ApiCall:
    case PartKind::IdleHostCall:
        return PartText::tr("API calls");
    case PartKind::Annotation:
        return PartText::tr("annotations");
    case PartKind::IdleHostData:
        return PartText::tr("data loading");
    case PartKind::PythonFrame:
    case PartKind::IdleHostPython:
        return PartText::tr("Python");
    case PartKind::IdleHandOver:
        return PartText::tr("hand-over to the GPU");
    case PartKind::IdleHostWait:
        return PartText::tr("waiting for the host");
    case PartKind::IdleKernelWait:
        return PartText::tr("gaps between kernels");
    case PartKind::IdleHostUnrecorded:
        return PartText::tr("not recorded");
    case PartKind::Idle:
    case PartKind::IdleOther:
    case PartKind::IdleUnknownLaunch:
    case PartKind::IdleHostOther:
        return PartText::tr("other idle time");
    case PartKind::ComputeAndCommunication:
        return PartText::tr("compute and communication");
    case PartKind::ComputeAndMemory:
        return PartText::tr("compute and copies");
    case PartKind::CommunicationAndMemory:
        return PartText::tr("communication and copies");
    case PartKind::ComputeCommunicationMemory:
        return PartText::tr("compute, communication and copies");
    case PartKind::OtherSteps:
        return PartText::tr("work of other steps");
    case PartKind::Other:
    case PartKind::OtherExposed:
        return PartText::tr("other GPU work");
    case PartKind::Others:
        break;
    }
    return PartText::tr("several or unknown");
}

} // namespace kinetoscope
