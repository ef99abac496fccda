import Foundation
import ImageCodecs
import ImageSources
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import PyramidTools

/// Re-encoded tiles keep channels, chroma subsampling and quality.
@Suite(.timeLimited) struct TileEncodingProbeTests {
    /// Kinds of JPEG: channels and chroma subsampling.
    enum Kind: CaseIterable {
        case gray, full, halvedAcross, halved

        /// The sampling factors of the first component, as in the frame header.
        var factors: UInt8 {
            switch self {
            case .gray, .full: 0x11
            case .halvedAcross: 0x21
            case .halved: 0x22
            }
        }
    }

    private let fixture: PyramidFixture

    init() throws {
        fixture = try PyramidFixture()
    }

    /// Returns the contents of a JPEG's segments with a marker.
    private func segments(_ marker: UInt8, of tile: [UInt8]) -> [[UInt8]] {
        var (found, start): ([[UInt8]], Int) = ([], 2)
        while start + 4 <= tile.count, tile[start + 1] != 0xDA {
            let end = start + 2 + Int(tile[start + 2]) << 8 + Int(tile[start + 3])
            if tile[start + 1] == marker { found.append(Array(tile[start + 4..<end])) }
            start = end
        }
        return found
    }

    /// Returns the number of components and the sampling factors of the first, of a baseline JPEG (ITU-T T.81, B.2.2).
    private func frame(of tile: [UInt8]) throws -> [UInt8] {
        let frame = try #require(segments(0xC0, of: tile).first)
        return [frame[5], frame[7]]
    }

    /// Returns a tile with the header of a kind; its data may be of another kind, if no linked encoder writes it.
    private func jpegTemplate(_ kind: Kind) throws -> JPEGTemplate {
        var encoding = TileEncoding()
        encoding.quality = 93
        encoding.chroma = kind == .halved ? .halved : .full
        let layout = PixelLayout(kind == .gray ? .gray : .rgb)
        var tile: [UInt8] = []
        try Array(repeating: UInt8(90), count: 48).withUnsafeBytes { samples in
            let rows = (0..<16).compactMap { _ in samples.baseAddress }
            try rows.withUnsafeBufferPointer { rows in
                let pixels = TilePixels(size: PixelSize(width: 16, height: 16), layout: layout, rows: rows)
                try encoding.makeEncoder(for: layout).encode(pixels) { tile = $0.withUnsafeBytes { Array($0) } }
            }
        }
        let frame = try #require(tile.indices.dropLast().first { tile[$0] == 0xFF && tile[$0 + 1] == 0xC0 })
        tile[frame + 11] = kind.factors
        return JPEGTemplate(tile)
    }

    private func cut(_ kind: Kind, _ width: Int = 100, _ height: Int = 70) async throws -> OpenedPyramid {
        var fixture = fixture
        fixture.options.jpegTemplate = try jpegTemplate(kind)
        try fixture.makeImage(width, height)
        return try await fixture.cut()
    }

    private func convert(_ opened: OpenedPyramid, to name: String, _ options: ConversionOptions) async throws
        -> (pyramid: OpenedPyramid, conversion: ConversionSummary)
    {
        let plan = try ConversionPlan(opened, options: options)
        let store = try plan.target.makeStore(at: fixture.folder.path(name), pyramid: plan.pyramid, format: plan.format)
        let conversion = try await plan.convert(into: store)
        let pyramid = try fixture.open(name)
        let verification = try await PyramidVerifier(pyramid).verify()
        #expect(verification.isValid, "\(verification.issues)")
        return (pyramid, conversion)
    }

    private var tiff: ConversionOptions {
        var options = ConversionOptions()
        options.target = PyramidTarget(.tiff)
        options.threads = 2
        return options
    }

    private func tiles(_ opened: OpenedPyramid) throws -> [TileIndex: [UInt8]] {
        var tiles: [TileIndex: [UInt8]] = [:]
        try opened.source.forEachStoredTile { index, _ in tiles[index] = try opened.source.read(index)?.bytes }
        return tiles
    }

    @Test(arguments: Kind.allCases)
    func `tiles that are padded for a TIFF keep channels, chroma subsampling and quality`(
        kind: Kind
    ) async throws {
        let original = try await cut(kind)
        let there = try await convert(original, to: "new.tif", tiff)
        #expect(there.conversion.copiedTiles == 1 && there.conversion.repaddedTiles == 4)
        let channels: UInt8 = kind == .gray ? 1 : 3
        let quantization = try segments(0xDB, of: jpegTemplate(kind).bytes)
        for (index, tile) in try tiles(there.pyramid) {
            #expect(try frame(of: tile) == [channels, kind.factors], "\(index)")
            #expect(segments(0xDB, of: tile) == quantization, "\(index)")
        }
        let back = try await convert(there.pyramid, to: "back.dzi", ConversionOptions())
        #expect(back.conversion.copiedTiles == 1 && back.conversion.repaddedTiles == 4)
        for (index, tile) in try tiles(back.pyramid) {
            #expect(try frame(of: tile) == [channels, kind.factors], "\(index)")
        }
        var comparison = VerificationOptions()
        comparison.image = fixture.image
        let finest = try await PyramidVerifier(back.pyramid, options: comparison).verify().similarities.last
        #expect(kind == .gray || finest.map { $0.psnr > 28 } == true, "\(String(describing: finest))")
    }

    @Test(arguments: [Kind.gray, .halvedAcross])
    func `levels that are cut again for a TIFF have the encoding of the copied ones`(kind: Kind) async throws {
        // Zoomify rounds 129 down to 64, a TIFF up to 65.
        var zoomify = ConversionOptions()
        zoomify.target = PyramidTarget(.zoomify)
        let original = try await convert(cut(kind, 129, 129), to: "zoomify", zoomify)
        var options = tiff
        // A TIFF with copied tiles cannot have another chroma subsampling.
        options.chroma = .full
        let there = try await convert(original.pyramid, to: "new.tif", options)
        #expect(there.conversion.copiedTiles == 4 && there.conversion.recutTiles > 0)
        let channels: UInt8 = kind == .gray ? 1 : 3
        #expect(try tiles(there.pyramid).values.allSatisfy { try frame(of: $0) == [channels, kind.factors] })
    }

    @Test func `tiles that are cut again keep chroma subsampling and quality unless the options set others`()
        async throws
    {
        let original = try await cut(.full)
        var options = ConversionOptions()
        options.tileSize = 50
        let same = try await convert(original, to: "same.dzi", options).pyramid
        let quantization = try segments(0xDB, of: jpegTemplate(.full).bytes)
        #expect(try tiles(same).values.allSatisfy { try frame(of: $0) == [3, 0x11] })
        #expect(try tiles(same).values.allSatisfy { segments(0xDB, of: $0) == quantization })
        options.quality = 50
        let small = try await convert(original, to: "small.dzi", options).pyramid
        #expect(try tiles(small).values.allSatisfy { try frame(of: $0) == [3, 0x11] })
        #expect(try tiles(small).values.allSatisfy { segments(0xDB, of: $0) != quantization })
        options.chroma = .halved
        let halved = try await convert(original, to: "halved.dzi", options).pyramid
        #expect(try tiles(halved).values.allSatisfy { try frame(of: $0) == [3, 0x22] })
    }

    @Test(arguments: [0, 2, 4, 6])
    func `PNG tiles that are padded for a TIFF stay gray or color, with or without alpha`(
        colorType: Int
    ) async throws {
        var fixture = fixture
        fixture.options.format = .fixed(.png)
        var image = PNGFixture(width: 100, height: 70) { x, y, channel in
            channel == (colorType == 4 ? 1 : 3) ? 255 : x + y + 20 * channel
        }
        image.colorType = colorType
        try fixture.folder.write(Data(image.encoded()), to: "image.png")
        let there = try await convert(fixture.cut(), to: "new.tif", tiff)
        #expect(there.conversion.copiedTiles == 1 && there.conversion.repaddedTiles == 4)
        for tile in try tiles(there.pyramid).values {
            #expect(tile[25] == UInt8(colorType))
        }
        let back = try await convert(there.pyramid, to: "back.dzi", ConversionOptions()).pyramid
        var comparison = VerificationOptions()
        comparison.image = fixture.image
        let similarities = try await PyramidVerifier(back, options: comparison).verify().similarities
        #expect(
            similarities.count == 8 && similarities.suffix(3).allSatisfy { $0.squaredError == 0 }, "\(similarities)")
    }

    @Test func `tiles that a TIFF cannot store are all cut again, and the reason is reported`() async throws {
        var fixture = fixture
        fixture.options.format = .fixed(.png)
        try fixture.makeImage(100, 70)
        let original = try await fixture.cut()
        var palette = PNGFixture(width: 64, height: 64) { _, _, _ in 0 }
        palette.colorType = 3
        palette.chunks = [("PLTE", [200, 30, 20])]
        try fixture.folder.write(Data(palette.encoded()), to: "big_files/7/0_0.png")
        let there = try await convert(original, to: "new.tif", tiff)
        #expect(there.conversion.copiedTiles == 0 && there.conversion.recutTiles == there.conversion.tiles)
        #expect(there.conversion.reasons == ["a TIFF cannot store all of these png tiles unchanged"])
    }

    @Test func `gray and color JPEGs are not mixed in a TIFF, and keep their colors`() async throws {
        let original = try await cut(.full)
        let other = try TileEncodingProbeTests()
        let gray = try await other.cut(.gray)
        let tile = try #require(try gray.source.read(TileIndex(level: 7, column: 0, row: 0)))
        withExtendedLifetime(other) {}
        try fixture.folder.write(Data(tile.bytes), to: "big_files/7/0_0.jpg")
        let there = try await convert(original, to: "new.tif", tiff)
        #expect(there.conversion.copiedTiles == 0)
        #expect(try tiles(there.pyramid).values.allSatisfy { try frame(of: $0) == [3, 0x11] })
    }
}
