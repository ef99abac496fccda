internal import PixelKernels

/// Maps pixels of the Web Mercator grid to pixels of an image, along one axis.
struct WebMercatorAxis: Hashable, Sendable {
    /// The coordinate in which the image's pixels have equal steps.
    enum Kind: Hashable, Sendable {
        case easting, northing, longitude, latitude
    }

    /// The number of the image's pixels.
    let length: Int
    /// The coordinate at the beginning of the image's first pixel.
    let first: Double
    /// The coordinate at the end of the image's last pixel.
    let last: Double
    /// The first output pixel, in pixels of the grid.
    let begin: Int
    let kind: Kind
    let grid: WebMercator

    /// The center of an output pixel, in pixels from the image's beginning.
    func center(of position: Int) -> Double {
        let pixelCenter = Double(begin + position) + 0.5
        let coordinate =
            switch kind {
            case .easting: grid.easting(ofX: pixelCenter)
            case .northing: grid.northing(ofY: pixelCenter)
            case .longitude: WebMercator.longitude(ofEasting: grid.easting(ofX: pixelCenter))
            case .latitude: WebMercator.latitude(ofNorthing: grid.northing(ofY: pixelCenter))
            }
        return (coordinate - first) / (last - first) * Double(length)
    }

    /// Whether the center of an output pixel lies in the image.
    func contains(_ position: Int) -> Bool {
        let center = center(of: position)
        return center >= 0 && center < Double(length)
    }

    /// The output pixels, of the first `count`, whose centers lie in the image.
    func inside(_ count: Int) -> Range<Int> {
        // Centers increase with positions, so that a binary search finds both ends.
        func first(where isBeyond: (Double) -> Bool) -> Int {
            var (low, high) = (0, count)
            while low < high {
                let middle = (low + high) / 2
                if isBeyond(center(of: middle)) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        let lower = first { $0 >= 0 }
        return lower..<max(lower, first { $0 >= Double(length) })
    }

    /// The image's pixels that contribute to an output pixel, with their weights.
    func window(_ position: Int) -> ResamplingWindow {
        let step = (center(of: position + 1) - center(of: position - 1)) / 2
        return ResamplingWindow(center: center(of: position), step: step, length: length)
    }
}
