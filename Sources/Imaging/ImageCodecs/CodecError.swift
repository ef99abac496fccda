/// Why an image could not be read or a tile not be encoded.
public struct CodecError: Error, Hashable, Sendable {
    /// The kinds of failure, for callers that react differently to them.
    public enum Code: Hashable, Sendable {
        /// There is no such file, or it may not be read.
        case unreadable
        /// The file is not an image of a kind we read, or uses a feature we do not.
        case unsupported
        /// The image is damaged.
        case damaged
        /// The image ends before its last row.
        case truncated
        /// What was asked for does not fit the image: a page it does not have, an impossible range.
        case invalidRequest
        /// Reading or writing failed below us: an I/O error, no space for a temporary file.
        case inputOutput
        /// A file to be written cannot be created.
        case cannotCreate
        /// A tile could not be encoded.
        case encoding
    }

    /// What kind of failure it is.
    public var code: Code
    /// The file's name as the user gave it.
    public var file: String
    /// What is wrong and what to do about it: one or two plain sentences, without the file's name.
    ///
    /// It is read after that name and a colon, so it begins with a small letter unless with a name or a number.
    public var message: String

    /// A failure of `file`.
    public init(_ code: Code, file: String, _ message: String) {
        self.code = code
        self.file = file
        self.message = message
    }
}

extension CodecError: CustomStringConvertible {
    /// The file's name and what is wrong with it.
    public var description: String { "\(file): \(message)" }
}
