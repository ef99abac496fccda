internal import ImageCodecs
internal import ImageSources
internal import Numbers
internal import PixelKernels
internal import TilePyramid

/// Scales tiles that an image server has rounded in its own way to the size of their place.
///
/// Image API 2 has sizes by the width alone, `46,`, or by the height alone; the other side keeps the aspect ratio of the region
/// (https://iiif.io/api/image/2.1/#size). A region of 363×2048 pixels becomes 46×260 that way, and its place on the
/// level has 46×256.
enum FittedTile {
    /// Whether a size equals, up to a pixel, the one that a request defines for a region or the one of its place.
    ///
    /// - Parameters:
    ///   - size: the size of the tile that came.
    ///   - place: the size of its place.
    ///   - region: the size of the region in full-size pixels.
    /// - Returns: whether the tile may be scaled to its place.
    static func accepts(_ size: PixelSize, for place: PixelSize, of region: PixelSize) -> Bool {
        let hasWidth = isNear(size.width, Double(place.width))
        let hasHeight = isNear(size.height, Double(place.height))
        return hasWidth && (hasHeight || keepsHeight(size, of: region)) || hasHeight && keepsWidth(size, of: region)
    }

    /// Whether a size has the proportions of a region, up to a pixel.
    static func isProportional(_ size: PixelSize, to region: PixelSize) -> Bool {
        keepsHeight(size, of: region) || keepsWidth(size, of: region)
    }

    /// Whether the height is the one that follows from the width.
    private static func keepsHeight(_ size: PixelSize, of region: PixelSize) -> Bool {
        // Checked: Doubles.
        isNear(size.height, Double(region.height) * Double(size.width) / Double(region.width))
    }

    /// Whether the width is the one that follows from the height.
    private static func keepsWidth(_ size: PixelSize, of region: PixelSize) -> Bool {
        // Checked: Doubles.
        isNear(size.width, Double(region.width) * Double(size.height) / Double(region.height))
    }

    private static func isNear(_ side: Int, _ other: Double) -> Bool {
        // Checked: Doubles.
        abs(Double(side) - other) <= 1
    }

    /// Scales a tile, and encodes it as it was: a JPEG with the same quantization and subsampling.
    ///
    /// - Parameters:
    ///   - tile: the tile.
    ///   - size: the size of its place.
    ///   - name: the name of the tile for messages.
    /// - Returns: the tile in the size of its place.
    /// - Throws: `CodecError` when it is damaged, and `OutOfMemory`.
    static func scaled(_ tile: EncodedTile, to size: PixelSize, name: String) throws -> EncodedTile {
        try TileDecoder().decode(tile.bytes, name: name) { opened in
            // Checked: the decoder refuses tiles of more than 64 megapixels.
            let count = opened.size.area
            let pixels = UnsafeMutableBufferPointer(
                start: try HeapMemory.allocate(count, of: UInt32.self), count: count)
            defer { HeapMemory.free(pixels.baseAddress) }
            let isOpaque = try opened.write(to: pixels)
            let layout = PixelLayout(isOpaque ? .rgb : .rgba)
            let samples = try scaled(UnsafeBufferPointer(pixels), opened.size, layout, to: size)
            return try samples.withUnsafeBytes { samples in
                guard let base = samples.baseAddress else { return tile }
                // Checked: a row of a tile.
                let stride = size.width * layout.bytesPerPixel
                return try TilePixels.lend(base, stride: stride, size: size, layout: layout) { scaled in
                    var bytes: [UInt8] = []
                    try encoder(for: tile, layout).encode(scaled) { span in
                        bytes = span.withUnsafeBytes { Array($0) }
                    }
                    return EncodedTile(bytes: bytes, format: tile.format)
                }
            }
        }
    }

    /// The pixels in another size, row by row.
    private static func scaled(
        _ pixels: UnsafeBufferPointer<UInt32>, _ old: PixelSize, _ layout: PixelLayout, to size: PixelSize
    ) throws -> [UInt8] {
        func window(_ place: Int, _ length: Int, _ count: Int) -> ResamplingWindow {
            // Checked: Doubles.
            let step = Double(length) / Double(count)
            // Checked: Doubles.
            return ResamplingWindow(center: (Double(place) + 0.5) * step, step: step, length: length)
        }
        let resampler = try ImageResampler(
            width: old.width, layout: layout, to: size, columns: { window($0, old.width, size.width) },
            rows: { window($0, old.height, size.height) })
        // Checked: tiles of up to 64 megapixels.
        let rowBytes = size.width * layout.bytesPerPixel
        // Checked: as above.
        var samples = [UInt8](repeating: 0, count: rowBytes * size.height)
        // Checked: a row of the tile.
        try withUnsafeTemporaryAllocation(byteCount: old.width * layout.bytesPerPixel, alignment: 16) { row in
            guard let row = row.baseAddress, let first = pixels.baseAddress else { return }
            for y in 0..<old.height {
                // Checked: a row of the tile.
                let source = first + y * old.width
                if layout.channels == .rgb {
                    StraightPixels.writeRGB(source, count: old.width, into: row)
                } else {
                    StraightPixels.writeRGBA(source, count: old.width, into: row)
                }
                try resampler.add(row, y) { output, place in
                    samples.withUnsafeMutableBytes { target in
                        guard let base = target.baseAddress else { return }
                        // Checked: a row of the new tile.
                        (base + place * rowBytes).copyMemory(from: output, byteCount: rowBytes)
                    }
                }
            }
        }
        return samples
    }

    private static func encoder(for tile: EncodedTile, _ layout: PixelLayout) throws -> any TileEncoder {
        var encoding = TileEncoding()
        encoding.format = tile.format
        var templated = encoding
        if tile.format == .jpeg { templated.jpegTemplate = JPEGTemplate(tile.bytes) }
        // JPEGs of other color spaces, such as CMYK, are decoded to RGB and cannot serve as a template.
        if let encoder = try? templated.makeEncoder(for: layout) { return encoder }
        return try encoding.makeEncoder(for: layout)
    }
}
