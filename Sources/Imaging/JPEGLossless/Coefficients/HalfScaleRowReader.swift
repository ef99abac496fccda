internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Reads the coefficients of a JPEG's MCU rows with libjpeg, and delivers the pixels of the next coarser level.
///
/// libjpeg decodes at half scale if that loses no chroma resolution; otherwise it decodes at full scale, and the pixels
/// are averaged here.
final class HalfScaleRowReader {
    private let decoder: JPEGDecoderHandle
    private let full: PixelSize
    private let size: PixelSize
    private let layout: PixelLayout
    private let decodesHalfScale: Bool
    /// Bytes from one row to the next in the decoder's output.
    private let stride: Int
    private let mcuHeight: Int
    private let buffer: UnsafeMutableRawPointer
    /// Rows delivered so far.
    private var next = 0

    /// Rows of a half-scale plane that libjpeg decodes from an MCU row.
    private static let planeRows = 8

    /// Creates a reader of planes or of pixels, for which `decoder` has been started.
    ///
    /// - Parameters:
    ///   - info: the image's metadata at full size.
    ///   - mcuHeight: the height of an MCU at full size.
    ///   - decodesHalfScale: whether libjpeg decodes at half scale.
    ///   - asPlanes: whether planes are read.
    ///   - decoder: the decoder.
    /// - Throws: `OutOfMemory` when the system refuses the memory of an MCU row.
    init(of info: ImageInfo, mcuHeight: Int, decodesHalfScale: Bool, asPlanes: Bool, decoder: JPEGDecoderHandle)
        throws(OutOfMemory)
    {
        self.decoder = decoder
        self.decodesHalfScale = decodesHalfScale
        self.mcuHeight = mcuHeight
        full = info.size
        size = info.size.halved
        layout = info.layout
        // libjpeg pads planes to whole blocks, and delivers rows at their exact width.
        stride =
            asPlanes ? (size.width + 15) / 16 * 16 : (decodesHalfScale ? size : full).width * layout.bytesPerPixel
        // Three planes and two halved chroma planes; or pixel rows and halved pixel rows.
        buffer = try HeapMemory.allocate(stride * max(4 * Self.planeRows, 2 * mcuHeight))
    }

    deinit {
        HeapMemory.free(buffer)
    }

    /// Reads an MCU row into `row`; returns its half-scale pixels, valid until the next call.
    func readPixels(into row: CoefficientRowPool.Row) throws -> PixelBand {
        let start = next
        next += try decoder.readCoefficients(into: row, rows: buffer, stride: stride)
        let band = PixelBand(base: UnsafeRawPointer(buffer), stride: stride, rows: start..<next)
        return decodesHalfScale ? band : halve(band, of: full, layout, into: buffer + mcuHeight * stride)
    }

    /// Reads an MCU row into `row`; returns its half-scale planes, valid until the next call.
    func readPlanes(into row: CoefficientRowPool.Row) throws -> PlanarBand {
        let planes = (0..<3).map { buffer + $0 * Self.planeRows * stride }
        try decoder.readCoefficients(into: row, planes: planes, stride: stride)
        let rows = next..<min(next + Self.planeRows, size.height)
        next = rows.upperBound
        let bands = planes.map { PixelBand(base: UnsafeRawPointer($0), stride: stride, rows: rows) }
        // At half scale libjpeg gives 4:2:0 chroma the resolution of luma; 4:2:0 output needs half of it.
        let chroma = (1...2).map { number in
            let target = buffer + (3 * Self.planeRows + (number - 1) * Self.planeRows / 2) * stride
            return halve(bands[number], of: size, PixelLayout(.gray), into: target)
        }
        return PlanarBand(luma: bands[0], cb: chroma[0], cr: chroma[1])
    }

    /// Averages 2×2 pixels of a band that begins with an even row and ends with an odd one unless it is the last.
    private func halve(
        _ band: PixelBand, of size: PixelSize, _ layout: PixelLayout, into target: UnsafeMutableRawPointer
    ) -> PixelBand {
        let rows = band.rows.lowerBound / 2..<(band.rows.upperBound + 1) / 2
        for (index, row) in rows.enumerated() {
            BoxDownsampling.makeRow(
                upper: band.row(2 * row), lower: 2 * row + 1 < band.rows.upperBound ? band.row(2 * row + 1) : nil,
                width: size.width, layout: layout, into: target + index * stride, outputRow: row)
        }
        return PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: rows)
    }
}
