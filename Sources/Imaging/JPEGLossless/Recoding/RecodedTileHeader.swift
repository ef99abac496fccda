internal import ImageMetadata
internal import ImageSources
internal import CodecShims
internal import TilePyramid

/// The bytes with which a tile begins that ``CoefficientTileWriter`` writes without optimized Huffman tables, and the
/// codes with which it goes on.
struct RecodedTileHeader: Sendable {
    /// A component of the tiles.
    struct Component: Sendable {
        let horizontalSampling: Int
        let verticalSampling: Int
        /// The codes by symbol: the length in the lowest byte, the bits in the others; 0 for a symbol without a code.
        let dcCodes: [UInt32]
        let acCodes: [UInt32]
    }

    let components: [Component]
    private let bytes: [UInt8]
    /// The offset of the height, which the width follows.
    private let sizeOffset: Int

    /// Creates the header of tiles of a structure, with the metadata of `encoding`.
    ///
    /// - Throws: ``CodecError`` if memory runs out.
    init(_ structure: tk_jpeg_structure, _ encoding: TileEncoding) throws {
        let sample = try Self.emptyTile(structure, encoding)
        guard let header = Self.parse(sample, structure) else {
            throw CodecError(.encoding, file: "tile", "libjpeg writes a header that cannot be read.")
        }
        self = header
    }

    private init(components: [Component], bytes: [UInt8], sizeOffset: Int) {
        self.components = components
        self.bytes = bytes
        self.sizeOffset = sizeOffset
    }

    func bytes(of size: PixelSize) -> [UInt8] {
        var bytes = bytes
        for (index, length) in [size.height, size.width].enumerated() {
            bytes[sizeOffset + 2 * index] = UInt8(length >> 8)
            bytes[sizeOffset + 2 * index + 1] = UInt8(length & 0xFF)
        }
        return bytes
    }

    /// Returns a tile of one pixel, whose coefficients are zero.
    private static func emptyTile(_ structure: tk_jpeg_structure, _ encoding: TileEncoding) throws -> [UInt8] {
        var encoding = encoding
        encoding.optimizesHuffman = false
        var structure = structure
        withUnsafeMutableBytes(of: &structure.components) { bytes in
            for number in 0..<Int(structure.count) {
                let components = bytes.bindMemory(to: tk_jpeg_component.self)
                components[number].blocks_per_row = UInt32(components[number].h_samp_factor)
            }
        }
        let memory = CoefficientRowPool(structure: structure, tileHeightInMCUs: 1)
        guard let row = try memory.take() else { preconditionFailure("a pool has at least one row") }
        defer { memory.recycle([row]) }
        for (number, component) in structure.componentList.enumerated() {
            let count = 64 * Int(component.h_samp_factor) * Int(component.v_samp_factor)
            row.blocks(of: number)?.update(repeating: 0, count: count)
        }
        let writer = try CoefficientTileWriter(structure, encoding)
        // The bytes are the writer's.
        defer { withExtendedLifetime(writer) {} }
        do throws(JPEGSampleDecoder.Failure) {
            return Array(try writer.write([row], column: 0, size: PixelSize(width: 1, height: 1)))
        } catch {
            throw CodecError(.encoding, file: "tile", "libjpeg cannot write it (\(error.reason)).")
        }
    }

    private static func parse(_ tile: [UInt8], _ structure: tk_jpeg_structure) -> RecodedTileHeader? {
        guard let segments = tile.withUnsafeBytes({ JPEGSegments($0) }) else { return nil }
        var sizeOffset: Int?
        var codes: [UInt8: [UInt32]] = [:]
        for (marker, range) in segments.segments {
            if (0xC0...0xC1).contains(marker) { sizeOffset = range.lowerBound + 5 }
            guard marker == 0xC4 else { continue }
            var content = tile[range].dropFirst(4)
            while let number = content.first, content.count > 17 {
                let counts = Array(content.dropFirst().prefix(16))
                let count = counts.reduce(0) { $0 + Int($1) }
                guard let table = HuffmanTable(counts: counts, symbols: Array(content.dropFirst(17).prefix(count)))
                else { return nil }
                codes[number] = packed(table)
                content = content.dropFirst(17 + count)
            }
        }
        let scan = segments.scanOffset
        guard let sizeOffset, scan + 4 < tile.count else { return nil }
        let end = scan + 2 + Int(tile[scan + 2]) << 8 + Int(tile[scan + 3])
        let count = Int(tile[scan + 4])
        guard end <= tile.count, count == structure.componentList.count, scan + 5 + 2 * count <= end else { return nil }
        var components: [Component] = []
        for (number, component) in structure.componentList.enumerated() {
            let tables = tile[scan + 6 + 2 * number]
            guard let dcCodes = codes[tables >> 4], let acCodes = codes[0x10 | tables & 15] else { return nil }
            components.append(
                Component(
                    horizontalSampling: Int(component.h_samp_factor), verticalSampling: Int(component.v_samp_factor),
                    dcCodes: dcCodes, acCodes: acCodes))
        }
        return RecodedTileHeader(components: components, bytes: Array(tile[..<end]), sizeOffset: sizeOffset)
    }

    private static func packed(_ table: HuffmanTable) -> [UInt32] {
        var codes: [UInt32] = Array(repeating: 0, count: 256)
        for (code, symbol) in zip(table.codes, table.symbols) {
            codes[Int(symbol)] = code.bits << 8 | UInt32(code.length)
        }
        return codes
    }
}
