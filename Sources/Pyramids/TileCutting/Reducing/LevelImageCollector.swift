internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// Collects the rows of the small levels that a store keeps as single images.
///
/// Confined to the decoding thread.
final class LevelImageCollector {
    /// The longest side of such a level, in pixels; it bounds the memory.
    static let longestSide = 4096

    /// The samples of one plane of a level.
    private final class Plane {
        let format: PlaneFormat
        let size: PixelSize
        let rowBytes: Int
        private let memory: UnsafeMutableRawPointer

        init(_ format: PlaneFormat, of level: Level) {
            self.format = format
            size = PixelSize(width: format.length(level.size.width), height: format.length(level.size.height))
            rowBytes = size.width * format.layout.bytesPerPixel
            memory = .allocate(byteCount: rowBytes * size.height, alignment: 64)
        }

        deinit {
            memory.deallocate()
        }

        func row(_ y: Int) -> UnsafeMutableRawPointer { memory + y * rowBytes }
    }

    private let store: any LevelImageStore
    private let pyramid: Pyramid
    /// The planes of each of these levels.
    private let levels: [Int: [Plane]]

    /// Creates a collector with memory for the levels that the store keeps.
    init(store: any LevelImageStore, pyramid: Pyramid, planes: [PlaneFormat]) {
        self.store = store
        self.pyramid = pyramid
        var levels: [Int: [Plane]] = [:]
        for level in pyramid.levels[store.wholeLevels.clamped(to: pyramid.presentLevels)] {
            let longest = max(level.size.width, level.size.height)
            precondition(longest <= Self.longestSide, "levels stored as single images are small")
            levels[level.index] = planes.map { Plane($0, of: level) }
        }
        self.levels = levels
    }

    /// Copies rows of one plane of a level, if the store keeps that level.
    func add(_ band: PixelBand, level: Int, plane: PlaneFormat) {
        guard let plane = levels[level]?[plane.number] else { return }
        for y in band.rows {
            plane.row(y).copyMemory(from: band.row(y), byteCount: plane.rowBytes)
        }
    }

    /// Encodes and stores the levels, from the coarsest on.
    func write(format: TileFormat, with encoder: PlaneEncoder) throws {
        for (level, planes) in levels.sorted(by: { $0.key < $1.key }) {
            try Self.withPixels(of: planes[...]) { pixels in
                try encoder.encode(planes: pixels, of: pyramid.levels[level].size) { bytes in
                    try store.write(wholeLevel: level, bytes, format: format)
                }
            }
        }
    }

    /// Lends the pixels of planes, in their order.
    private static func withPixels(
        of planes: ArraySlice<Plane>, before: [TilePixels] = [], _ body: ([TilePixels]) throws -> Void
    ) throws {
        guard let plane = planes.first else { return try body(before) }
        let rows = (0..<plane.size.height).map { UnsafeRawPointer(plane.row($0)) }
        try rows.withUnsafeBufferPointer { rows in
            let pixels = TilePixels(size: plane.size, layout: plane.format.layout, rows: rows)
            try withPixels(of: planes.dropFirst(), before: before + [pixels], body)
        }
    }
}
