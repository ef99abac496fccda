/// The limit of uploads to textures in one frame.
///
/// Every frame may make one upload, however large, so that everything is uploaded eventually. Tiles, which layers prepare
/// before they show them, have one budget, and all other contents another of the same size.
public struct UploadBudget: Hashable, Sendable {
    /// The milliseconds after which no further upload begins; nil for no limit.
    public var milliseconds: Double?
    /// The bytes beyond which no further upload begins; nil for no limit.
    public var bytes: Int?

    /// Creates a budget of time, of bytes, or of both.
    public init(milliseconds: Double?, bytes: Int?) {
        self.milliseconds = milliseconds
        self.bytes = bytes
    }

    /// No limit; for tests and for images that are written to files.
    public static let unlimited = UploadBudget(milliseconds: nil, bytes: nil)

    /// Returns a budget of time.
    public static func milliseconds(_ milliseconds: Double) -> UploadBudget {
        UploadBudget(milliseconds: milliseconds, bytes: nil)
    }

    /// Returns a budget of bytes.
    public static func bytes(_ bytes: Int) -> UploadBudget { UploadBudget(milliseconds: nil, bytes: bytes) }
}
