internal import Concurrency
internal import CodecShims
internal import TilePyramid

/// A sequential JPEG's tiles are cut out of it bit by bit: its entropy-coded data are decoded once, for the pixels of
/// the next coarser level and to know where each block begins, and tiles are copies of parts of them. Nothing is
/// encoded again.
extension JPEGImageSource {
    /// The scan whose bits can be copied; nil when it is of another kind, or something else is wanted of it.
    func spliceableScan(_ encoding: TileEncoding) -> JPEGScan? {
        // Tables of their own make tiles smaller, and what comes behind damage is libjpeg's to find.
        if encoding.optimizesHuffman || allowTruncated { return nil }
        guard let scan = decoder.scan(), scan.is_gray != 0 || scan.is_ycbcr != 0 else { return nil }
        return JPEGScan(scan, width: info.size.width, height: info.size.height)
    }

    /// Reads the image and hands on its tiles as bits.
    func readSplicedTiles(
        _ scan: JPEGScan, _ transform: HalfScaleIDCT, of pyramid: Pyramid, encoding: TileEncoding, asPlanes: Bool,
        threads: Int, into receiver: any PassthroughReceiver
    ) throws {
        let plan = SplicedTilePlan(
            scan: scan, pyramid: pyramid,
            header: JPEGTileHeader(scan, profile: encoding.profile ?? [], exif: encoding.exif ?? []), name: name)
        let tileSize = plan.level.tileSize
        let bitstream = DestuffedBitstream { [decoder] bytes, capacity in try decoder.readScanBytes(bytes, capacity) }
        let pool = ObjectPool<MCURowBitstream>()
        let tileWidthInMCUs = tileSize.width / scan.mcuSize.across
        let decoder: any MCURowDecoder =
            RestartIntervalDecoder(
                scan, transform: transform, tileWidthInMCUs: tileWidthInMCUs, bitstream: bitstream, threads: threads)
            ?? EntropyDecoder(scan, transform: transform, tileWidthInMCUs: tileWidthInMCUs, bitstream: bitstream)
        let reader = MCURowPrefetcher(
            decoder, rows: scan.rows, coefficientCount: transform.count, pool: pool, decodesAhead: threads > 1)
        defer { reader.stop() }
        let half = HalfScaleOutput(transform, mcuSize: scan.mcuSize, size: info.size.halved, asPlanes: asPlanes)
        let tileHeightInMCUs = tileSize.height / scan.mcuSize.down
        // While one row of tiles is written the next one is read.
        let limit = 2 * tileHeightInMCUs + reader.rowsAhead
        var rows: [MCURowBitstream] = []
        defer { pool.recycle(rows) }
        for number in 0..<scan.rows {
            while pool.inUse >= limit {
                try receiver.awaitProgress()
            }
            let row = try next(of: reader, top: number * scan.mcuSize.down)
            rows.append(row.bits)
            defer { reader.recycle(row.coefficients) }
            try half.add(row.coefficients, to: receiver)
            if rows.count == tileHeightInMCUs || number == scan.rows - 1 {
                let tiles = SplicedTileRow(number: number / tileHeightInMCUs, plan: plan, rows: rows, pool: pool)
                rows = []
                try receiver.receive(tiles)
            }
        }
    }

    private func next(of reader: MCURowPrefetcher, top: Int) throws -> MCURowPrefetcher.Row {
        do {
            return try reader.next()
        } catch let damage as EntropyDecoder.Damage {
            throw JPEGDecoderHandle.Damage(isTruncated: damage == .truncated)
                .error(file: name, row: top, of: info.size.height)
        }
    }
}

extension JPEGDecoderHandle {
    /// The scan that begins behind the header, if it is sequential and has all of its tables.
    func scan() -> tk_jpeg_scan? {
        var scan = tk_jpeg_scan()
        return tk_jpeg_decoder_scan(decoder, &scan) == 0 ? nil : scan
    }

    /// Takes the next bytes of the scan, at most as many as there is room for; returns how many.
    func readScanBytes(_ bytes: UnsafeMutablePointer<UInt8>, _ capacity: Int) throws -> Int {
        var length = 0
        try check(tk_jpeg_decoder_read_scan_bytes(decoder, bytes, capacity, &length))
        return length
    }
}
