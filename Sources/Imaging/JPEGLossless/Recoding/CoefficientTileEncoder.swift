internal import TilePyramid

/// Writes tiles from blocks of coefficients, with the bytes that ``CoefficientTileWriter`` writes, in a fraction of the
/// time.
final class CoefficientTileEncoder {
    /// A coefficient is outside the range of 8-bit images, so that baseline JPEG has no code for it.
    struct OutOfRange: Error {
        /// The first block with such a coefficient, counted in the component's blocks.
        let component: Int
        let column: Int
        let row: Int
    }

    private var writer = BitWriter()
    private let header: RecodedTileHeader
    private let dcPredictors: UnsafeMutablePointer<Int32>

    /// The codes of a component, at hand.
    private struct Codes {
        let dc: UnsafePointer<UInt32>
        let ac: UnsafePointer<UInt32>
    }

    private let codes: UnsafeMutablePointer<Codes>
    private let codeMemory: UnsafeMutablePointer<UInt32>

    /// The most bytes of a block, before byte stuffing: 64 coefficients of 16 + 11 bits.
    private static let maxBytesPerBlock = 64 * 27 / 8
    /// The symbols of an end of block and of 16 zeros (ITU-T T.81, F.1.2.2).
    private static let endOfBlock = 0x00
    private static let sixteenZeros = 0xF0
    /// The ranges of quantized coefficients of 8-bit samples (ITU-T T.81, tables F.1 and F.2).
    private static let dcRange: ClosedRange<Int16> = -1024...1023
    private static let maxACSize = 10

    /// Creates an encoder of tiles with a header.
    init(_ header: RecodedTileHeader) {
        self.header = header
        let count = header.components.count
        dcPredictors = .allocate(capacity: count)
        dcPredictors.initialize(repeating: 0, count: count)
        codes = .allocate(capacity: count)
        codeMemory = .allocate(capacity: 2 * 256 * count)
        for (number, component) in header.components.enumerated() {
            let dc = codeMemory + 512 * number
            let ac = codeMemory + 512 * number + 256
            dc.initialize(from: component.dcCodes, count: 256)
            ac.initialize(from: component.acCodes, count: 256)
            (codes + number).initialize(to: Codes(dc: dc, ac: ac))
        }
    }

    deinit {
        codes.deallocate()
        codeMemory.deallocate()
        dcPredictors.deallocate()
    }

    /// Encodes a tile, and lends its bytes.
    ///
    /// - Parameters:
    ///   - size: the size of the tile in pixels.
    ///   - rows: the rows of blocks of each component, from the tile's first block on.
    ///   - body: called with the tile.
    /// - Throws: ``OutOfRange``, or what `body` throws.
    func encode(size: PixelSize, rows: [[BlockRow]], _ body: (RawSpan) throws -> Void) throws {
        writer.removeAll()
        writer.append(header.bytes(of: size))
        dcPredictors.update(repeating: 0, count: header.components.count)
        let components = header.components
        if components.count == 1 {
            // In a scan of a single component an MCU is one block, whatever the sampling factors (ITU-T T.81, A.2.2).
            let columns = (size.width + 7) / 8
            for (row, blocks) in rows[0].prefix((size.height + 7) / 8).enumerated() {
                writer.reserve(columns * Self.maxBytesPerBlock)
                var cursor = writer.cursor()
                for column in 0..<columns
                where !Self.encode(blocks, column, &dcPredictors[0], codes[0], into: &cursor) {
                    throw OutOfRange(component: 0, column: column, row: row)
                }
                writer.resume(at: cursor)
            }
        } else {
            try encodeMCUs(size, rows)
        }
        writer.finish()
        writer.append([0xFF, 0xD9])
        try body(RawSpan(_unsafeStart: UnsafeRawPointer(writer.bytes), byteCount: writer.count))
    }

    private func encodeMCUs(_ size: PixelSize, _ rows: [[BlockRow]]) throws(OutOfRange) {
        let components = header.components
        let most = (
            across: components.map(\.horizontalSampling).max() ?? 1, down: components.map(\.verticalSampling).max() ?? 1
        )
        let mcuColumns = (size.width + 8 * most.across - 1) / (8 * most.across)
        let mcuRows = (size.height + 8 * most.down - 1) / (8 * most.down)
        let blocksPerMCU = components.reduce(0) { $0 + $1.horizontalSampling * $1.verticalSampling }
        // The blocks of each component that show pixels; others complete the last MCUs.
        let shown = components.map { component in
            (
                columns: (size.width * component.horizontalSampling + 8 * most.across - 1) / (8 * most.across),
                rows: (size.height * component.verticalSampling + 8 * most.down - 1) / (8 * most.down)
            )
        }
        let codes = codes
        let dcPredictors = dcPredictors
        for mcuRow in 0..<mcuRows {
            writer.reserve(mcuColumns * blocksPerMCU * Self.maxBytesPerBlock)
            var cursor = writer.cursor()
            for mcuColumn in 0..<mcuColumns {
                for (number, component) in components.enumerated() {
                    let across = component.horizontalSampling
                    let down = component.verticalSampling
                    for row in mcuRow * down..<(mcuRow + 1) * down {
                        for column in mcuColumn * across..<(mcuColumn + 1) * across {
                            if row >= shown[number].rows || column >= shown[number].columns {
                                // As libjpeg does: the mean of the block before, and nothing else.
                                Self.encodeRepeatedBlock(codes[number], into: &cursor)
                            } else if !Self.encode(
                                rows[number][row], column, &dcPredictors[number], codes[number], into: &cursor)
                            {
                                throw OutOfRange(component: number, column: column, row: row)
                            }
                        }
                    }
                }
            }
            writer.resume(at: cursor)
        }
    }

    /// Encodes a block; returns false if a coefficient is out of range.
    @inline(__always)
    private static func encode(
        _ row: BlockRow, _ column: Int, _ dcPredictor: inout Int32, _ codes: Codes, into cursor: inout BitWriter.Cursor
    ) -> Bool {
        let values = row.values + column &* CoefficientBlocks.stride
        let dc = values[0]
        guard dcRange.contains(dc) else { return false }
        let difference = Int32(dc) &- dcPredictor
        dcPredictor = Int32(dc)
        return encode(values, row.masks[column], difference: difference, codes, into: &cursor)
    }

    private static func encodeRepeatedBlock(_ codes: Codes, into cursor: inout BitWriter.Cursor) {
        put(codes.dc[0], 0, 0, into: &cursor)
        put(codes.ac[endOfBlock], 0, 0, into: &cursor)
    }

    private static func encode(
        _ values: UnsafePointer<Int16>, _ mask: UInt64, difference: Int32, _ codes: Codes,
        into shared: inout BitWriter.Cursor
    ) -> Bool {
        var cursor = shared
        defer { shared = cursor }
        let size = 32 &- difference.magnitude.leadingZeroBitCount
        put(codes.dc[size], difference < 0 ? difference &- 1 : difference, size, into: &cursor)
        var rest = mask & ~1
        var last = 0
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            rest &= rest &- 1
            var run = index &- last &- 1
            last = index
            while run >= 16 {
                put(codes.ac[sixteenZeros], 0, 0, into: &cursor)
                run &-= 16
            }
            let value = Int32(values[index])
            let size = 32 &- value.magnitude.leadingZeroBitCount
            guard size <= maxACSize else { return false }
            put(codes.ac[run &<< 4 | size], value < 0 ? value &- 1 : value, size, into: &cursor)
        }
        if last < 63 {
            put(codes.ac[endOfBlock], 0, 0, into: &cursor)
        }
        return true
    }

    /// Appends a packed code and the lowest `size` bits of a value.
    @inline(__always)
    private static func put(_ code: UInt32, _ value: Int32, _ size: Int, into cursor: inout BitWriter.Cursor) {
        let valueBits = UInt32(bitPattern: value) & (1 &<< UInt32(truncatingIfNeeded: size) &- 1)
        let bits = (code &>> 8) &<< UInt32(truncatingIfNeeded: size) | valueBits
        cursor.put(bits, Int(truncatingIfNeeded: code & 0xFF) &+ size)
    }
}
