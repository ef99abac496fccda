internal import Files
internal import Glibc

/// An image that could not be read, or a tile or image file that could not be written.
public struct CodecError: Error, Hashable, Sendable {
    /// The kinds of failure, for callers that handle them differently.
    public enum Code: Hashable, Sendable {
        /// The file does not exist or may not be read.
        case unreadable
        /// The file is not an image, has a format that is not supported, or uses a feature that is not supported.
        case unsupported
        /// The image is damaged.
        case damaged
        /// The image ends before its last row.
        case truncated
        /// The request does not fit the image: for example, a page that it does not have, or a range of one value.
        case invalidRequest
        /// An I/O operation failed: for example, a read error, or no space for a temporary file.
        case inputOutput
        /// The output file cannot be created.
        case cannotCreate
        /// A tile could not be encoded.
        case encoding
    }

    /// The kind of failure.
    public var code: Code
    /// The file's name as the caller gave it.
    public var file: String
    /// The fault and the remedy: one or two sentences, without the file's name.
    ///
    /// It is printed after the file's name and a colon, so it starts in lower case unless the first word is a name or a
    /// number.
    public var message: String

    /// Creates an error about `file`.
    public init(_ code: Code, file: String, _ message: String) {
        self.code = code
        self.file = file
        self.message = message
    }
}

extension CodecError: CustomStringConvertible {
    /// The file's name, a colon and the message.
    public var description: String { "\(file): \(message)" }
}

extension CodecError {
    /// The error for a file that the system could not open; `code` is the `errno` of the call.
    package static func cannotOpen(_ path: String, errno code: Int32) -> CodecError {
        switch code {
        case ENOENT, ENOTDIR:
            CodecError(
                .unreadable, file: path,
                "no such file. "
                    + (MisspelledPath.differingInCase(from: path).map { "Did you mean \($0)?" }
                        ?? "Check the spelling and the folder."))
        case EACCES, EPERM:
            CodecError(.unreadable, file: path, "permission denied. Check the file's owner and mode.")
        default:
            CodecError(.unreadable, file: path, "cannot be opened: \(String(cString: strerror(code))).")
        }
    }

    /// The error for a JPEG with a feature that is not decoded; `reason` is a clause such as "it is lossless (SOF3)".
    package static func unsupportedJPEG(_ file: String, _ reason: String) -> CodecError {
        CodecError(
            .unsupported, file: file,
            "this JPEG cannot be read: \(reason). Convert it to a baseline or progressive JPEG of 8 bits.")
    }

    /// The error for a damaged tile.
    package static func damagedTile(_ name: String, _ detail: String = "") -> CodecError {
        CodecError(.damaged, file: name, "the image is damaged\(detail.isEmpty ? "" : " (\(detail))").")
    }

    /// The error for a truncated tile.
    package static func truncatedTile(_ name: String) -> CodecError {
        CodecError(.truncated, file: name, "the image ends before its last row.")
    }

    /// The error for an image that is too large for the memory.
    package static func noMemory(_ file: String) -> CodecError {
        CodecError(.inputOutput, file: file, "there is not enough memory to decode it. Allow more, or free some.")
    }

    /// The error for a failed allocation.
    package static func noMemoryForTile(_ name: String) -> CodecError {
        CodecError(.inputOutput, file: name, "there is not enough memory to decode it.")
    }
}
