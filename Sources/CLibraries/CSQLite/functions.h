#pragma once

// Only MBTiles and GeoPackages need SQLite, so nothing links it: this header has its types and a table of its functions, which is filled
// on first use.
#include <dlfcn.h>
#include <sqlite3.h>
#include <stddef.h>

/// The functions that are called, without their common prefix.
#define TK_SQLITE_FUNCTIONS(F) \
    F(open_v2) F(close_v2) F(db_config) F(limit) F(progress_handler) F(errmsg) F(errstr) F(exec) F(get_autocommit) \
    F(prepare_v2) F(step) F(reset) F(clear_bindings) F(finalize) F(db_handle) \
    F(bind_int64) F(bind_text) F(bind_blob) \
    F(column_count) F(column_type) F(column_int64) F(column_double) F(column_text) F(column_blob) F(column_bytes) \
    F(libversion) F(bind_double)

/// Pointers to SQLite's functions.
typedef struct tk_sqlite_functions {
#define TK_SQLITE_POINTER(name) __typeof__(&sqlite3_##name) name;
    TK_SQLITE_FUNCTIONS(TK_SQLITE_POINTER)
#undef TK_SQLITE_POINTER
} tk_sqlite_functions;

/// The name of the library, which has not changed since 2004.
#define TK_SQLITE_LIBRARY "libsqlite3.so.0"

/// Loads SQLite and looks up all functions; returns the reason for a failure, or NULL.
static inline const char *tk_sqlite_load_library(const char *file, tk_sqlite_functions *sqlite) {
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library) return dlerror();
#define TK_SQLITE_POINTER(name) \
    sqlite->name = (__typeof__(&sqlite3_##name)) dlsym(library, "sqlite3_" #name); \
    if (!sqlite->name) return dlerror();
    TK_SQLITE_FUNCTIONS(TK_SQLITE_POINTER)
#undef TK_SQLITE_POINTER
    return NULL;
}

/// Reads "x" as the name of a column and never as a text, as standard SQL does (SQLITE_DBCONFIG_DQS_DML and _DDL).
///
/// sqlite3_db_config takes a variable number of arguments, which Swift cannot call.
static inline void tk_sqlite_disable_quoted_texts(const tk_sqlite_functions *sqlite, sqlite3 *database) {
    sqlite->db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)NULL);
    sqlite->db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)NULL);
}

/// Takes the schema for that of a stranger: no views, no triggers, no functions with side effects, no changes to the file's
/// structure (SQLITE_DBCONFIG_ENABLE_VIEW, _ENABLE_TRIGGER, _TRUSTED_SCHEMA and _DEFENSIVE).
static inline void tk_sqlite_distrust_schema(const tk_sqlite_functions *sqlite, sqlite3 *database) {
    sqlite->db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)NULL);
    sqlite->db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)NULL);
    sqlite->db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
    sqlite->db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
}
