internal import ImageSources
internal import JSONDocuments
internal import Numbers
internal import PyramidTools
internal import TileCutting
internal import TilePyramid

/// The report on how a cut is divided into shards, of which nothing is written.
struct ShardPlanReport {
    var job: CutJob
    var shards: ShardPlan
    /// The cost of decoding from a row in the middle of the image.
    var rowAccess: RowAccess

    /// The part of the pyramid that one shard makes, and its cost.
    private struct Part {
        var number: Int
        var path: String
        var bands: Range<Int>
        /// The full-size rows that are needed.
        var rows: Range<Int>
        /// The number of rows that are decoded for that.
        var decodedRows: Int
        var tiles: Int
        var pixels: Int
    }

    private var parts: [Part] {
        let pyramid = shards.pyramid
        return (1...shards.count).map { number in
            let scope = shards.scope(of: number)
            var pixels = 0
            for (level, tileRows) in zip(pyramid.levels, scope.tileRows) {
                for row in tileRows {
                    let index = TileIndex(level: level.index, column: 0, row: row)
                    pixels += pyramid.interior(of: index).size.height * level.size.width
                }
            }
            return Part(
                number: number, path: ShardedPyramid.path(ofShard: number, of: shards.count, for: job.output),
                bands: shards.bands(of: number), rows: scope.rows,
                decodedRows: rowAccess == .sequential ? scope.rows.upperBound : scope.rows.count,
                tiles: scope.tileCount(of: pyramid), pixels: pixels)
        }
    }

    /// The levels that the merge makes, from the coarsest.
    private var mergedLevels: Range<Int> { shards.pyramid.presentLevels.lowerBound..<shards.coarsestShardLevel }

    private var mergedTiles: Int {
        mergedLevels.reduce(0) { $0 + shards.pyramid.levels[$1].grid.count }
    }

    /// The speedup and the total work of decoding in shards.
    ///
    /// `speedup` compares a single run that decodes all rows with the slowest shard. `times` counts how often the image is
    /// decoded by all shards together.
    private func decoding(_ parts: [Part]) -> (speedup: Double, times: Double) {
        let height = Double(shards.pyramid.size.height)
        let slowest = Double(parts.map(\.decodedRows).max() ?? 1)
        return (height / max(1, slowest), Double(parts.reduce(0) { $0 + $1.decodedRows }) / height)
    }

    /// A sentence that says the cost of decoding; nil where rows can be decoded without the rows before them.
    private func note(_ parts: [Part]) -> String? {
        let (speedup, times) = decoding(parts)
        switch rowAccess {
        case .random: return nil
        case .skipping:
            return
                "The rows before a shard are not decoded, but their bytes are read: \(NumberText.count(shards.count, "shard")) "
                + "decode the image \(NumberText.decimal(times, digits: 2)) times in all, and read it up to their last rows."
        case .sequential:
            return "The rows of this image can only be decoded from the top: the slowest shard decodes them at most "
                + "\(NumberText.decimal(speedup, digits: 2)) times as fast as a single run, and all shards together decode the "
                + "image \(NumberText.decimal(times, digits: 2)) times; only encoding is shared. Convert it to a tiled TIFF first."
        }
    }

    /// A table of the shards.
    var lines: [String] {
        let parts = parts
        var lines = [
            "\(job.displayName) would become \(job.output) in \(NumberText.count(shards.count, "shard")): "
                + "\(NumberText.count(shards.bandCount, "band")) of \(1 << shards.coarseningLevels) rows of tiles",
            ReportTable.row("shard", "rows", "bands", "tiles", "pixels"),
        ]
        for part in parts {
            lines.append(
                ReportTable.row(
                    "\(part.number)", "\(part.rows.lowerBound)–\(part.rows.upperBound - 1)", "\(part.bands.count)",
                    "\(part.tiles)", "\(part.pixels)"))
        }
        lines += [note(parts)].compactMap(\.self)
        lines.append(
            "merging makes \(NumberText.count(mergedLevels.count, "level")) with \(NumberText.count(mergedTiles, "tile")); "
                + "nothing has been written")
        return lines
    }

    /// One JSON object on one line.
    ///
    /// The keys are `source` {`path`, `width`, `height`}, `output`, `shards` (their number), `shardLevels`, `bands`,
    /// `tileRowsPerBand`, `plan` [{`shard`, `output`, `firstBand`, `bands`, `firstRow`, `rows` (full-size rows that are needed,
    /// overlaps included), `decodedRows`, `tiles`, `pixels`}], `handoffLevel` (whose rows shards hand off; null if none),
    /// `mergedLevels` and `mergedTiles` (that the merge makes), `rowAccess` (`random`, `skipping` or `sequential`),
    /// `decodingSpeedup` (rows of the image for each row that the slowest shard decodes), `timesDecoded` (by all shards
    /// together) and `note` (what that means; null for `random`).
    var json: String {
        let parts = parts
        let size = shards.pyramid.size
        let (speedup, times) = decoding(parts)
        let plan = parts.map { part in
            JSONText.object([
                ("shard", "\(part.number)"), JSONText.path("output", part.path),
                ("firstBand", "\(part.bands.lowerBound)"), ("bands", "\(part.bands.count)"),
                ("firstRow", "\(part.rows.lowerBound)"), ("rows", "\(part.rows.count)"),
                ("decodedRows", "\(part.decodedRows)"), ("tiles", "\(part.tiles)"), ("pixels", "\(part.pixels)"),
            ])
        }
        return JSONText.object([
            (
                "source",
                JSONText.object([
                    JSONText.path("path", job.image), ("width", "\(size.width)"), ("height", "\(size.height)"),
                ])
            ),
            JSONText.path("output", job.output), ("shards", "\(shards.count)"),
            ("shardLevels", "\(shards.coarseningLevels)"), ("bands", "\(shards.bandCount)"),
            ("tileRowsPerBand", "\(1 << shards.coarseningLevels)"), ("plan", JSONText.array(plan)),
            ("handoffLevel", shards.handoffLevel.map(String.init) ?? "null"),
            ("mergedLevels", JSONText.array(mergedLevels.map(String.init))), ("mergedTiles", "\(mergedTiles)"),
            ("rowAccess", JSONText.string(rowAccess.rawValue)),
            ("decodingSpeedup", JSONText.number(speedup, digits: 3)),
            ("timesDecoded", JSONText.number(times, digits: 3)), ("note", note(parts).map(JSONText.string) ?? "null"),
        ])
    }
}
