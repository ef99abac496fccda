internal import PixelKernels
internal import TilePyramid

/// A JPEG with an EXIF orientation other than upright.
///
/// Where the image consists of whole MCUs, tiles are cut losslessly: blocks are moved, and their coefficients
/// transposed and negated, as jpegtran does. Otherwise pixels are turned upright by an ``OrientedSource``.
///
/// Mirroring left to right is done row by row. For all other orientations the coefficients of the whole image go into a
/// temporary file, two bytes each, and are read back a row of upright tiles at a time.
final class RotatedJPEGSource: PassthroughTileSource {
    let orientation: Orientation
    private let pixels: OrientedSource
    private var stored: JPEGImageSource?
    private let name: String

    /// Wraps a source that delivers the stored image.
    init(_ stored: JPEGImageSource, name: String) {
        self.stored = stored
        self.name = name
        orientation = stored.orientation
        pixels = OrientedSource(stored, orientation: stored.orientation, name: name)
    }

    var info: ImageInfo { pixels.info }

    var warnings: [String] { pixels.warnings }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        // Release the decoder here, so that `pixels` is its only owner and can free it.
        stored = nil
        try pixels.readBands(body)
    }

    func passthroughBlocker(for pyramid: Pyramid, encoding: TileEncoding) -> String? {
        guard let stored else { return "the image has been read already" }
        if let passthroughBlocker = stored.passthroughBlocker(for: pyramid, encoding: encoding) {
            return passthroughBlocker
        }
        // Partial MCUs exist only at the right and lower edge, and cannot be moved to the left or upper edge.
        let (mcuWidth, mcuHeight) = (8 * stored.maxSamplingFactors.horizontal, 8 * stored.maxSamplingFactors.vertical)
        let size = stored.info.size
        if orientation.mirrorsStoredColumns, !size.width.isMultiple(of: mcuWidth) {
            return
                "it is rotated by EXIF, and its stored width of \(size.width) pixels is not a multiple of the MCU's \(mcuWidth)"
        }
        if orientation.mirrorsStoredRows, !size.height.isMultiple(of: mcuHeight) {
            return
                "it is rotated by EXIF, and its stored height of \(size.height) pixels is not a multiple of the MCU's \(mcuHeight)"
        }
        return nil
    }

    func matchesSubsampling(of encoding: TileEncoding) -> Bool { stored?.matchesSubsampling(of: encoding) ?? false }

    var hasHalfScalePlanes: Bool { false }

    func readTiles(
        of pyramid: Pyramid, encoding: TileEncoding, asPlanes: Bool, threads: Int,
        into receiver: any PassthroughReceiver
    ) throws {
        precondition(!asPlanes, "rotated images are delivered as pixels")
        guard let stored else { preconditionFailure("an image can be read only once") }
        if orientation == .flippedHorizontally {
            try stored.readCoefficientTiles(
                of: pyramid, encoding: encoding, asPlanes: false, into: MirroringReceiver(info: info, receiver))
        } else {
            try readRotated(stored, of: pyramid, encoding: encoding, into: receiver)
        }
    }

    private func readRotated(
        _ stored: JPEGImageSource, of pyramid: Pyramid, encoding: TileEncoding, into receiver: any PassthroughReceiver
    ) throws {
        let decoder = stored.decoder
        try decoder.spill(stored.coefficientBytes, for: "turning the image upright")
        let (structure, isHalfScale) = try decoder.startCoefficients(
            toPlanes: false, keepsAll: true, onDamage: stored.checkDamage(before:))
        // The coarser level first: decoding it finds damage, and where it is.
        let half = JPEGHalfScaleSource(stored, structure: structure, isHalfScale: isHalfScale)
        try OrientedSource(half, orientation: orientation, name: name).readBands(receiver.receiveHalfScale)

        let coefficients = try SpilledCoefficients(of: decoder, structure: structure, orientation: orientation)
        let rotated = coefficients.rotated(structure)
        let plan = CoefficientTilePlan(
            structure: rotated, pyramid: pyramid, profile: encoding.profile ?? [], exif: encoding.exif ?? [],
            optimizesHuffman: encoding.optimizesHuffman, name: name)
        let level = pyramid.finestLevel
        let mcuRowCount = (level.size.height + rotated.mcuSize.height - 1) / rotated.mcuSize.height
        let tileHeightInMCUs = min(level.tileSize.height / rotated.mcuSize.height, mcuRowCount)
        let memory = CoefficientRowPool(structure: rotated, tileHeightInMCUs: tileHeightInMCUs)
        var rows: [CoefficientRowPool.Row] = []
        defer { memory.recycle(rows) }
        for number in 0..<level.grid.rows {
            let first = number * tileHeightInMCUs
            while rows.count < min(tileHeightInMCUs, mcuRowCount - first) {
                if let row = memory.take() {
                    rows.append(row)
                } else {
                    try receiver.awaitProgress()
                }
            }
            try coefficients.read(into: rows, from: first)
            let tiles = CoefficientTileRow(number: number, plan: plan, rows: rows, memory: memory)
            rows = []  // owned by `tiles` from here on, even if the receiver throws
            try receiver.receive(tiles)
        }
    }
}
