internal import CLinux
internal import Glibc
package import ImageCodecs

/// Where the picture of a plan comes from: what opens it, as often as it is needed.
package struct ImageProvider: Sendable {
    /// Its name in messages.
    package let name: String
    /// What tells whether it is still the same picture when an interrupted run is continued.
    package let identity: @Sendable () -> String
    /// Opens it; called again for each time its pixels are read.
    package let open: @Sendable (DecodeOptions) throws -> any ImageSource

    /// An origin from its parts.
    package init(
        name: String, identity: @escaping @Sendable () -> String,
        open: @escaping @Sendable (DecodeOptions) throws -> any ImageSource
    ) {
        self.name = name
        self.identity = identity
        self.open = open
    }

    /// An image of any kind that is read.
    init(_ input: ImageInput) {
        self.init(name: input.name, identity: { Self.identity(of: input) }, open: { try openImage(input, options: $0) })
    }

    private static func identity(of input: ImageInput) -> String {
        switch input {
        case .bytes(let bytes, _):
            return "bytes \(bytes.count) hash \(stableHash(of: bytes))"
        case .file(let path):
            var status = stat()
            guard stat(path, &status) == 0 else { return "unreadable" }
            return "file \(status.st_size) bytes, changed \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
        }
    }
}

/// FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): equal on every run, unlike Swift's hashes.
func stableHash(of bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
}
