internal import FilePyramids
internal import RemotePyramids

/// Texts that name a file of this computer in another way than by its path.
enum LocalFileText {
    /// Reads a `file://` URL, or a path that begins with `~/`.
    ///
    /// - Parameters:
    ///   - text: the text, which a user has typed or pasted.
    ///   - home: the user's home folder; nil if there is none.
    /// - Returns: the path; nil for any other text, and for `~/` without a home.
    /// - Throws: `StoreError` for a URL that names no file of this computer.
    static func path(in text: String, home: String?) throws -> String? {
        if text.lowercased().hasPrefix("file://") { return try PyramidLocation.url(text).localPath }
        guard let home, text == "~" || text.hasPrefix("~/") else { return nil }
        return home + text.dropFirst()
    }
}
