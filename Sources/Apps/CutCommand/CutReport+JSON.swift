internal import JSONDocuments
internal import TileCutting
internal import TilePyramid
internal import TileStores

extension CutReport {
    /// One JSON object on one line.
    ///
    /// A finished pyramid has the keys `source` {`path`, `width`, `height`}, `output`, `container`, `layout` (null where
    /// the container has one of its own), `tileSize`, `overlap`, `format`, `levels` [{`level`, `width`, `height`,
    /// `columns`, `rows`}], `tiles`, `passthroughTiles` (of the full size, cut from the file as they are),
    /// `paddedTiles` (at its edges, encoded anew all the same because they are filled up),
    /// `passthroughBlocker` (why there are none, else null), `reusedLevels` (made from pictures that the file has of their
    /// size), `skippedTiles` (blank and left out), `deduplicatedTiles` and
    /// `savedBytes` (tiles without bytes of their own, and what they would have taken), `bytes`, `seconds`,
    /// `peakMemoryBytes` and `warnings`. One that would be written has `estimatedBytes` in place of what only a finished
    /// one has: from `passthroughTiles` to `peakMemoryBytes`.
    var json: String {
        let pyramid = plan.pyramid
        let source: [(String, String)] = [
            ("path", JSONText.string(job.image)),
            ("width", "\(pyramid.size.width)"),
            ("height", "\(pyramid.size.height)"),
        ]
        let levels = pyramid.levels[pyramid.presentLevels].map { level in
            JSONText.object([
                ("level", "\(level.index)"),
                ("width", "\(level.size.width)"),
                ("height", "\(level.size.height)"),
                ("columns", "\(level.grid.columns)"),
                ("rows", "\(level.grid.rows)"),
            ])
        }
        var members: [(String, String)] = [
            ("source", JSONText.object(source)),
            ("output", JSONText.string(job.output)),
            ("container", JSONText.string(job.target.container.rawValue)),
            ("layout", job.target.container.layouts.isEmpty ? "null" : JSONText.string(job.target.layout.rawValue)),
            ("tileSize", "\(pyramid.tileSize)"),
            ("overlap", "\(pyramid.overlap)"),
            ("format", JSONText.string(plan.format.rawValue)),
            ("levels", JSONText.array(levels)),
            ("tiles", "\(summary?.tiles ?? pyramid.tileCount)"),
        ]
        if let summary {
            members += [
                ("passthroughTiles", "\(summary.passthroughTiles)"),
                ("paddedTiles", "\(summary.paddedTiles)"),
                ("passthroughBlocker", summary.passthroughBlocker.map(JSONText.string) ?? "null"),
                ("reusedLevels", "\(summary.reusedLevels)"),
                ("skippedTiles", "\(summary.skippedTiles)"),
                ("deduplicatedTiles", "\(summary.deduplication.tiles)"),
                ("savedBytes", "\(summary.deduplication.bytes)"),
                ("bytes", "\(summary.bytes)"),
                ("seconds", NumberText.decimal(summary.seconds, digits: 3)),
                ("peakMemoryBytes", "\(summary.peakMemoryBytes)"),
            ]
        } else {
            members.append(("estimatedBytes", "\(plan.estimatedBytes)"))
        }
        members.append(("warnings", JSONText.array(warnings.map(JSONText.string))))
        return JSONText.object(members)
    }
}
