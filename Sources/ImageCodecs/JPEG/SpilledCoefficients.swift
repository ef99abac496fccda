internal import CodecShims
internal import PixelKernels

/// The coefficients of a whole image in a temporary file, read in the order of the upright image.
final class SpilledCoefficients {
    /// Where a component lies in the file.
    private struct Component {
        var place: tk_jpeg_spilled
        /// Its blocks in an MCU as it is stored.
        var across: Int
        var down: Int

        /// Where in the file a block lies, in bytes.
        func offset(row: Int, column: Int) -> Int {
            Int(place.offset) + (row * Int(place.columns) + column) * BlockTurn.count * MemoryLayout<Int16>.size
        }
    }

    private let decoder: JPEGDecoderHandle
    private let orientation: Orientation
    private let components: [Component]
    /// The image as it is stored, in MCUs.
    private let columnsOfMCUs: Int
    private let rowsOfMCUs: Int
    private var room: [Int16] = []

    /// The coefficients of a decoder that has read all of them into a file.
    init(of decoder: JPEGDecoderHandle, structure: tk_jpeg_structure, orientation: Orientation) throws {
        self.decoder = decoder
        self.orientation = orientation
        components = try structure.list.enumerated().map { number, component in
            Component(
                place: try decoder.spilled(component: number), across: Int(component.across), down: Int(component.down))
        }
        columnsOfMCUs = components.map { Int($0.place.columns) / $0.across }.min() ?? 0
        rowsOfMCUs = components.map { Int($0.place.rows) / $0.down }.min() ?? 0
    }

    /// The structure of the upright image.
    func turned(_ structure: tk_jpeg_structure) -> tk_jpeg_structure {
        structure.turned(orientation, rowsOfMCUs: rowsOfMCUs)
    }

    /// Reads rows of MCUs of the upright image, from the one with this number on.
    func read(into rows: [CoefficientRows.Row], from first: Int) throws {
        for (number, component) in components.enumerated() {
            let targets = rows.compactMap { $0.blocks(of: number) }
            if orientation.swapsSides {
                try readColumns(of: component, into: targets, from: first)
            } else {
                try readRows(of: component, into: targets, from: first)
            }
            let blocks = Int(component.place.columns) * component.down
            let turned = Int(component.place.rows) * component.across
            for target in targets {
                decoder.limit(target, blocks: orientation.swapsSides ? turned : blocks)
            }
        }
    }

    private func readRows(
        of component: Component, into targets: [UnsafeMutablePointer<Int16>], from first: Int
    ) throws {
        let columns = Int(component.place.columns)
        let mirrorsColumns = orientation.mirrorsStoredColumns
        for (number, target) in targets.enumerated() {
            for row in 0..<component.down {
                let upright = (first + number) * component.down + row
                let stored = orientation.mirrorsStoredRows ? Int(component.place.rows) - 1 - upright : upright
                try read(component, row: stored, columns: 0..<columns) { blocks in
                    let start = target + row * columns * BlockTurn.count
                    orientation.turnOfBlocks.apply(
                        to: blocks, count: columns,
                        into: mirrorsColumns ? start + (columns - 1) * BlockTurn.count : start,
                        step: mirrorsColumns ? -1 : 1)
                }
            }
        }
    }

    /// Reads columns of MCUs, which become rows.
    private func readColumns(
        of component: Component, into targets: [UnsafeMutablePointer<Int16>], from first: Int
    ) throws {
        let last = columnsOfMCUs - first - targets.count
        let start = (orientation.mirrorsStoredColumns ? last : first) * component.across
        let columns = start..<start + targets.count * component.across
        let width = Int(component.place.rows)
        for row in 0..<width {
            let upright = orientation.mirrorsStoredRows ? width - 1 - row : row
            try read(component, row: row, columns: columns) { blocks in
                for column in 0..<columns.count {
                    let place = orientation.mirrorsStoredColumns ? columns.count - 1 - column : column
                    let target = targets[place / component.across]
                    let block = place % component.across * width + upright
                    orientation.turnOfBlocks.apply(
                        to: blocks + column * BlockTurn.count, count: 1, into: target + block * BlockTurn.count, step: 1
                    )
                }
            }
        }
    }

    private func read(
        _ component: Component, row: Int, columns: Range<Int>, _ body: (UnsafePointer<Int16>) -> Void
    ) throws {
        let count = columns.count * BlockTurn.count
        if room.count < count { room = Array(repeating: 0, count: count) }
        try room.withUnsafeMutableBufferPointer { room in
            let bytes = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: room[..<count]))
            try decoder.readSpilled(into: bytes, at: component.offset(row: row, column: columns.lowerBound))
            guard let base = room.baseAddress else { return }
            body(base)
        }
    }
}
