/// How much may be copied into textures during one frame.
///
/// One upload is made in every frame that needs one, however large it is, so that everything is there in the end.
public struct UploadBudget: Hashable, Sendable {
    /// Milliseconds after which no other upload is begun; nil for as long as it takes.
    public var milliseconds: Double?
    /// Bytes above which no other upload is begun; nil for as many as there are.
    public var bytes: Int?

    /// A budget of time, of bytes, or of both.
    public init(milliseconds: Double?, bytes: Int?) {
        self.milliseconds = milliseconds
        self.bytes = bytes
    }

    /// Everything at once: for tests and for pictures that are written to files.
    public static let unlimited = UploadBudget(milliseconds: nil, bytes: nil)

    /// A budget of time.
    public static func milliseconds(_ milliseconds: Double) -> UploadBudget {
        UploadBudget(milliseconds: milliseconds, bytes: nil)
    }

    /// A budget of bytes.
    public static func bytes(_ bytes: Int) -> UploadBudget { UploadBudget(milliseconds: nil, bytes: bytes) }
}
