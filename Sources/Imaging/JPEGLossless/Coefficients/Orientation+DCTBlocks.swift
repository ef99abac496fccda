internal import ImageMetadata
internal import CodecShims
internal import PixelKernels

extension Orientation {
    /// Whether the stored columns are in reverse order in the upright image, in which they may be rows.
    package var mirrorsStoredColumns: Bool { transposes ? reversesRows : reversesColumns }

    /// Whether the stored rows are in reverse order in the upright image, in which they may be columns.
    package var mirrorsStoredRows: Bool { transposes ? reversesColumns : reversesRows }

    /// The lossless transform of each DCT block, as jpegtran does it.
    var blockTransform: DCTBlockTransform {
        DCTBlockTransform(
            flipsHorizontally: mirrorsStoredColumns, flipsVertically: mirrorsStoredRows, transposes: transposes)
    }
}

extension tk_jpeg_structure {
    /// Returns the structure of the upright image: if the orientation transposes, with sampling factors and blocks per
    /// row exchanged and quantization tables transposed.
    func rotated(_ orientation: Orientation, mcuRowCount: Int) -> tk_jpeg_structure {
        guard orientation.transposes else { return self }
        let transform = orientation.blockTransform
        var rotated = self
        rotated.max_h_samp_factor = max_v_samp_factor
        rotated.max_v_samp_factor = max_h_samp_factor
        withUnsafeMutableBytes(of: &rotated.components) { bytes in
            let components = bytes.bindMemory(to: tk_jpeg_component.self)
            for (number, component) in componentList.enumerated() {
                components[number].h_samp_factor = component.v_samp_factor
                components[number].v_samp_factor = component.h_samp_factor
                components[number].blocks_per_row = UInt32(mcuRowCount) * UInt32(component.v_samp_factor)
                let table = withUnsafeBytes(of: component.quantization) { Array($0.bindMemory(to: UInt16.self)) }
                withUnsafeMutableBytes(of: &components[number].quantization) {
                    $0.copyBytes(from: transform.quantization(table).withUnsafeBytes { Array($0) })
                }
            }
        }
        return rotated
    }
}

extension CoefficientRowPool.Row {
    /// Returns the blocks of a component, row by row.
    func blocks(of component: Int) -> UnsafeMutablePointer<Int16>? {
        withUnsafeBytes(of: memory.blocks) { $0.bindMemory(to: UnsafeMutablePointer<Int16>?.self)[component] }
    }
}
