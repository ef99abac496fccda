internal import CSDL2
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The uploads of a frame: the remaining budget, and the contents that are exempt from it.
///
/// Prepared contents and contents drawn without preparation have separate budgets, so that neither waits for the other.
struct FrameUploads {
    /// The purpose of an upload.
    enum Use {
        /// The contents will be drawn once they are uploaded.
        case preparation
        /// The contents are drawn now, and left out until they are uploaded.
        case drawing
        /// The contents are drawn in any case.
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

    /// Exempts contents and images derived from them from the budget of this frame.
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

/// Measures the uploads of a frame against its budget.
struct UploadMeter {
    /// The budget per frame.
    let budget: UploadBudget
    private var uploads = 0
    private var bytes = 0
    private var ticks: UInt64 = 0

    init(_ budget: UploadBudget) {
        self.budget = budget
    }

    /// Whether a further upload of this many bytes is allowed in this frame.
    func allows(_ more: Int) -> Bool {
        guard uploads > 0 else { return true }
        let milliseconds = Double(ticks) / Double(SDL_GetPerformanceFrequency()) * 1000
        return bytes + more <= (budget.bytes ?? .max) && milliseconds < (budget.milliseconds ?? .infinity)
    }

    /// Performs an upload and adds it to the measurement.
    mutating func count<Result>(
        _ bytes: Int, upload: () throws(PresenterError) -> Result
    ) throws(PresenterError) -> Result {
        let start = SDL_GetPerformanceCounter()
        defer { ticks += SDL_GetPerformanceCounter() - start }
        uploads += 1
        self.bytes += bytes
        return try upload()
    }
}
