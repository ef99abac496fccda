internal import ImageSources
internal import Concurrency
internal import CodecShims
internal import TilePyramid

/// Cuts a sequential JPEG's tiles by bitstream splicing: the entropy-coded data is decoded once, for the pixels of the
/// next coarser level and to find where each block begins, and tiles are copies of its bits. Nothing is re-encoded.
extension JPEGImageSource {
    /// Returns the scan if its bits can be copied into tiles; nil if it is of another kind, or other processing is
    /// asked for.
    func spliceableScan(for encoding: TileEncoding) -> JPEGScan? {
        // Optimized Huffman tables need re-encoding, and only libjpeg conceals damage.
        if encoding.optimizesHuffman || allowTruncated { return nil }
        guard let scan = decoder.scan(), scan.structure.isGrayOrYCbCr else { return nil }
        return JPEGScan(scan, width: info.size.width, height: info.size.height)
    }

    /// Reads the image and delivers its tiles as spliced bits.
    func readSplicedTiles(
        _ scan: JPEGScan, _ transform: HalfScaleIDCT, of pyramid: Pyramid, encoding: TileEncoding, asPlanes: Bool,
        threads: Int, into receiver: any PassthroughReceiver
    ) throws {
        let plan = SplicedTilePlan(
            pyramid: pyramid, header: JPEGTileHeader(scan, encoding), name: name,
            splicers: ContextPool { JPEGSplicer(scan) })
        let tileSize = pyramid.finestLevel.tileSize
        let bitstream = try DestuffedBitstream { [decoder] bytes, capacity in try decoder.readScanBytes(bytes, capacity)
        }
        let pool = ObjectPool<MCURowBitstream>()
        let tileColumns = TileColumns(width: tileSize.width / scan.mcuSize.width)
        let decoder: any MCURowDecoder =
            RestartIntervalDecoder(
                scan, transform: transform, tileColumns: tileColumns, bitstream: bitstream, threads: threads)
            ?? EntropyDecoder(scan, transform: transform, tileColumns: tileColumns, bitstream: bitstream)
        let reader = try MCURowPrefetcher(
            decoder, rows: scan.mcuRows, coefficientCount: transform.count, pool: pool, decodesAhead: threads > 1)
        defer { reader.stop() }
        let half = try HalfScaleOutput(transform, mcuSize: scan.mcuSize, size: info.size.halved, asPlanes: asPlanes)
        let tileHeightInMCUs = tileSize.height / scan.mcuSize.height
        // While one row of tiles is written the next one is read.
        let limit = 2 * tileHeightInMCUs + reader.rowsAhead
        var rows: [MCURowBitstream] = []
        defer { pool.recycle(rows) }
        for number in 0..<scan.mcuRows {
            while pool.inUse >= limit {
                try receiver.awaitProgress()
            }
            let row = try next(of: reader, top: number * scan.mcuSize.height)
            rows.append(row.bits)
            defer { reader.recycle(row.coefficients) }
            try half.add(row.coefficients, to: receiver)
            if rows.count == tileHeightInMCUs || number == scan.mcuRows - 1 {
                let tiles = SplicedTileRow(number: number / tileHeightInMCUs, plan: plan, rows: rows, pool: pool)
                rows = []
                try receiver.receive(tiles)
            }
        }
        reader.stop()
        finish(skipsBytes: decoder.leavesBytes, lacksEndMarker: bitstream.lacksEndMarker)
    }

    private func next(of reader: MCURowPrefetcher, top: Int) throws -> MCURowPrefetcher.Row {
        do {
            return try reader.next()
        } catch let damage as JPEGDamage {
            throw LocatedDamage(damage: damage, row: top + 1)
        }
    }
}

extension JPEGDecoderHandle {
    /// Returns the scan that follows the header, if it is sequential and all of its tables are present.
    func scan() -> tk_jpeg_scan? {
        var scan = tk_jpeg_scan()
        return tk_jpeg_decoder_scan(decoder, &scan) == 0 ? nil : scan
    }

    /// Reads the next bytes of the scan, at most `capacity`; returns the number of bytes.
    func readScanBytes(_ bytes: UnsafeMutablePointer<UInt8>, _ capacity: Int) throws -> Int {
        var length = 0
        try check(tk_jpeg_decoder_read_scan_bytes(decoder, bytes, capacity, &length))
        return length
    }
}
