internal import ImageMetadata
internal import Numbers
internal import TilePyramid

extension PlacementPlan {
    /// The pixels that a mosaic of any images may have.
    static let leastPixelLimit = 1 << 30
    /// The pixels that a mosaic may have for each pixel in which it shows an image.
    static let pixelsPerImagePixel = 1000
    /// The columns and rows that a stated size may have beyond the last image, unless the images reach even further.
    static let emptyMargin = 4096

    /// Checks that the size of the mosaic is in proportion to its images, so that a short list does not cost too much.
    ///
    /// - Throws: `CodecError` that names the list.
    func checkProportions(_ description: MosaicDescription) throws(CodecError) {
        let reach = images.reduce(into: (x: 0, y: 0)) { reach, image in
            reach = (max(reach.x, image.rect.columns.upperBound), max(reach.y, image.rect.rows.upperBound))
        }
        guard size.width <= reach.x + max(reach.x, Self.emptyMargin),
            size.height <= reach.y + max(reach.y, Self.emptyMargin)
        else {
            throw excess(description, "its images reach no further than \(reach.x)×\(reach.y)")
        }
        let shown = images.reduce(0) { CheckedNumber.sum([$0, $1.rect.size.area]) ?? .max }
        let limit = max(Self.leastPixelLimit, CheckedNumber.product(shown, Self.pixelsPerImagePixel) ?? .max)
        guard size.area <= limit else {
            throw excess(description, "its images show something in no more than \(shown) of them")
        }
    }

    private func excess(_ description: MosaicDescription, _ reason: String) -> CodecError {
        CodecError(
            .unsupported, file: description.path,
            "the mosaic would have \(size) pixels, but \(reason). Correct the size or the positions; if they are meant so, "
                + "raise the limit of pixels to \(size.area).")
    }
}
