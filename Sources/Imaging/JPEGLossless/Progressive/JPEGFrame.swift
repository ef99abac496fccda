internal import CodecShims
internal import TilePyramid

/// The components of a JPEG with several scans.
struct JPEGFrame: Sendable {
    let size: PixelSize
    /// The components; their Huffman tables differ from scan to scan.
    let components: [JPEGScan.Component]
    /// The size of an MCU in pixels.
    let mcuSize: PixelSize
    /// The image's size in MCUs.
    let mcuColumns: Int
    let mcuRows: Int

    /// Creates the frame of an image; fails if it is neither gray nor YCbCr, or without quantization tables.
    init?(_ stored: tk_jpeg_structure, size: PixelSize) {
        let structure = stored.normalized(width: size.width)
        let components = structure.componentList
        guard structure.isGrayOrYCbCr, components.count == Int(structure.count),
            components.allSatisfy({ $0.has_quantization != 0 && $0.h_samp_factor > 0 && $0.v_samp_factor > 0 }),
            // libjpeg has read only the header; it checks this when decoding starts.
            components.reduce(0, { $0 + Int($1.h_samp_factor * $1.v_samp_factor) }) <= JPEGScan.maxBlocksPerMCU
        else { return nil }
        self.size = size
        mcuSize = structure.mcuSize
        mcuColumns = (size.width + mcuSize.width - 1) / mcuSize.width
        mcuRows = (size.height + mcuSize.height - 1) / mcuSize.height
        self.components = components.map { component in
            JPEGScan.Component(
                id: UInt8(truncatingIfNeeded: component.id), horizontalSampling: Int(component.h_samp_factor),
                verticalSampling: Int(component.v_samp_factor), blocksPerRow: Int(component.blocks_per_row),
                quantization: withUnsafeBytes(of: component.quantization) { Array($0.bindMemory(to: UInt16.self)) },
                dcTable: 0, acTable: 0)
        }
    }

    /// The blocks of each component in an MCU row.
    var blockCounts: [Int] { components.map { $0.blocksPerRow * $0.verticalSampling } }
}
