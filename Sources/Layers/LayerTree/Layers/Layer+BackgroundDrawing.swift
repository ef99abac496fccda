public import VectorDrawing

/// A closure that draws the contents of a layer off the main thread, with copies of all data that it needs.
public typealias BackgroundDrawing = @Sendable (inout PixelContext) -> Void

extension Layer {
    /// Starts a drawing in the background if the layer supports it.
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

    /// Shows a bitmap drawn in the background, and submits the requests that arrived during the drawing.
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
