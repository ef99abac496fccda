internal import CSDL2

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
