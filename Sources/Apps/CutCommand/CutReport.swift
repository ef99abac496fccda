internal import ChannelImages
internal import FilePyramids
internal import Georeferencing
internal import ImageCodecs
internal import ImageSources
internal import Numbers
internal import PixelKernels
internal import TileCutting
internal import TilePyramid

/// The report on an image that has been cut, or on the plan for it.
struct CutReport {
    var job: CutJob
    var plan: CutPlan
    /// The result; nil for a dry run.
    var summary: CutSummary?
    /// The shard that was cut; nil for a whole pyramid.
    var shard: Shard?

    var warnings: [String] { summary?.warnings ?? plan.warnings }

    /// Returns one line about a finished pyramid.
    private func summaryLine(_ summary: CutSummary) -> String {
        let pyramid = plan.pyramid
        let share = shard.map { Double($0.scope.rows.count) / Double(pyramid.size.height) } ?? 1
        let rate = share * Double(pyramid.size.area) / 1e6 / max(summary.seconds, 1e-6)
        let parts = [
            shard.map {
                "\($0.path): shard \($0.number) of \($0.plan.count), rows \($0.scope.rows.lowerBound) to "
                    + "\($0.scope.rows.upperBound - 1) of \(pyramid.size) pixels"
            } ?? "\(job.output): \(pyramid.size) pixels",
            zoomText,
            NumberText.count(madeLevels.count, "level"),
            NumberText.count(summary.tiles, "tile")
                + (summary.resumedTiles > 0 ? " (\(summary.resumedTiles) from an earlier run)" : ""),
            summary.deduplication.text,
            summary.passthroughTiles > 0 ? "\(summary.passthroughTiles) copied without re-encoding" : nil,
            summary.paddedTiles > 0 ? "\(summary.paddedTiles) padded and re-encoded" : nil,
            summary.reusedLevels > 0 ? "\(NumberText.count(summary.reusedLevels, "level")) reused from the file" : nil,
            summary.skippedTiles > 0 ? "\(NumberText.count(summary.skippedTiles, "blank tile")) skipped" : nil,
            NumberText.bytes(summary.bytes),
            "\(NumberText.decimal(summary.seconds, digits: 2)) s",
            "\(NumberText.significant(rate)) MP/s",
            "peak memory \(NumberText.bytes(summary.peakMemoryBytes))",
        ]
        return parts.compactMap(\.self).joined(separator: ", ") + (channelText.map { "; \($0)" } ?? "")
    }

    /// The channels that are shown, with their colors and ranges; nil for an image that is cut as one picture.
    var channelText: String? { plan.channels.map { $0.rendering.summary(of: $0.description) } }

    /// The reason that the full-size level was re-encoded, for verbose reports; nil if it was passed through.
    var reencodingText: String? {
        summary?.passthroughBlocker.map { "the full-size level was re-encoded: \($0)." }
    }

    /// The finest zoom of a map, and the resolution that it keeps, as in "zoom 14 (163% of the resolution)"; nil if it is none.
    var zoomText: String? {
        guard let georeference = plan.georeference, let resolution = plan.zoomResolution else { return nil }
        return "zoom \(georeference.zoom) (\(NumberText.significant(resolution * 100))% of the resolution)"
    }

    /// The summary line; for a dry run a table of the levels that would be written.
    var lines: [String] {
        if let summary {
            return [summaryLine(summary)]
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
            "\(zoomText.map { $0 + ", " } ?? "")\(NumberText.count(pyramid.presentLevels.count, "level")), "
                + "\(NumberText.count(pyramid.tileCount, "tile")), "
                + "about \(NumberText.bytes(plan.estimatedBytes)); \(channelText.map { $0 + "; " } ?? "")"
                + "nothing has been written")
        return lines
    }

    /// The image and the planned pyramid in one paragraph, for verbose reports.
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
        return
            "\(plan.image.container), \(pyramid.size) pixels, \(channels), \(layout.depth.rawValue) bits per sample; "
            + (channelText.map { "\($0); " } ?? "")
            + "\(NumberText.count(pyramid.presentLevels.count, "level")), \(NumberText.count(pyramid.tileCount, "tile")) "
            + "of \(pyramid.tileSize) pixels, overlap \(pyramid.overlap), \(plan.format.rawValue), quality "
            + "\(plan.encoding.quality), chroma \(plan.encoding.chroma.rawValue), about "
            + "\(NumberText.bytes(plan.estimatedBytes)), into \(job.output)"
    }
}

extension DeduplicationStatistics {
    /// The number of tiles that share the bytes of others, and the bytes saved; nil if there are none.
    var text: String? {
        tiles > 0 ? "\(tiles) deduplicated (\(NumberText.bytes(bytes)) saved)" : nil
    }
}
