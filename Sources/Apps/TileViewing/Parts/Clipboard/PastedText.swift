internal import FilePyramids

/// The files and addresses that a text from the clipboard names.
enum PastedText {
    /// The most bytes of a text that is searched for files.
    static let byteLimit = 1 << 16
    /// The most files that a text may name.
    static let fileLimit = 1000

    /// Finds the paths and addresses that a text names, one a line.
    ///
    /// Accepted are absolute paths, paths that begin with `~/`, `file://` URLs, as file managers copy them, and addresses.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - home: the user's home folder; nil if there is none.
    /// - Returns: nil if a line names none, or there are none.
    static func files(in text: String, home: String?) -> [String]? {
        guard text.utf8.count <= byteLimit else { return nil }
        let lines = text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty && !$0.hasPrefix("#") }
        guard !lines.isEmpty, lines.count <= fileLimit else { return nil }
        let files = lines.compactMap { file(in: $0, home: home) }
        return files.count == lines.count ? files : nil
    }

    private static func file(in line: String, home: String?) -> String? {
        guard let named = try? LocalFileText.path(in: line, home: home) else {
            return line.hasPrefix("/") || PyramidLocation(line).isRemote ? line : nil
        }
        return named
    }
}
