// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/python_frames.h"

#include <QByteArray>
#include <QObject>
#include <QTest>

using namespace kinetoscope;

/// Which Python frames are the user's own code.
class TestPythonFrames : public QObject {
    Q_OBJECT

private slots:
    void ownFrames_data()
    {
        QTest::addColumn<QByteArray>("frame");
        QTest::addColumn<bool>("own");
        const auto add = [](const char* frame, bool own) { QTest::newRow(frame) << QByteArray(frame) << own; };
        add("train.py(12): step", true);
        add("/home/me/project/model/layers.py(7): forward", true);
        add("nn.Module: Linear_3", true);
        add("benchmarks/torch_bench.py(3): main", true);
        add("torch/nn/modules/module.py(1511): _call_impl", false);
        add("/usr/lib/python3/dist-packages/numpy/core.py(3): dot", false);
        add("/opt/venv/lib/python3.11/site-packages/transformers/trainer.py(9): train", false);
        add("threading.py(917): run", false);
        add("<built-in method linear of type object at 0x7f>", false);
        add("<frozen runpy>(88): _run_code", false);
        add("", false);
    }
    void ownFrames()
    {
        QFETCH(QByteArray, frame);
        QFETCH(bool, own);
        QCOMPARE(isOwnPythonFrame(frame.toStdString()), own);
    }
};

QTEST_GUILESS_MAIN(TestPythonFrames)
#include "tst_python_frames.moc"
