internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

/// The rows of all passes of an interlaced image: in memory, or in a temporary file where that is too much.
final class PNGPassStore {
    /// The most bytes that are held in memory.
    static let memoryLimit = 8 << 20

    private let passes: [PNGPass]
    private let offsets: [Int]
    private let memory: UnsafeMutableRawPointer?
    private let file: SpillFile?

    /// Makes room for passes.
    ///
    /// - Throws: ``CodecError`` when the temporary file cannot be made, `OutOfMemory` when the system refuses memory.
    init(_ passes: [PNGPass], name: String, memoryLimit: Int = PNGPassStore.memoryLimit) throws {
        self.passes = passes
        var total = 0
        var offsets: [Int] = []
        for pass in passes {
            offsets.append(total)
            total += pass.rowBytes * pass.size.height
        }
        self.offsets = offsets
        let isSmall = total <= memoryLimit
        memory = isSmall ? try HeapMemory.allocate(max(1, total)) : nil
        file = isSmall ? nil : try SpillFile(size: total, image: name, purpose: "reading an interlaced PNG")
    }

    deinit { HeapMemory.free(memory) }

    /// Keeps rows of a pass, which lie without gaps at `base`.
    func write(_ rows: Range<Int>, of pass: Int, _ base: UnsafeRawPointer) throws {
        let bytes = UnsafeRawBufferPointer(start: base, count: rows.count * passes[pass].rowBytes)
        let offset = offsets[pass] + rows.lowerBound * passes[pass].rowBytes
        if let memory {
            (memory + offset).copyMemory(from: base, byteCount: bytes.count)
        } else {
            try file?.write(bytes, at: offset)
        }
    }

    /// Copies rows of a pass that have been kept to `target`.
    func read(_ rows: Range<Int>, of pass: Int, into target: UnsafeMutableRawPointer) throws {
        let bytes = UnsafeMutableRawBufferPointer(start: target, count: rows.count * passes[pass].rowBytes)
        let offset = offsets[pass] + rows.lowerBound * passes[pass].rowBytes
        if let memory {
            target.copyMemory(from: memory + offset, byteCount: bytes.count)
        } else {
            try file?.read(into: bytes, at: offset)
        }
    }
}
