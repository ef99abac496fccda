import ImageCodecs
import Networking
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import RemotePyramids
@testable import TileStores

/// Servers of Image API 2 that make the height of a tile from its width, as the specification says.
@Suite(.timeLimited) struct RoundedIIIFTests {
    private let network: NetworkFixture

    init() throws { network = try NetworkFixture() }

    /// A server of an image whose tiles have the sizes that a closure makes of a region and the requested size.
    private func server(
        _ image: PixelSize, tile: Int, factors: [Int], level: Int = 2,
        _ size: @escaping @Sendable (_ region: PixelSize, _ width: Int, _ height: Int?) -> PixelSize?
    ) throws -> ScriptedServer {
        try ScriptedServer { request in
            let url = "http://" + (request.headers["host"] ?? "") + "/a"
            guard request.path != "/a/info.json" else {
                let json = """
                    {"@context": "http://iiif.io/api/image/2/context.json", "@id": "\(url)",
                    "protocol": "http://iiif.io/api/image", "width": \(image.width), "height": \(image.height),
                    "profile": ["http://iiif.io/api/image/2/level\(level).json"],
                    "tiles": [{"width": \(tile), "scaleFactors": \(factors)}]}
                    """
                return .init(200, Array(json.utf8))
            }
            let parts = request.path.split(separator: "/")
            guard parts.count == 5 else { return .init(404) }
            let numbers = parts[1].split(separator: ",").compactMap { Int($0) }
            let region = numbers.count == 4 ? PixelSize(width: numbers[2], height: numbers[3]) : image
            let sides = parts[2].split(separator: ",").compactMap { Int($0) }
            let (width, height) = sides.isEmpty ? (region.width, region.height) : (sides[0], sides.dropFirst().first)
            guard let size = size(region, width, height), size.height > 0 else { return .init(400) }
            return .init(
                200, PNGFixture(width: size.width, height: size.height) { _, _, channel in channel * 90 }.encoded())
        }
    }

    /// The size that keeps the aspect ratio.
    private static let keepingRatio: @Sendable (PixelSize, Int, Int?) -> PixelSize? = { region, width, height in
        let kept = (Double(region.height) * Double(width) / Double(region.width)).rounded()
        return PixelSize(width: width, height: height ?? Int(kept))
    }

    @Test(arguments: [
        (PixelSize(width: 2411, height: 3372), 1024, [1, 2, 4, 8]),
        (PixelSize(width: 2411, height: 3372), 256, [1, 2, 4, 8]),
        (PixelSize(width: 1025, height: 4000), 256, [1, 2, 4, 8, 16]),
        (PixelSize(width: 3000, height: 10), 512, [1, 2, 4, 8, 16, 32]),
        (PixelSize(width: 10, height: 3000), 512, [1, 2, 4, 8, 16, 32]),
    ])
    func `every tile has the size of its place`(image: PixelSize, tile: Int, factors: [Int]) async throws {
        let server = try server(image, tile: tile, factors: factors, Self.keepingRatio)
        defer { server.close() }
        let source = try #require(try await network.open(server.url("/a/info.json"))).source
        var scaled = 0
        for index in source.pyramid.indices {
            let read = try #require(try source.read(index), "\(index)")
            #expect(try TileDecoder.size(of: read.bytes, name: "") == source.pyramid.storedSize(of: index))
            try TileDecoder().decode(read.bytes, name: "") { opened in
                var pixels = [UInt32](repeating: 0, count: opened.size.area)
                try pixels.withUnsafeMutableBufferPointer { _ = try opened.write(to: $0) }
                #expect(pixels.allSatisfy { $0 == 0xFF00_5AB4 }, "a plain color stays as it is")
            }
            scaled += 1
        }
        #expect(scaled == source.pyramid.tileCount)
    }

    @Test func `the canonical form is asked for, and a height where it would be none`() async throws {
        let server = try server(
            PixelSize(width: 30_000, height: 10), tile: 512, factors: [1, 2, 4, 8, 16, 32, 64], Self.keepingRatio)
        defer { server.close() }
        _ = try #require(try await network.open(server.url("/a/info.json")))
        #expect(server.paths == ["/a/full/469,1/0/default.jpg", "/a/info.json"])
    }

    @Test func `files of level 0 are asked for by their width`() async throws {
        let server = try server(
            PixelSize(width: 30_000, height: 10), tile: 512, factors: [1, 2, 4, 8, 16, 32, 64], level: 0
        ) { _, width, height in height == nil ? PixelSize(width: width, height: 1) : nil }
        defer { server.close() }
        _ = try #require(try await network.open(server.url("/a/info.json")))
        #expect(server.paths == ["/a/full/469,/0/default.jpg", "/a/info.json"])
    }

    @Test func `a tile of a quite different size is an error that names both`() async throws {
        let server = try server(PixelSize(width: 600, height: 400), tile: 256, factors: [1]) { _, _, _ in
            PixelSize(width: 100, height: 100)
        }
        defer { server.close() }
        let source = try #require(try await network.open(server.url("/a/info.json"))).source
        let error = await remoteError {
            _ = try source.read(TileIndex(level: source.pyramid.finestLevel.index, column: 2, row: 0))
        }
        #expect(
            error?.message == "the server sends 100×100 pixels for a region of 88×256, and 88×256 were asked for. "
                + "It does not follow the IIIF Image API.")
    }

    @Test func `what the width defines is accepted however it is rounded`() {
        let place = PixelSize(width: 46, height: 256)
        let region = PixelSize(width: 363, height: 2048)
        func accepts(_ width: Int, _ height: Int) -> Bool {
            FittedTile.accepts(PixelSize(width: width, height: height), for: place, of: region)
        }
        #expect([259, 260].allSatisfy { accepts(46, $0) } && [255, 256, 257].allSatisfy { accepts(45, $0) })
        #expect(!accepts(46, 262) && !accepts(46, 254) && !accepts(48, 256) && !accepts(256, 46))
    }

    @Test func `a JPEG keeps its quantization and subsampling`() throws {
        let storage = Libjpeg.Storage(name: "", sampling: [(1, 1), (1, 1), (1, 1)])
        let bytes = Libjpeg.encode(width: 46, height: 260, as: storage) { x, y, _ in UInt8((x + y) % 256) }
        let size = PixelSize(width: 46, height: 256)
        let scaled = try FittedTile.scaled(EncodedTile(bytes: bytes, format: .jpeg), to: size, name: "a")
        #expect(scaled.format == .jpeg)
        #expect(try TileDecoder.size(of: scaled.bytes, name: "a") == size)
        // The tables precede the frame header, in which the size is.
        let tables = bytes.firstRange(of: [0xFF, 0xDB]).map { Array(bytes[$0.lowerBound..<($0.lowerBound + 69)]) }
        #expect(tables != nil && tables.map { scaled.bytes.firstRange(of: $0) != nil } == true)
    }
}
