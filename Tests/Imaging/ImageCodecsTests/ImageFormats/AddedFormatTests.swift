import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

/// A format outside of the library: "TOY1", the width and the height in a byte each, and RGB.
///
/// Nothing but this file and a list of formats adds it.
extension ImageFormat {
    fileprivate static let toy = ImageFormat(
        name: "Toy", kind: "a toy", fileExtensions: ["toy"], signature: ImageSignature(BytePattern("TOY1")),
        size: { ToyFile($0)?.size }, traits: ImageTraits(isIsolated: false, leastPixelLimit: 600),
        tiles: TileCoding(
            // The formats on disk are those of the library, so it takes the place of one.
            format: .ktx2, nanoseconds: { $1 * 3 }, makeDecoder: { _ in ToyTileDecoder() },
            makeEncoder: { _, _ in ToyTileEncoder() }, open: { try ToySource($0) }),
        places: { _, page, name in
            [
                PlaceSource(
                    origin: "page \(page) of \(name)", transform: { nil }, crs: { nil })
            ]
        },
        open: { opening in
            // Later pages are left to the next format.
            guard opening.options.page == 1 else { return nil }
            return OpenedImage(try ToySource(opening), orientation: .upright)
        })
}

private struct ToyFile {
    var size: PixelSize
    var pixels: ArraySlice<UInt8>

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 6 else { return nil }
        size = PixelSize(width: Int(bytes[4]), height: Int(bytes[5]))
        pixels = bytes[6...]
    }

    static func bytes(_ size: PixelSize, _ pixels: [UInt8]) -> [UInt8] {
        Array("TOY1".utf8) + [UInt8(size.width), UInt8(size.height)] + pixels
    }
}

private final class ToySource: ImageSource {
    let info: ImageInfo
    let warnings: [String] = []
    private let file: ToyFile

    init(_ opening: ImageOpening) throws {
        file = try #require(ToyFile(opening.bytes.readWhole()))
        info = ImageInfo(size: file.size, layout: PixelLayout(.rgb), container: "Toy")
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        try Array(file.pixels).withUnsafeBytes { raw in
            let base = try #require(raw.baseAddress)
            try body(PixelBand(base: base, stride: 3 * file.size.width, rows: 0..<file.size.height))
        }
    }
}

private final class ToyTileDecoder: TileFormatDecoder {
    private var file: ToyFile?

    func open(_ input: TileInput) -> TileHeader? {
        file = ToyFile(input.array)
        // Without pixels it takes the general path.
        return file.flatMap { $0.pixels.isEmpty ? nil : TileHeader(size: $0.size, isOpaque: true) }
    }

    func read(into pixels: UnsafeMutablePointer<UInt32>) -> Bool {
        guard let file else { return true }
        for index in 0..<file.size.area {
            let start = file.pixels.startIndex + 3 * index
            pixels[index] = file.pixels[start..<start + 3].reduce(0xFF) { $0 << 8 | UInt32($1) }
        }
        return true
    }

    func close() { file = nil }
}

private final class ToyTileEncoder: TileEncoder {
    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws {
        let pixels = tile.rows.flatMap { UnsafeRawBufferPointer(start: $0, count: tile.rowBytes) }
        try body(ToyFile.bytes(tile.size, pixels).span.bytes)
    }
}

@Suite(.timeLimited) struct `An image format that is added to the list` {
    private let formats = ImageFormats(ImageFormats.standard.all.filter { $0.tileFormat != .ktx2 } + [.toy])
    private let size = PixelSize(width: 3, height: 2)
    private let pixels: [UInt8] = (1...18).map { $0 * 14 }

    private func open(_ bytes: [UInt8], page: Int = 1) throws -> any ImageSource {
        var options = DecodeOptions()
        options.page = page
        return try openImage(.bytes(bytes, name: "a.toy"), options: options, scale: .full, formats: formats)
    }

    private func message(_ body: () throws -> any ImageSource) throws -> String {
        try #require(#expect(throws: CodecError.self) { _ = try body() }).message
    }

    @Test func `is recognized by its first bytes, and has a size without being decoded`() {
        let bytes = ToyFile.bytes(size, [])
        #expect(formats.header(of: bytes)?.format.name == "Toy" && formats.size(of: bytes) == size)
        #expect(formats.tileFormat(of: bytes) == .ktx2)
        #expect(formats.size(of: Array("TOY".utf8)) == nil)
        #expect(ImageFormats.standard.size(of: bytes) == nil)
        #expect(ImageFormats.standard.tileFormat(of: bytes) == nil)
        #expect(formats.fileExtensions == ImageFormats.standard.fileExtensions + ["toy"])
    }

    @Test func `is opened by its own decoder, under its own limits`() throws {
        let source = try open(ToyFile.bytes(size, pixels))
        #expect(source.info.container == "Toy" && source.info.size == size)
        #expect(try DecodedImage(source).samples == pixels.map(Int.init))
        let large = ToyFile.bytes(PixelSize(width: 100, height: 100), [])
        #expect(try message { try open(large) }.contains("declares 10000 pixels, and up to 6000 are decoded."))
    }

    @Test func `leaves what it does not open to the next format, and is named where nothing opens an image`() throws {
        let kinds = "FITS, a slide or a toy."
        #expect(try message { try open(ToyFile.bytes(size, pixels), page: 2) }.hasSuffix(kinds))
        #expect(try message { try open(Array("no image at all".utf8)) }.hasSuffix(kinds))
        let unknown = try message { try openImage(.bytes(ToyFile.bytes(size, pixels), name: "a.toy")) }
        #expect(unknown.hasSuffix("Radiance HDR, FITS or a slide."))
    }

    @Test func `is decoded and encoded as a tile`() throws {
        let decoder = TileDecoder(formats: formats)
        func decoded(_ bytes: [UInt8]) throws -> [UInt32] {
            try decoder.decode(bytes, name: "tile") { tile in
                #expect(tile.size == size && tile.isOpaque)
                var result = [UInt32](repeating: 0, count: size.area)
                let isOpaque = try result.withUnsafeMutableBufferPointer { try tile.write(to: $0) }
                #expect(isOpaque)
                return result
            }
        }
        let expected = (0..<size.area).map { index in
            pixels[3 * index..<3 * index + 3].reduce(UInt32(0xFF)) { $0 << 8 | UInt32($1) }
        }
        // The second tile has the decoder of the first one.
        for _ in 0..<2 { #expect(try decoded(ToyFile.bytes(size, pixels)) == expected) }
        #expect(decoder.counts.decodes == 2)

        var encoding = TileEncoding()
        encoding.format = .ktx2
        let encoder = try encoding.makeEncoder(for: PixelLayout(.rgb), formats: formats)
        let encoded = try pixels.withUnsafeBytes { raw in
            try TilePixels.lend(
                #require(raw.baseAddress), stride: 9, size: size, layout: PixelLayout(.rgb), encoder.bytes(of:))
        }
        #expect(encoded == ToyFile.bytes(size, pixels))
        let opening = try ImageOpening(.bytes(encoded, name: "tile"), options: DecodeOptions(), formats: formats)
        #expect(try DecodedImage(opening.openTile()).samples == pixels.map(Int.init))
    }

    @Test func `must have a name of its own`() async {
        await #expect(processExitsWith: .failure) { _ = ImageFormats([.jpeg, .jpeg]) }
    }
}
