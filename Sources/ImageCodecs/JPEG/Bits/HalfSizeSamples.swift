internal import PixelKernels
internal import TilePyramid

/// Hands on the pixels of half the size, row of MCUs by row of MCUs.
final class HalfSizeSamples {
    private let transform: HalfSizeTransform
    private let size: PixelSize
    private let asPlanes: Bool
    /// Rows of pixels of half the size that a row of MCUs makes.
    private let rowsOfUnit: Int
    /// Where each component's samples are, and how far one row of them is from the next.
    private let planes: [(base: UnsafeMutablePointer<UInt8>, stride: Int)]
    private let pixels: UnsafeMutableRawPointer
    private let memory: UnsafeMutablePointer<UInt8>
    private var next = 0

    /// Pixels of an image of this size when it is halved.
    init(_ transform: HalfSizeTransform, unit: (across: Int, down: Int), size: PixelSize, asPlanes: Bool) {
        self.transform = transform
        self.size = size
        self.asPlanes = asPlanes
        rowsOfUnit = unit.down / 2
        let strides = transform.parts.map { $0.blocks * $0.columns }
        let lengths = zip(strides, transform.parts).map { $0 * $1.down * $1.rows }
        memory = .allocate(capacity: lengths.reduce(0, +))
        memory.initialize(repeating: 0, count: lengths.reduce(0, +))
        var planes: [(base: UnsafeMutablePointer<UInt8>, stride: Int)] = []
        var base = memory
        for (stride, length) in zip(strides, lengths) {
            planes.append((base, stride))
            base += length
        }
        self.planes = planes
        pixels = .allocate(byteCount: 3 * size.width * rowsOfUnit, alignment: 64)
    }

    deinit {
        memory.deallocate()
        pixels.deallocate()
    }

    /// Takes the coefficients of the next row of MCUs, and hands on its pixels.
    func add(_ coefficients: UnsafePointer<Float>, to receiver: any ReadyTileReceiver) throws {
        let rows = next..<min(next + rowsOfUnit, size.height)
        next = rows.upperBound
        if rows.isEmpty { return }
        for (number, plane) in planes.enumerated() {
            transform.makeSamples(of: number, coefficients, into: plane.base, stride: plane.stride)
        }
        func band(_ number: Int, _ rows: Range<Int>) -> PixelBand {
            PixelBand(base: UnsafeRawPointer(planes[number].base), stride: planes[number].stride, rows: rows)
        }
        if asPlanes {
            let colourRows = rows.lowerBound / 2..<(rows.upperBound + 1) / 2
            try receiver.takeHalf(
                PlanarBand(lightness: band(0, rows), blue: band(1, colourRows), red: band(2, colourRows)))
        } else if planes.count == 1 {
            try receiver.takeHalf(band(0, rows))
        } else {
            let stride = 3 * size.width
            for place in 0..<rows.count {
                let sources = planes.map { UnsafePointer($0.base + place * $0.stride) }
                YCbCr.makeRGB(
                    sources[0], sources[1], sources[2], count: size.width,
                    into: (pixels + place * stride).assumingMemoryBound(to: UInt8.self))
            }
            try receiver.takeHalf(PixelBand(base: UnsafeRawPointer(pixels), stride: stride, rows: rows))
        }
    }
}
