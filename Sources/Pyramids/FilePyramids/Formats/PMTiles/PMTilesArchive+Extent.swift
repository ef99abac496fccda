internal import Georeferencing
internal import Numbers
internal import TileContainers

extension PMTilesArchive {
    /// The most leaf directories that are read to find where there are tiles: of a file of this computer, and of one whose
    /// parts are requested.
    private static let leafLimit = (local: 1 << 13, remote: 16)

    /// The range of the tiles of each zoom, as far as the directories have to be read for that.
    ///
    /// The root directory names all tiles of a small file. Of a large one, its entries say which IDs a leaf may have; a
    /// leaf is read if these IDs could be tiles outside of what is known so far, and the last one for the finest zoom.
    /// Mostly that is the last one alone, because the coarse zooms come first and cover the finer ones. Of more leaves
    /// than ``leafLimit``, and of damaged ones, the header's bounds and zooms are believed.
    ///
    /// - Throws: ``StoreError`` when the file cannot be read.
    /// - Complexity: O(entries of the directories that are read).
    func extent() throws -> MapExtent {
        var extent = MapExtent()
        var leavesLeft = file.isLocal ? Self.leafLimit.local : Self.leafLimit.remote
        let most = CheckedNumber.product(try file.size(), Self.entryLimit.perByte) ?? .max
        var entriesLeft = max(Self.entryLimit.any, most)
        var isUnknown = false
        func read(_ entry: PMTilesDirectory.Entry) throws {
            do {
                let leaf = try leaf(entry)
                entriesLeft -= max(1, leaf.entries.count)
                for entry in leaf.entries where entry.runLength > 0 { extent.add(entry, header) }
            } catch let error as StoreError where error.code == .malformed {
                // Its tiles cannot be read either; reading them or verifying the file reports that.
                isUnknown = true
            }
        }
        for (position, entry) in root.entries.enumerated() {
            guard entry.runLength == 0 else {
                extent.add(entry, header)
                continue
            }
            let isLast = position + 1 == root.entries.count
            let next = isLast ? PMTilesTileID.limit : root.entries[position + 1].id
            // Checked: entries are in the order of IDs.
            guard isLast || leavesLeft > 0 && entriesLeft > 0 && !extent.covers(entry.id..<next) else { continue }
            leavesLeft -= 1
            try read(entry)
        }
        if isUnknown || leavesLeft <= 0 || entriesLeft <= 0 { addHeader(to: &extent) }
        return extent
    }

    /// Adds what the header says.
    private func addHeader(to extent: inout MapExtent) {
        let known = 0...MapTile.maximumZoom
        guard let zooms = CheckedNumber.range(from: header.minZoom, through: header.maxZoom) else { return }
        for zoom in zooms where known.contains(zoom) { extent.add(header.bounds.tiles(at: zoom), zoom: zoom) }
    }
}

extension MapExtent {
    /// Adds the tiles of an entry.
    ///
    /// A run may extend to finer zooms, or claim to extend to all of them; zooms outside of the header's are left out.
    fileprivate mutating func add(_ entry: PMTilesDirectory.Entry, _ header: PMTilesHeader) {
        let own = PMTilesTileID.tile(entry.id).zoom
        // Checked: an entry ends after it begins.
        Self.forEachZoom(of: entry.id..<entry.end) { zoom, range in
            if zoom == own || zoom >= header.minZoom && zoom <= header.maxZoom { add(range, zoom: zoom) }
        }
    }

    /// Whether the tiles with some IDs lie within the tiles of coarser zooms.
    fileprivate func covers(_ ids: Range<Int>) -> Bool {
        guard let coarsest = zooms?.lowerBound, let known = covering(at: coarsest) else { return false }
        var isCovered = true
        Self.forEachZoom(of: ids) { zoom, range in
            isCovered = isCovered && zoom >= coarsest && known.contains(range.parents(zoom - coarsest))
        }
        return isCovered
    }

    private static func forEachZoom(of ids: Range<Int>, _ body: (Int, TileRange) -> Void) {
        for zoom in 0...MapTile.maximumZoom {
            // Checked: zooms have more and more tiles.
            let own = PMTilesTileID.first(of: zoom)..<PMTilesTileID.first(of: zoom + 1)
            guard own.overlaps(ids), let range = PMTilesTileID.range(of: ids.clamped(to: own), zoom: zoom) else {
                continue
            }
            body(zoom, range)
        }
    }
}
