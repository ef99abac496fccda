/// Draws the contents of a layer away from the main thread: a closure with copies of all that it needs.
public typealias BackgroundDrawing = @Sendable (inout PixelContext) -> Void

extension Layer {
    /// Starts a drawing in the background if the layer wants that.
    ///
    /// - Returns: false if the layer is to be drawn at once.
    func drawInBackground(
        _ job: DrawingJob, _ request: LayerDisplayState.Request, _ displayState: LayerDisplayState
    ) -> Bool {
        guard drawsAsynchronously, let scene else { return false }
        guard !displayState.isDrawingInBackground else {
            displayState.requestForLater = displayState.requestForLater?.union(request) ?? request
            return true
        }
        guard let drawing = backgroundDrawing() else { return false }
        displayState.isDrawingInBackground = true
        let requests = scene.requests
        scene.runInBackground { [weak self] in
            let drawn = job.run(drawing)
            requests.perform { self?.receive(drawn, of: job) }
        }
        return true
    }

    /// Shows what was drawn in the background, and requests what came meanwhile.
    private func receive(_ drawn: PixelBuffer?, of job: DrawingJob) {
        guard let displayState else { return }
        displayState.isDrawingInBackground = false
        Transaction.withoutActions { show(drawn, of: job, displayState) }
        if let later = displayState.requestForLater {
            displayState.requestForLater = nil
            request(later)
        }
    }
}
