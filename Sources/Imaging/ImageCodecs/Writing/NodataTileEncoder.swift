internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Encodes tiles with alpha as tiles without, in which transparent pixels have the value of invalid ones.
///
/// Pixels that are at least half opaque keep their color; one that happens to have the value of invalid pixels changes by a step.
final class NodataTileEncoder: TileEncoder {
    private let layout: PixelLayout
    private let opaque: PixelLayout
    private let value: Int
    private let base: any TileEncoder
    private var colors = ScratchBuffer()

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - value: the sample that all colors of invalid pixels have.
    ///   - encoding: the encoding.
    ///   - layout: the layout of the tiles that it gets, with alpha.
    /// - Throws: ``CodecError`` when the format cannot store such pixels.
    init(value: Int, encoding: TileEncoding, layout: PixelLayout) throws {
        precondition(layout.channels.hasAlpha, "tiles without alpha have no invalid pixels")
        precondition((0..<1 << layout.depth.rawValue).contains(value), "the value is a sample of the depth")
        self.layout = layout
        self.value = value
        opaque = PixelLayout(layout.channels.opaque, layout.depth)
        base = try encoding.makeEncoder(for: opaque)
    }

    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws {
        precondition(tile.layout == layout, "a tile must have the encoder's layout")
        let stride = tile.size.width * opaque.bytesPerPixel
        let target = try colors.reserve(stride * tile.size.height)
        for (y, row) in tile.rows.enumerated() {
            switch layout.depth {
            case .eight: write(row, to: target + y * stride, count: tile.size.width, of: UInt8.self)
            case .sixteen: write(row, to: target + y * stride, count: tile.size.width, of: UInt16.self)
            }
        }
        try TilePixels.lend(target, stride: stride, size: tile.size, layout: opaque) { try base.encode($0, body) }
    }

    private func write<Sample: FixedWidthInteger>(
        _ row: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int, of type: Sample.Type
    ) {
        let channels = opaque.channels.rawValue
        let from = row.assumingMemoryBound(to: Sample.self)
        let to = target.assumingMemoryBound(to: Sample.self)
        let invalid = Sample(truncatingIfNeeded: value)
        for x in 0..<count {
            let pixel = from + x * (channels + 1)
            let result = to + x * channels
            guard pixel[channels] > Sample.max / 2 else {
                for channel in 0..<channels { result[channel] = invalid }
                continue
            }
            var isInvalid = true
            for channel in 0..<channels {
                result[channel] = pixel[channel]
                isInvalid = isInvalid && pixel[channel] == invalid
            }
            if isInvalid { result[0] = invalid == Sample.max ? invalid - 1 : invalid + 1 }
        }
    }
}
