/// Maps pixels of the Web Mercator grid to pixels of an image, along one axis.
package struct WebMercatorAxis: Hashable, Sendable {
    /// The coordinate in which the image's pixels have equal steps.
    package enum Kind: Hashable, Sendable {
        case easting, northing, longitude, latitude
    }

    /// The number of the image's pixels.
    package let length: Int
    /// The coordinate at the beginning of the image's first pixel.
    package let first: Double
    /// The coordinate at the end of the image's last pixel.
    package let last: Double
    /// The first output pixel, in pixels of the grid.
    package let begin: Int
    /// The coordinate of ``first`` and ``last``.
    package let kind: Kind
    /// The grid that the image is resampled to.
    package let matrix: TileMatrix

    /// The center of an output pixel, in pixels from the image's beginning.
    package func center(of position: Int) -> Double {
        let pixelCenter = Double(begin + position) + 0.5
        let coordinate =
            switch kind {
            case .easting: matrix.easting(ofX: pixelCenter)
            case .northing: matrix.northing(ofY: pixelCenter)
            case .longitude: WebMercator.longitude(ofEasting: matrix.easting(ofX: pixelCenter))
            case .latitude: WebMercator.latitude(ofNorthing: matrix.northing(ofY: pixelCenter))
            }
        return (coordinate - first) / (last - first) * Double(length)
    }

    /// The pixels of the image from one output pixel to the next.
    package func step(at position: Int) -> Double { (center(of: position + 1) - center(of: position - 1)) / 2 }

    /// Returns the axis from pixels of a whole zoom, counted from the edge of the map, to pixels of a level of the image.
    ///
    /// - Parameters:
    ///   - matrix: the zoom.
    ///   - length: the number of pixels of the level; nil for the number of the image's pixels.
    ///   - step: the number of the image's pixels that one pixel of the level covers.
    /// - Returns: the axis.
    package func scaled(to matrix: TileMatrix, length: Int?, step: Double) -> WebMercatorAxis {
        let length = length ?? self.length
        let covered = Double(length) * step / Double(self.length)
        return WebMercatorAxis(
            length: length, first: first, last: first + (last - first) * covered, begin: 0, kind: kind, matrix: matrix)
    }

    /// Returns the output pixels, among the first `count`, whose centers lie in the image.
    package func inside(_ count: Int) -> Range<Int> {
        // Centers increase with positions, so that a binary search finds both ends.
        func first(where isBeyond: (Double) -> Bool) -> Int {
            var low = 0
            var high = count
            while low < high {
                let middle = (low + high) / 2
                if isBeyond(center(of: middle)) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        let lower = first { $0 >= 0 }
        return lower..<max(lower, first { $0 >= Double(length) })
    }
}
