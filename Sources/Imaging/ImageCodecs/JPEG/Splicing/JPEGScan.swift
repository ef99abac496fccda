internal import CodecShims

/// The one scan of a sequential JPEG: what its components are, and the tables that its data are coded with.
struct JPEGScan: Sendable {
    /// A component of the image.
    struct Component {
        /// The number that the file gives it.
        let id: UInt8
        /// Blocks of an MCU.
        let horizontalSampling: Int
        let verticalSampling: Int
        /// Blocks in a row, filled up to whole MCUs.
        let blocks: Int
        let quantization: [UInt16]
        let dcTable: Int
        let acTable: Int
    }

    let components: [Component]
    /// The tables of the components, those of mean values with codes for all differences that there can be.
    let dcTables: [Int: HuffmanTable]
    let acTables: [Int: HuffmanTable]
    let dcDecoders: [Int: HuffmanDecoder]
    let acDecoders: [Int: HuffmanDecoder]
    /// MCUs in a row, and rows of them.
    let columns: Int
    let rows: Int
    /// The pixels of an MCU.
    let mcuSize: (across: Int, down: Int)
    /// MCUs from one restart marker to the next, nil without such markers.
    let restartInterval: Int?

    /// Categories of differences of mean values that 8-bit samples can have.
    private static let categories: ClosedRange<UInt8> = 0...11
    /// The most blocks of an MCU (ITU-T T.81, B.2.3): what is decoded between two looks at where the data end.
    static let maxBlocksPerMCU = 10

    /// The scan of an image of this width and height; nil when its bits cannot be copied from place to place.
    init?(_ scan: tk_jpeg_scan, width: Int, height: Int) {
        var structure = scan.structure
        if structure.count == 1 {
            // With a single component the factors mean nothing: an MCU is a block.
            structure.max_h_samp_factor = 1
            structure.max_v_samp_factor = 1
            structure.components.0.h_samp_factor = 1
            structure.components.0.v_samp_factor = 1
            structure.components.0.blocks = UInt32((width + 7) / 8)
        }
        // libjpeg has only read the header, and finds that out later.
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
                blocks: Int(component.blocks),
                quantization: Self.array(of: component.quantization, UInt16.self), dcTable: dcNumbers[number],
                acTable: acNumbers[number])
        }
        var (dcTables, acTables): ([Int: HuffmanTable], [Int: HuffmanTable]) = ([:], [:])
        var (dcDecoders, acDecoders): ([Int: HuffmanDecoder], [Int: HuffmanDecoder]) = ([:], [:])
        let (dc, ac) = (Self.array(of: scan.dc, tk_jpeg_huffman.self), Self.array(of: scan.ac, tk_jpeg_huffman.self))
        for component in components {
            guard
                let dcTable = HuffmanTable(dc[component.dcTable]), let acTable = HuffmanTable(ac[component.acTable]),
                let complete = dcTable.completed(with: Self.categories),
                let dcDecoder = HuffmanDecoder(dcTable, isDC: true),
                let acDecoder = HuffmanDecoder(acTable, isDC: false)
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
        columns = (width + mcuSize.across - 1) / mcuSize.across
        rows = (height + mcuSize.down - 1) / mcuSize.down
        restartInterval = scan.restart_interval == 0 ? nil : Int(scan.restart_interval)
    }

    private static func array<Tuple, Element>(of tuple: Tuple, _: Element.Type) -> [Element] {
        withUnsafeBytes(of: tuple) { Array($0.bindMemory(to: Element.self)) }
    }
}

extension HuffmanTable {
    /// The table of a file; nil when it is none.
    init?(_ table: tk_jpeg_huffman) {
        self.init(
            counts: withUnsafeBytes(of: table.counts) { Array($0) },
            symbols: withUnsafeBytes(of: table.symbols) { Array($0) })
    }
}
