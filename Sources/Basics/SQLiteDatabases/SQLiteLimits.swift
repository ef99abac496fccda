/// The limits on memory and work of a connection's statements, so that a file cannot cost more than it has bytes.
package struct SQLiteLimits: Sendable {
    /// The most bytes of a text, a blob or a row (`SQLITE_LIMIT_LENGTH`); the default is a gigabyte, SQLite's own limit.
    package var valueBytes = 1_000_000_000
    /// The work that the statements of all connections with this object may do together; nil, the default, for any.
    package var work: SQLiteWork?

    /// Creates the default limits.
    package init() {}
}
