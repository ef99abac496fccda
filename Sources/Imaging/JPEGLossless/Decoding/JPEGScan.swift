internal import CodecShims
internal import TilePyramid

/// The only scan of a sequential JPEG: its components and the tables with which its data is coded.
struct JPEGScan: Sendable {
    struct Component {
        /// The component's identifier in the file.
        let id: UInt8
        /// The sampling factors: the component's blocks in an MCU.
        let horizontalSampling: Int
        let verticalSampling: Int
        /// Blocks in a row, padded to whole MCUs.
        let blocksPerRow: Int
        let quantization: [UInt16]
        let dcTable: Int
        let acTable: Int
    }

    let components: [Component]
    /// The Huffman tables by number; DC tables are completed with codes for all differences that can occur.
    let dcTables: [Int: HuffmanTable]
    let acTables: [Int: HuffmanTable]
    let dcDecoders: [Int: HuffmanDecoder]
    let acDecoders: [Int: HuffmanDecoder]
    /// The image's size in MCUs.
    let mcuColumns: Int
    let mcuRows: Int
    /// The size of an MCU in pixels.
    let mcuSize: PixelSize
    /// The restart interval in MCUs; nil without restart markers.
    let restartInterval: Int?

    /// The categories (SSSS) of DC differences of 8-bit samples (ITU-T T.81, table F.1).
    private static let categories: ClosedRange<UInt8> = 0...11
    /// The most blocks in an MCU (ITU-T T.81, B.2.3); the end of the data is checked once for each MCU.
    static let maxBlocksPerMCU = 10

    /// Creates the scan of an image of this size; fails if its bits cannot be copied into tiles.
    init?(_ scan: tk_jpeg_scan, width: Int, height: Int) {
        let structure = scan.structure.normalized(width: width)
        // libjpeg has read only the header; it checks this when decoding starts.
        guard
            structure.componentList.reduce(0, { $0 + Int($1.h_samp_factor * $1.v_samp_factor) }) <= Self.maxBlocksPerMCU
        else { return nil }
        let mcuSize = structure.mcuSize
        let dcNumbers = Self.array(of: scan.dc_tbl_no, Int32.self).map(Int.init)
        let acNumbers = Self.array(of: scan.ac_tbl_no, Int32.self).map(Int.init)
        let components = structure.componentList.enumerated().map { number, component in
            Component(
                id: UInt8(truncatingIfNeeded: component.id), horizontalSampling: Int(component.h_samp_factor),
                verticalSampling: Int(component.v_samp_factor),
                blocksPerRow: Int(component.blocks_per_row),
                quantization: Self.array(of: component.quantization, UInt16.self), dcTable: dcNumbers[number],
                acTable: acNumbers[number])
        }
        var (dcTables, acTables): ([Int: HuffmanTable], [Int: HuffmanTable]) = ([:], [:])
        var (dcDecoders, acDecoders): ([Int: HuffmanDecoder], [Int: HuffmanDecoder]) = ([:], [:])
        let dc = Self.array(of: scan.dc, tk_jpeg_huffman.self)
        let ac = Self.array(of: scan.ac, tk_jpeg_huffman.self)
        for component in components {
            guard
                let dcTable = HuffmanTable(dc[component.dcTable]), let acTable = HuffmanTable(ac[component.acTable]),
                let complete = dcTable.completed(with: Self.categories),
                let dcDecoder = HuffmanDecoder(dcTable, .dc),
                let acDecoder = HuffmanDecoder(acTable, .ac)
            else { return nil }
            dcTables[component.dcTable] = complete
            acTables[component.acTable] = acTable
            dcDecoders[component.dcTable] = dcDecoder
            acDecoders[component.acTable] = acDecoder
        }
        self.components = components
        self.dcTables = dcTables
        self.acTables = acTables
        self.dcDecoders = dcDecoders
        self.acDecoders = acDecoders
        self.mcuSize = mcuSize
        mcuColumns = (width + mcuSize.width - 1) / mcuSize.width
        mcuRows = (height + mcuSize.height - 1) / mcuSize.height
        restartInterval = scan.restart_interval == 0 ? nil : Int(scan.restart_interval)
    }

    private static func array<Tuple, Element>(of tuple: Tuple, _: Element.Type) -> [Element] {
        withUnsafeBytes(of: tuple) { Array($0.bindMemory(to: Element.self)) }
    }
}

extension tk_jpeg_structure {
    /// Returns the structure with the sampling factors of a single component as 1, whatever they are: in a scan of a
    /// single component an MCU is one block (ITU-T T.81, A.2.2).
    func normalized(width: Int) -> tk_jpeg_structure {
        guard count == 1 else { return self }
        var structure = self
        structure.max_h_samp_factor = 1
        structure.max_v_samp_factor = 1
        structure.components.0.h_samp_factor = 1
        structure.components.0.v_samp_factor = 1
        structure.components.0.blocks_per_row = UInt32((width + 7) / 8)
        return structure
    }
}

extension HuffmanTable {
    init?(_ table: tk_jpeg_huffman) {
        self.init(
            counts: withUnsafeBytes(of: table.counts) { Array($0) },
            symbols: withUnsafeBytes(of: table.symbols) { Array($0) })
    }
}
