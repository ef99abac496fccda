internal import ChannelImages
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// A rendering of channels with the alpha that the file states beside them, by a sample or a mask.
///
/// A pixel is as opaque as both say: those with no-data values stay transparent.
final class ChannelAlphaSource: ImageSource {
    let info: ImageInfo
    var warnings: [String] { base.warnings }
    var rowAccess: RowAccess { base.rowAccess }

    private let base: ChannelImageSource
    private let image: any ChannelImage
    private let plane: ChannelPlane

    /// Wraps a rendering of full size; nil if the file states no alpha.
    ///
    /// - Throws: ``CodecError`` when samples cannot be read.
    init?(_ base: ChannelImageSource, of image: any ChannelImage, _ rendering: ChannelRendering) throws {
        let plane = ChannelPlane(section: rendering.section, time: rendering.time)
        var first: UInt8 = 0
        let hasAlpha = try withUnsafeMutableBytes(of: &first) { first in
            try image.readAlpha(PixelRect(x: 0, y: 0, width: 1, height: 1), of: plane, into: first)
        }
        guard hasAlpha else { return nil }
        self.base = base
        self.image = image
        self.plane = plane
        var info = base.info
        info.alphaIsValidity = false
        info.layout.channels = info.layout.channels.withAlpha
        self.info = info
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readBands(rows: 0..<info.size.height, body)
    }

    func readBands(rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        let width = info.size.width
        let channels = info.layout.channels.rawValue
        let stride = width * channels
        var target = ScratchBuffer()
        var memory = ScratchBuffer()
        try base.readBands(rows: rows) { band in
            let count = band.rows.count * width
            let pixels = try target.reserve(count * channels)
            let alpha = try memory.reserve(count)
            let rect = PixelRect(x: 0, y: band.rows.lowerBound, width: width, height: band.rows.count)
            guard
                try image.readAlpha(rect, of: plane, into: UnsafeMutableRawBufferPointer(start: alpha, count: count))
            else { return }
            let alphas = alpha.assumingMemoryBound(to: UInt8.self)
            for (index, y) in band.rows.enumerated() {
                join(
                    band.row(y).assumingMemoryBound(to: UInt8.self), alphas + index * width,
                    to: (pixels + index * stride).assumingMemoryBound(to: UInt8.self))
            }
            try body(PixelBand(base: UnsafeRawPointer(pixels), stride: stride, rows: band.rows))
        }
    }

    /// Joins a row of pixels with its alpha; wholly transparent pixels have no color.
    private func join(
        _ row: UnsafePointer<UInt8>, _ alpha: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
    ) {
        let stored = base.info.layout.channels
        let colors = stored.opaque.rawValue
        for x in 0..<info.size.width {
            let source = row + x * stored.rawValue
            let pixel = target + x * (colors + 1)
            let opacity = stored.hasAlpha ? min(alpha[x], source[colors]) : alpha[x]
            for color in 0..<colors { pixel[color] = opacity == 0 ? 0 : source[color] }
            pixel[colors] = opacity
        }
    }
}
