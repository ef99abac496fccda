internal import TilePyramid

extension OverlayPlan {
    /// Identifies both pyramids and the options: a run only continues an interrupted one with the same fingerprint.
    ///
    /// Reads samples of both pyramids.
    package var fingerprint: String {
        let position = options.position.map { "\($0.x),\($0.y)" } ?? "aligned"
        let quality = options.quality.map(String.init) ?? "kept"
        return "overlay of \(ConversionPlan.fingerprint(of: overlay, detail: "at \(position), quality \(quality)"))\n"
            + "over \(ConversionPlan.fingerprint(of: base, detail: "\(pyramid.size)"))"
    }
}
