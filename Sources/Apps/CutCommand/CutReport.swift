internal import ImageCodecs
internal import PixelKernels
internal import TileCutting
internal import TilePyramid
internal import TileStores

/// What is said about an image that is, or would be, cut.
struct CutReport {
    var job: CutJob
    var plan: CutPlan
    var warnings: [String]
    /// Nil when nothing has been cut.
    var summary: CutSummary?

    init(job: CutJob, plan: CutPlan, summary: CutSummary? = nil) {
        self.job = job
        self.plan = plan
        self.summary = summary
        warnings = summary?.warnings ?? plan.warnings
    }

    /// One line about a finished pyramid.
    static func summaryLine(_ report: CutReport, _ summary: CutSummary) -> String {
        let pyramid = report.plan.pyramid
        let rate = Double(pyramid.size.area) / 1e6 / max(summary.seconds, 1e-6)
        let parts = [
            "\(report.job.output): \(pyramid.size) pixels",
            NumberText.count(pyramid.presentLevels.count, "level"),
            NumberText.count(summary.tiles, "tile")
                + (summary.resumedTiles > 0 ? " (\(summary.resumedTiles) from before)" : ""),
            summary.deduplication.text,
            summary.passthroughTiles > 0 ? "\(summary.passthroughTiles) without loss" : nil,
            summary.paddedTiles > 0 ? "\(summary.paddedTiles) filled up at the edges and encoded anew" : nil,
            summary.reusedLevels > 0 ? "\(NumberText.count(summary.reusedLevels, "level")) of the file's own" : nil,
            summary.skippedTiles > 0 ? "\(summary.skippedTiles) blank and left out" : nil,
            NumberText.bytes(summary.bytes),
            "\(NumberText.decimal(summary.seconds, digits: 2)) s",
            "\(NumberText.significant(rate)) MP/s",
            "peak memory \(NumberText.bytes(summary.peakMemoryBytes))",
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// Why the full size was encoded anew, for those who asked for detail; nil if it was not.
    var reencodingText: String? {
        summary?.passthroughBlocker.map { "the full size was encoded anew, because \($0)." }
    }

    /// The summary line, or a few lines about what would be written.
    var text: String {
        if let summary {
            return Self.summaryLine(self, summary)
        }
        let pyramid = plan.pyramid
        var lines = [
            "\(job.displayName) would become \(job.output): \(job.target.summary), \(plan.format.rawValue) tiles of "
                + "\(pyramid.tileSize) pixels, overlap \(pyramid.overlap)",
            ReportTable.row("level", "size", "tiles"),
        ]
        for level in pyramid.levels[pyramid.presentLevels].reversed() {
            lines.append(
                ReportTable.row("\(level.index)", level.size.description, "\(level.grid.columns)×\(level.grid.rows)"))
        }
        lines.append(
            "\(NumberText.count(pyramid.presentLevels.count, "level")), \(NumberText.count(pyramid.tileCount, "tile")), "
                + "about \(NumberText.bytes(plan.estimatedBytes)); nothing has been written")
        return lines.joined(separator: "\n")
    }

    /// What will happen, in one paragraph, for those who asked for detail.
    var planText: String {
        let pyramid = plan.pyramid
        let layout = plan.image.layout
        let channels =
            switch layout.channels {
            case .gray: "gray"
            case .grayAlpha: "gray with transparency"
            case .rgb: "color"
            case .rgba: "color with transparency"
            }
        return "\(plan.image.container), \(pyramid.size) pixels, \(channels), \(layout.depth.rawValue) bits a sample; "
            + "\(NumberText.count(pyramid.presentLevels.count, "level")), \(NumberText.count(pyramid.tileCount, "tile")) "
            + "of \(pyramid.tileSize) pixels, overlap \(pyramid.overlap), \(plan.format.rawValue), quality "
            + "\(plan.encoding.quality), chroma \(plan.encoding.chroma.rawValue), about "
            + "\(NumberText.bytes(plan.estimatedBytes)), into \(job.output)"
    }
}

extension DeduplicationStatistics {
    /// How many tiles share the bytes of others, and what that has saved; nil when none do.
    var text: String? {
        tiles > 0 ? "\(tiles) of them shared (\(NumberText.bytes(bytes)) saved)" : nil
    }
}
