internal import FilePyramids
internal import Files

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
        if line.lowercased().hasPrefix("file://") { return path(ofURL: line.dropFirst(7)) }
        if line.hasPrefix("~/") { return home.map { $0 + line.dropFirst() } }
        return line.hasPrefix("/") || PyramidLocation(line).isRemote ? line : nil
    }

    /// The path of a `file://` URL, after these characters; nil for one of another computer.
    private static func path(ofURL rest: Substring) -> String? {
        let host = rest.prefix { $0 != "/" }
        guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
        var bytes: [UInt8] = []
        var source = rest.dropFirst(host.count).utf8.makeIterator()
        while let byte = source.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = source.next().flatMap(digit), let low = source.next().flatMap(digit) else { return nil }
            bytes.append(high << 4 | low)
        }
        // A path has no such byte; what is after it would be ignored.
        guard bytes.first == UInt8(ascii: "/"), !bytes.contains(0) else { return nil }
        return PathText.text(bytes)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.flatMap { UInt8(exactly: $0) }
    }
}
