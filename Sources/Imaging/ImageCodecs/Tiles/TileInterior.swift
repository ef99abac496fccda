package import ImageSources
internal import ImageMetadata
package import PixelKernels
package import TilePyramid

/// The part of a stored tile that a pyramid shows, and the form in which its pixels are delivered.
package struct TileInterior: Hashable, Sendable {
    /// The size of the stored tile according to the pyramid.
    package var storedSize: PixelSize
    /// The first shown pixel, at the scale.
    package var origin: PixelOffset
    /// The size of the shown part in pixels, at the scale.
    package var size: PixelSize
    /// The scale at which a JPEG is decoded.
    package var scale: DecodeScale
    /// The layout of the delivered pixels.
    package var layout: PixelLayout
    /// The color under transparent pixels, if the layout has no alpha.
    package var background: RGBColor

    /// Creates a part from its properties.
    package init(
        storedSize: PixelSize, origin: PixelOffset, size: PixelSize, scale: DecodeScale, layout: PixelLayout,
        background: RGBColor
    ) {
        self.storedSize = storedSize
        self.origin = origin
        self.size = size
        self.scale = scale
        self.layout = layout
        self.background = background
    }

    /// Decodes the part of a tile.
    ///
    /// - Parameters:
    ///   - bytes: the encoded tile.
    ///   - name: its name for error messages.
    ///   - target: memory for the pixels.
    ///   - stride: bytes from one row of them to the next.
    /// - Returns: whether it has been decoded; false, with nothing written, for one that cannot be decoded at the scale
    ///   because it is not a JPEG of the stored size.
    /// - Throws: ``CodecError`` naming a tile that is damaged or has the wrong size.
    func decode(_ bytes: [UInt8], name: String, into target: UnsafeMutableRawPointer, stride: Int) throws -> Bool {
        let image = try openTileImage(bytes, name: name, scale: scale)
        let stored = image.info.size
        // Other formats are opened at full scale.
        guard scale == .full || stored == scale.size(of: storedSize) else { return false }
        guard stored.width >= origin.x + size.width, stored.height >= origin.y + size.height,
            stored.area <= TileDecoder.defaultPixelLimit
        else {
            throw CodecError(
                .damaged, file: name, "the tile has \(stored) pixels where the pyramid says \(storedSize).")
        }
        let conversion = LayoutConversion(
            from: image.info.layout, to: layout,
            background: (red: background.red, green: background.green, blue: background.blue))
        let before = origin.x * image.info.layout.bytesPerPixel
        let shown = origin.y..<(origin.y + size.height)
        try image.readBands { band in
            for y in band.rows.clamped(to: shown) {
                conversion.convert(
                    band.row(y) + before, count: size.width, into: target + (y - origin.y) * stride)
            }
        }
        return true
    }
}
