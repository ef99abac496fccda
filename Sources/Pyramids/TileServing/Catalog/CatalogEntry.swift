/// A name as it is compared: byte by byte, as file systems do.
///
/// Strings are equal in all Unicode forms of a letter, but two files may have such names.
struct CatalogName: Hashable, Sendable {
    private let bytes: [UInt8]

    /// The name in its UTF-8 form.
    init(_ name: String) { bytes = Array(name.utf8) }
}

/// An image or a pyramid that is served under a name.
struct CatalogEntry: Hashable, Sendable {
    /// The name in addresses, before it is percent-encoded.
    let name: String
    /// The file, the descriptor, or the folder.
    let path: String
    /// Its date and size when it was listed.
    let status: FileStatus

    /// Whether it is a single file, which can be sent as it is, rather than a folder or a descriptor of other files.
    var isSingleFile: Bool { !status.isFolder && !CatalogScan.isDescriptor(path) }
}
