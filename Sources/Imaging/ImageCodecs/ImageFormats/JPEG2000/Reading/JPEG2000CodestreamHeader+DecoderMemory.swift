internal import ImageMetadata
internal import TilePyramid

/// Estimates the memory that OpenJPEG needs besides samples: for tiles, precincts and code-blocks.
///
/// A header of a few bytes can declare millions of them.
extension JPEG2000CodestreamHeader {
    /// OpenJPEG's approximate memory for a tile.
    private static let tileBytes = 6000
    /// OpenJPEG's approximate memory for a tile-component.
    private static let componentBytes = 1500
    /// OpenJPEG's approximate memory for a precinct of a subband.
    private static let precinctBytes = 300
    /// OpenJPEG's approximate memory for a code-block.
    private static let codeBlockBytes = 700

    /// The bytes that OpenJPEG needs to decode one tile, and for its table of all tiles.
    ///
    /// A floating-point number, because a header can declare more than an integer holds.
    func decoderMemory(_ parameters: JPEG2000CodingParameters) -> Double {
        var bytes = Double(tileCount) * Double(Self.tileBytes + components.count * Self.componentBytes)
        for (subsampling, count) in componentCounts {
            bytes += Double(count) * (parameters.styles.map { memory(subsampling, $0) }.max() ?? 0)
        }
        return bytes
    }

    /// The samples of one tile, at most.
    var tileSamples: Double {
        componentCounts.reduce(0) {
            $0 + Double(tileSize($1.key).width) * Double(tileSize($1.key).height) * Double($1.value)
        }
    }

    /// The samples of the image.
    var imageSamples: Double {
        componentCounts.reduce(0) { $0 + Double(size($1.key).width) * Double(size($1.key).height) * Double($1.value) }
    }

    /// The number of components of each subsampling.
    private var componentCounts: [PixelSize: Int] {
        components.reduce(into: [:]) { $0[$1.subsampling, default: 0] += 1 }
    }

    /// The maximum width and height of a tile of components with these subsampling factors.
    private func tileSize(_ subsampling: PixelSize) -> PixelSize {
        PixelSize(
            width: (min(tile.width, end.x - origin.x) - 1) / subsampling.width + 1,
            height: (min(tile.height, end.y - origin.y) - 1) / subsampling.height + 1)
    }

    /// The memory of one tile-component.
    private func memory(_ subsampling: PixelSize, _ coding: JPEG2000CodingParameters.Style) -> Double {
        let size = tileSize(subsampling)
        var bytes = 0.0
        // A tile need not start at the corner of a precinct.
        let more = tileCount > 1 || origin != .zero ? 1 : 0
        func count(_ length: Int, _ power: Int) -> Double { Double((length + (1 << power) - 1) >> power + more) }
        for (resolution, precinct) in coding.precincts.enumerated() {
            let halvings = coding.decompositionLevels - resolution
            let width = (size.width + (1 << halvings) - 1) >> halvings
            let height = (size.height + (1 << halvings) - 1) >> halvings
            let precincts = count(width, precinct.width) * count(height, precinct.height)
            // The three subbands of a resolution have half its size.
            let half = resolution == 0 ? 0 : 1
            let blocks =
                count((width + half) >> half, min(coding.codeBlockWidthExponent, max(0, precinct.width - half)))
                * count((height + half) >> half, min(coding.codeBlockHeightExponent, max(0, precinct.height - half)))
            let perBand = precincts * Double(Self.precinctBytes) + blocks * Double(Self.codeBlockBytes)
            bytes += perBand * (resolution == 0 ? 1 : 3)
        }
        return bytes
    }
}
