internal import Georeferencing
internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

extension CutOptions {
    /// The accepted tile sizes; the upper limit is what libjpeg allows for an image.
    public static let tileSizes = 1...8192

    /// The accepted level counts; no image can be halved more often.
    private static let levelCounts = 1...40

    /// The longest side of a WebP image (RFC 9649, section 2.5).
    private static let longestWebPSide = 16383

    /// Throws if a value is out of range or contradicts another; ``CutPlan`` validates its options too.
    ///
    /// - Throws: ``CuttingError`` with code `invalidOptions`; the message says what is accepted.
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
                .invalidOptions,
                "padded tiles and tiles of a common grid cannot overlap. Leave the overlap out, or give 0.")
        }
        if case .levels(let count) = shape.coarsest, !Self.levelCounts.contains(count) {
            throw CuttingError(.invalidOptions, "the number of levels has to be from 1 to 40, not \(count).")
        }
        try validateZooms()
        guard shape.origin.x >= 0, shape.origin.y >= 0 else {
            throw CuttingError(.invalidOptions, "the image's origin on the tile grid cannot be negative.")
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
                "WebP tiles of \(tileSize + 2 * overlap) pixels, overlap included, exceed the format's limit of "
                    + "\(Self.longestWebPSide). Choose a smaller tile size.")
        }
        if decoding.depth == .sixteen, case .fixed(let format) = format, format != .png {
            throw CuttingError(
                .invalidOptions, "16 bits a sample need PNG tiles, not \(format.rawValue). Add --format png.")
        }
    }

    private func validateZooms() throws(CuttingError) {
        guard bounds == nil || !isCentered else {
            throw CuttingError(.invalidOptions, "an image with bounds cannot be centered. Leave out one of the two.")
        }
        let zooms = [minimumZoom, maximumZoom].compactMap { $0 }
        guard bounds != nil || zooms.isEmpty else {
            throw CuttingError(.invalidOptions, "zooms need a georeferenced image. Give its bounds, or leave them out.")
        }
        guard zooms.allSatisfy(WebMercator.zooms.contains), zooms == zooms.sorted() else {
            throw CuttingError(
                .invalidOptions,
                "zooms have to be from 0 to \(WebMercator.zooms.upperBound), the minimum no larger than the maximum.")
        }
    }
}
