internal import CodecShims
internal import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Cuts the upright tiles of a rotated sequential JPEG: a row of stored tiles is a row or a column of upright ones.
///
/// The entropy-coded data is decoded once for the half-scale pixels, and to find where each tile's bits are. Workers
/// decode them again, tile by tile, which takes less time than keeping the coefficients.
extension JPEGImageSource {
    /// Reads the image and delivers its upright tiles.
    ///
    /// - Throws: ``LocatedDamage`` if the image is damaged, or what the receiver throws.
    func readRotatedStrips(
        _ scan: JPEGScan, _ transform: HalfScaleIDCT, of pyramid: Pyramid, encoding: TileEncoding,
        orientation: Orientation, asPlanes: Bool, threads: Int, into receiver: any PassthroughReceiver
    ) throws {
        let turn = orientation.blockTransform
        let header = try RecodedTileHeader(
            decoder.structure.rotated(orientation, mcuRowCount: scan.mcuRows), encoding)
        let plan = TileStripPlan(
            pyramid, orientation, storedSize: info.size, mcuSize: scan.mcuSize, name: name
        ) { mcuColumns, mcuRows in
            try RotatedTileWriter(scan, turn, header, mcuColumns: mcuColumns, mcuRows: mcuRows)
        }
        let half =
            receiver.wantsHalfScale
            ? try HalfScaleRotator(
                transform, mcuRows: scan.mcuRows, size: info.size.halved, asPlanes: asPlanes, turn: turn,
                name: name) : nil
        let bitstream = try DestuffedBitstream { [decoder] bytes, capacity in try decoder.readScanBytes(bytes, capacity)
        }
        let pool = ObjectPool<MCURowBitstream>()
        let tileColumns = TileColumns(firstWidth: plan.columns.first, width: plan.columns.others)
        let decoder: any MCURowDecoder =
            RestartIntervalDecoder(
                scan, transform: transform, tileColumns: tileColumns, bitstream: bitstream, threads: threads)
            ?? EntropyDecoder(scan, transform: transform, tileColumns: tileColumns, bitstream: bitstream)
        let reader = try MCURowPrefetcher(
            decoder, rows: scan.mcuRows, coefficientCount: transform.count, pool: pool, decodesAhead: threads > 1)
        defer { reader.stop() }
        // While one row of tiles is written the next one is read.
        let limit = 2 * plan.rows.longest + reader.rowsAhead
        var firstRow = 0
        for strip in 0..<plan.rows.count {
            var rows: [MCURowBitstream] = []
            defer { pool.recycle(rows) }
            for number in firstRow..<firstRow + plan.rows.length(of: strip) {
                while pool.inUse >= limit {
                    try receiver.awaitProgress()
                }
                do {
                    let row = try reader.next()
                    rows.append(row.bits)
                    defer { reader.recycle(row.coefficients) }
                    try half?.add(row.coefficients)
                } catch let damage as JPEGDamage {
                    throw LocatedDamage(damage: damage, row: plan.start(ofRow: number))
                }
            }
            let count = rows.count
            let tiles = TileStrip(stored: strip, firstRow: firstRow, plan: plan, rows: rows) { pool.recycle($0) }
            rows = []  // owned by `tiles` from here on, even if the receiver throws
            try receiver.receive(tiles)
            firstRow += count
        }
        reader.stop()
        finish(skipsBytes: decoder.leavesBytes, lacksEndMarker: bitstream.lacksEndMarker)
        try half?.deliver(to: receiver)
    }
}

/// Damage, and the first stored pixel row of the MCU row with it, counted from 1.
struct LocatedDamage: Error {
    let damage: JPEGDamage
    let row: Int
}

/// Discards what a source reads.
final class DiscardingReceiver: PassthroughReceiver {
    func receive(_ row: any PassthroughRow) throws {}
    func receiveHalfScale(_ band: PixelBand) throws {}
    func receiveHalfScale(_ band: PlanarBand) throws {}
    func awaitProgress() throws {}
}
