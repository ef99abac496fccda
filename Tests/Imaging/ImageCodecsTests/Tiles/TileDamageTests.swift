import ImageMetadata
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

/// Damaged tiles: each gives a well-worded error or the right pixels.
@Suite(.timeLimited)
struct TileDamageTests {
    /// Small tiles of every format that is decoded directly.
    enum Kind: String, CaseIterable {
        case jpeg, grayJPEG, progressiveJPEG, png, palettePNG, deepPNG, keyedPNG, webP, losslessWebP, profiledWebP

        func bytes() throws -> [UInt8] {
            let fixture = VipsFixture(24, 17, bands: self == .grayJPEG ? 1 : 3) { x, y, channel in
                (x * 11 + y * 7 + channel * 50 + x * y) & 255
            }
            var alpha = fixture
            alpha.bands = 4
            switch self {
            case .jpeg, .grayJPEG: return try fixture.encoded("jpegsave_buffer")
            case .progressiveJPEG: return try fixture.encoded("jpegsave_buffer", ["interlace": "true"])
            case .png: return try alpha.encoded("pngsave_buffer", ["filter": "all"])
            case .webP: return try alpha.encoded("webpsave_buffer")
            case .losslessWebP: return try alpha.encoded("webpsave_buffer", ["lossless": "true"])
            case .profiledWebP:
                alpha.profile = ProfileFixture.sRGB.bytes
                return try alpha.encoded("webpsave_buffer")
            case .palettePNG, .deepPNG, .keyedPNG:
                var png = PNGFixture(width: 24, height: 17) { x, y, _ in (x + y) % 4 }
                png.colorType = self == .palettePNG ? 3 : 2
                png.bits = self == .palettePNG ? 2 : self == .deepPNG ? 16 : 8
                if self == .palettePNG {
                    png.chunks = [("PLTE", Array(0..<12)), ("tRNS", [1, 2])]
                } else if self == .keyedPNG {
                    png.chunks = [("tRNS", [0, 1, 0, 1, 0, 1])]
                }
                return png.encoded()
            }
        }

        /// The distance between tested bytes; larger where checking a profile takes time.
        var step: Int { self == .profiledWebP ? 23 : 1 }

        var isPNG: Bool { rawValue.hasSuffix("PNG") || self == .png }
    }

    /// Decodes any bytes; nil when they give an error, whose wording is checked.
    private func decode(_ bytes: [UInt8], by decoder: TileDecoder) throws -> ScreenTile? {
        do {
            return try ScreenTile(bytes, by: decoder, name: "tile 3/4_5")
        } catch let error as CodecError {
            #expect(error.file == "tile 3/4_5")
            #expect(error.isWellWorded, "\(error)")
            #expect(!error.message.contains("--"), "\(error)")
            #expect([.unsupported, .damaged, .truncated].contains(error.code), "\(error)")
            return nil
        }
    }

    @Test(arguments: Kind.allCases)
    func `a tile truncated anywhere gives an error or the whole tile`(kind: Kind) throws {
        let decoder = TileDecoder()
        let bytes = try kind.bytes()
        let whole = try ScreenTile(bytes, by: decoder)
        for count in stride(from: 0, to: bytes.count, by: kind.step) {
            if let tile = try decode(Array(bytes.prefix(count)), by: decoder) {
                #expect(tile == whole, "\(count) of \(bytes.count) bytes")
            }
        }
        #expect(try ScreenTile(bytes, by: decoder) == whole)
    }

    @Test(arguments: [Kind.jpeg, .png, .webP, .losslessWebP])
    func `a truncated tile is reported as such`(kind: Kind) throws {
        let bytes = try kind.bytes()
        let error = #expect(throws: CodecError.self) { try ScreenTile(Array(bytes.dropLast(20)), name: "tile 3/4_5") }
        #expect(error?.description == "tile 3/4_5: the image ends before its last row.")
        #expect(error?.code == .truncated)
    }

    @Test(arguments: Kind.allCases)
    func `changing a few bytes never does more than fail`(kind: Kind) throws {
        let decoder = TileDecoder()
        decoder.pixelLimit = 1 << 14
        let whole = try kind.bytes()
        var random = SeededRandom(seed: 11)
        for _ in 0..<600 {
            var bytes = whole
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] =
                    [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
                    .randomElement(using: &random) ?? 0
            }
            _ = try decode(bytes, by: decoder)
        }
        #expect(try ScreenTile(whole, by: decoder) == ScreenTile(whole))
    }

    @Test(arguments: Kind.allCases)
    func `any single bit may be wrong`(kind: Kind) throws {
        let decoder = TileDecoder()
        decoder.pixelLimit = 1 << 14
        let whole = try kind.bytes()
        for place in stride(from: 0, to: whole.count, by: kind.step) {
            var bytes = whole
            bytes[place] ^= 1 << UInt8(place % 8)
            let tile = try decode(bytes, by: decoder)
            // All of a PNG is covered by checksums.
            #expect(!kind.isPNG || tile == nil, "byte \(place)")
        }
    }

    @Test(arguments: Kind.allCases.filter(\.isPNG))
    func `a PNG with correct checksums may be wrong in every chunk`(kind: Kind) throws {
        let decoder = TileDecoder()
        decoder.pixelLimit = 1 << 14
        let parts = try PNGParts(kind.bytes())
        var random = SeededRandom(seed: 12)
        for part in parts.chunks.indices where !parts.chunks[part].data.isEmpty {
            for _ in 0..<400 {
                var changed = parts
                let place = Int.random(in: 0..<changed.chunks[part].data.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: changed.chunks[part].data[place] = UInt8.random(in: 0...255, using: &random)
                case 1: changed.chunks[part].data.removeLast(place)
                default: changed.chunks[part].data.insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
                if Int.random(in: 0..<20, using: &random) == 0 {
                    changed.chunks.swapAt(part, changed.chunks.count - 1)
                }
                _ = try decode(changed.file, by: decoder)
            }
        }
    }

    @Test func `bytes that are not an image give an error`() throws {
        let decoder = TileDecoder()
        let texts = [
            "", "x", "<html><body>404</body></html>", "%PDF-1.4\n", "P6 1 1 255 abc",
            "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>",
        ]
        for text in texts {
            #expect(try decode(Array(text.utf8), by: decoder) == nil, "\(text)")
        }
        let signatures: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], Array("RIFF\0\0\0\0WEBP".utf8),
        ]
        for signature in signatures {
            #expect(try decode(signature, by: decoder) == nil)
            #expect(try decode(signature + [UInt8](repeating: 0, count: 100), by: decoder) == nil)
            #expect(try decode(signature + [UInt8](repeating: 0xFF, count: 100), by: decoder) == nil)
        }
    }

    @Test func `random bytes do no harm`() throws {
        let decoder = TileDecoder()
        decoder.pixelLimit = 1 << 14
        var random = SeededRandom(seed: 13)
        for round in 0..<300 {
            var bytes = (0..<Int.random(in: 1..<200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            if round % 2 == 0 {
                bytes = [0xFF, 0xD8, 0xFF] + bytes
            }
            _ = try decode(bytes, by: decoder)
        }
    }

    @Test func `a JPEG with an excessive number of scans is an error`() throws {
        let bytes = try Kind.progressiveJPEG.bytes()
        let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
        let last = try #require(scans.last)
        // Repeating the last scan, which refines bits again, is harmless to the image.
        let scan = bytes[last..<bytes.count - 2]
        let many = Array(bytes.dropLast(2)) + (0..<2000).flatMap { _ in scan } + bytes.suffix(2)
        let error = #expect(throws: CodecError.self) { try ScreenTile(many) }
        #expect(error?.code == .damaged)
    }
}
