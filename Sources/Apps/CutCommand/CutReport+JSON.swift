internal import FilePyramids
internal import Georeferencing
internal import JSONDocuments
internal import Numbers
internal import TileCutting
internal import ToolSupport
internal import TilePyramid

extension CutReport {
    /// One JSON object on one line.
    ///
    /// The keys of a finished pyramid are:
    /// - `source` {`path`, `width`, `height`}, `output`, `container`, `layout` (null if the container has a layout of
    ///   its own), `tileSize`, `overlap`, `format`;
    /// - `zoom` and `zoomResolution`, only of maps: the finest zoom, and its resolution as a part of the image's, 1 where it is
    ///   the same;
    /// - `channels`, only of images that are shown by their channels: what `RenderedChannels.json` says;
    /// - `levels` [{`level`, `width`, `height`, `columns`, `rows`}], `tiles`;
    /// - `passthroughTiles` (of the full size, not re-encoded), `paddedTiles` (at its edges, re-encoded only because
    ///   they are padded), `passthroughBlocker` (why no tile is passed through, else null);
    /// - `reusedLevels` (made from reduced images in the file), `skippedTiles` (blank and left out);
    /// - `deduplicatedTiles` and `savedBytes` (tiles stored as another tile's bytes, and the bytes that this saves);
    /// - `bytes`, `seconds`, `peakMemoryBytes` and `warnings`;
    /// - `times`, in seconds {`processor` (of all threads), `decoding` (of the thread that decodes, without what it has
    ///   encoded), `waitingForMemory` and `waitingForTiles` (for which it has slept), `finishing` (the container)}.
    ///
    /// A shard also has `shard` (as ``Shard/json(_:)`` says), is the `output` itself, and lists the levels and rows of tiles that
    /// it has made.
    ///
    /// A dry run has `estimatedBytes` instead of the keys from `passthroughTiles` to `peakMemoryBytes`.
    var json: String {
        let pyramid = plan.pyramid
        let source: [(String, String)] = [
            JSONText.path("path", job.image),
            ("width", "\(pyramid.size.width)"),
            ("height", "\(pyramid.size.height)"),
        ]
        let levels = madeLevels.map { level, tileRows in
            JSONText.object([
                ("level", "\(level.index)"),
                ("width", "\(level.size.width)"),
                ("height", "\(level.size.height)"),
                ("columns", "\(level.grid.columns)"),
                ("rows", "\(tileRows)"),
            ])
        }
        var members: [(String, String)] = [
            ("source", JSONText.object(source)),
            JSONText.path("output", shard?.path ?? job.output),
            ("container", JSONText.string(job.target.container?.id ?? "folder")),
            ("layout", job.target.layout.map { JSONText.string($0.id) } ?? "null"),
            ("tileSize", "\(pyramid.tileSize)"),
            ("overlap", "\(pyramid.overlap)"),
            ("format", JSONText.string(plan.format.rawValue)),
            ("levels", JSONText.array(levels)),
            ("tiles", "\(summary?.tiles ?? pyramid.tileCount)"),
        ]
        if let georeference = plan.georeference, let resolution = plan.zoomResolution {
            members.append(("zoom", "\(georeference.zoom)"))
            members.append(("zoomResolution", NumberText.decimal(resolution, digits: 3)))
        }
        if let channels = plan.channels { members.append(("channels", channels.json)) }
        if let shard { members.append(("shard", shard.json(job))) }
        if let summary {
            members += [
                ("passthroughTiles", "\(summary.passthroughTiles)"),
                ("paddedTiles", "\(summary.paddedTiles)"),
                (
                    "passthroughBlocker",
                    summary.passthroughBlocker.map { JSONText.string(Console.advised($0)) } ?? "null"
                ),
                ("reusedLevels", "\(summary.reusedLevels)"),
                ("skippedTiles", "\(summary.skippedTiles)"),
                ("deduplicatedTiles", "\(summary.deduplication.tiles)"),
                ("savedBytes", "\(summary.deduplication.bytes)"),
                ("bytes", "\(summary.bytes)"),
                ("seconds", NumberText.decimal(summary.seconds, digits: 3)),
                ("times", summary.times.json),
                ("peakMemoryBytes", "\(summary.peakMemoryBytes)"),
            ]
        } else {
            members.append(("estimatedBytes", "\(plan.estimatedBytes)"))
        }
        members.append(("warnings", JSONText.array(warnings.map { JSONText.string(Console.advised($0)) })))
        return JSONText.object(members)
    }
}

extension CutTimes {
    /// The times as a JSON object.
    fileprivate var json: String {
        JSONText.object(
            [
                ("processor", processor), ("decoding", decoding), ("waitingForMemory", waitingForMemory),
                ("waitingForTiles", waitingForTiles), ("finishing", finishing),
            ].map { ($0, NumberText.decimal($1, digits: 3)) })
    }
}
