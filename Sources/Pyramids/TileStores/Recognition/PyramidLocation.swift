/// The place of a pyramid.
public enum PyramidLocation: Hashable, Sendable {
    /// A file or folder of this computer.
    case path(String)
    /// An address, such as `https://example.org/big.dzi`.
    ///
    /// Only `file:` addresses can be read at present.
    case url(String)

    /// The path of a file or folder of this computer.
    ///
    /// - Throws: ``StoreError`` for an address of anything else.
    var localPath: String {
        get throws {
            switch self {
            case .path(let path): return path
            case .url(let url):
                guard url.hasPrefix("file://"), let path = Self.decoded(url.dropFirst("file://".count)) else {
                    throw StoreError(
                        .unreadable, path: url,
                        "pyramids are read from files only. Download it, and open the file.")
                }
                return path
            }
        }
    }

    /// Decodes the percent-encoded bytes of a URL's path; `nil` if they are invalid.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
