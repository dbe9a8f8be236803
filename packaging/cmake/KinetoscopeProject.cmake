# SPDX-License-Identifier: GPL-3.0-or-later
# What every target of the project shares: language, warnings, sanitizers, dependencies, output folders.
include(CheckCXXCompilerFlag)
include(CheckLinkerFlag)
include(FeatureSummary)
include(GNUInstallDirs)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# The contract: programs are in <build>/bin whatever the preset.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

# moc reads headers, it needs no library: else no file of the window is compiled before all of core is.
set(CMAKE_AUTOGEN_ORIGIN_DEPENDS OFF)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # From which heap on (KiB) GCC looks for garbage, by default 128 MB: a tenth of a build's time, for 200 MB a process more.
    add_compile_options(--param=ggc-min-heapsize=1000000)
    # In a release, code whose level no benchmark sees: -Og is compiled in half the time of -O3 and two thirds of that of -O1
    # (tests/bench/README.md, "Building"). It leaves out two options that GCC 13 and newer (x86) want to be the same where they read
    # a precompiled header; else such a unit reads all headers as text, which doubles its time.
    set(KINETOSCOPE_COLD_CODE -Og)
    check_cxx_compiler_flag(-munroll-only-small-loops KINETOSCOPE_UNROLLS_SMALL_LOOPS)
    if(KINETOSCOPE_UNROLLS_SMALL_LOOPS)
        list(APPEND KINETOSCOPE_COLD_CODE -munroll-only-small-loops -mvzeroupper)
    endif()
endif()

if(CMAKE_BUILD_TYPE STREQUAL "Debug" AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
    # An archive that only names its objects: to write core's anew, 900 MB with their debug information, takes longer than to compile
    # the file that was changed.
    set(CMAKE_CXX_ARCHIVE_CREATE "<CMAKE_AR> qcT <TARGET> <LINK_FLAGS> <OBJECTS>")
    set(CMAKE_CXX_ARCHIVE_APPEND "<CMAKE_AR> qT <TARGET> <LINK_FLAGS> <OBJECTS>")
endif()

add_library(project_warnings INTERFACE)
if(MSVC)
    # C5030: attributes of GCC, which say what it is to inline, are unknown there.
    target_compile_options(project_warnings INTERFACE /W4 /wd5030 /permissive- $<$<BOOL:${KINETOSCOPE_WARNINGS_AS_ERRORS}>:/WX>)
else()
    # GCC 12 warns about the insides of std::variant and std::string in correct code (its bugs 105562, 105329, 105651); of the
    # copies in std::string and std::vector only where headers come precompiled, because then they are no system headers to it.
    target_compile_options(project_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
        $<$<AND:$<CXX_COMPILER_ID:GNU>,$<NOT:$<BOOL:${CMAKE_DISABLE_PRECOMPILE_HEADERS}>>>:-Wno-stringop-overflow$<SEMICOLON>-Wno-stringop-overread$<SEMICOLON>-Wno-array-bounds>
        $<$<BOOL:${KINETOSCOPE_WARNINGS_AS_ERRORS}>:-Werror>)
endif()

if(KINETOSCOPE_SANITIZER STREQUAL "address")
    # Left out are checks at every use of a pointer: a bad one is what the address sanitizer finds, and they take 40 % of the build.
    add_compile_options(-fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,vptr -fno-omit-frame-pointer
        -fno-sanitize-recover=all)
    add_link_options(-fsanitize=address,undefined)
    # Each check names its place: 20 MB of addresses that every start of a program would fill in, half of its time. And in a shared
    # library the sanitizer looks its thread up through the loader at every call of a function: an eighth to a quarter of a test's time.
    set(KINETOSCOPE_SANITIZER_LINKED -no-pie -static-libasan -static-libubsan)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        check_linker_flag(CXX "-fsanitize=address,undefined;${KINETOSCOPE_SANITIZER_LINKED}" KINETOSCOPE_LINKS_SANITIZER)
        if(KINETOSCOPE_LINKS_SANITIZER)
            add_link_options(${KINETOSCOPE_SANITIZER_LINKED})
        endif()
    endif()
elseif(KINETOSCOPE_SANITIZER STREQUAL "thread")
    add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
    add_link_options(-fsanitize=thread)
elseif(KINETOSCOPE_SANITIZER)
    message(FATAL_ERROR "KINETOSCOPE_SANITIZER is address, thread or empty, not '${KINETOSCOPE_SANITIZER}'")
endif()

# A header in each of the lists below is read once for a target instead of once for each of its files, which halves the time of a
# build. Every file still includes what it uses: the preset dev builds without (CMAKE_DISABLE_PRECOMPILE_HEADERS).
set(KINETOSCOPE_PRECOMPILED_STD <algorithm> <array> <atomic> <charconv> <chrono> <cmath> <cstdint> <cstring> <filesystem> <functional> <limits> <map>
    <memory> <mutex> <numeric> <optional> <set> <span> <string> <string_view> <thread> <tuple> <unordered_map> <unordered_set> <utility>
    <variant> <vector>)
# Headers of core that nearly every unit of core and of the window reads, from core: what a trace, a table and an analysis are.
set(KINETOSCOPE_PRECOMPILED_CORE analysis/gpu/gpu_work.h analysis/names/classification.h analysis/types/analysis.h base/number_text.h
    base/parallel.h base/sort_stably.h base/text.h base/vectors.h model/trace_set.h numeric/intervals.h)
# What many files of the window include. Not <QtWidgets>: what a precompiled header holds is read anew for each unit, and the 300 MB of
# all of Qt take two to three seconds, as long as reading what a unit needs as text.
set(KINETOSCOPE_PRECOMPILED_QT <QAbstractItemModel> <QAction> <QApplication> <QComboBox> <QCoreApplication> <QDialog> <QDockWidget> <QEvent>
    <QGuiApplication> <QHeaderView> <QImage> <QKeyEvent> <QLabel> <QLineEdit> <QLocale> <QMainWindow> <QMenu> <QPainter> <QPushButton>
    <QScrollArea> <QStackedWidget> <QString> <QTimer> <QToolButton> <QToolTip> <QTreeView> <QVBoxLayout> <QWidget>)

# kinetoscope_one_unit(FOLDER... [OF TARGET]): a unit costs one to two seconds before its first line (precompiled headers, templates of
# the same few types): small folders, named from the root, share one; with OF only in this target (of a library with cold parts, hot
# or cold ones). To be called before kinetoscope_unity_by_folder.
function(kinetoscope_one_unit)
    cmake_parse_arguments(PARSE_ARGV 0 unit "" "OF" "")
    list(GET unit_UNPARSED_ARGUMENTS 0 first)
    string(REPLACE "/" "_" name "${first}")
    foreach(folder ${unit_UNPARSED_ARGUMENTS})
        set_property(GLOBAL PROPERTY "kinetoscope_unit_of_${folder} ${unit_OF}" "${name}")
    endforeach()
endfunction()

function(kinetoscope_unit_of target folder result)
    foreach(of "${target}" "")
        get_property(unit GLOBAL PROPERTY "kinetoscope_unit_of_${folder} ${of}")
        if(unit)
            set(${result} "${unit}" PARENT_SCOPE)
            return()
        endif()
    endforeach()
    string(REPLACE "/" "_" unit "${folder}")
    set(${result} "${unit}" PARENT_SCOPE)
endfunction()

# With KINETOSCOPE_UNITY_BUILD the files of a folder are compiled as one unit: they include the same headers, and reading those again
# for each file takes two thirds of a build. So no two files of a folder, or of folders that are one unit, may give one name to what
# is in their anonymous name spaces (README.md, "Building").
function(kinetoscope_unity_by_folder target)
    if(NOT KINETOSCOPE_UNITY_BUILD)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_target_property(sources ${target} SOURCES)
    get_target_property(directory ${target} SOURCE_DIR)
    foreach(source ${sources})
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${directory}" NORMALIZE OUTPUT_VARIABLE path)
        cmake_path(GET path PARENT_PATH folder)
        cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
        kinetoscope_unit_of(${target} "${folder}" group)
        set_source_files_properties("${path}" TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "${group}")
    endforeach()
endfunction()

# All of a target as cold code.
function(kinetoscope_cold_target target)
    target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:${KINETOSCOPE_COLD_CODE}>")
endfunction()

# kinetoscope_cold_folders(TARGET FOLDER...): these folders of the target (named from the root, without those below them) as cold code;
# folders that are one unit, all or none of them. To be called where the target is made, after its sources are listed.
function(kinetoscope_cold_folders target)
    get_target_property(sources ${target} SOURCES)
    get_target_property(directory ${target} SOURCE_DIR)
    foreach(folder ${ARGN})
        set(files)
        foreach(source ${sources})
            cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${directory}" NORMALIZE OUTPUT_VARIABLE path)
            cmake_path(GET path PARENT_PATH parent)
            if(source MATCHES "\\.cpp$" AND parent STREQUAL "${PROJECT_SOURCE_DIR}/${folder}")
                list(APPEND files "${path}")
            endif()
        endforeach()
        if(NOT files)
            message(FATAL_ERROR "${target} has no sources in ${folder}")
        endif()
        if(KINETOSCOPE_UNITY_BUILD)
            # A file with options of its own would be left out of its folder's unit: they are set on the unit that CMake writes. CMake has
            # to know that it does: one that is not there yet ends its list of a target's sources, without a word (3.31, with AUTOMOC).
            kinetoscope_unit_of(${target} "${folder}" group)
            set(files "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/Unity/unity_${group}_cxx.cxx")
            set_source_files_properties(${files} TARGET_DIRECTORY ${target} PROPERTIES GENERATED ON)
        endif()
        set_source_files_properties(${files} TARGET_DIRECTORY ${target} PROPERTIES
            COMPILE_OPTIONS "$<$<CONFIG:Release>:${KINETOSCOPE_COLD_CODE}>")
    endforeach()
endfunction()

# kinetoscope_cold_parts(TARGET COLD PART... [EXCEPT FILE...]): in a release these files and folders of the static library (named from the
# root, folders without those below them), but for some of their files, are cold code. Both kinds are libraries of objects with a
# precompiled header each: where a header has switched options and back, GCC goes on with the level of the precompiled one. What
# templates make in both kinds a program takes from the object that it is linked with first, so the objects that are not cold are
# given to every program before its own. To be called in place of kinetoscope_unity_by_folder, when TARGET has its sources and options.
function(kinetoscope_cold_parts target)
    if(MSVC OR NOT CMAKE_BUILD_TYPE STREQUAL "Release")
        kinetoscope_unity_by_folder(${target})
        return()
    endif()
    cmake_parse_arguments(PARSE_ARGV 1 part "" "" "COLD;EXCEPT")
    get_target_property(sources ${target} SOURCES)
    get_target_property(directory ${target} SOURCE_DIR)
    set(used)
    foreach(source ${sources})
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${directory}" NORMALIZE OUTPUT_VARIABLE path)
        cmake_path(RELATIVE_PATH path BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE file)
        cmake_path(GET file PARENT_PATH folder)
        set(kind hot)
        if((folder IN_LIST part_COLD OR file IN_LIST part_COLD) AND NOT file IN_LIST part_EXCEPT)
            set(kind cold)
        endif()
        list(APPEND ${kind} "${path}")
        list(APPEND used "${folder}" "${file}")
    endforeach()
    foreach(name ${part_COLD} ${part_EXCEPT})
        if(NOT name IN_LIST used)
            message(FATAL_ERROR "${target} has no sources in ${name}")
        endif()
    endforeach()
    foreach(kind hot cold)
        add_library(${target}_${kind} OBJECT ${${kind}})
        foreach(property AUTOMOC AUTOUIC COMPILE_DEFINITIONS COMPILE_FEATURES COMPILE_OPTIONS INCLUDE_DIRECTORIES LINK_LIBRARIES PRECOMPILE_HEADERS)
            get_target_property(value ${target} ${property})
            if(NOT value MATCHES "-NOTFOUND$")
                set_property(TARGET ${target}_${kind} PROPERTY ${property} "${value}")
            endif()
        endforeach()
        kinetoscope_unity_by_folder(${target}_${kind})
    endforeach()
    kinetoscope_cold_target(${target}_cold)
    set_target_properties(${target} PROPERTIES SOURCES "$<TARGET_OBJECTS:${target}_hot>;$<TARGET_OBJECTS:${target}_cold>" LINKER_LANGUAGE CXX)
    target_link_options(${target} INTERFACE "$<FILTER:$<TARGET_OBJECTS:${target}_hot>,EXCLUDE,[.]gch$>")
endfunction()

# For each header with slots moc reads all of Qt that is included there, a third of a second, to see the macros: ours need none, and
# what it writes is the same. The preset dev does as Qt does; a difference would show there.
function(kinetoscope_automoc_without_headers)
    set(script "${CMAKE_BINARY_DIR}/moc_without_headers.sh")
    get_target_property(moc Qt6::moc IMPORTED_LOCATION)
    if(NOT moc)
        get_target_property(moc Qt6::moc IMPORTED_LOCATION_RELEASE)
    endif()
    if(NOT moc)
        return()
    endif()
    file(CONFIGURE OUTPUT "${script}" @ONLY CONTENT "#!/bin/sh
for argument; do
    shift
    case \"$argument\" in -I*) ;; *) set -- \"$@\" \"$argument\" ;; esac
done
exec \"${moc}\" \"$@\"
")
    file(CHMOD "${script}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    set(KINETOSCOPE_AUTOMOC "${script}" PARENT_SCOPE)
endfunction()

# moc's code is included by the file of its class, so the file that AUTOMOC collects the rest in is empty: reading a precompiled header
# for it takes most of a second.
function(kinetoscope_plain_mocs_compilation target)
    set_source_files_properties("${CMAKE_CURRENT_BINARY_DIR}/${target}_autogen/mocs_compilation.cpp"
        PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# What a program of one or two units includes in all of them is precompiled only where each file is a unit.
function(kinetoscope_precompile_if_many_units target)
    if(NOT KINETOSCOPE_UNITY_BUILD)
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
endfunction()

find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(RapidJSON REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)

# RapidJSON's own config sets variables only; one imported target keeps its includes SYSTEM.
if(NOT TARGET RapidJSON::RapidJSON)
    add_library(RapidJSON::RapidJSON INTERFACE IMPORTED)
    set_target_properties(RapidJSON::RapidJSON PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${RAPIDJSON_INCLUDE_DIRS}")
endif()

# kinetoscope_library(NAME LIBRARY HEADER): the imported target NAME of a library without a CMake config, or none where it is not here.
# Not by pkg-config: of RE2 on Debian 13 that reads 128 files of Abseil, sixteen times, 26 s of configuring, and names 64
# libraries to each program that only RE2 itself needs.
function(kinetoscope_library name library header)
    string(MAKE_C_IDENTIFIER "KINETOSCOPE_${library}" variable)
    find_library(${variable}_LIBRARY NAMES ${library})
    find_path(${variable}_INCLUDE_DIR ${header})
    mark_as_advanced(${variable}_LIBRARY ${variable}_INCLUDE_DIR)
    if(${variable}_LIBRARY AND ${variable}_INCLUDE_DIR)
        add_library(${name} UNKNOWN IMPORTED)
        set_target_properties(${name} PROPERTIES IMPORTED_LOCATION "${${variable}_LIBRARY}"
            INTERFACE_INCLUDE_DIRECTORIES "${${variable}_INCLUDE_DIR}")
    endif()
endfunction()

# Some versions of RE2 bring a CMake config, those of Debian 12 and 13 do not.
find_package(re2 CONFIG QUIET)
if(TARGET re2::re2)
    set(KINETOSCOPE_RE2 re2::re2)
else()
    set(KINETOSCOPE_RE2 kinetoscope_re2)
    kinetoscope_library(kinetoscope_re2 re2 re2/re2.h)
    if(NOT TARGET kinetoscope_re2)
        message(FATAL_ERROR "RE2 is not here (Debian: libre2-dev)")
    endif()
endif()

set(KINETOSCOPE_HAVE_ISAL OFF)
if(KINETOSCOPE_USE_ISAL)
    kinetoscope_library(kinetoscope_isal isal isa-l/igzip_lib.h)
    if(TARGET kinetoscope_isal)
        set(KINETOSCOPE_HAVE_ISAL ON)
    endif()
endif()
add_feature_info(ISA-L KINETOSCOPE_HAVE_ISAL "inflates 3.3 times as fast as zlib")

if(KINETOSCOPE_BUILD_APP OR KINETOSCOPE_BUILD_TESTS)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Core Test)
endif()
if(KINETOSCOPE_BUILD_APP)
    # PrintSupport before QCustomPlot: its exported target names Qt6::PrintSupport without finding it.
    find_package(Qt6 6.4 REQUIRED COMPONENTS Gui Widgets Svg PrintSupport)
    find_package(QCustomPlotQt6 QUIET)
    if(TARGET QCustomPlotQt6::QCustomPlotQt6)
        set(KINETOSCOPE_QCUSTOMPLOT QCustomPlotQt6::QCustomPlotQt6)
    else()
        find_library(QCUSTOMPLOT_LIBRARY NAMES QCustomPlotQt6 qcustomplot-qt6 qcustomplot REQUIRED)
        find_path(QCUSTOMPLOT_INCLUDE_DIR qcustomplot.h REQUIRED)
        add_library(kinetoscope_qcustomplot INTERFACE IMPORTED)
        set_target_properties(kinetoscope_qcustomplot PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${QCUSTOMPLOT_INCLUDE_DIR}"
            INTERFACE_LINK_LIBRARIES "${QCUSTOMPLOT_LIBRARY};Qt6::Widgets;Qt6::PrintSupport")
        set(KINETOSCOPE_QCUSTOMPLOT kinetoscope_qcustomplot)
    endif()
    qt_standard_project_setup()
    set(KINETOSCOPE_AUTOMOC "") # Qt's own
    if(UNIX AND KINETOSCOPE_UNITY_BUILD)
        kinetoscope_automoc_without_headers()
    endif()
endif()
