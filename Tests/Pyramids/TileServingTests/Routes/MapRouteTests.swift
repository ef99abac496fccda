import Concurrency
import Foundation
import Georeferencing
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import PyramidTools
import TestLimits
import TestSupport
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import TileServing

/// Georeferenced images in whatever system, served as maps.
@Suite(.timeLimited) struct MapRouteTests {
    private let served: ServedFolder

    init() throws {
        served = try ServedFolder()
    }

    /// An image of some kilometers, in strips or in tiles with its half.
    private func write(_ name: String, _ image: GeoTIFFFixture) throws {
        try served.folder.write(Data(image.encoded()), to: name)
    }

    private static func image(_ name: String) -> GeoTIFFFixture {
        var image = GeoTIFFFixture(epsg: 32633, corner: (400_000, 5_500_000), pixel: 10, width: 230, height: 170)
        switch name {
        case "degrees":
            image = GeoTIFFFixture(epsg: 4326, corner: (13.5, 49.6), pixel: 1e-4, width: 230, height: 170)
            image.isGeographic = true
        case "utm across":
            image.epsg = 32660
            image.corner = (690_000, 2_200_000)
            image.pixel = 300
        case "degrees across":
            image = GeoTIFFFixture(epsg: 4326, corner: (179.99, 49.6), pixel: 1e-4, width: 230, height: 170)
            image.isGeographic = true
        case "around the Earth":
            image = GeoTIFFFixture(epsg: 4326, corner: (0, 85), pixel: 1, width: 360, height: 170)
            image.isGeographic = true
        case "nearly around the Earth":
            image = GeoTIFFFixture(epsg: 4326, corner: (20.3, 85), pixel: 1, width: 339, height: 170)
            image.isGeographic = true
        case "mercator":
            image.epsg = 3857
            image.corner = (1_500_000, 6_380_000)
        case "nodata": image.nodata = 200
        case "swiss":
            image.epsg = 2056
            image.corner = (2_600_000, 1_200_000)
        default: break
        }
        return image
    }

    /// Cuts an image as a map into PNG tiles; returns the plan and the store.
    private func cut(_ name: String) async throws -> (plan: CutPlan, tiles: MemoryTileStore) {
        var options = CutOptions()
        options.format = .fixed(.png)
        options.shape.padsTiles = true
        let input = ImageInput.file(served.folder.path(name))
        let place = try #require(try RasterGeoreference.readGeoTIFF(input))
        options.bounds = place.bounds(of: try openImage(input).info.size)
        if options.bounds == nil { options.rasterGeoreference = place }
        let plan = try CutPlan(input, options: options)
        let store = MemoryTileStore(pyramid: plan.pyramid)
        _ = try await plan.cut(into: store)
        return (plan, store)
    }

    private func pixels(_ bytes: [UInt8]) throws -> [Int] {
        let image = try openImage(.bytes(bytes, name: "tile.png"))
        let layout = image.info.layout
        let decoded = try DecodedImage(image)
        guard !layout.channels.hasAlpha else { return decoded.samples }
        return stride(from: 0, to: decoded.samples.count, by: 3).flatMap { decoded.samples[$0..<$0 + 3] + [255] }
    }

    @Test(
        arguments: [
            "utm", "swiss", "nodata", "degrees", "mercator", "utm across", "degrees across", "around the Earth",
            "nearly around the Earth",
        ], [nil, 128])
    func `tiles of the two finest zooms have the pixels of a cut`(_ system: String, _ tileSide: Int?) async throws {
        var image = Self.image(system)
        image.tileSide = tileSide
        try write("map.tif", image)
        let (plan, tiles) = try await cut("map.tif")
        let handler = served.handler()
        let georeference = try #require(plan.georeference)
        let addresses = TileMatrixSet(pyramid: plan.pyramid, georeference: georeference)
        var compared = 0
        for zoom in georeference.zoom - 1...georeference.zoom where addresses.zooms.contains(zoom) {
            for index in plan.pyramid.levels[zoom - addresses.coarsestZoom].indices {
                let tile = addresses.tile(index)
                let answer = try await handler.answer("/xyz/map/\(tile.zoom)/\(tile.column)/\(tile.row).png")
                guard let expected = tiles.state.tiles[index] else {
                    #expect(answer.status == 404, "\(tile)")
                    continue
                }
                #expect(answer.status == 200 && answer.field("Content-Type") == "image/png", "\(tile)")
                let own = try pixels(answer.bytes)
                let wanted = try pixels(expected.bytes)
                #expect(own.count == wanted.count)
                let difference = zip(own, wanted).map { abs($0 - $1) }.max() ?? 0
                #expect(difference <= 1, "\(tile)")
                compared += 1
            }
        }
        #expect(compared > 0)
    }

    @Test(arguments: ["utm", "degrees", "mercator"], 2...8)
    func `an orientation moves no pixel of a map`(_ system: String, _ orientation: Int) async throws {
        var image = Self.image(system)
        image.isSmooth = true
        try write("map.tif", image)
        image.orientation = orientation
        try write("turned.tif", image)
        let handler = served.handler()
        func description(_ name: String) async throws -> [String: Any] {
            let text = try await handler.text("/xyz/\(name).json")
            return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        }
        let own = try await description("turned")
        let wanted = try await description("map")
        let edges = try #require(wanted["bounds"] as? [Double])
        #expect(zip(own["bounds"] as? [Double] ?? [], edges).count { abs($0 - $1) < 1e-7 } == 4)
        let zoom = try #require(wanted["maxzoom"] as? Int)
        #expect(own["maxzoom"] as? Int == zoom)
        let range = GeoBounds(west: edges[0], south: edges[1], east: edges[2], north: edges[3], crs: .wgs84).tiles(
            at: zoom)
        var compared = 0
        for (column, row) in range.rows.flatMap({ row in range.columns.map { ($0, row) } }) {
            let turned = try await handler.answer("/xyz/turned/\(zoom)/\(column)/\(row).png")
            let straight = try await handler.answer("/xyz/map/\(zoom)/\(column)/\(row).png")
            #expect(turned.status == straight.status)
            guard straight.status == 200 else { continue }
            let differences = zip(try pixels(turned.bytes), try pixels(straight.bytes)).map { abs($0 - $1) }
            // Rounding may decide otherwise at the edge of the image.
            #expect(differences.count { $0 > 1 } < differences.count / 200)
            compared += 1
        }
        #expect(compared > 0)
    }

    @Test(arguments: ["utm", "degrees"]) func `an OME-Zarr is the map that its image is`(_ system: String) async throws
    {
        try write("map.tif", Self.image(system))
        let image = try await ValueImage.open(served.folder.path("map.tif"), options: DecodeOptions(), network: nil)
        let output = served.folder.path("arrays.ome.zarr")
        _ = try await ValuePyramidPlan(image, output: output, options: ValueOptions(.omeZarr)).write()
        let handler = served.handler()
        func description(_ name: String) async throws -> [String: Any] {
            let text = try await handler.text("/xyz/\(name).json")
            return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        }
        let own = try await description("arrays.ome.zarr")
        let wanted = try await description("map")
        let edges = try #require(wanted["bounds"] as? [Double])
        #expect(zip(own["bounds"] as? [Double] ?? [], edges).count { abs($0 - $1) < 1e-7 } == 4)
        #expect(own["maxzoom"] as? Int != nil && own["maxzoom"] as? Int == wanted["maxzoom"] as? Int)
    }

    @Test func `an image whose place cannot be read is served without it where that is allowed, with one warning`()
        async throws
    {
        var image = Self.image("utm")
        image.epsg = 1
        try write("map.tif", image)
        let shown = Locked<[String]>([])
        for allowed in [Set<FileStatement>(), [.validity], [.place]] {
            var limits = ServingLimits()
            limits.allowedLoss = allowed
            let messages = ServingMessages(
                adapt: { "adapted: \($0)" }, warn: { line in shown.withLock { $0.append(line) } })
            let handler = TileRequestHandler(serving: [served.folder.path], limits: limits, messages: messages)
            let answer = try await handler.answer("/xyz/map.json")
            let text = String(decoding: answer.bytes, as: UTF8.self)
            if allowed.contains(.place) {
                #expect(answer.status == 200)
                _ = try await handler.answer("/iiif/3/map/info.json")
                let lines = shown.withLock(\.self)
                #expect(lines.count == 1)
                #expect(
                    lines.first?.hasPrefix(
                        "\(served.folder.path("map.tif")): warning: adapted: it is served without its place: ")
                        == true)
                #expect(lines.first?.contains("--allow-loss") == false)
            } else {
                #expect(answer.status == 404 && text.hasPrefix("this image is not served as a map: "))
                #expect(shown.withLock(\.isEmpty))
            }
        }
    }

    @Test(arguments: ["utm", "swiss"])
    func `tiles of coarser zooms have the means of a cut, to one step in a smooth image`(_ system: String) async throws
    {
        var image = Self.image(system)
        image.tileSide = 128
        image.isSmooth = true
        image.width = 900
        image.height = 700
        try write("map.tif", image)
        let (plan, tiles) = try await cut("map.tif")
        let handler = served.handler()
        let addresses = TileMatrixSet(pyramid: plan.pyramid, georeference: plan.georeference)
        var compared = 0
        for level in plan.pyramid.levels.dropLast(2) {
            for index in level.indices {
                let tile = addresses.tile(index)
                let bytes = try #require(tiles.state.tiles[index]?.bytes)
                let answer = try await handler.answer("/xyz/map/\(tile.zoom)/\(tile.column)/\(tile.row).png")
                let own = try pixels(answer.bytes)
                let wanted = try pixels(bytes)
                #expect(own.count == wanted.count)
                for pixel in stride(from: 0, to: own.count, by: 4)
                where wanted[pixel + 3] == 255 && own[pixel + 3] == 255 {
                    for sample in pixel..<pixel + 3 where abs(own[sample] - wanted[sample]) > 1 {
                        Issue.record(
                            "\(tile), \(pixel / 4): \(own[pixel..<pixel + 4]), not \(wanted[pixel..<pixel + 4])")
                    }
                    compared += 1
                }
            }
        }
        #expect(compared > 500)
    }

    @Test func `TileJSON has the bounds and the zooms of a cut`() async throws {
        var image = Self.image("utm")
        image.tileSide = 128
        try write("map.tif", image)
        let (plan, _) = try await cut("map.tif")
        let text = try await served.handler().text("/xyz/map.json")
        let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let edges = try #require(json["bounds"] as? [Double])
        let expected = try #require(plan.georeference?.bounds.edges)
        for (edge, wanted) in zip(edges, expected) { #expect(abs(edge - wanted) < 1e-12) }
        #expect(json["maxzoom"] as? Int == plan.georeference?.zoom)
        #expect(json["minzoom"] as? Int == (plan.georeference?.zoom ?? 0) - plan.pyramid.levels.count + 1)
        #expect(json["tiles"] as? [String] == ["http://localhost/xyz/map/{z}/{x}/{y}.png"])
        #expect(json["tilekit"] == nil)
    }

    @Test func `what lies beyond the image is transparent, and white in JPEG`() async throws {
        try write("map.tif", Self.image("utm"))
        let (plan, _) = try await cut("map.tif")
        let addresses = TileMatrixSet(pyramid: plan.pyramid, georeference: plan.georeference)
        let tile = addresses.tile(TileIndex(level: 0, column: 0, row: 0))
        let path = "/xyz/map/\(tile.zoom)/\(tile.column)/\(tile.row)"
        let handler = served.handler()
        let alpha = try pixels(try await handler.answer("\(path).png").bytes).enumerated().filter { $0.offset % 4 == 3 }
        #expect(Set(alpha.map(\.element)).isSuperset(of: [0, 255]))
        let jpeg = try await handler.answer("\(path).jpg")
        #expect(jpeg.field("Content-Type") == "image/jpeg")
        #expect(Array(try await handler.image("\(path).jpg").samples.prefix(3)) == [255, 255, 255])
        #expect(try await handler.status("/xyz/map/\(tile.zoom)/\(tile.column + 9)/\(tile.row).png") == 404)
        #expect(try await handler.status("\(path).gif") == 404)
    }

    @Test func `a tile that is asked for again has the same validator`() async throws {
        try write("map.tif", Self.image("utm"))
        let (plan, _) = try await cut("map.tif")
        let tile = TileMatrixSet(pyramid: plan.pyramid, georeference: plan.georeference)
            .tile(TileIndex(level: 0, column: 0, row: 0))
        let path = "/xyz/map/\(tile.zoom)/\(tile.column)/\(tile.row).png"
        let first = try await served.handler().answer(path)
        let tag = try #require(first.entityTag)
        let again = try await served.handler().answer(path, fields: ["if-none-match": tag])
        #expect(try await served.handler().answer(path).entityTag == tag)
        #expect([200, 304].contains(again.status))
    }

    @Test func `an image whose place cannot be read is not a map, and says why`() async throws {
        var page = TIFFFixture(width: 40, height: 30) { x, y, _ in UInt64((x + y) & 255) }
        // Two control points.
        page.tags = [
            33922: .doubles([0, 0, 0, 10, 50, 0, 40, 30, 0, 11, 49, 0]),
            34735: .shorts([1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326]),
        ]
        try served.folder.write(Data(page.encoded()), to: "points.tif")
        let handler = served.handler()
        for path in ["/xyz/points.json", "/xyz/points/0/0/0.png"] {
            let answer = try await handler.answer(path)
            #expect(answer.status == 404)
            #expect(
                String(decoding: answer.bytes, as: UTF8.self).hasPrefix(
                    "this image is not served as a map: it is georeferenced by 2 control points, "))
        }
        // As an image it is served.
        #expect(try await handler.status("/iiif/3/points/info.json") == 200)
    }
}
