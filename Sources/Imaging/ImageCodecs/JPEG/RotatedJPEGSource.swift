internal import PixelKernels
internal import TilePyramid

/// A JPEG whose EXIF orientation says that it has to be turned upright: tiles are cut out of turned blocks where the
/// picture consists of whole ones, and pixels are turned by an ``OrientedSource``.
///
/// Mirroring left to right is done row by row. For everything else the coefficients of the whole image go into a
/// temporary file, two bytes each, as those of a progressive one do; a row of upright tiles is read from it at a time.
final class RotatedJPEGSource: PassthroughTileSource {
    let orientation: Orientation
    private let pixels: OrientedSource
    private var stored: JPEGImageSource?
    private let name: String

    /// Wraps a source that delivers what is stored.
    init(_ stored: JPEGImageSource, name: String) {
        self.stored = stored
        self.name = name
        orientation = stored.orientation
        pixels = OrientedSource(stored, orientation: stored.orientation, name: name)
    }

    var info: ImageInfo { pixels.info }

    var warnings: [String] { pixels.warnings }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        // The decoder's memory is the other's to give back.
        stored = nil
        try pixels.readBands(body)
    }

    func passthroughBlocker(to pyramid: Pyramid, encoding: TileEncoding) -> String? {
        guard let stored else { return "it has been read already" }
        if let passthroughBlocker = stored.passthroughBlocker(to: pyramid, encoding: encoding) {
            return passthroughBlocker
        }
        // Blocks at the right and lower edge that are not whole cannot come to lie at the others.
        let (across, down) = (8 * stored.maxSamplingFactors.across, 8 * stored.maxSamplingFactors.down)
        let size = stored.info.size
        if orientation.mirrorsStoredColumns, !size.width.isMultiple(of: across) {
            return
                "it has to be turned, and its width as stored, \(size.width) pixels, is not whole blocks of \(across)"
        }
        if orientation.mirrorsStoredRows, !size.height.isMultiple(of: down) {
            return
                "it has to be turned, and its height as stored, \(size.height) pixels, is not whole blocks of \(down)"
        }
        return nil
    }

    func matchesSubsampling(_ encoding: TileEncoding) -> Bool { stored?.matchesSubsampling(encoding) ?? false }

    var hasHalfScalePlanes: Bool { false }

    func readTiles(
        of pyramid: Pyramid, encoding: TileEncoding, asPlanes: Bool, threads: Int,
        into receiver: any PassthroughReceiver
    ) throws {
        precondition(!asPlanes, "turned images come as pixels")
        guard let stored else { preconditionFailure("an image is read once") }
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
        // The coarser level first: on the way damage is found, and where it is.
        let half = JPEGHalfScaleSource(stored, structure: structure, isHalfScale: isHalfScale)
        try OrientedSource(half, orientation: orientation, name: name).readBands(receiver.receiveHalfScale)

        let coefficients = try SpilledCoefficients(of: decoder, structure: structure, orientation: orientation)
        let rotated = coefficients.rotated(structure)
        let plan = CoefficientTilePlan(
            structure: rotated, pyramid: pyramid, profile: encoding.profile ?? [], exif: encoding.exif ?? [],
            optimizesHuffman: encoding.optimizesHuffman, name: name)
        let level = pyramid.finestLevel
        let mcuRowCount = (level.size.height + rotated.mcuSize.down - 1) / rotated.mcuSize.down
        let tileHeightInMCUs = min(level.tileSize.height / rotated.mcuSize.down, mcuRowCount)
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
            rows = []  // they are the tiles' from here on, even if nobody takes those
            try receiver.receive(tiles)
        }
    }
}
