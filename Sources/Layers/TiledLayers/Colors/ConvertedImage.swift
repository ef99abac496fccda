package import VectorDrawing

/// A whole image in the colors of a display, which is converted when it is first shown and kept as long as it is shown.
package struct ConvertedImage {
    private struct Conversion {
        let original: PixelBuffer
        let colors: DisplayColors
        let converted: PixelBuffer
    }

    private var last: Conversion?

    /// Creates a value that has converted nothing.
    package init() {}

    /// Returns the image in the colors of a display; nil stands for those of sRGB, which are stored.
    package mutating func buffer(_ original: PixelBuffer, in colors: DisplayColors?) -> PixelBuffer {
        guard let colors else { return original }
        if let last, last.original === original, last.colors === colors { return last.converted }
        let converted = PixelBuffer(size: original.size, isOpaque: original.isOpaque) { target in
            original.withPixels { source in
                guard let source = source.baseAddress, let room = target.baseAddress else { return }
                colors.map(source, count: target.count, to: room)
            }
        }
        last = Conversion(original: original, colors: colors, converted: converted)
        return converted
    }
}
