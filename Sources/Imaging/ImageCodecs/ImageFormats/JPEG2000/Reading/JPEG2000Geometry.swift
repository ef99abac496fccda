internal import ImageMetadata
internal import TilePyramid

/// One axis of a JPEG 2000 image: its reference grid, its tiles and the pixels that are shown.
///
/// A component has samples at multiples of its subsampling factor, wherever the image starts, and a tile has the
/// samples that lie in it (ISO 15444-1, B.2 and B.3). Pixels are the samples of the finest channel. Pixels and samples
/// are numbered from the origin of the reference grid, at the reduced resolution.
struct JPEG2000Axis {
    /// The points of the reference grid that belong to the image.
    var points: Range<Int>
    /// The first point of the first tile.
    var tileStart: Int
    /// The points of a tile.
    var tileLength: Int
    /// The number of tiles.
    var tileCount: Int
    /// The points of the reference grid per pixel.
    var step: Int
    /// The number of highest resolutions that are not decoded; each halves the number of samples.
    var reduction: Int

    /// The pixels of the image.
    var pixels: Range<Int> { pixels(of: points) }

    /// The pixels at points of the reference grid.
    private func pixels(of points: Range<Int>) -> Range<Int> {
        func pixel(_ point: Int) -> Int { Self.reduced((point + step - 1) / step, reduction) }
        return pixel(points.lowerBound)..<pixel(points.upperBound)
    }

    /// The pixels in a tile; none when the tile lies between samples.
    func pixels(tile: Int) -> Range<Int> {
        let start = tileStart + tile * tileLength
        return pixels(of: (start..<start + tileLength).clamped(to: points))
    }

    /// The sample that a pixel shows, of a component with a subsampling factor.
    func sample(_ pixel: Int, subsampling: Int) -> Int { pixel * step / subsampling }

    /// The points of the reference grid to decode for pixels, so that each has a sample of every component.
    func points(for pixels: Range<Int>, subsampling: [Int]) -> Range<Int> {
        let starts = subsampling.map { (sample(pixels.lowerBound, subsampling: $0) << reduction) * $0 }
        let start = starts.min() ?? points.lowerBound
        let end = (pixels.upperBound << reduction) * step
        return max(start, points.lowerBound)..<min(end, points.upperBound)
    }

    /// True when the samples for the pixels of each tile lie in that tile.
    func tilesAreComplete(subsampling: [Int]) -> Bool {
        tileCount == 1 || subsampling.allSatisfy { $0 == step }
            || subsampling.allSatisfy { tileStart % $0 == 0 && tileLength % $0 == 0 }
    }

    /// A number of samples, or the number of a sample, at a reduced resolution.
    static func reduced(_ length: Int, _ reduction: Int) -> Int { (length + (1 << reduction) - 1) >> reduction }
}

/// The pixels of a JPEG 2000 image and its tiles.
struct JPEG2000Geometry {
    let horizontal: JPEG2000Axis
    let vertical: JPEG2000Axis

    /// Creates the geometry of an image with pixels at a subsampling of the reference grid.
    init(_ header: JPEG2000CodestreamHeader, subsampling: PixelSize, reduction: Int) {
        horizontal = JPEG2000Axis(
            points: header.origin.x..<header.end.x, tileStart: header.tileOrigin.x, tileLength: header.tile.width,
            tileCount: header.tiles.width, step: subsampling.width, reduction: reduction)
        vertical = JPEG2000Axis(
            points: header.origin.y..<header.end.y, tileStart: header.tileOrigin.y, tileLength: header.tile.height,
            tileCount: header.tiles.height, step: subsampling.height, reduction: reduction)
    }

    /// The size of the image in pixels.
    var size: PixelSize { PixelSize(width: horizontal.pixels.count, height: vertical.pixels.count) }

    /// The pixels of a tile.
    func pixels(column: Int, row: Int) -> PixelRect {
        let columns = horizontal.pixels(tile: column)
        let rows = vertical.pixels(tile: row)
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }
}
