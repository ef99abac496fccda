import Foundation
import ImageMetadata
import PyramidTools
import TestLimits
import TestSupport
import Testing
import TileCutting
import TilePyramid
import TileStores

@Suite(.timeLimited) struct PyramidPixelReaderTests {
    /// The pixel at a position of the fixture's image: RGBA.
    private static func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: 3 * x), UInt8(truncatingIfNeeded: 5 * y), UInt8(truncatingIfNeeded: x ^ y), 255]
    }

    private let fixture: PyramidFixture

    init() throws {
        var fixture = try PyramidFixture()
        let image = PNGFixture(width: 300, height: 200) { x, y, channel in Int(Self.pixel(x, y)[channel]) }
        try fixture.folder.write(Data(image.encoded()), to: "image.png")
        fixture.options.format = .fixed(.png)
        self.fixture = fixture
    }

    private func reader() async throws -> PyramidPixelReader { PyramidPixelReader(try await fixture.cut()) }

    @Test func `the pixels of any region are those of the image, and beyond it transparent`() async throws {
        let reader = try await reader()
        for region in [
            PixelRect(x: 0, y: 0, width: 300, height: 200), PixelRect(x: 7, y: 13, width: 1, height: 1),
            PixelRect(x: 60, y: 61, width: 70, height: 69), PixelRect(x: -3, y: 190, width: 320, height: 20),
            PixelRect(x: 299, y: -5, width: 2, height: 6),
        ] {
            let bytes = try reader.pixels(in: region)
            let expected = region.rows.flatMap { y in
                region.columns.flatMap { x in
                    (0..<300).contains(x) && (0..<200).contains(y) ? Self.pixel(x, y) : [0, 0, 0, 0]
                }
            }
            #expect(bytes == expected, "\(region)")
        }
    }

    @Test func `a coarser level has its own pixels`() async throws {
        let reader = try await reader()
        let finest = try reader.pixels(in: PixelRect(x: 0, y: 0, width: 2, height: 2), ofLevel: 9)
        #expect(finest == [[0, 0], [1, 0], [0, 1], [1, 1]].flatMap { Self.pixel($0[0], $0[1]) })
        // The means of four pixels.
        let coarser = try reader.pixels(in: PixelRect(x: 10, y: 10, width: 1, height: 1), ofLevel: 8)
        let four = [(20, 20), (21, 20), (20, 21), (21, 21)].map(Self.pixel)
        for channel in 0..<4 {
            let mean = four.reduce(0) { $0 + Double($1[channel]) } / 4
            #expect(abs(Double(coarser[channel]) - mean) <= 0.5)
        }
    }

    @Test(
        arguments: [
            (PixelRect(x: 300, y: 0, width: 5, height: 5), nil, "has none of the 300×200 pixels"),
            (PixelRect(x: -5, y: 0, width: 5, height: 5), nil, "has none of"),
            (PixelRect(x: 0, y: 0, width: 0, height: 5), nil, "has none of"),
            (PixelRect(x: Int.max, y: 0, width: 5, height: 5), nil, "has none of"),
            (PixelRect(x: 0, y: 0, width: 100_000, height: 100_000), nil, "Read it in parts"),
            (PixelRect(x: 150, y: 0, width: 5, height: 5), 8, "has none of the 150×100 pixels"),
            (PixelRect(x: 0, y: 0, width: 5, height: 5), 10, "there are 0 to 9"),
        ] as [(PixelRect, Int?, String)])
    func `a region or a level that does not exist is an error`(
        region: PixelRect, level: Int?, message: String
    ) async throws {
        let reader = try await reader()
        let error = #expect(throws: CodecError.self) { try reader.pixels(in: region, ofLevel: level) }
        #expect(error?.message.contains(message) == true && error?.file == "big.dzi", "\(String(describing: error))")
    }
}
