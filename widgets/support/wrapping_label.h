// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace kinetoscope {

/// Plain text that breaks anywhere where it has to: names of kernels and paths of files may hold hundreds of characters
/// without a blank, and a QLabel asks for the width of the longest word, which its window then gets. This one never
/// asks for more than a few letters.
class WrappingLabel : public QLabel {
public:
    using QLabel::QLabel;

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QRect textRect(const QRect& room) const;
};

} // namespace kinetoscope
