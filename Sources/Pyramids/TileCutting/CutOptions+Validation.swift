internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

extension CutOptions {
    /// Tile sizes that are accepted: libjpeg's limit on top, as a tile is an image of its own.
    public static let tileSizes = 1...8192

    /// Levels of a pyramid whose number is given: more than the longest side can be halved.
    private static let levelCounts = 1...40

    /// The longest side of a WebP image (RFC 9649, section 2.5).
    private static let longestWebPSide = 16383

    /// Throws when a value makes no sense, alone or with the others; ``CutPlan`` does so too.
    ///
    /// - Throws: ``CuttingError`` with code `invalidOptions`, saying what is accepted.
    public func validate() throws(CuttingError) {
        guard Self.tileSizes.contains(tileSize) else {
            throw CuttingError(.invalidOptions, "a tile size of \(tileSize) is outside 1 to 8192 pixels.")
        }
        guard (0..<tileSize).contains(overlap) else {
            throw CuttingError(
                .invalidOptions, "an overlap of \(overlap) is outside 0 to \(tileSize - 1), less than the tile size.")
        }
        guard overlap == 0 || !shape.padsTiles && !isCentered && bounds == nil && shape.origin == .zero else {
            throw CuttingError(
                .invalidOptions, "tiles of one size on a common grid do not overlap. Leave the overlap out, or give 0.")
        }
        if case .levels(let count) = shape.coarsest, !Self.levelCounts.contains(count) {
            throw CuttingError(.invalidOptions, "a pyramid of \(count) levels is outside 1 to 40.")
        }
        try validateZooms()
        guard shape.origin.x >= 0, shape.origin.y >= 0 else {
            throw CuttingError(.invalidOptions, "the picture cannot begin before the grid of tiles.")
        }
        guard levelCount.map({ $0 > 0 }) ?? true else {
            throw CuttingError(.invalidOptions, "the number of levels has to be at least 1.")
        }
        guard (1...100).contains(quality) else {
            throw CuttingError(.invalidOptions, "a quality of \(quality) is outside 1 to 100.")
        }
        guard blankTolerance.map({ (0...255).contains($0) }) ?? true else {
            throw CuttingError(.invalidOptions, "the tolerance for blank tiles has to be from 0 to 255.")
        }
        guard threads.map({ (1...1024).contains($0) }) ?? true else {
            throw CuttingError(.invalidOptions, "the number of threads has to be from 1 to 1024.")
        }
        if format == .fixed(.webp), tileSize + 2 * overlap > Self.longestWebPSide {
            throw CuttingError(
                .invalidOptions,
                "WebP tiles of \(tileSize + 2 * overlap) pixels, overlap included, are more than the "
                    + "\(Self.longestWebPSide) the format has. Choose a smaller tile size.")
        }
        if decoding.depth == .sixteen, case .fixed(let format) = format, format != .png {
            throw CuttingError(
                .invalidOptions, "16 bits a sample need PNG tiles, not \(format.rawValue). Add --format png.")
        }
    }

    private func validateZooms() throws(CuttingError) {
        guard bounds == nil || !isCentered else {
            throw CuttingError(.invalidOptions, "a picture with bounds has its place, and cannot be centered.")
        }
        let zooms = [minimumZoom, maximumZoom].compactMap { $0 }
        guard bounds != nil || zooms.isEmpty else {
            throw CuttingError(.invalidOptions, "zooms are chosen for pictures with bounds on the Earth.")
        }
        guard zooms.allSatisfy(WebMercator.zooms.contains), zooms == zooms.sorted() else {
            throw CuttingError(
                .invalidOptions, "zooms are from 0 to \(WebMercator.zooms.upperBound), the coarsest first.")
        }
    }
}
