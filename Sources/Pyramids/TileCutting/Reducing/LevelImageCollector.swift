internal import ImageCodecs
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Collects the rows of the small levels that a store keeps as single images.
///
/// Confined to the decoding thread.
final class LevelImageCollector: LevelRowObserver {
    /// The longest side of such a level, in pixels; it bounds the memory.
    static let longestSide = 4096

    /// The memory of one plane of a level.
    private final class Plane {
        let pixels: TilePixels
        private let memory: UnsafeMutableRawPointer

        init(_ format: PlaneFormat, of level: Level) throws(OutOfMemory) {
            let size = PixelSize(width: format.length(level.size.width), height: format.length(level.size.height))
            let rowBytes = size.width * format.layout.bytesPerPixel
            let memory = try HeapMemory.allocate(rowBytes * size.height)
            let rows = UnsafeMutableBufferPointer<UnsafeRawPointer>.allocate(capacity: size.height)
            _ = rows.initialize(fromContentsOf: (0..<size.height).map { UnsafeRawPointer(memory + $0 * rowBytes) })
            pixels = TilePixels(size: size, layout: format.layout, rows: UnsafeBufferPointer(rows))
            self.memory = memory
        }

        deinit {
            pixels.rows.deallocate()
            HeapMemory.free(memory)
        }

        func write(_ band: PixelBand) {
            for y in band.rows {
                (memory + y * pixels.rowBytes).copyMemory(from: band.row(y), byteCount: pixels.rowBytes)
            }
        }
    }

    private let store: any LevelImageStore
    private let pyramid: Pyramid
    /// The planes of each of these levels.
    private let levels: [Int: [Plane]]

    /// Allocates the memory of the levels that the store keeps.
    ///
    /// - Throws: `OutOfMemory`.
    init(store: any LevelImageStore, pyramid: Pyramid, planes: [PlaneFormat]) throws(OutOfMemory) {
        self.store = store
        self.pyramid = pyramid
        var levels: [Int: [Plane]] = [:]
        for level in pyramid.levels[store.wholeLevels.clamped(to: pyramid.presentLevels)] {
            let longest = max(level.size.width, level.size.height)
            precondition(longest <= Self.longestSide, "levels stored as single images are small")
            levels[level.index] = try planes.map { plane throws(OutOfMemory) in try Plane(plane, of: level) }
        }
        self.levels = levels
    }

    /// Copies rows of one plane of a level, if the store keeps that level.
    func add(_ band: PixelBand, level: Int, plane: PlaneFormat) {
        levels[level]?[plane.number].write(band)
    }

    /// Encodes and stores the levels, from the coarsest on.
    func write(format: TileFormat, with encoder: any TileEncoder) throws {
        for (level, planes) in levels.sorted(by: { $0.key < $1.key }) {
            try encoder.encode(planes.map(\.pixels), of: pyramid.levels[level].size) { bytes in
                try store.write(wholeLevel: level, bytes, format: format)
            }
        }
    }
}
