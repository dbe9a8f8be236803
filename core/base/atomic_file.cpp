// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/atomic_file.h"

#include "core/base/atomic_file_temporary.h"

#include <utility>

namespace kinetoscope {

namespace {

// Tables are written cell by cell; one system call for each would cost more than the table.
constexpr std::size_t kBufferBytes = std::size_t { 64 } << 10;

} // namespace

AtomicFile::AtomicFile(std::string path, std::unique_ptr<Temporary> temporary)
    : m_path(std::move(path))
    , m_temporary(std::move(temporary))
{
}

AtomicFile::AtomicFile(AtomicFile&&) noexcept = default;
AtomicFile& AtomicFile::operator=(AtomicFile&&) noexcept = default;
AtomicFile::~AtomicFile() = default;

Result<AtomicFile> AtomicFile::create(const std::string& path, std::span<const std::string> inputs)
{
    KT_TRY(std::unique_ptr<Temporary> temporary, Temporary::open(path, inputs));
    return AtomicFile(path, std::move(temporary));
}

Result<AtomicFile> AtomicFile::createAs(const std::string& path, const std::string& temporaryName)
{
    KT_TRY(std::unique_ptr<Temporary> temporary, Temporary::open(path, {}, temporaryName));
    return AtomicFile(path, std::move(temporary));
}

Result<Done> AtomicFile::flush()
{
    if (m_error)
        return *m_error;
    if (!m_temporary)
        return invalidArgument({ KT_PHRASE("atomic-file", "This file was already committed.") });
    Result<Done> written = m_temporary->writeAll(m_buffer);
    m_buffer.clear();
    if (!written) {
        m_error = written.error();
        m_temporary.reset();
    }
    return written;
}

Result<Done> AtomicFile::write(std::string_view bytes)
{
    if (m_error)
        return *m_error;
    if (m_buffer.size() + bytes.size() <= kBufferBytes) {
        m_buffer.append(bytes);
        return Done {};
    }
    KT_TRY_DONE(flush());
    if (bytes.size() <= kBufferBytes) {
        m_buffer.append(bytes);
        return Done {};
    }
    Result<Done> written = m_temporary->writeAll(bytes);
    if (!written) {
        m_error = written.error();
        m_temporary.reset();
    }
    return written;
}

Result<Done> AtomicFile::commit()
{
    KT_TRY_DONE(flush());
    Result<Done> replaced = m_temporary->replaceTarget();
    if (!replaced)
        m_error = replaced.error();
    m_temporary.reset();
    return replaced;
}

Result<Done> checkWritable(const std::string& path, std::span<const std::string> inputs)
{
    const Result<AtomicFile> file = AtomicFile::create(path, inputs);
    return file ? Result<Done>(Done {}) : file.error();
}

Result<Done> writeFileAtomically(const std::string& path, std::string_view bytes, std::span<const std::string> inputs)
{
    KT_TRY(AtomicFile file, AtomicFile::create(path, inputs));
    KT_TRY_DONE(file.write(bytes));
    return file.commit();
}

} // namespace kinetoscope
