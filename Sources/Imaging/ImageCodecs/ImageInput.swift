/// Where an image comes from.
public enum ImageInput: Hashable, Sendable {
    /// A file, by its path.
    case file(String)
    /// Encoded bytes in memory, with a name for messages.
    case bytes([UInt8], name: String)

    /// The name used in messages.
    public var name: String {
        switch self {
        case .file(let path): path
        case .bytes(_, let name): name
        }
    }
}
