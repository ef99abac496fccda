internal import FilePyramids
internal import JSONDocuments
internal import Numbers
internal import PyramidTools
internal import TilePyramid

/// The report on a pyramid that was laid over another.
struct OverlayReport {
    var plan: OverlayPlan
    var output: String
    var target: PyramidTarget
    var summary: OverlaySummary
    var conversion: ConversionSummary

    /// A line about the merged pyramid; with tiles that had to be re-encoded for the output also a line with the reasons.
    var lines: [String] {
        let reencodedTiles = conversion.repaddedTiles + conversion.recutTiles
        let parts = [
            "\(output): \(plan.pyramid.size) pixels", NumberText.count(conversion.tiles, "tile"),
            "\(summary.unchangedTiles) unchanged", "\(summary.replacedTiles) replaced",
            summary.addedTiles > 0 ? "\(summary.addedTiles) added" : nil,
            "\(summary.compositedTiles) composited", "\(summary.rerenderedTiles) rendered from these",
            reencodedTiles > 0 ? "\(reencodedTiles) re-encoded for the output" : nil,
            conversion.deduplication.text, NumberText.bytes(conversion.bytes),
            "peak memory \(NumberText.bytes(conversion.peakMemoryBytes))",
        ]
        let line = parts.compactMap(\.self).joined(separator: ", ")
        guard reencodedTiles > 0, !conversion.reasons.isEmpty else { return [line] }
        return [line, "  re-encoded: \(conversion.reasons.joined(separator: "; "))"]
    }

    /// One JSON object on one line.
    ///
    /// The keys are `overlay`, `base`, `output`, `container`, `layout` (null if the container has a layout of its own), `width`,
    /// `height`, `tiles`, `unchangedTiles` (the base's), `replacedTiles` (the overlay's instead of the base's), `addedTiles` (the
    /// overlay's where the base has none), `compositedTiles`, `rerenderedTiles` (of coarser levels), `repaddedTiles` and `recutTiles`
    /// (re-encoded for the output), `bytes` and `peakMemoryBytes`.
    var json: String {
        JSONText.object([
            JSONText.path("overlay", plan.overlay.path), JSONText.path("base", plan.base.path),
            JSONText.path("output", output), ("container", JSONText.string(target.container?.id ?? "folder")),
            ("layout", target.layout.map { JSONText.string($0.id) } ?? "null"),
            ("width", "\(plan.pyramid.size.width)"), ("height", "\(plan.pyramid.size.height)"),
            ("tiles", "\(conversion.tiles)"), ("unchangedTiles", "\(summary.unchangedTiles)"),
            ("replacedTiles", "\(summary.replacedTiles)"), ("addedTiles", "\(summary.addedTiles)"),
            ("compositedTiles", "\(summary.compositedTiles)"), ("rerenderedTiles", "\(summary.rerenderedTiles)"),
            ("repaddedTiles", "\(conversion.repaddedTiles)"), ("recutTiles", "\(conversion.recutTiles)"),
            ("bytes", "\(conversion.bytes)"), ("peakMemoryBytes", "\(conversion.peakMemoryBytes)"),
        ])
    }
}
