internal import PixelKernels
internal import TilePyramid

/// Rows of a JPEG at half the size, on their way from the decoder of its coefficients.
final class HalfScaleRowReader {
    private let decoder: JPEGDecoderHandle
    private let full: PixelSize
    private let size: PixelSize
    private let layout: PixelLayout
    private let decodesHalfScale: Bool
    private let asPlanes: Bool
    /// Bytes from one row to the next, as it comes from the decoder.
    private let stride: Int
    private let mcuHeight: Int
    private let buffer: UnsafeMutableRawPointer
    /// Rows that have come so far.
    private var next = 0

    /// Rows that libjpeg makes of a row of MCUs at half the size, if they come in planes.
    private static let planeRows = 8

    /// Rows of an image.
    ///
    /// - Parameters:
    ///   - info: what the image is, at full size.
    ///   - mcuHeight: the rows of an MCU, at full size.
    ///   - decodesHalfScale: whether the decoder makes rows of half the size.
    ///   - asPlanes: whether it makes planes.
    ///   - decoder: has been started so.
    init(of info: ImageInfo, mcuHeight: Int, decodesHalfScale: Bool, asPlanes: Bool, decoder: JPEGDecoderHandle) {
        self.decoder = decoder
        self.decodesHalfScale = decodesHalfScale
        self.asPlanes = asPlanes
        self.mcuHeight = mcuHeight
        full = info.size
        size = info.size.halved
        layout = info.layout
        // libjpeg makes whole blocks in planes, and exact rows otherwise.
        stride =
            asPlanes ? (size.width + 15) / 16 * 16 : (decodesHalfScale ? size : full).width * layout.bytesPerPixel
        // Three planes, and two of half their size; or rows, and such of half their size.
        buffer = .allocate(byteCount: stride * max(4 * Self.planeRows, 2 * mcuHeight), alignment: 64)
    }

    deinit {
        buffer.deallocate()
    }

    /// Reads a row of MCUs, and hands on its picture.
    func read(into row: CoefficientRowPool.Row, _ receiver: any PassthroughReceiver) throws {
        if asPlanes {
            return try readPlanes(into: row, receiver)
        }
        let start = next
        next += try decoder.readCoefficients(into: row, rows: buffer, stride: stride)
        let band = PixelBand(base: UnsafeRawPointer(buffer), stride: stride, rows: start..<next)
        try receiver.receiveHalfScale(
            decodesHalfScale ? band : halve(band, of: full, layout, into: buffer + mcuHeight * stride))
    }

    private func readPlanes(into row: CoefficientRowPool.Row, _ receiver: any PassthroughReceiver) throws {
        let planes = (0..<3).map { buffer + $0 * Self.planeRows * stride }
        try decoder.readCoefficients(into: row, planes: planes, stride: stride)
        let rows = next..<min(next + Self.planeRows, size.height)
        next = rows.upperBound
        let bands = planes.map { PixelBand(base: UnsafeRawPointer($0), stride: stride, rows: rows) }
        // Colors have as many samples as the half size has pixels; half of that is wanted.
        let chroma = (1...2).map { number in
            let target = buffer + (3 * Self.planeRows + (number - 1) * Self.planeRows / 2) * stride
            return halve(bands[number], of: size, PixelLayout(.gray), into: target)
        }
        try receiver.receiveHalfScale(PlanarBand(luma: bands[0], cb: chroma[0], cr: chroma[1]))
    }

    /// Halves a band that begins with an even row, and ends with an odd one unless it is the last.
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
