internal import Caching
public import ChannelImages
internal import Concurrency
public import Georeferencing
internal import ImageMetadata
public import TilePyramid

/// An image of many channels in the arrays of a Zarr group, one for each level.
///
/// Decoded chunks are kept up to a limit, for all threads that read.
public final class ZarrChannelImage: ChannelImage {
    /// The levels, the type, the channels and the size of pixels.
    public let description: ChannelImageDescription
    /// The name of the image; nil if the file states none.
    public let name: String?
    /// The position on the Earth; nil if the file states none.
    public let georeference: RasterGeoreference?
    /// Sentences about statements of the file that are not used.
    public let warnings: [String]
    /// The most bytes of decoded chunks that are kept, and of what is known of chunks; one chunk is kept in any case.
    public let chunkCacheByteLimit: Int

    /// The most bytes of decoded chunks that are kept by default: 128 MiB.
    public static let defaultChunkCacheByteLimit = 128 << 20
    /// The bytes that a kept chunk takes beside its samples, also one that is known to be left out.
    static let entryByteCount = 512

    private struct ChunkID: Hashable {
        var level: Int
        var index: [Int]
    }

    private let arrays: [ZarrArray]
    private let axes: OMEZarrAxes
    private let chunks: SingleFlightCache<ChunkID, [UInt8]?>

    /// Creates an image of arrays whose shapes fit the description.
    init(
        _ description: ChannelImageDescription, name: String?, arrays: [ZarrArray], axes: OMEZarrAxes,
        georeference: RasterGeoreference?, warnings: [String], chunkCacheByteLimit: Int
    ) {
        self.description = description
        self.georeference = georeference
        self.warnings = warnings
        self.name = name
        self.arrays = arrays
        self.axes = axes
        self.chunkCacheByteLimit = chunkCacheByteLimit
        // Parts of a large chunk are read one after the other.
        let largest = arrays.map(\.metadata.chunkByteCount).max() ?? 0
        chunks = SingleFlightCache(costLimit: max(chunkCacheByteLimit, largest + Self.entryByteCount))
    }

    /// The metadata of the levels' arrays, from full size to the coarsest.
    package var levelArrays: [ZarrArrayMetadata] { arrays.map(\.metadata) }

    /// The size of the chunks of a level.
    public func blockSize(ofLevel level: Int) -> PixelSize {
        let shape = arrays[level].metadata.chunkShape
        return PixelSize(width: shape[shape.count - 1], height: shape[shape.count - 2])
    }

    /// Whether chunks have the samples of several channels.
    public var hasInterleavedChannels: Bool {
        axes.position(of: "c").map { arrays[0].metadata.chunkShape[$0] > 1 } ?? false
    }

    /// Reads the samples of a rectangle of a plane; chunks that are left out are the array's fill value.
    public func read(
        _ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer
    ) throws {
        let size = description.levels[plane.level]
        let sampleBytes = description.sampleType.byteCount
        precondition(
            rect.x >= 0 && rect.y >= 0 && rect.columns.upperBound <= size.width
                && rect.rows.upperBound <= size.height, "the rectangle is within the level")
        precondition(target.count >= rect.size.area * sampleBytes, "there is room for the samples")  // Checked: memory.
        guard rect.size.area > 0 else { return }
        let block = blockSize(ofLevel: plane.level)
        let columns = rect.x / block.width...(rect.columns.upperBound - 1) / block.width  // Checked: not empty.
        let rows = rect.y / block.height...(rect.rows.upperBound - 1) / block.height  // Checked: not empty.
        let (outer, offset) = position(of: plane)
        // The guard of `nonisolated(unsafe)`: each chunk fills rows of its own.
        nonisolated(unsafe) let target = target
        try wrappingStoreErrors {
            // Checked: chunks of a rectangle in memory.
            try parallelFor(columns.count * rows.count, workers: arrays[plane.level].store.readerCount, makeContext: {})
            { number, _ in
                let column = columns.lowerBound + number % columns.count
                let row = rows.lowerBound + number / columns.count
                let samples = try self.chunk(at: outer + [row, column], ofLevel: plane.level)
                // Checked: both are within the level or a chunk.
                let origin = (x: column * block.width, y: row * block.height)
                let area = PixelRect(x: origin.x, y: origin.y, width: block.width, height: block.height)
                self.copy(samples, of: area, from: offset, to: target, of: rect, level: plane.level)
            }
        }
    }

    /// The numbers of the chunks of a plane along the dimensions before y, and the first sample of the plane in a chunk.
    private func position(of plane: ChannelPlane) -> (outer: [Int], offset: Int) {
        let metadata = arrays[plane.level].metadata
        var outer: [Int] = []
        var offset = 0
        for (dimension, axis) in axes.axes.dropLast(2).enumerated() {
            let length = metadata.shape[dimension]
            let place: Int
            switch axis.name {
            case "t": place = plane.time
            case "c": place = plane.channel
            // Coarser levels may have fewer sections.
            default: place = plane.section * length / description.sectionCount  // Checked: both have limits.
            }
            precondition((0..<length).contains(place), "the plane is one of the image")
            let chunk = metadata.chunkShape[dimension]
            outer.append(place / chunk)
            offset = offset * chunk + place % chunk  // Checked: within a chunk.
        }
        // Checked: within a chunk.
        return (outer, offset * blockSize(ofLevel: plane.level).area * description.sampleType.byteCount)
    }

    private func chunk(at index: [Int], ofLevel level: Int) throws -> [UInt8]? {
        try chunks.value(
            for: ChunkID(level: level, index: index), cost: { Self.entryByteCount + ($0?.count ?? 0) },
            make: { try arrays[level].readStoredChunk(index) })
    }

    /// Copies the samples of a rectangle that lie in a chunk; nil is a chunk of the fill value.
    private func copy(
        _ chunk: [UInt8]?, of area: PixelRect, from offset: Int, to target: UnsafeMutableRawBufferPointer,
        of rect: PixelRect, level: Int
    ) {
        let sampleBytes = description.sampleType.byteCount
        let columns = area.columns.clamped(to: rect.columns)
        let fill = arrays[level].metadata.fillValue
        for row in area.rows.clamped(to: rect.rows) {
            // Checked: positions in memory.
            let start = ((row - rect.y) * rect.size.width + columns.lowerBound - rect.x) * sampleBytes
            let line = UnsafeMutableRawBufferPointer(rebasing: target[start..<start + columns.count * sampleBytes])
            guard let chunk else {
                SampleFill.fill(line, with: fill)
                continue
            }
            // Checked: positions in memory.
            let source = offset + ((row - area.y) * area.size.width + columns.lowerBound - area.x) * sampleBytes
            chunk.withUnsafeBytes {
                line.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[source..<source + line.count]))
            }
        }
    }
}
