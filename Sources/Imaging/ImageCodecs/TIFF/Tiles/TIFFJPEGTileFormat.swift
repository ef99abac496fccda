internal import CTIFF
internal import PixelKernels
internal import TilePyramid

/// What the JPEG tiles of a page have in common, and how one of them becomes a JPEG file.
struct TIFFJPEGTileFormat: Sendable {
    /// Tables that the page keeps for all of its tiles; empty if each has its own.
    let tables: [UInt8]
    /// Whether three channels are red, green and blue, which the page says and a tile may not.
    let isRGB: Bool
    /// The components of the first tile that is there; all others have to be like it.
    let components: [JPEGSegments.Component]
    /// Columns and rows of every tile.
    let size: PixelSize

    /// The bytes at the beginning of a tile in which its header has to be.
    private static let headerBytes = 64 << 10

    /// What the tiles of a page are; nil when they are no JPEGs, or not gray or color of 8 bits alone.
    ///
    /// - Throws: ``CodecError`` when reading fails.
    init?(_ blocks: TIFFBlocks) throws {
        let (file, page) = (blocks.file, blocks.page)
        let tags = TIFFTags(file)
        guard page.isTiled, page.planes == 1, page.stored.bits == 8, page.stored.alphaIndex == nil,
            tags.uint16OrDefault(TIFFTAG_COMPRESSION) == COMPRESSION_JPEG, !page.stored.isInverted,
            page.stored.samplesPerPixel == (page.stored.hasColor ? 3 : 1)
        else { return nil }
        tables = tags.bytes(TIFFTAG_JPEGTABLES) ?? []
        isRGB = tags.uint16(TIFFTAG_PHOTOMETRIC) == Int(PHOTOMETRIC_RGB)
        size = page.block
        // With a file that has lost most of its tiles, what is left says what they were.
        let first = (0..<blocks.count).lazy.map { blocks.extent(of: $0) }.first { $0.count > 0 }
        let header = try first.map { try file.read(at: $0.offset, count: min($0.count, Self.headerBytes)) } ?? []
        guard let own = header.withUnsafeBytes({ JPEGSegments($0) }), !own.components.isEmpty else { return nil }
        components = own.components
        guard components.count == page.stored.samplesPerPixel, own.precision == 8 else { return nil }
    }

    /// Whether colors are two planes of half the resolution of lightness, and tiles consist of whole MCUs.
    var hasYCbCr420Planes: Bool {
        components.count == 3 && !isRGB && components.map(\.horizontalSampling) == [2, 1, 1]
            && components.map(\.verticalSampling) == [2, 1, 1]
            && size.width.isMultiple(of: 16) && size.height.isMultiple(of: 16)
    }

    /// Whether libjpeg decodes tiles at half the size without losing color: where no component is sampled less than half
    /// as finely as the finest, and the same both ways.
    var supportsHalfScale: Bool {
        let (horizontalSampling, verticalSampling) = (
            components.map(\.horizontalSampling).max() ?? 1, components.map(\.verticalSampling).max() ?? 1
        )
        return components.allSatisfy { component in
            horizontalSampling.isMultiple(of: component.horizontalSampling)
                && verticalSampling.isMultiple(of: component.verticalSampling)
                && horizontalSampling / component.horizontalSampling == verticalSampling / component.verticalSampling
                && horizontalSampling / component.horizontalSampling <= 2
        }
    }

    /// Why a tile is of no use.
    struct Failure: Error {
        var reason: String
    }

    /// What stands before the data of a tile.
    struct Header {
        /// As it is stored.
        var stored: [UInt8]
        /// As it is in a JPEG file.
        var file: [UInt8]
    }

    /// The header of a tile, which tiles that follow may have too.
    ///
    /// - Parameter tile: its bytes in the TIFF.
    /// - Returns: the header, as it is and as it has to be.
    /// - Throws: ``Failure`` when it is no JPEG of the kind that the page's tiles are.
    func header(of tile: [UInt8]) throws -> Header {
        guard
            let file = JPEGSegments.standalone(tile, tables: tables, channels: components.count, isRGB: isRGB),
            let parsed = file.withUnsafeBytes({ JPEGSegments($0) })
        else { throw Failure(reason: "it is no JPEG" + (tables.isEmpty ? "" : ", or the tables of its page are none")) }
        guard parsed.scanOffset + 2 <= file.count, file[parsed.scanOffset + 1] == 0xDA else {
            throw Failure(reason: "it has no scan")
        }
        let own = PixelSize(width: parsed.width, height: parsed.height)
        guard own == size else { throw Failure(reason: "it has \(own) pixels where the page says \(size)") }
        guard parsed.precision == 8, parsed.components.map(\.sampling) == components.map(\.sampling) else {
            throw Failure(reason: "its colors are not sampled like those of the other tiles")
        }
        let markers = Set(parsed.segments.map(\.marker))
        // Frames of arithmetic coding, which has a table that nobody has to write.
        let isArithmetic = !markers.isDisjoint(with: [0xC9, 0xCA])
        guard markers.contains(0xDB), isArithmetic || markers.contains(0xC4) else {
            throw Failure(reason: "tables are missing that are neither in it nor in its page")
        }
        // All that differs comes before the scan.
        let data = file.count - parsed.scanOffset - 2 - Self.length(of: file, at: parsed.scanOffset + 2)
        guard data >= 0 else { throw Failure(reason: "it has no scan") }
        return Header(stored: Array(tile[..<(tile.count - data)]), file: Array(file[..<(file.count - data)]))
    }

    /// The length that a segment says it has; longer than the file when it does not.
    private static func length(of file: [UInt8], at offset: Int) -> Int {
        offset + 2 <= file.count ? Int(file[offset]) << 8 | Int(file[offset + 1]) : file.count
    }
}

extension JPEGSegments.Component {
    /// What decides how its samples lie.
    fileprivate var sampling: [Int] { [horizontalSampling, verticalSampling] }
}
