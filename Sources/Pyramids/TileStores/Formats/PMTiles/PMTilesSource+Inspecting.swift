internal import Georeferencing
public import TilePyramid

extension PMTilesSource {
    /// Calls `body` for every tile in the order of the file; tiles outside of the header's zooms are skipped.
    public func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        // A run may claim to extend beyond all zooms.
        let last = PMTilesTileID.first(of: tileMatrixSet.zooms.upperBound + 1)
        var count = 0
        try archive.forEachEntry { entry in
            let storedTile = StoredTile(entry)
            count += Int(entry.runLength)
            guard archive.header.addressedTiles == 0 || count <= archive.header.addressedTiles else {
                throw archive.damaged("it has more tiles than its header says")
            }
            guard entry.id < last else { return }
            for id in entry.id..<min(entry.end, last) {
                if let index = tileMatrixSet.index(of: PMTilesTileID.tile(id)) {
                    try body(index, storedTile)
                }
            }
        }
    }

    /// Reports header fields that contradict the directories.
    public func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws {
        let header = archive.header
        var (tiles, entries, contents) = (0, 0, 0)
        var (end, isClustered) = (0, true)
        var (first, last): (Int?, Int) = (nil, 0)
        try archive.forEachEntry { entry in
            entries += 1
            tiles += Int(entry.runLength)
            first = first ?? entry.id
            last = entry.end - 1
            if entry.offset == end {
                contents += 1
                end += Int(entry.length)
            } else if entry.offset > end {
                isClustered = false
            }
        }
        func reportIssue(_ message: String) throws { try report(ValidationIssue(location: "header", message)) }
        if header.isClustered, !isClustered {
            try reportIssue("it claims that the tiles are in order (clustered), but they are not")
        }
        for (name, said, found) in [
            ("tiles", header.addressedTiles, tiles), ("entries", header.tileEntries, entries),
            ("different tiles", header.tileContents, isClustered ? contents : header.tileContents),
        ] where said != 0 && said != found {
            try reportIssue("it says that there are \(said) \(name), and there are \(found)")
        }
        if isClustered, end != header.tiles.length {
            try reportIssue("the section of tiles has \(header.tiles.length) bytes, and its tiles have \(end)")
        }
        if let first {
            let zooms = PMTilesTileID.tile(first).zoom...PMTilesTileID.tile(last).zoom
            if zooms.lowerBound != header.minZoom || zooms.upperBound != header.maxZoom {
                try reportIssue(
                    "it says that there are zooms \(header.minZoom) to \(header.maxZoom), and there are "
                        + "\(zooms.lowerBound) to \(zooms.upperBound)")
            }
        }
        if header.root.end > PMTilesHeader.maximumRootEnd {
            try reportIssue("the root directory ends after byte \(PMTilesHeader.maximumRootEnd)")
        }
        if !header.bounds.isOnEarth {
            try reportIssue("its bounds are invalid")
        }
    }
}
