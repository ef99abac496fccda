import ChannelImages
import Georeferencing
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores

@testable import TileServing

@Suite(.timeLimited) struct `A map of elevations in colors` {
    private let served: ServedFolder
    private let tile: [UInt8]

    /// Writes zoom 1 of the world with tiles of 16×16 pixels, whose numbers are 65536 and 65534 in turn.
    init() throws {
        served = try ServedFolder()
        tile = PNGFixture(width: 16, height: 16) { x, _, channel in
            (x.isMultiple(of: 2) ? 65_536 : 65_534) >> (16 - 8 * channel) & 255
        }.encoded()
        let pyramid = TileMatrixSet(
            TileRange(columns: 0..<2, rows: 0..<2), zooms: 1...1, tileSize: PixelSize(width: 16, height: 16)
        ).pyramid
        var target = PyramidTarget(.mbtiles)
        target.georeference = Georeference(zoom: 1, bounds: .webMercatorExtent)
        target.terrain = .mapbox
        let store = try target.makeStore(at: served.folder.path("map.mbtiles"), pyramid: pyramid, format: .png)
        for index in pyramid.indices { try store.write(tile.span.bytes, format: .png, at: index) }
        try store.finish()
    }

    @Test func `Stored tiles are sent as they are, and their description says what they are`() async throws {
        let handler = served.handler()
        #expect(try await handler.answer("/xyz/map/1/1/0.png").bytes == tile)
        #expect(try await handler.text("/xyz/map.json").contains("\"encoding\": \"mapbox\""))
    }

    @Test func `A half is the mean of numbers`() async throws {
        let image = try await served.handler().image("/iiif/3/map/full/16,/0/default.png")
        // The mean of the bytes would be another number.
        #expect(rows(image) == Array(repeating: Array(repeating: [0, 255, 255], count: 16).flatMap(\.self), count: 16))
    }

    @Test(arguments: [
        "full/16,/0/default.jpg", "full/16,/0/gray.png", "full/15,/0/default.png", "0,0,9,9/^12,/0/default.png",
    ])
    func `What would change numbers is refused`(request: String) async throws {
        let answer = try await served.handler().answer("/iiif/3/map/\(request)")
        #expect(answer.status == 400)
        #expect(String(decoding: answer.bytes, as: UTF8.self).contains("elevations in numbers"))
    }
}
