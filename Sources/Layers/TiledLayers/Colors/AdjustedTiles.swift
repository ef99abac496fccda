internal import Concurrency
internal import LayerTree
internal import PixelKernels
internal import VectorDrawing

/// The tiles of a layer with adjusted colors, and in the colors of the display.
///
/// It keeps the pixels of the tiles that the last frame requested: at most the memory of the visible tiles.
@MainActor
final class AdjustedTiles {
    private struct Entry {
        /// The original, retained so that no other buffer gets its identity.
        let original: PixelBuffer
        let adjusted: PixelBuffer
        var isUsed: Bool
    }

    private let steps: ColorSteps
    private var entries: [ObjectIdentifier: Entry] = [:]

    /// The number of tiles that are kept.
    var count: Int { entries.count }

    /// Prepares an adjustment, a conversion to the colors of the display, or both; nil for neither.
    init?(_ table: ColorTable?, _ display: DisplayColors?) {
        steps = ColorSteps(table: table, display: display)
        if steps.isEmpty { return nil }
    }

    /// Adjusts tiles that a frame will request, several at a time.
    func prepare(_ buffers: [PixelBuffer]) {
        let new = buffers.filter { entries[ObjectIdentifier($0)] == nil }
        guard new.count > 1 else { return }
        let results = Locked([PixelBuffer?](repeating: nil, count: new.count))
        let steps = steps
        parallelFor(new.count, workers: min(new.count, Processors.count), makeContext: {}) { index, _ in
            let adjusted = Self.adjusted(new[index], steps)
            results.withLock { $0[index] = adjusted }
        }
        for (original, adjusted) in zip(new, results.withLock { $0 }) {
            guard let adjusted else { continue }
            entries[ObjectIdentifier(original)] = Entry(original: original, adjusted: adjusted, isUsed: true)
        }
    }

    /// Returns the adjusted pixels of a tile.
    func buffer(for original: PixelBuffer) -> PixelBuffer {
        let id = ObjectIdentifier(original)
        if let entry = entries[id] {
            entries[id]?.isUsed = true
            return entry.adjusted
        }
        let adjusted = Self.adjusted(original, steps)
        entries[id] = Entry(original: original, adjusted: adjusted, isUsed: true)
        return adjusted
    }

    /// Ends a frame, and releases the tiles that it has not requested.
    func endFrame() {
        entries = entries.filter(\.value.isUsed).mapValues { entry in
            var entry = entry
            entry.isUsed = false
            return entry
        }
    }

    private nonisolated static func adjusted(_ original: PixelBuffer, _ steps: ColorSteps) -> PixelBuffer {
        PixelBuffer(size: original.size, isOpaque: original.isOpaque) { target in
            original.withPixels { source in
                guard let source = source.baseAddress, let room = target.baseAddress else { return }
                steps.map(source, count: target.count, to: room)
            }
        }
    }
}
