package import ImageMetadata
package import ImageSources
internal import CodecShims
internal import PixelKernels
package import TilePyramid

extension JPEGImageSource {
    /// Reads a rotated image, and delivers the tiles of the upright image.
    ///
    /// Blocks are moved, and their coefficients transposed and negated, as in jpegtran. A row of stored tiles becomes a row or
    /// a column of upright tiles; workers turn it while the next row is read. If libjpeg has to decode the image, the
    /// coefficients of the whole image go into a temporary file, two bytes each, and are read back a row of upright tiles at a
    /// time.
    ///
    /// - Parameters:
    ///   - pyramid: the pyramid of the upright image.
    ///   - encoding: the metadata to store in each tile, and the Huffman coding.
    ///   - orientation: the transformation to the upright image; mirrored sides must consist of whole MCUs.
    ///   - asPlanes: whether the coarser level is delivered as planes.
    ///   - threads: the number of threads that may be busy.
    ///   - receiver: receives the tiles.
    ///   - deliverHalfScale: reads the half-scale pixels of the stored image, turns them upright and delivers them; called
    ///     once, before the first tile, if this method does not turn them itself.
    /// - Throws: ``CodecError``, or what the receiver or `deliverHalfScale` throws.
    package func readRotatedTiles(
        of pyramid: Pyramid, encoding: TileEncoding, orientation: Orientation, asPlanes: Bool, threads: Int,
        into receiver: any PassthroughReceiver, deliverHalfScale: (any ImageSource) throws -> Void
    ) throws {
        func rereading(_ source: JPEGImageSource) throws {
            try source.readRotatedCoefficients(
                of: pyramid, encoding: encoding, orientation: orientation, into: DiscardingReceiver()
            ) { half in
                try half.readBands { _ in }
            }
        }
        if let scan = spliceableScan(for: encoding), let transform = HalfScaleIDCT(scan, halvesAllComponents: asPlanes)
        {
            return try reportingDamage(
                {
                    try readRotatedStrips(
                        scan, transform, of: pyramid, encoding: encoding, orientation: orientation, asPlanes: asPlanes,
                        threads: threads, into: receiver)
                }, rereading: rereading)
        }
        if let scans = try scanRowDecoder(for: encoding),
            let transform = HalfScaleIDCT(
                scans.frame.components, mcuSize: scans.frame.mcuSize, halvesAllComponents: asPlanes)
        {
            return try reportingDamage(
                {
                    try readScanTiles(
                        scans, transform, of: pyramid, encoding: encoding, orientation: orientation, asPlanes: asPlanes,
                        threads: threads, into: receiver)
                }, rereading: rereading)
        }
        try readRotatedCoefficients(
            of: pyramid, encoding: encoding, orientation: orientation, into: receiver,
            deliverHalfScale: deliverHalfScale)
    }

    /// Reads the rotated tiles as coefficients with libjpeg, which works for every kind of scan.
    func readRotatedCoefficients(
        of pyramid: Pyramid, encoding: TileEncoding, orientation: Orientation, into receiver: any PassthroughReceiver,
        deliverHalfScale: (any ImageSource) throws -> Void
    ) throws {
        try decoder.spill(coefficientBytes, for: "turning the image upright")
        let (structure, isHalfScale) = try decoder.startCoefficients(
            toPlanes: false, keepsAll: true, onDamage: checkDamage(before:))
        // The coarser level first: decoding it finds damage, and where it is.
        try deliverHalfScale(JPEGHalfScaleSource(self, structure: structure, isHalfScale: isHalfScale))

        let coefficients = try SpilledCoefficients(of: decoder, structure: structure, orientation: orientation)
        let rotated = structure.rotated(orientation, mcuRowCount: coefficients.mcuRowCount)
        let plan = CoefficientTilePlan(rotated, pyramid, encoding, name: name)
        let level = pyramid.finestLevel
        let mcuRowCount = (level.size.height + rotated.mcuSize.height - 1) / rotated.mcuSize.height
        let tileHeightInMCUs = min(level.tileSize.height / rotated.mcuSize.height, mcuRowCount)
        let memory = CoefficientRowPool(structure: rotated, tileHeightInMCUs: tileHeightInMCUs)
        var rows: [CoefficientRowPool.Row] = []
        defer { memory.recycle(rows) }
        for number in 0..<level.grid.rows {
            let first = number * tileHeightInMCUs
            while rows.count < min(tileHeightInMCUs, mcuRowCount - first) {
                rows.append(try memory.take(awaiting: receiver))
            }
            try coefficients.read(into: rows, from: first)
            let tiles = CoefficientTileRow(number: number, plan: plan, rows: rows, memory: memory)
            rows = []  // owned by `tiles` from here on, even if the receiver throws
            try receiver.receive(tiles)
        }
    }
}

/// The half-scale pixels of a JPEG whose coefficients have all been read.
private final class JPEGHalfScaleSource: ImageSource {
    let info: ImageInfo
    private let stored: JPEGImageSource
    private let structure: tk_jpeg_structure
    private let isHalfScale: Bool

    /// Creates a source on an image whose decoder has been started with `isHalfScale`.
    init(_ stored: JPEGImageSource, structure: tk_jpeg_structure, isHalfScale: Bool) {
        self.stored = stored
        self.structure = structure
        self.isHalfScale = isHalfScale
        var info = stored.info
        info.size = info.size.halved
        self.info = info
    }

    var warnings: [String] { stored.warnings }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        let rows = try HalfScaleRowReader(
            of: stored.info, mcuHeight: structure.mcuSize.height, decodesHalfScale: isHalfScale, asPlanes: false,
            decoder: stored.decoder)
        // One MCU row of memory is enough: the coefficients are read again for the tiles.
        let memory = CoefficientRowPool(structure: structure, tileHeightInMCUs: 1)
        guard let row = try memory.take() else { return }
        defer { memory.recycle([row]) }
        for top in stride(from: 0, to: stored.info.size.height, by: structure.mcuSize.height) {
            try body(rows.readPixels(into: row))
            try stored.checkDamage(before: min(top + structure.mcuSize.height, stored.info.size.height))
        }
        stored.finish()
    }
}
