/// A kind of statement that a file makes about its pixels.
///
/// A statement is kept, used, or reported; it is never dropped silently. Where dropping one would show false pixels or a
/// false place, reading ends with an error, unless the caller has allowed that loss.
public enum FileStatement: String, Hashable, Sendable, CaseIterable {
    /// Which pixels are valid: nodata values, masks, alpha bands.
    case validity
    /// Where the image lies: coordinate systems, transforms, control points.
    case place
    /// Which colors the samples stand for: profiles, code points, gamma.
    case color
}

extension CodecError {
    /// The error for a statement that cannot be read; with ``FileStatement`` allowed to be lost, it is a warning instead.
    ///
    /// - Parameters:
    ///   - statement: the kind of statement.
    ///   - file: the file's name.
    ///   - message: what cannot be read and the remedy: whole sentences. The option that allows the loss is added.
    /// - Returns: an error with code ``Code/unsupported``.
    package static func unreadStatement(_ statement: FileStatement, file: String, _ message: String) -> CodecError {
        CodecError(.unsupported, file: file, message + lossRemedy(statement))
    }
}
