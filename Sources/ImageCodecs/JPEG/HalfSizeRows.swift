internal import PixelKernels
internal import TilePyramid

/// Rows of a JPEG at half the size, on their way from the decoder of its coefficients.
final class HalfSizeRows {
    private let decoder: JPEGDecoderHandle
    private let full: PixelSize
    private let size: PixelSize
    private let layout: PixelLayout
    private let comesHalved: Bool
    private let asPlanes: Bool
    /// Bytes from one row to the next, as it comes from the decoder.
    private let stride: Int
    private let rowsOfMCU: Int
    private let room: UnsafeMutableRawPointer
    /// Rows that have come so far.
    private var next = 0

    /// Rows that libjpeg makes of a row of MCUs at half the size, if they come in planes.
    private static let planeRows = 8

    /// Rows of an image.
    ///
    /// - Parameters:
    ///   - info: what the image is, at full size.
    ///   - rowsOfMCU: the rows of an MCU, at full size.
    ///   - comesHalved: whether the decoder makes rows of half the size.
    ///   - asPlanes: whether it makes planes.
    ///   - decoder: has been started so.
    init(of info: ImageInfo, rowsOfMCU: Int, comesHalved: Bool, asPlanes: Bool, decoder: JPEGDecoderHandle) {
        self.decoder = decoder
        self.comesHalved = comesHalved
        self.asPlanes = asPlanes
        self.rowsOfMCU = rowsOfMCU
        full = info.size
        size = info.size.halved
        layout = info.layout
        // libjpeg makes whole blocks in planes, and exact rows otherwise.
        stride =
            asPlanes ? (size.width + 15) / 16 * 16 : (comesHalved ? size : full).width * layout.bytesPerPixel
        // Three planes, and two of half their size; or rows, and such of half their size.
        room = .allocate(byteCount: stride * max(4 * Self.planeRows, 2 * rowsOfMCU), alignment: 64)
    }

    deinit {
        room.deallocate()
    }

    /// Reads a row of MCUs, and hands on its picture.
    func read(into row: CoefficientRows.Row, _ receiver: any ReadyTileReceiver) throws {
        if asPlanes {
            return try readPlanes(into: row, receiver)
        }
        let start = next
        next += try decoder.readCoefficients(into: row, rows: room, stride: stride)
        let band = PixelBand(base: UnsafeRawPointer(room), stride: stride, rows: start..<next)
        try receiver.takeHalf(
            comesHalved ? band : halve(band, of: full, layout, into: room + rowsOfMCU * stride))
    }

    private func readPlanes(into row: CoefficientRows.Row, _ receiver: any ReadyTileReceiver) throws {
        let planes = (0..<3).map { room + $0 * Self.planeRows * stride }
        try decoder.readCoefficients(into: row, planes: planes, stride: stride)
        let rows = next..<min(next + Self.planeRows, size.height)
        next = rows.upperBound
        let bands = planes.map { PixelBand(base: UnsafeRawPointer($0), stride: stride, rows: rows) }
        // Colors have as many samples as the half size has pixels; half of that is wanted.
        let colors = (1...2).map { number in
            let target = room + (3 * Self.planeRows + (number - 1) * Self.planeRows / 2) * stride
            return halve(bands[number], of: size, PixelLayout(.gray), into: target)
        }
        try receiver.takeHalf(PlanarBand(lightness: bands[0], blue: colors[0], red: colors[1]))
    }

    /// Halves a band that begins with an even row, and ends with an odd one unless it is the last.
    private func halve(
        _ band: PixelBand, of size: PixelSize, _ layout: PixelLayout, into target: UnsafeMutableRawPointer
    ) -> PixelBand {
        let rows = band.rows.lowerBound / 2..<(band.rows.upperBound + 1) / 2
        for (place, row) in rows.enumerated() {
            Halving.makeRow(
                upper: band.row(2 * row), lower: 2 * row + 1 < band.rows.upperBound ? band.row(2 * row + 1) : nil,
                width: size.width, layout: layout, into: target + place * stride, outputRow: row)
        }
        return PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: rows)
    }
}
