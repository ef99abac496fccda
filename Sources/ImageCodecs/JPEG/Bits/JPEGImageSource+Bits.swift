internal import CodecShims
internal import TilePyramid

/// A sequential JPEG's tiles are cut out of it bit by bit: its entropy-coded data are decoded once, for the pixels of
/// the next coarser level and to know where each block begins, and tiles are copies of parts of them. Nothing is
/// encoded again.
extension JPEGImageSource {
    /// The scan whose bits can be copied; nil when it is of another kind, or something else is wanted of it.
    func scanOfBits(_ encoding: TileEncoding) -> JPEGScan? {
        // Tables of their own make tiles smaller, and what comes behind damage is libjpeg's to find.
        if encoding.optimizesHuffman || allowTruncated { return nil }
        guard let scan = decoder.scan(), scan.is_gray != 0 || scan.is_ycbcr != 0 else { return nil }
        return JPEGScan(scan, width: info.size.width, height: info.size.height)
    }

    /// Reads the image and hands on its tiles as bits.
    func readBits(
        _ scan: JPEGScan, _ transform: HalfSizeTransform, of pyramid: Pyramid, encoding: TileEncoding, asPlanes: Bool,
        threads: Int, into receiver: any ReadyTileReceiver
    ) throws {
        let cut = JPEGBitCut(
            scan: scan, pyramid: pyramid,
            header: JPEGTileHeader(scan, profile: encoding.profile ?? [], exif: encoding.exif ?? []), name: name)
        let tileSize = cut.level.tileSize
        let window = EntropyWindow { [decoder] bytes, room in try decoder.takeBytes(bytes, room) }
        let pool = ReusePool<MCURow>()
        let unitsOfTile = tileSize.width / scan.unit.across
        let decoder: any MCURowDecoder =
            RestartDecoder(scan, transform: transform, unitsOfTile: unitsOfTile, window: window, threads: threads)
            ?? EntropyDecoder(scan, transform: transform, unitsOfTile: unitsOfTile, window: window)
        let reader = EntropyReader(
            decoder, rows: scan.rows, coefficientCount: transform.count, pool: pool, isAhead: threads > 1)
        defer { reader.stop() }
        let half = HalfSizeSamples(transform, unit: scan.unit, size: info.size.halved, asPlanes: asPlanes)
        let rowsOfTile = tileSize.height / scan.unit.down
        // While one row of tiles is written the next one is read.
        let limit = 2 * rowsOfTile + reader.rowsAhead
        var rows: [MCURow] = []
        defer { pool.giveBack(rows) }
        for number in 0..<scan.rows {
            while pool.inUse >= limit {
                try receiver.awaitProgress()
            }
            let row = try next(of: reader, top: number * scan.unit.down)
            rows.append(row.bits)
            defer { reader.giveBack(row.coefficients) }
            try half.add(row.coefficients, to: receiver)
            if rows.count == rowsOfTile || number == scan.rows - 1 {
                let tiles = JPEGBitTileRow(number: number / rowsOfTile, cut: cut, rows: rows, pool: pool)
                rows = []
                try receiver.take(tiles)
            }
        }
    }

    private func next(of reader: EntropyReader, top: Int) throws -> EntropyReader.Row {
        do {
            return try reader.next()
        } catch let damage as EntropyDecoder.Damage {
            throw JPEGDecoderHandle.Damage(endedEarly: damage == .endsEarly)
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
    func takeBytes(_ bytes: UnsafeMutablePointer<UInt8>, _ room: Int) throws -> Int {
        var length = 0
        try check(tk_jpeg_decoder_take_bytes(decoder, bytes, room, &length))
        return length
    }
}
