internal import FilePyramids
internal import JSONDocuments
internal import Numbers
internal import PyramidTools
internal import ToolSupport
internal import TilePyramid

/// The report on a pyramid that was made of shards.
struct MergeReport {
    var merge: ShardMerge
    var summary: MergeSummary
    /// The path of the pyramid; for standard output, that of the file with the same bytes.
    var output: String

    /// A line about the pyramid.
    var lines: [String] {
        let pyramid = merge.pyramid
        let parts = [
            "\(output): \(pyramid.size) pixels", NumberText.count(pyramid.presentLevels.count, "level"),
            NumberText.count(summary.tiles, "tile"),
            "\(summary.copiedTiles) copied from \(NumberText.count(merge.shards.files.count, "shard"))",
            summary.deduplication.text,
            summary.skippedTiles > 0 ? "\(NumberText.count(summary.skippedTiles, "blank tile")) skipped" : nil,
            NumberText.bytes(summary.bytes), "\(NumberText.decimal(summary.seconds, digits: 2)) s",
            "peak memory \(NumberText.bytes(summary.peakMemoryBytes))",
        ]
        return [parts.compactMap(\.self).joined(separator: ", ")]
    }

    /// One JSON object on one line.
    ///
    /// The keys are `output`, `container`, `layout` (null if the container has a layout of its own), `width`, `height`,
    /// `tileSize`, `overlap`, `format`, `shards`, `tiles`, `copiedTiles`, `madeTiles` and `madeLevels` (by the merge),
    /// `skippedTiles`, `passthroughTiles`, `paddedTiles`, `passthroughBlocker`, `deduplicatedTiles`, `savedBytes`, `bytes`,
    /// `seconds`, `processorSeconds`, `peakMemoryBytes` and `warnings`.
    var json: String {
        let pyramid = merge.pyramid
        let manifests = merge.shards.manifests
        return JSONText.object([
            JSONText.path("output", output),
            ("container", JSONText.string(merge.target.container?.id ?? "folder")),
            ("layout", merge.target.layout.map { JSONText.string($0.id) } ?? "null"),
            ("width", "\(pyramid.size.width)"), ("height", "\(pyramid.size.height)"),
            ("tileSize", "\(pyramid.tileSize)"), ("overlap", "\(pyramid.overlap)"),
            ("format", JSONText.string(merge.format.rawValue)), ("shards", "\(manifests.count)"),
            ("tiles", "\(summary.tiles)"), ("copiedTiles", "\(summary.copiedTiles)"),
            ("madeTiles", "\(summary.madeTiles)"), ("madeLevels", "\(summary.madeLevels)"),
            ("skippedTiles", "\(summary.skippedTiles)"),
            ("passthroughTiles", "\(manifests.reduce(0) { $0 + $1.passthroughTiles })"),
            ("paddedTiles", "\(manifests.reduce(0) { $0 + $1.paddedTiles })"),
            (
                "passthroughBlocker",
                manifests.lazy.compactMap(\.passthroughBlocker).first.map { JSONText.string(Console.advised($0)) }
                    ?? "null"
            ),
            ("deduplicatedTiles", "\(summary.deduplication.tiles)"), ("savedBytes", "\(summary.deduplication.bytes)"),
            ("bytes", "\(summary.bytes)"), ("seconds", NumberText.decimal(summary.seconds, digits: 3)),
            ("processorSeconds", NumberText.decimal(summary.processorSeconds, digits: 3)),
            ("peakMemoryBytes", "\(summary.peakMemoryBytes)"),
            ("warnings", JSONText.array(merge.warnings.map { JSONText.string(Console.advised($0)) })),
        ])
    }
}
