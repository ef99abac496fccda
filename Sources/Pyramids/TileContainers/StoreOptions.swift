/// The treatment of an existing pyramid at the output path.
public struct StoreOptions: Hashable, Sendable {
    /// Whether to replace a finished pyramid and to discard an interrupted one; the default is `false`.
    ///
    /// The old pyramid stays intact until the new one is complete. If ``resumes`` is set as well, an interrupted run is
    /// continued rather than discarded, which is how an interrupted replacement is finished.
    public var replacesExisting = false
    /// Whether to continue an interrupted run with the same ``fingerprint``; the default is `false`.
    public var resumes = false
    /// Identifies the image and the options; only a run with an equal fingerprint is continued.
    ///
    /// Two runs with equal fingerprints must produce equal tiles. The default is an empty string.
    public var fingerprint = ""
    /// Whether duplicate tiles in a folder become hard links to one file; the default is `false`.
    ///
    /// Single-file containers deduplicate tiles in any case.
    public var linksDuplicateTiles = false
    /// Whether the files of a folder are synced before the pyramid gets its final name; the default is `false`.
    ///
    /// With it, a finished pyramid is complete after a power failure. Without it, tiles that were written in the last half
    /// minute may be empty. One call of `syncfs` waits until all tiles are on the disk. Single-file containers are always
    /// synced, and an interrupted run is always continued with whole tiles only.
    public var syncsFolders = false

    /// An open descriptor, such as a pipe, for the finished container; the default is `nil`: the container gets its name.
    ///
    /// Only for formats whose ``PyramidCapabilities/supportsStreams`` is true. The container is written front to back, once
    /// the pyramid is complete. Until then the tiles are spooled in the folder for temporary files, and the path only
    /// occurs in messages.
    public var outputDescriptor: Int32?

    /// Options that neither replace nor continue anything.
    public init() {}
}
