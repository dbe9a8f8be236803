// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What qcustomplot.h uses and does not include by name.
#include <QHash>
#include <QLineF>
#include <QLocale>
#include <QSet>
#include <QVariant>

// The only way to qcustomplot.h, for two reasons.
//
// It includes the header of all headers of QtPrintSupport, and by that all of QtWidgets, QtGui and QtCore, and uses
// none of QtPrintSupport. Its guard keeps that header out: a third of what a unit of charts took to compile. With all
// of QtCore comes <immintrin.h>, too, behind which GCC compiles cold code at the level of the precompiled header. A Qt
// whose guard has another name is read whole, as before.
#ifndef QT_QTPRINTSUPPORT_MODULE_H
#define QT_QTPRINTSUPPORT_MODULE_H
#define KINETOSCOPE_WITHOUT_QTPRINTSUPPORT
#endif
// Its templates use foreach, which this project switches off (QT_NO_FOREACH). Where Qt's own macro is absent, a
// range-based for of the same meaning stands in while the header is read.
#ifdef foreach
#include <qcustomplot.h>
#else
#define foreach(variable, container) for (variable : container)
#include <qcustomplot.h>
#undef foreach
#endif
#ifdef KINETOSCOPE_WITHOUT_QTPRINTSUPPORT
#undef QT_QTPRINTSUPPORT_MODULE_H
#undef KINETOSCOPE_WITHOUT_QTPRINTSUPPORT
#endif
