internal import ChannelImages
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
        try require(Self.tileSizes.contains(tileSize), "a tile size of \(tileSize) is outside 1 to 8192 pixels.")
        try require(
            (0..<tileSize).contains(overlap),
            "an overlap of \(overlap) is outside 0 to \(tileSize - 1), less than the tile size.")
        try require(
            overlap == 0 || !shape.padsTiles && !isCentered && !isGeoreferenced && shape.origin == .zero,
            "padded tiles and tiles of a common grid cannot overlap. Leave the overlap out, or give 0.")
        if case .levels(let count) = shape.coarsest {
            try require(
                Self.levelCounts.contains(count), "the number of levels has to be from 1 to 40, not \(count).")
        }
        try validateZooms()
        try require(
            shape.origin.x >= 0 && shape.origin.y >= 0, "the image's origin on the tile grid cannot be negative.")
        try require(levelCount.map { $0 > 0 } ?? true, "the number of levels has to be at least 1.")
        try require((1...100).contains(quality), "a quality of \(quality) is outside 1 to 100.")
        try require(
            blankTolerance.map((0...255).contains) ?? true, "the tolerance for blank tiles has to be from 0 to 255.")
        try require(threads.map((1...1024).contains) ?? true, "the number of threads has to be from 1 to 1024.")
        let side = tileSize + 2 * overlap
        try require(
            format != .fixed(.webp) || side <= Self.longestWebPSide,
            "WebP tiles of \(side) pixels, overlap included, exceed the format's limit of "
                + "\(Self.longestWebPSide). Choose a smaller tile size.")
        if decoding.depth == .sixteen, case .fixed(let format) = format {
            try require(
                format == .png, "16 bits a sample need PNG tiles, not \(format.rawValue). Choose the format png.")
        }
        try validateChannels()
    }

    /// Throws if options for channels contradict others.
    private func validateChannels() throws(CuttingError) {
        if channels.isTerrain {
            try require(
                format == .fixed(.png),
                "Terrain-RGB stores elevations in the bytes of colors, which only png tiles keep exactly. Choose the format png."
            )
        }
        switch channels.mode {
        case .hillshade, .terrain:
            try require(
                channels.ranges == [.automatic],
                "hillshades and Terrain-RGB show elevations, and no range of values. Leave the range out.")
        case .automatic, .colors, .composite, .colormap: break
        }
        guard channels.isExplicit else { return }
        try require(
            decoding.depth == .eight,
            "channels are shown in colors of 8 bits, and cannot keep 16. Leave the depth out."
        )
        try require(
            !decoding.keepProfile,
            "channels are shown in colors of sRGB, which have no other profile. Do not keep profiles.")
        try require(
            ChannelSelection.gammas.contains(channels.gamma),
            "a gamma of \(channels.gamma) is outside \(ChannelSelection.gammas.lowerBound) to \(ChannelSelection.gammas.upperBound)."
        )
    }

    /// True when the image lies on the tile grid of Web Mercator.
    private var isGeoreferenced: Bool { bounds != nil || rasterGeoreference != nil || projectedBounds != nil }

    private func validateZooms() throws(CuttingError) {
        try require(
            [bounds != nil, rasterGeoreference != nil, projectedBounds != nil].count(where: \.self) <= 1,
            "an image has one position. Leave out the bounds or the georeference.")
        try require(
            !isGeoreferenced || !isCentered, "an image with bounds cannot be centered. Leave out one of the two.")
        let zooms = [minimumZoom, maximumZoom].compactMap { $0 }
        try require(
            isGeoreferenced || zooms.isEmpty,
            "zooms need a georeferenced image. Give its bounds, or leave them out.")
        try require(
            zooms.allSatisfy(WebMercator.zooms.contains) && zooms == zooms.sorted(),
            "zooms have to be from 0 to \(WebMercator.zooms.upperBound), the minimum no larger than the maximum.")
    }

    private func require(_ isValid: Bool, _ fault: @autoclosure () -> String) throws(CuttingError) {
        guard isValid else { throw CuttingError(.invalidOptions, fault()) }
    }
}
