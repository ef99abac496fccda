internal import CodecShims
internal import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Cuts the tiles of a JPEG with several scans, such as a progressive one, without keeping the coefficients of the whole
/// image: its scans are decoded side by side.
extension JPEGImageSource {
    /// Returns the decoder of the image's scans; nil if the image has a single scan, or libjpeg has to decode it.
    func scanRowDecoder(for encoding: TileEncoding) throws -> ScanRowDecoder? {
        // Optimized Huffman tables need libjpeg, and only libjpeg conceals damage.
        guard hasMultipleScans, !encoding.optimizesHuffman, !allowTruncated, scale == .full else { return nil }
        guard let frame = JPEGFrame(decoder.structure, size: info.size) else { return nil }
        // A file that can only be read in order has the position of libjpeg's reading.
        guard try decoder.readBytes(into: UnsafeMutableRawBufferPointer(start: nil, count: 0), at: 0) != nil else {
            return nil
        }
        let read = { [decoder] (bytes: UnsafeMutableRawBufferPointer, offset: Int) throws -> Int in
            try decoder.readBytes(into: bytes, at: offset) ?? 0
        }
        var reader = try MarkerReader(read: read)
        guard let script = try ScanScript(&reader, ids: frame.components.map(\.id)) else { return nil }
        return try ScanRowDecoder(script, of: frame, read: read)
    }

    /// MCU rows that are decoded at a time.
    private static let rowsAtATime = 2

    /// Reads the image and delivers its tiles, upright if an orientation is given.
    ///
    /// - Throws: ``LocatedDamage`` if the image is damaged, or what the receiver throws.
    func readScanTiles(
        _ scans: ScanRowDecoder, _ transform: HalfScaleIDCT, of pyramid: Pyramid, encoding: TileEncoding,
        orientation: Orientation = .upright, asPlanes: Bool, threads: Int, into receiver: any PassthroughReceiver
    ) throws {
        let frame = scans.frame
        let turn = orientation.blockTransform
        let header = try RecodedTileHeader(
            decoder.structure.rotated(orientation, mcuRowCount: frame.mcuRows), encoding)
        let plan = TileStripPlan(
            pyramid, orientation, storedSize: info.size, mcuSize: frame.mcuSize, name: name
        ) { mcuColumns, mcuRows in
            try BlockTileWriter(frame, turn, header, mcuColumns: mcuColumns, mcuRows: mcuRows)
        }
        let half =
            receiver.wantsHalfScale
            ? try HalfScaleDelivery(
                transform, frame, size: info.size.halved, orientation: orientation, asPlanes: asPlanes, name: name)
            : nil
        // While one row of tiles is written, the first rows of the next one are read.
        let rowsAhead = Self.rowsAtATime * (scans.stageCount + 1)
        let pool = BlockRowPool(counts: frame.blockCounts, limit: plan.rows.longest + rowsAhead)
        var untaken = frame.mcuRows
        var strip = 0
        var first = 0
        var rows: [CoefficientBlocks] = []
        defer { pool.recycle(rows) }
        while strip < plan.rows.count {
            var new: [CoefficientBlocks] = []
            for _ in 0..<min(Self.rowsAtATime, untaken) {
                new.append(try pool.take(awaiting: receiver))
            }
            untaken -= new.count
            let decoded: [CoefficientBlocks]
            do {
                decoded = try scans.advance(new, threads: threads)
            } catch let damage as ScanRowDecoder.RowDamage {
                throw LocatedDamage(damage: damage.damage, row: plan.start(ofRow: damage.mcuRow))
            }
            for row in decoded {
                rows.append(row)
                do {
                    try half?.add(row, to: receiver)
                } catch let damage as JPEGDamage {
                    throw LocatedDamage(damage: damage, row: plan.start(ofRow: first + rows.count - 1))
                }
                guard rows.count == plan.rows.length(of: strip) else { continue }
                let tiles = TileStrip(stored: strip, firstRow: first, plan: plan, rows: rows) { pool.recycle($0) }
                strip = strip + 1
                first = first + rows.count
                rows = []  // owned by `tiles` from here on, even if the receiver throws
                try receiver.receive(tiles)
            }
        }
        // Without an end marker, libjpeg decodes the image.
        finish(skipsBytes: scans.leavesBytes, lacksEndMarker: false)
        try half?.finish(to: receiver)
    }
}

/// Delivers the half-scale pixels of an image with several scans, upright.
private final class HalfScaleDelivery {
    private let downscaler: BlockDownscaler
    private let output: HalfScaleOutput?
    private let rotator: HalfScaleRotator?

    init(
        _ transform: HalfScaleIDCT, _ frame: JPEGFrame, size: PixelSize, orientation: Orientation, asPlanes: Bool,
        name: String
    ) throws {
        downscaler = try BlockDownscaler(transform)
        output =
            orientation == .upright
            ? try HalfScaleOutput(transform, mcuSize: frame.mcuSize, size: size, asPlanes: asPlanes) : nil
        rotator =
            orientation == .upright
            ? nil
            : try HalfScaleRotator(
                transform, mcuRows: frame.mcuRows, size: size, asPlanes: asPlanes, turn: orientation.blockTransform,
                name: name)
    }

    /// Adds the next MCU row.
    ///
    /// - Throws: ``JPEGDamage``, or what the receiver throws.
    func add(_ row: CoefficientBlocks, to receiver: any PassthroughReceiver) throws {
        try downscaler.downscale(row)
        try output?.add(downscaler.coefficients.base, to: receiver)
        try rotator?.add(downscaler.coefficients.base)
    }

    /// Delivers what could not be delivered before the last row.
    func finish(to receiver: any PassthroughReceiver) throws {
        try rotator?.deliver(to: receiver)
    }
}
