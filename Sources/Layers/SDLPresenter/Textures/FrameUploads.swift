internal import LayerTree
internal import TilePyramid

/// The uploads of a frame: what the budget still allows, and what is exempt from it.
///
/// What is prepared and what is drawn without preparation have a budget each, so that neither waits for the other.
struct FrameUploads {
    /// Why contents are uploaded.
    enum Use {
        /// To be drawn once they are uploaded.
        case preparation
        /// They are drawn, and left out until they are uploaded.
        case drawing
        /// They are drawn in any case.
        case requirement
    }

    /// Whether everything is exempt in this frame.
    var isUnlimited = false
    private var required: Set<ObjectIdentifier> = []
    private var preparation: UploadMeter
    private var drawing: UploadMeter

    /// Creates the uploads of the first frame.
    init(_ budget: UploadBudget) {
        preparation = UploadMeter(budget)
        drawing = UploadMeter(budget)
    }

    /// Exempts contents and what is made of them from the budget of this frame.
    mutating func require(_ buffer: PixelBuffer) {
        required.insert(ObjectIdentifier(buffer))
    }

    /// Whether contents are exempt.
    func requires(_ buffer: PixelBuffer) -> Bool { required.contains(ObjectIdentifier(buffer)) }

    /// Whether an upload of this many bytes is allowed.
    func allow(_ bytes: Int, for use: Use) -> Bool {
        guard !isUnlimited else { return true }
        return switch use {
        case .preparation: preparation.allows(bytes)
        case .drawing: drawing.allows(bytes)
        case .requirement: true
        }
    }

    /// Performs an upload and counts it.
    mutating func count<Result>(
        _ bytes: Int, for use: Use, upload: () throws(PresenterError) -> Result
    ) throws(PresenterError) -> Result {
        switch use {
        case .preparation: try preparation.count(bytes, upload: upload)
        case .drawing: try drawing.count(bytes, upload: upload)
        case .requirement: try upload()
        }
    }

    /// Begins the next frame.
    mutating func renew() {
        isUnlimited = false
        required = []
        preparation = UploadMeter(preparation.budget)
        drawing = UploadMeter(drawing.budget)
    }
}
