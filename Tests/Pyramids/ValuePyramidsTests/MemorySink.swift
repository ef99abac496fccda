import ChannelImages
import Concurrency
import Files
import TilePyramid

@testable import ValuePyramids

/// A sink that keeps chunks as they are.
final class MemorySink: ValuePyramidSink {
    struct State {
        /// The chunks of each cell.
        var cells: [PlaneGridIndex: [[UInt8]?]] = [:]
        /// The cells in the order in which they came.
        var order: [PlaneGridIndex] = []
        var isFinished = false
        var isDiscarded = false
    }

    let description: ChannelImageDescription
    let layout: ValuePyramidLayout
    let storesInOrder: Bool
    let spoolPath = "\(TemporaryFiles.folder)/spool"
    private let beforeEncoding: @Sendable (PlaneGridIndex) throws -> Void
    private let beforeStoring: @Sendable (PlaneGridIndex) throws -> Void
    private let state = Locked(State())

    init(
        _ image: any ChannelImage, chunk: PixelSize, cell: PixelSize = PixelSize(width: 1, height: 1),
        storesInOrder: Bool = true, channels: [Int]? = nil,
        beforeEncoding: @escaping @Sendable (PlaneGridIndex) throws -> Void = { _ in },
        beforeStoring: @escaping @Sendable (PlaneGridIndex) throws -> Void = { _ in }
    ) {
        description = image.description.pyramid(chunk: chunk, channels: channels)
        layout = ValuePyramidLayout(
            sizes: description.levels, chunk: chunk, cells: description.levels.map { _ in cell })
        self.storesInOrder = storesInOrder
        self.beforeEncoding = beforeEncoding
        self.beforeStoring = beforeStoring
    }

    var result: State { state.withLock { $0 } }

    func encode(_ samples: UnsafeRawBufferPointer, at index: PlaneGridIndex) throws -> [UInt8]? {
        try beforeEncoding(index)
        return Array(samples)
    }

    func store(_ chunks: [[UInt8]?], at index: PlaneGridIndex) throws {
        try beforeStoring(index)
        state.withLock { state in
            precondition(state.cells[index] == nil && !state.isFinished)
            state.cells[index] = chunks
            state.order.append(index)
        }
    }

    func finish() { state.withLock { $0.isFinished = true } }

    func discard() { state.withLock { $0.isDiscarded = true } }

    /// The samples of a plane, put together from its chunks; what lies outside of the plane is left out, and has to be 0.
    func samples(of plane: ChannelPlane) -> [UInt8]? {
        let level = layout.levels[plane.level]
        let sampleBytes = description.sampleType.byteCount
        let cells = result.cells
        var samples = [UInt8](repeating: 0, count: level.size.area * sampleBytes)
        for row in 0..<level.chunks.height {
            for column in 0..<level.chunks.width {
                let index = PlaneGridIndex(
                    plane: plane, column: column / level.cell.width, row: row / level.cell.height)
                let position = row % level.cell.height * level.cell.width + column % level.cell.width
                guard let chunk = cells[index]?[position], chunk.count == layout.chunk.area * sampleBytes else {
                    return nil
                }
                for y in 0..<layout.chunk.height {
                    for x in 0..<layout.chunk.width * sampleBytes {
                        let byte = chunk[y * layout.chunk.width * sampleBytes + x]
                        let targetX = column * layout.chunk.width * sampleBytes + x
                        let targetY = row * layout.chunk.height + y
                        if targetX < level.size.width * sampleBytes, targetY < level.size.height {
                            samples[targetY * level.size.width * sampleBytes + targetX] = byte
                        } else if byte != 0 {
                            return nil
                        }
                    }
                }
            }
        }
        return samples
    }
}
