import ChannelImages
import Foundation
import Georeferencing
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores

@testable import TileServing

@Suite(.timeLimited) struct `A map of elevations in colors` {
    private let served: ServedFolder
    private let tile: [UInt8]

    init() throws {
        served = try ServedFolder()
        tile = PNGFixture(width: 16, height: 16) { x, _, channel in
            (x.isMultiple(of: 2) ? 65_536 : 65_534) >> (16 - 8 * channel) & 255
        }.encoded()
        try writeMap("map.mbtiles") { _ in true }
    }

    /// Writes zoom 1 of the world with tiles of 16×16 pixels, whose numbers are 65536 and 65534 in turn.
    private func writeMap(_ name: String, has: (TileIndex) -> Bool) throws {
        let pyramid = TileMatrixSet(
            TileRange(columns: 0..<2, rows: 0..<2), zooms: 1...1, tileSize: PixelSize(width: 16, height: 16)
        ).pyramid
        var target = PyramidTarget(.mbtiles)
        target.georeference = Georeference(zoom: 1, bounds: .webMercatorExtent)
        target.terrain = .mapbox
        target.isSparse = true
        let store = try target.makeStore(at: served.folder.path(name), pyramid: pyramid, format: .png)
        for index in pyramid.indices {
            if has(index) { try store.write(tile.span.bytes, format: .png, at: index) } else { try store.skip(index) }
        }
        try store.finish()
    }

    /// The numbers of an image's pixels; nil where it is transparent.
    private func numbers(_ image: DecodedImage) -> [Int?] {
        let channels = image.info.layout.channels.rawValue
        return stride(from: 0, to: image.samples.count, by: channels).map { start in
            let number = image.samples[start..<start + 3].reduce(0) { $0 << 8 | Int($1) }
            return channels > 3 && image.samples[start + 3] == 0 ? nil : number
        }
    }

    @Test func `Stored tiles are sent as they are, and their description says what they are`() async throws {
        let handler = served.handler()
        #expect(try await handler.answer("/xyz/map/1/1/0.png").bytes == tile)
        #expect(try await handler.text("/xyz/map.json").contains("\"encoding\": \"mapbox\""))
    }

    @Test func `A half is the mean of numbers`() async throws {
        let image = try await served.handler().image("/iiif/3/map/full/16,/0/default.png")
        // The mean of the bytes would be another number.
        #expect(numbers(image) == Array(repeating: 65_535, count: 256))
    }

    @Test(arguments: [
        "full/15,/0/default.png", "0,0,9,9/5,/0/default.png", "0,0,9,9/^12,/0/default.png", "full/max/90/color.png",
    ])
    func `Other sizes are made of numbers`(request: String) async throws {
        let image = try await served.handler().image("/iiif/3/map/\(request)")
        let numbers = numbers(image)
        #expect(numbers.allSatisfy { (65_534...65_536).contains($0 ?? 0) }, "\(numbers)")
    }

    @Test func `What is absent takes no part in means, and is transparent`() async throws {
        try writeMap("holes.mbtiles") { $0.column == 0 && $0.row == 0 }
        let handler = served.handler()
        for (request, side) in [("full/16,/0/default.png", 16), ("full/4,/0/default.png", 4)] {
            let numbers = numbers(try await handler.image("/iiif/3/holes/\(request)"))
            for (index, number) in numbers.enumerated() {
                let isThere = index % side < side / 2 && index / side < side / 2
                #expect(number == (isThere ? 65_535 : nil), "\(request) \(index)")
            }
        }
    }

    @Test(arguments: [
        "full/16,/0/default.jpg", "full/16,/0/gray.png", "full/16,/0/bitonal.png", "full/9,/0/color.webp",
    ])
    func `What keeps no numbers is a picture`(request: String) async throws {
        let image = try await served.handler().image("/iiif/3/map/\(request)")
        #expect(image.info.size.width <= 16 && !image.samples.isEmpty)
    }

    @Test func `The list has a picture of it`() async throws {
        let handler = served.handler()
        let entry = try #require(handler.catalog.entry(named: "map"))
        let answer = try await handler.answer(ServerAddress(entry).thumbnail)
        #expect(answer.status == 200 && answer.field("Content-Type") == "image/jpeg")
    }

    @Test func `Tiles of other formats are refused, and descriptions name PNG`() async throws {
        let handler = served.handler()
        let answer = try await handler.answer("/dzi/map_files/4/0_0.jpg")
        #expect(answer.status == 400)
        #expect(String(decoding: answer.bytes, as: UTF8.self).contains("elevations in numbers"))
        #expect(try await handler.answer("/dzi/map_files/4/0_0.png").status == 200)
        #expect(try await handler.text("/dzi/map.dzi").contains("Format=\"png\""))
    }

    @Test(arguments: ["utm", "mercator"]) func `Warped tiles are numbers`(system: String) async throws {
        var fixture = GeoTIFFFixture(epsg: 32633, corner: (400_000, 5_500_000), pixel: 10, width: 230, height: 170)
        // Grays and numbers are enlarged by other weights, which differ where neighbors do.
        fixture.isSmooth = true
        if system == "mercator" {
            fixture.epsg = 3857
            fixture.corner = (1_500_000, 6_380_000)
        }
        try served.folder.write(Data(fixture.encoded()), to: "place.tif")
        let handler = served.handler()
        let entry = try #require(handler.catalog.entry(named: "place"))
        guard case .image(let image) = try handler.images.open(entry), let map = try image.map?.get() else {
            Issue.record("it is not a map")
            return
        }
        var compared = 0
        for zoom in map.tiles.zooms.suffix(3) {
            for index in map.tiles.pyramid.levels[zoom - map.tiles.coarsestZoom].indices {
                let tile = map.tiles.tile(index)
                let path = "/xyz/place/\(tile.zoom)/\(tile.column)/\(tile.row).png"
                // A tile at the border may show nothing. Pixels at the border have parts of grays, and all of a number.
                guard try await handler.answer(path).status == 200 else { continue }
                let gray = try await handler.image(path)
                let request = ServerRequest(path: path, query: "channel=1&terrain-rgb=mapbox")
                let bytes = try await handler.plan(for: request).answer().bytes
                let elevations = numbers(try DecodedImage(openImage(.bytes(bytes, name: "tile.png"))))
                let channels = gray.info.layout.channels.rawValue
                try #require(elevations.count * channels == gray.samples.count)
                var worst = 0
                for (pixel, number) in elevations.enumerated() {
                    let isThere =
                        !gray.info.layout.channels.hasAlpha || gray.samples[(pixel + 1) * channels - 1] == 255
                    guard let number, isThere else { continue }
                    compared += 1
                    // Tenths of a meter above -10,000 m; grays are rounded, by up to 1 in each step.
                    let expected = 100_000 + 10 * Int(gray.samples[pixel * channels])
                    worst = max(worst, abs(number - expected))
                }
                #expect(worst <= 30, "\(path)")
            }
        }
        #expect(compared > 1000)
    }
}
