internal import Concurrency
internal import Georeferencing
internal import Glibc
internal import MapProjections
internal import Numbers
internal import PixelKernels
internal import TilePyramid

/// The rotation of an image by less than a quarter turn, into the bounding box of its corners.
///
/// A pixel is the mean of the square that it covers, as where images are warped to maps; numbers, such as heights, are
/// interpolated bilinearly instead. What lies beyond the image is transparent, so that edges are smooth.
struct FreeRotation: Hashable, Sendable {
    /// The size of the image.
    let source: PixelSize
    /// The angle in degrees clockwise, above 0 and below 90.
    let degrees: Double

    private var cosine: Double { cos(degrees / 180 * .pi) }
    private var sine: Double { sin(degrees / 180 * .pi) }

    /// The sum of rounded numbers may be a little more than a whole number.
    private static let tolerance = 1e-6

    /// The size of the bounding box, in whole pixels.
    var size: PixelSize {
        func side(_ length: Double) -> Int {
            CheckedNumber.integer(length - Self.tolerance, rounded: .up, clampedTo: 1...CheckedNumber.longestSide)
        }
        let width = Double(source.width)
        let height = Double(source.height)
        return PixelSize(
            width: side(width * cosine + height * sine), height: side(width * sine + height * cosine))
    }

    /// The bytes of memory that rotating and encoding take at most, beyond those of an image that is not rotated: alpha, the
    /// bounding box twice, and a row of blocks.
    var memory: Int {
        let pixels = CheckedNumber.product(size.width, size.height, 2).flatMap { twice in
            CheckedNumber.product(size.width, BlockMapping.side).flatMap {
                CheckedNumber.sum([twice, $0, source.area])
            }
        }
        return pixels.flatMap { CheckedNumber.product($0, Self.bytesPerPixel) } ?? .max
    }

    private static let bytesPerPixel = 4

    /// The affine mapping from the pixels of the bounding box to those of the image: both have the same center.
    private var transform: Geotransform {
        let x = Double(size.width) / 2
        let y = Double(size.height) / 2
        return Geotransform(
            origin: (
                Double(source.width) / 2 - x * cosine - y * sine, Double(source.height) / 2 + x * sine - y * cosine
            ), column: (cosine, -sine), row: (sine, cosine))
    }

    /// Rotates an image.
    ///
    /// - Parameters:
    ///   - pixels: the image, of 8 bits with alpha.
    ///   - holdsNumbers: whether its colors are `NumberPixels`; valid ones are not blended with invalid ones then.
    ///   - options: the colors and the format of the result.
    /// - Returns: the result.
    /// - Throws: `OutOfMemory`, `ProcessorTimeBudget.Exhausted`, and `CancellationError` once the current ``Cancellation`` is
    ///   cancelled.
    func rotated(_ pixels: PixelMemory, holdsNumbers: Bool, _ options: OutputOptions) throws -> OutputImage {
        precondition(pixels.size == source && pixels.layout.channels.hasAlpha, "an image of this size with alpha")
        let layout = pixels.layout
        let output = try OutputImage(size, from: layout, options.afterRotation)
        let identity = Geotransform(origin: (0, 0), column: (1, 0), row: (0, 1))
        let mapping = try PixelMapping(from: transform, to: identity, by: nil)
        let kernel = WarpKernel(
            layout: layout, source: source, filter: holdsNumbers ? .linear : .area, holdsNumbers: holdsNumbers)
        let window = PixelWindow(
            base: UnsafeRawPointer(pixels.base), stride: pixels.stride,
            rect: PixelRect(x: 0, y: 0, width: source.width, height: source.height))
        let side = BlockMapping.side
        let band = try PixelMemory(PixelSize(width: size.width, height: min(side, size.height)), layout)
        let cancellation = Cancellation.current
        for y in stride(from: 0, to: size.height, by: side) {
            if cancellation?.isCancelled ?? false { throw CancellationError() }
            try ProcessorTimeBudget.current?.check()
            let rows = y..<min(y + side, size.height)
            memset(band.base, 0, band.byteCount)
            for x in stride(from: 0, to: size.width, by: side) {
                let rect = PixelRect(x: x, y: y, width: min(side, size.width - x), height: rows.count)
                guard let block = BlockMapping(rect, source: source, mapping: mapping) else { continue }
                kernel.render(
                    block, part: rect, from: window, into: band.base + x * layout.bytesPerPixel, stride: band.stride)
            }
            for row in rows { output.add(band.row(row - y), row) }
        }
        return output
    }
}
