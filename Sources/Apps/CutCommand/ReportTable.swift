/// Formats rows of a table with right-aligned columns.
enum ReportTable {
    /// Returns a row of at most five columns.
    static func row(_ columns: String...) -> String {
        zip(columns, [7, 17, 12, 12, 12]).map { text, width in
            String(repeating: " ", count: max(1, width - text.count)) + text
        }.joined()
    }
}
