internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// Collects the rows of the small levels that a store keeps as single images.
///
/// Confined to the decoding thread.
final class LevelImageCollector {
    /// The longest side of such a level, in pixels; it bounds the memory.
    static let longestSide = 4096

    private let store: any LevelImageStore
    private let pyramid: Pyramid
    private let planes: [PlaneFormat]
    /// The samples of each of these levels, plane by plane.
    private var levels: [Int: [UnsafeMutableRawBufferPointer]] = [:]

    /// Creates a collector with memory for the levels that the store keeps.
    init(store: any LevelImageStore, pyramid: Pyramid, planes: [PlaneFormat]) {
        self.store = store
        self.pyramid = pyramid
        self.planes = planes
        for level in store.wholeLevels.clamped(to: pyramid.presentLevels) {
            let size = pyramid.levels[level].size
            precondition(max(size.width, size.height) <= Self.longestSide, "levels stored as single images are small")
            levels[level] = planes.map { plane in
                .allocate(byteCount: rowBytes(plane, size) * plane.length(size.height), alignment: 64)
            }
        }
    }

    deinit {
        for memory in levels.values.joined() {
            memory.deallocate()
        }
    }

    /// Copies rows of one plane of a level, if the store keeps that level.
    func add(_ band: PixelBand, level: Int, plane: PlaneFormat) {
        guard let memory = levels[level]?[plane.number].baseAddress else { return }
        let rowBytes = rowBytes(plane, pyramid.levels[level].size)
        for y in band.rows {
            (memory + y * rowBytes).copyMemory(from: band.row(y), byteCount: rowBytes)
        }
    }

    /// Encodes and stores the levels, from the coarsest on.
    func write(format: TileFormat, with encoder: any TileEncoder) throws {
        for (level, memory) in levels.sorted(by: { $0.key < $1.key }) {
            let size = pyramid.levels[level].size
            let sizes = planes.map { PixelSize(width: $0.length(size.width), height: $0.length(size.height)) }
            let rows = zip(zip(planes, sizes), memory).flatMap { plane, memory in
                memory.baseAddress.map { base in
                    (0..<plane.1.height).map { UnsafeRawPointer(base + $0 * rowBytes(plane.0, size)) }
                } ?? []
            }
            try rows.withUnsafeBufferPointer { rows in
                var first = 0
                let pixels = zip(planes, sizes).map { plane, size in
                    defer { first += size.height }
                    let own = UnsafeBufferPointer(rebasing: rows[first..<(first + size.height)])
                    return TilePixels(size: size, layout: plane.layout, rows: own)
                }
                try encoder.encode(planes: pixels, of: size) { bytes in
                    try store.write(wholeLevel: level, bytes, format: format)
                }
            }
        }
    }

    private func rowBytes(_ plane: PlaneFormat, _ size: PixelSize) -> Int {
        plane.length(size.width) * plane.layout.bytesPerPixel
    }
}
