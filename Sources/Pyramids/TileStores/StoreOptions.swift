/// What to do about what is already there when a pyramid is to be written.
public struct StoreOptions: Hashable, Sendable {
    /// Whether a finished pyramid of that name is replaced, and an interrupted one thrown away; default false.
    ///
    /// The old pyramid stays whole until the new one is complete. Together with ``resumes``, an interrupted one is
    /// continued and not thrown away: so an interrupted replacement is gone on with.
    public var replacesExisting = false
    /// Whether an interrupted run of the same image with the same options is continued; default false.
    public var resumes = false
    /// What identifies the image and the options, so that only the same work is continued.
    ///
    /// Two runs with equal fingerprints must produce equal tiles. The default, an empty one, equals itself only.
    public var fingerprint = ""

    /// Whether equal tiles of a folder are one file with several names (hard links); default false.
    ///
    /// One-file containers share equal tiles in any case.
    public var linksDuplicateTiles = false

    /// The defaults: nothing is replaced, nothing continued.
    public init() {}
}
