/// The kinds of statements that a file makes about its pixels.
///
/// A statement is kept, used, or reported; it is never dropped silently. If dropping a statement would show false pixels or a
/// false place, reading ends with an error, unless the caller has allowed this loss.
public enum FileStatement: String, Hashable, Sendable, CaseIterable {
    /// The validity of pixels: nodata values, masks, alpha bands.
    case validity
    /// The position of the image on the Earth: coordinate systems, transforms, control points.
    case place
    /// The colors that the samples stand for: profiles, code points, gamma.
    case color
}

extension CodecError {
    /// Returns the error for an unreadable statement; if the loss of the ``FileStatement`` is allowed, it becomes a warning.
    ///
    /// - Parameters:
    ///   - statement: the kind of statement.
    ///   - file: the file's name.
    ///   - message: the unreadable part and the remedy, in whole sentences. The option that allows the loss is added.
    /// - Returns: an error with code ``Code/unsupported``.
    package static func unreadStatement(_ statement: FileStatement, file: String, _ message: String) -> CodecError {
        CodecError(.unsupported, file: file, message + lossRemedy(statement))
    }
}
