package import TileContainers
package import XMLDocuments

extension XMLElement {
    /// Parses a descriptor and returns its root element.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the file.
    ///   - path: the path of the file, for error messages.
    ///   - message: makes the message about a syntax error from the error's reason and line. XML that is refused has a
    ///     message of its own.
    /// - Throws: ``StoreError`` with code ``StoreError/Code/malformed``.
    package init(
        descriptor bytes: [UInt8], path: String,
        message: (String) -> String = { "this is not XML (\($0))." }
    ) throws(StoreError) {
        do throws(SyntaxError) {
            try self.init(parsing: bytes)
        } catch {
            throw StoreError(
                .malformed, path: path,
                error.isRefusal
                    ? "this XML is not read: \(error.reason) in line \(error.line). Leave that out of it."
                    : message("\(error.reason) in line \(error.line)"))
        }
    }
}
