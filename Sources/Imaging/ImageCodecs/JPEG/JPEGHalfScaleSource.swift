internal import CodecShims
internal import PixelKernels
internal import TilePyramid

/// The half-scale pixels of a JPEG whose coefficients have all been read.
final class JPEGHalfScaleSource: ImageSource {
    /// Passes half-scale bands on to a closure.
    private final class Lender: PassthroughReceiver {
        private let body: (PixelBand) throws -> Void

        init(_ body: @escaping (PixelBand) throws -> Void) { self.body = body }

        func receive(_ row: any PassthroughRow) throws {}
        func receiveHalfScale(_ band: PixelBand) throws { try body(band) }
        func receiveHalfScale(_ band: PlanarBand) throws {}
        func awaitProgress() throws {}
    }

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
        let rows = HalfScaleRowReader(
            of: stored.info, mcuHeight: structure.mcuSize.height, decodesHalfScale: isHalfScale, asPlanes: false,
            decoder: stored.decoder)
        // One MCU row of memory is enough: the coefficients are read again for the tiles.
        let memory = CoefficientRowPool(structure: structure, tileHeightInMCUs: 1)
        guard let row = memory.take() else { return }
        defer { memory.recycle([row]) }
        try withoutActuallyEscaping(body) { body in
            let lender = Lender(body)
            var top = 0
            while top < stored.info.size.height {
                try rows.read(into: row, lender)
                top += structure.mcuSize.height
                try stored.checkDamage(before: min(top, stored.info.size.height))
            }
        }
    }
}
