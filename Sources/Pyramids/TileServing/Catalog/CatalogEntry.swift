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
