internal import PixelKernels

/// Where the pixels of the world's grid lie among those of a picture, along one axis.
struct WebMercatorAxis: Hashable, Sendable {
    /// What the picture's pixels are even steps of.
    enum Kind: Hashable, Sendable {
        case easting, northing, longitude, latitude
    }

    /// The picture's pixels.
    let length: Int
    /// The coordinate where the first of them begins.
    let first: Double
    /// The coordinate where the last of them ends.
    let last: Double
    /// The first pixel of the world that is asked for.
    let begin: Int
    let kind: Kind
    let grid: WebMercator

    /// Where the middle of an output pixel lies, in pixels of the picture from its beginning.
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

    /// Whether the middle of an output pixel is in the picture.
    func contains(_ position: Int) -> Bool {
        let center = center(of: position)
        return center >= 0 && center < Double(length)
    }

    /// The output pixels whose middles are in the picture, of the first `count`.
    func inside(_ count: Int) -> Range<Int> {
        // Centers rise with positions, so that both ends are found by halving.
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

    /// The picture's pixels that make an output pixel.
    func window(_ position: Int) -> ResamplingWindow {
        let step = (center(of: position + 1) - center(of: position - 1)) / 2
        return ResamplingWindow(center: center(of: position), step: step, length: length)
    }
}
