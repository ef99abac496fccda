internal import FilePyramids
internal import JSONDocuments
internal import Numbers
internal import PyramidTools
internal import TilePyramid

/// The report on a conversion, or on the plan of one.
struct ConvertReport {
    var plan: ConversionPlan
    /// The source for display.
    var input: String
    var output: String
    /// The result; nil for a dry run.
    var conversion: ConversionSummary?

    /// A line about the new pyramid; with re-encoded tiles also a line with the reasons.
    var lines: [String] {
        guard let conversion else {
            let reasons =
                plan.reasons.isEmpty ? "" : "; some tiles are re-encoded: \(plan.reasons.joined(separator: "; "))"
            return [
                "\(input) would become \(output): \(plan.target.summary), \(plan.format.rawValue) tiles of "
                    + "\(plan.pyramid.tileSize) pixels, overlap \(plan.pyramid.overlap)\(reasons); nothing has been "
                    + "written"
            ]
        }
        let reencodedTiles = conversion.repaddedTiles + conversion.recutTiles
        let parts = [
            "\(output): \(plan.pyramid.size) pixels", "\(NumberText.count(conversion.copiedTiles, "tile")) copied",
            reencodedTiles > 0 ? "\(reencodedTiles) re-encoded" : nil,
            conversion.resumedTiles > 0 ? "\(conversion.resumedTiles) from an earlier run" : nil,
            conversion.deduplication.text,
            NumberText.bytes(conversion.bytes), "\(NumberText.decimal(conversion.seconds, digits: 2)) s",
            "\(NumberText.bytes(Int(Double(conversion.bytes) / max(conversion.seconds, 1e-6))))/s",
            "peak memory \(NumberText.bytes(conversion.peakMemoryBytes))",
        ]
        let line = parts.compactMap(\.self).joined(separator: ", ")
        guard reencodedTiles > 0, !conversion.reasons.isEmpty else { return [line] }
        return [line, "  re-encoded: \(conversion.reasons.joined(separator: "; "))"]
    }

    /// One JSON object on one line.
    ///
    /// The keys are `source`, `output`, `container`, `layout` (null if the container has a layout of its own), `width`,
    /// `height`, `tileSize`, `overlap`, `format` and `reasons` (why tiles cannot be copied). A finished pyramid also has
    /// `tiles`, `copiedTiles`, `repaddedTiles` (re-encoded because their padding changes), `recutTiles`,
    /// `resumedTiles`, `deduplicatedTiles`, `savedBytes`, `bytes`, `seconds` and `peakMemoryBytes`.
    var json: String {
        var members: [(String, String)] = [
            JSONText.path("source", input), JSONText.path("output", output),
            ("container", JSONText.string(plan.target.container?.id ?? "folder")),
            ("layout", plan.target.layout.map { JSONText.string($0.id) } ?? "null"),
            ("width", "\(plan.pyramid.size.width)"), ("height", "\(plan.pyramid.size.height)"),
            ("tileSize", "\(plan.pyramid.tileSize)"), ("overlap", "\(plan.pyramid.overlap)"),
            ("format", JSONText.string(plan.format.rawValue)),
            ("reasons", JSONText.array(plan.reasons.map(JSONText.string))),
        ]
        if let conversion {
            members += [
                ("tiles", "\(conversion.tiles)"), ("copiedTiles", "\(conversion.copiedTiles)"),
                ("repaddedTiles", "\(conversion.repaddedTiles)"), ("recutTiles", "\(conversion.recutTiles)"),
                ("resumedTiles", "\(conversion.resumedTiles)"),
                ("deduplicatedTiles", "\(conversion.deduplication.tiles)"),
                ("savedBytes", "\(conversion.deduplication.bytes)"), ("bytes", "\(conversion.bytes)"),
                ("seconds", NumberText.decimal(conversion.seconds, digits: 3)),
                ("peakMemoryBytes", "\(conversion.peakMemoryBytes)"),
            ]
        }
        return JSONText.object(members)
    }
}
