internal import CVips
internal import ImageMetadata
internal import TilePyramid

/// Makes the pixels of a GIF transparent that no frame covers, as browsers show them.
///
/// libvips delivers alpha only if a frame has a transparent color; otherwise these pixels are black.
enum GIFTransparency {
    /// Adds alpha to a GIF whose screen is larger than its frames.
    ///
    /// - Parameters:
    ///   - image: a page as libvips opened it.
    ///   - page: the index of the frame.
    ///   - bytes: the file.
    ///   - file: the name for error messages.
    /// - Returns: the image itself if it has alpha, or if frames cover its screen.
    /// - Throws: ``CodecError`` when libvips fails.
    static func addingAlpha(to image: VipsHandle, page: Int, _ bytes: ImageBytes, file: String) throws -> VipsHandle {
        guard image.bands == 1 || image.bands == 3 else { return image }
        let rects = covering(GIFFrames.rects(shownWith: page, in: bytes), image)
        if rects.contains(where: { $0.size.width == image.width && $0.size.height == image.height }) { return image }
        func make(_ operation: (inout UnsafeMutablePointer<VipsImage>?) -> Int32) throws -> VipsHandle {
            try VipsHandle.make(file: file, operation)
        }
        var alpha = try make { tk_vips_black(vips, &$0, Int32(image.width), Int32(image.height)) }
        for rect in rects {
            let black = try make { tk_vips_black(vips, &$0, Int32(rect.size.width), Int32(rect.size.height)) }
            let opaque = try make { tk_vips_linear(vips, black.image, &$0, 1, 255) }
            let samples = try make { tk_vips_cast(vips, opaque.image, &$0, VIPS_FORMAT_UCHAR) }
            alpha = try make { tk_vips_insert(vips, alpha.image, samples.image, &$0, Int32(rect.x), Int32(rect.y)) }
        }
        return try make { tk_vips_bandjoin(vips, image.image, alpha.image, &$0) }
    }

    /// The parts of rectangles inside the image, without parts in an earlier rectangle.
    private static func covering(_ rects: [PixelRect], _ image: VipsHandle) -> [PixelRect] {
        rects.reduce(into: []) { kept, rect in
            let columns = rect.columns.clamped(to: 0..<image.width)
            let rows = rect.rows.clamped(to: 0..<image.height)
            guard !columns.isEmpty, !rows.isEmpty else { return }
            let isCovered = kept.contains {
                $0.columns.clamped(to: columns) == columns && $0.rows.clamped(to: rows) == rows
            }
            guard !isCovered else { return }
            kept.append(PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count))
        }
    }
}
