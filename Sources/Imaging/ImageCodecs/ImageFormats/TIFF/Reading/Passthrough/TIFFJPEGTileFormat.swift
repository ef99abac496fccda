internal import ImageMetadata
internal import CTIFF
internal import PixelKernels
internal import TilePyramid

/// The common format of a page's JPEG tiles, and the conversion of a tile to a JPEG file.
struct TIFFJPEGTileFormat: Sendable {
    /// The page's JPEGTables; empty if each tile has its own.
    let tables: [UInt8]
    /// True when three components are RGB; the page declares it, a tile need not.
    let isRGB: Bool
    /// The components of the first tile that exists; all others must match.
    let components: [JPEGSegments.Component]
    /// Whether the first tile is sequential and Huffman-coded (SOF0 or SOF1), in one scan.
    private let hasOneSequentialScan: Bool
    /// The width and height of every tile.
    let size: PixelSize

    /// The number of bytes at the start of a tile in which its header has to be.
    private static let headerBytes = 64 << 10

    /// Reads the format of a page's tiles; nil when they are not JPEG, or anything but gray, RGB or YCbCr of 8 bits
    /// without alpha.
    ///
    /// - Throws: ``CodecError`` when reading fails.
    init?(_ blocks: TIFFBlocks) throws {
        let file = blocks.file
        let page = blocks.page
        let tags = TIFFTags(file)
        guard page.isTiled, page.planes == 1, page.stored.bits == 8, page.stored.alphaIndex == nil,
            tags.uint16OrDefault(TIFFTAG_COMPRESSION) == COMPRESSION_JPEG, !page.stored.isInverted,
            page.stored.samplesPerPixel == (page.stored.hasColor ? 3 : 1)
        else { return nil }
        tables = tags.bytes(TIFFTAG_JPEGTABLES) ?? []
        isRGB = tags.uint16(TIFFTAG_PHOTOMETRIC) == Int(PHOTOMETRIC_RGB)
        size = page.block
        // Not necessarily tile 0: in a truncated file any remaining tile declares the format.
        let first = (0..<blocks.count).lazy.map { blocks.extent(of: $0) }.first { $0.count > 0 }
        let header = try first.map { try file.read(at: $0.offset, count: min($0.count, Self.headerBytes)) } ?? []
        guard let own = header.withUnsafeBytes({ JPEGSegments($0) }), !own.components.isEmpty else { return nil }
        components = own.components
        let scannedComponents = BigEndianReader(header[...]).number(at: own.scanOffset + 4, size: 1)
        hasOneSequentialScan =
            own.segments.contains { [0xC0, 0xC1].contains($0.marker) } && scannedComponents == own.components.count
        guard components.count == page.stored.samplesPerPixel, own.precision == 8 else { return nil }
    }

    /// True for YCbCr 4:2:0 in tiles of whole MCUs.
    var hasYCbCr420Planes: Bool {
        !isRGB && components.map(\.sampling) == [[2, 2], [1, 1], [1, 1]]
            && size.width.isMultiple(of: 16) && size.height.isMultiple(of: 16)
    }

    /// Whether tiles consist of several smaller ones of whole MCUs.
    func canBeDivided(into tile: PixelSize) -> Bool {
        let horizontal = components.map(\.horizontalSampling).max() ?? 1
        let vertical = components.map(\.verticalSampling).max() ?? 1
        let isMultiple = size.width.isMultiple(of: tile.width) && size.height.isMultiple(of: tile.height)
        return !isRGB && hasOneSequentialScan && isMultiple && tile.width.isMultiple(of: 8 * horizontal)
            && tile.height.isMultiple(of: 8 * vertical)
    }

    /// True when libjpeg can decode tiles at half scale without losing chroma: no component is subsampled by more than
    /// 2, and each by the same factor in both directions.
    var supportsHalfScale: Bool {
        let horizontal = components.map(\.horizontalSampling).max() ?? 1
        let vertical = components.map(\.verticalSampling).max() ?? 1
        return components.allSatisfy { component in
            [1, 2].contains {
                horizontal == $0 * component.horizontalSampling && vertical == $0 * component.verticalSampling
            }
        }
    }

    /// The bytes of a tile before its entropy-coded data, in the TIFF and in a JPEG file.
    typealias Header = (stored: [UInt8], file: [UInt8])

    /// Parses the header of a tile; following tiles often have the same one.
    ///
    /// - Throws: ``TIFFBlocks/Problem`` when the tile is not a JPEG in the page's format.
    func header(of tile: [UInt8]) throws(TIFFBlocks.Problem) -> Header {
        guard
            let file = JPEGSegments.standalone(tile, tables: tables, channels: components.count, isRGB: isRGB),
            let parsed = file.withUnsafeBytes({ JPEGSegments($0) })
        else {
            let tablesReason = tables.isEmpty ? "" : ", or the tables of its page are invalid"
            throw .unusable(reason: "it is not a JPEG" + tablesReason)
        }
        guard parsed.scanOffset + 2 <= file.count, file[parsed.scanOffset + 1] == 0xDA else {
            throw .unusable(reason: "it has no scan")
        }
        let own = PixelSize(width: parsed.width, height: parsed.height)
        guard own == size else { throw .unusable(reason: "it has \(own) pixels where the page says \(size)") }
        guard parsed.precision == 8, parsed.components.map(\.sampling) == components.map(\.sampling) else {
            throw .unusable(reason: "its sampling factors differ from those of the other tiles")
        }
        let markers = Set(parsed.segments.map(\.marker))
        // Arithmetic coding has default conditioning tables.
        let isArithmetic = !markers.isDisjoint(with: [0xC9, 0xCA])
        guard markers.contains(0xDB), isArithmetic || markers.contains(0xC4) else {
            throw .unusable(reason: "quantization or Huffman tables are missing")
        }
        // The two files differ only before the entropy-coded data.
        let scanHeader = BigEndianReader(file[...]).number(at: parsed.scanOffset + 2, size: 2) ?? file.count
        let data = file.count - parsed.scanOffset - 2 - scanHeader
        guard data >= 0 else { throw .unusable(reason: "it has no scan") }
        return (Array(tile[..<(tile.count - data)]), Array(file[..<(file.count - data)]))
    }
}

extension JPEGSegments.Component {
    /// The sampling factors.
    var sampling: [Int] { [horizontalSampling, verticalSampling] }
}
