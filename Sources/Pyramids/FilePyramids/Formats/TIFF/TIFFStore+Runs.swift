internal import Concurrency
internal import Glibc
internal import ImageMetadata
package import TileContainers
internal import TilePyramid

extension TIFFStore: BulkTileStore {
    /// The bytes of a tile in which its header mostly ends.
    private static let usualTileHeaderBytes = 1_024

    /// Stores the tiles of a run; those of a cloud-optimized file are copied in ``finish()``, others in their turn.
    ///
    /// - Throws: ``StoreError``, also when a tile has another size or encoding than earlier ones.
    package func write(_ run: TileRun) throws {
        precondition(run.format == format, "a TIFF has one format of tiles")
        // The samples of a PNG have to be compressed again.
        guard format != .png else { return try writeEach(of: run) }
        try checkEncodings(of: run)
        guard let sequencer else {
            let numbers = try tiles.adopt(run)
            return state.withLock { state in
                for (tile, number) in zip(run.tiles, numbers) { state.blobIDs[tile.index] = number }
            }
        }
        let tiles = zip(run.tiles, try self.tiles.hashes(of: run)).map { tile, hash in
            // Checked: the tiles of a run lie in its file.
            (tile.index, tile.offset..<tile.offset + tile.length, hash)
        }
        try sequencer.add(tiles, in: run.file)
    }

    /// Checks that the tiles of a run can be in one file, by their headers.
    private func checkEncodings(of run: TileRun) throws {
        var buffer = [UInt8](repeating: 0, count: Self.usualTileHeaderBytes)
        var known = [UInt8]()
        var knownSize = PixelSize(width: 0, height: 0)
        for tile in run.tiles {
            guard tile.length > 0 else { throw StoreError.emptyTile(tile.index, path) }
            let count = min(tile.length, buffer.count)
            try buffer.withUnsafeMutableBytes {
                try run.bytes(of: tile).read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<count]))
            }
            let expected = pyramid.storedSize(of: tile.index)
            // Tiles of one encoder mostly have equal headers.
            if !known.isEmpty, knownSize == expected, count >= known.count, memcmp(buffer, known, known.count) == 0 {
                continue
            }
            known = []
            guard format == .jpeg, let jpeg = buffer[..<count].withUnsafeBytes(JPEGSegments.init),
                jpeg.scanOffset + 2 <= count, TIFFTileEncoding(jpeg) != nil
            else {
                let whole = try run.bytes(of: tile).copy()
                try whole.withUnsafeBytes { try merge(encoding(of: $0, tile.index), of: tile.index) }
                continue
            }
            try buffer[..<count].withUnsafeBytes { try merge(encoding(ofJPEG: $0, tile.index), of: tile.index) }
            known = Array(buffer[..<jpeg.scanOffset])
            knownSize = expected
        }
    }
}
