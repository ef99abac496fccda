internal import CodecShims
internal import Concurrency

/// Memory for rows of MCUs: the coefficients of an image's blocks, some rows of which are held at a time.
final class CoefficientRowPool: Sendable {
    /// Rows of MCUs that may be in use at a time, for each one in a row of tiles: that row, and a part of the next.
    ///
    /// While one row of tiles is written the next one is read. A whole second row would take twice the memory and saves
    /// no time, for the reading thread writes tiles whenever it has to wait.
    static let mcuRowsPerTileRow = 1.25

    /// A row of MCUs in memory.
    struct Row: @unchecked Sendable {
        // The guard behind `@unchecked Sendable`: filled by the reading thread, then only read until it is given back.
        fileprivate(set) var memory: tk_jpeg_mcu_row
        fileprivate let base: UnsafeMutablePointer<Int16>
    }

    private struct State: @unchecked Sendable {
        // The rows are reached through the lock alone.
        var idle: [Row] = []
        var made = 0
    }

    private let state = Locked(State())
    private let limit: Int
    /// Coefficients of each component in a row of MCUs.
    private let counts: [Int]

    /// Room for rows of an image of this structure, in tiles of so many rows of MCUs.
    init(structure: tk_jpeg_structure, tileHeightInMCUs: Int) {
        counts = structure.componentList.map { Int($0.blocks) * Int($0.v_samp_factor) * 64 }
        limit = max(tileHeightInMCUs + 1, Int((Double(tileHeightInMCUs) * Self.mcuRowsPerTileRow).rounded(.up)))
    }

    deinit {
        state.withLock { $0.idle.forEach { $0.base.deallocate() } }
    }

    /// A row that is not in use; nil when as many are in use as may be.
    func take() -> Row? {
        let isNew = state.withLock { state -> Row?? in
            if let row = state.idle.popLast() { return .some(row) }
            guard state.made < limit else { return .some(nil) }
            state.made += 1
            return nil
        }
        return isNew ?? make()
    }

    /// Gives rows back that are not used any more.
    func recycle(_ rows: [Row]) {
        state.withLock { $0.idle += rows }
    }

    private func make() -> Row {
        let base = UnsafeMutablePointer<Int16>.allocate(capacity: counts.reduce(0, +))
        var memory = tk_jpeg_mcu_row()
        var start = base
        withUnsafeMutableBytes(of: &memory.blocks) { blocks in
            let places = blocks.bindMemory(to: UnsafeMutablePointer<Int16>?.self)
            for (number, count) in counts.enumerated() {
                places[number] = start
                start += count
            }
        }
        return Row(memory: memory, base: base)
    }
}

extension tk_jpeg_structure {
    /// The components that there are.
    var componentList: [tk_jpeg_component] {
        withUnsafeBytes(of: components) { Array($0.bindMemory(to: tk_jpeg_component.self).prefix(Int(count))) }
    }

    /// The pixels of an MCU, across and down.
    var mcuSize: (across: Int, down: Int) { (8 * Int(max_h_samp_factor), 8 * Int(max_v_samp_factor)) }
}
