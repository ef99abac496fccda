internal import CodecShims
internal import Concurrency
internal import ImageSources
internal import TilePyramid

/// A bounded pool of memory for the coefficients of MCU rows.
final class CoefficientRowPool: Sendable {
    /// MCU rows that may be in use at a time, for each one of a row of tiles: that row of tiles and a quarter of the
    /// next.
    ///
    /// While one row of tiles is written the next one is read. A second whole row would take twice the memory and save
    /// no time, because the reading thread writes tiles whenever it has to wait.
    static let mcuRowsPerTileRow = 1.25

    /// The coefficients of an MCU row.
    struct Row: @unchecked Sendable {
        // The reading thread fills the memory; until it is recycled it is only read.
        fileprivate(set) var memory: tk_jpeg_mcu_row
        fileprivate let base: UnsafeMutablePointer<Int16>
    }

    private struct State: @unchecked Sendable {
        // Reached only through the lock.
        var idle: [Row] = []
        var made = 0
    }

    private let state = Locked(State())
    private let limit: Int
    /// Coefficients of each component in an MCU row.
    private let counts: [Int]

    /// Creates a pool for an image of this structure, cut into tiles of `tileHeightInMCUs` MCU rows.
    init(structure: tk_jpeg_structure, tileHeightInMCUs: Int) {
        counts = structure.componentList.map { Int($0.blocks_per_row) * Int($0.v_samp_factor) * 64 }
        limit = max(tileHeightInMCUs + 1, Int((Double(tileHeightInMCUs) * Self.mcuRowsPerTileRow).rounded(.up)))
    }

    deinit {
        state.withLock { $0.idle.forEach { HeapMemory.free($0.base) } }
    }

    /// Returns a row that is not in use, or nil if the limit is reached.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the memory of a new row.
    func take() throws(OutOfMemory) -> Row? {
        let isNew = state.withLock { state -> Row?? in
            if let row = state.idle.popLast() { return .some(row) }
            guard state.made < limit else { return .some(nil) }
            state.made += 1
            return nil
        }
        if let row = isNew { return row }
        return try make()
    }

    /// Returns a row, once the receiver has released one if the limit is reached.
    func take(awaiting receiver: any PassthroughReceiver) throws -> Row {
        while true {
            if let row = try take() { return row }
            try receiver.awaitProgress()
        }
    }

    func recycle(_ rows: [Row]) {
        state.withLock { $0.idle += rows }
    }

    private func make() throws(OutOfMemory) -> Row {
        let base = try HeapMemory.allocate(counts.reduce(0, +), of: Int16.self)
        var memory = tk_jpeg_mcu_row()
        var start = base
        withUnsafeMutableBytes(of: &memory.blocks) { blocks in
            let pointers = blocks.bindMemory(to: UnsafeMutablePointer<Int16>?.self)
            for (number, count) in counts.enumerated() {
                pointers[number] = start
                start += count
            }
        }
        return Row(memory: memory, base: base)
    }
}

extension tk_jpeg_structure {
    /// The image's components, ``tk_jpeg_structure/count`` of them.
    var componentList: [tk_jpeg_component] {
        withUnsafeBytes(of: components) { Array($0.bindMemory(to: tk_jpeg_component.self).prefix(Int(count))) }
    }

    /// Whether the image is gray or YCbCr.
    var isGrayOrYCbCr: Bool { is_gray != 0 || is_ycbcr != 0 }

    /// The size of an MCU in pixels.
    var mcuSize: PixelSize {
        PixelSize(width: 8 * Int(max_h_samp_factor), height: 8 * Int(max_v_samp_factor))
    }
}
