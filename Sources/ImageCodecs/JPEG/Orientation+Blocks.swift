internal import CodecShims
internal import PixelKernels

extension Orientation {
    /// Whether the stored columns are counted from the last one in the upright image, whichever way they run there.
    var mirrorsStoredColumns: Bool { swapsSides ? startsAtEnd : columnsStartAtEnd }

    /// Whether the stored rows are counted from the last one in the upright image, whichever way they run there.
    var mirrorsStoredRows: Bool { swapsSides ? columnsStartAtEnd : startsAtEnd }

    /// What happens to each block of a JPEG.
    var turnOfBlocks: BlockTurn {
        BlockTurn(mirrorsColumns: mirrorsStoredColumns, mirrorsRows: mirrorsStoredRows, swapsSides: swapsSides)
    }
}

extension tk_jpeg_structure {
    /// The structure of the upright image.
    ///
    /// - Parameters:
    ///   - orientation: how this one is turned.
    ///   - rowsOfMCUs: how many rows of MCUs there are.
    /// - Returns: sampling factors, blocks in a row and quantization, with their sides swapped where that is due.
    func turned(_ orientation: Orientation, rowsOfMCUs: Int) -> tk_jpeg_structure {
        guard orientation.swapsSides else { return self }
        let turn = orientation.turnOfBlocks
        var turned = self
        (turned.most_across, turned.most_down) = (most_down, most_across)
        withUnsafeMutableBytes(of: &turned.components) { bytes in
            let components = bytes.bindMemory(to: tk_jpeg_component.self)
            for (number, component) in list.enumerated() {
                components[number].across = component.down
                components[number].down = component.across
                components[number].blocks = UInt32(rowsOfMCUs) * UInt32(component.down)
                let table = withUnsafeBytes(of: component.quantization) { Array($0.bindMemory(to: UInt16.self)) }
                withUnsafeMutableBytes(of: &components[number].quantization) {
                    $0.copyBytes(from: turn.quantization(table).withUnsafeBytes { Array($0) })
                }
            }
        }
        return turned
    }
}

extension CoefficientRows.Row {
    /// The blocks of a component, row by row.
    func blocks(of component: Int) -> UnsafeMutablePointer<Int16>? {
        withUnsafeBytes(of: memory.blocks) { $0.bindMemory(to: UnsafeMutablePointer<Int16>?.self)[component] }
    }
}
