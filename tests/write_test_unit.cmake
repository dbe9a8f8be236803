# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DUNIT=FILE "-DTESTS=A.cpp,B.cpp" -P write_test_unit.cmake: writes the one unit of a program of several tests. What stands above
# the first declaration of each (comments and includes) comes first; then each test, the `main` of its QTEST_... macro included, in a
# name space of its own, so that tests need not know each other's names.
string(REPLACE "," ";" TESTS "${TESTS}")
set(heads "")
set(bodies "")
set(entries "")
foreach(test IN LISTS TESTS)
    get_filename_component(name "${test}" NAME_WE)
    file(READ "${test}" text)
    # Characters that lists of CMake know.
    string(REGEX REPLACE "[][;]" " " text "${text}")
    string(REGEX MATCH "^((#[^\n]*|//[^\n]*)?\n)+" head "${text}")
    string(REGEX REPLACE "//[^\n]*" "" head "${head}")
    string(REGEX REPLACE "\n\n+" "\n" head "${head}")
    string(APPEND heads "${head}")
    string(APPEND bodies "namespace ${name} {\n#include \"${test}\"\n}\n")
    string(APPEND entries "        { \"${name}\", ${name}::main },\n")
endforeach()
# What moc writes includes headers of its own, by version of Qt: outside of the name spaces, like all others.
set(moc_headers "")
foreach(header QtCore/qmetatype.h QtCore/qtmochelpers.h QtCore/qxptype_traits.h)
    string(APPEND moc_headers "#if __has_include(<${header}>)\n#include <${header}>\n#endif\n")
endforeach()
file(WRITE "${UNIT}" "#include \"tests/support/test_program.h\"\n${moc_headers}${heads}
${bodies}
int main(int argc, char** argv)
{
    return kinetoscope::tests::runNamedTest({\n${entries}    }, argc, argv);
}
")
