/// The source of an encoded image: a file, or bytes in memory.
public enum ImageInput: Hashable, Sendable {
    /// The path of a file.
    case file(String)
    /// Encoded bytes in memory, with a name for error messages.
    case bytes([UInt8], name: String)

    /// The name used in error messages.
    public var name: String {
        switch self {
        case .file(let path): path
        case .bytes(_, let name): name
        }
    }
}
