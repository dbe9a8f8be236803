// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_text.h"

#include <zlib.h>

#include <array>

namespace kinetoscope::tests {

namespace {
constexpr int kGzipWindow = 15 + 16; // zlib's way to ask for a gzip wrapper

Bytef* bytesOf(std::string_view data)
{
    // zlib reads through a pointer to mutable bytes unless it is built with ZLIB_CONST; it never writes there.
    return reinterpret_cast<Bytef*>(const_cast<char*>(data.data())); // NOLINT
}
} // namespace

std::string gzip(std::string_view data, int level)
{
    z_stream stream {};
    if (deflateInit2(&stream, level, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    gz_header header {}; // time 0 and no name
    header.os = 255;
    deflateSetHeader(&stream, &header);
    std::string out(deflateBound(&stream, data.size()) + 32, '\0');
    stream.next_in = bytesOf(data);
    stream.avail_in = static_cast<uInt>(data.size());
    stream.next_out = bytesOf(out);
    stream.avail_out = static_cast<uInt>(out.size());
    const bool isDone = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    out.resize(isDone ? stream.total_out : 0);
    deflateEnd(&stream);
    return out;
}

std::string gunzip(std::string_view data)
{
    z_stream stream {};
    if (inflateInit2(&stream, kGzipWindow) != Z_OK)
        return {};
    std::string out;
    std::array<char, 1U << 16> buffer {};
    stream.next_in = bytesOf(data);
    stream.avail_in = static_cast<uInt>(data.size());
    int status = Z_OK;
    while (status == Z_OK || (status == Z_STREAM_END && stream.avail_in > 0)) {
        if (status == Z_STREAM_END)
            inflateReset(&stream);
        stream.next_out = bytesOf({ buffer.data(), buffer.size() });
        stream.avail_out = static_cast<uInt>(buffer.size());
        status = inflate(&stream, Z_NO_FLUSH);
        out.append(buffer.data(), buffer.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    return status == Z_STREAM_END ? out : std::string();
}

} // namespace kinetoscope::tests
