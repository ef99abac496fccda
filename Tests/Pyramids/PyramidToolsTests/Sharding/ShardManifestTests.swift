import Georeferencing
import ImageCodecs
import ImageMetadata
import ImageSources
import JSONDocuments
import PixelKernels
import TestLimits
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import PyramidTools

@Suite(.timeLimited) struct ShardManifestTests {
    private func manifest(_ target: PyramidTarget = PyramidTarget(.deepZoom)) -> ShardManifest {
        var encoding = TileEncoding()
        encoding.profile = [1, 0, 255]
        encoding.exif = [0x4D, 0x4D]
        let geometry = ShardedPyramid.Geometry(
            size: PixelSize(width: 700, height: 500), tileSize: 64, overlap: 0, levelCount: 4, shape: target.shape)
        return ShardManifest(
            ShardedPyramid(
                version: "1.2", fingerprint: "file 1\n\"two\"", shardCount: 4, coarseningLevels: 2, geometry: geometry,
                target: target, encoding: encoding, layout: PixelLayout(.rgb),
                background: RGBColor(red: 1, green: 2, blue: 3)), number: 3)
    }

    @Test(arguments: ShardMergeTests.targets)
    func `a manifest is read as it was written`(target: PyramidTarget) throws {
        var manifest = manifest(target)
        #expect(try ShardManifest(manifest.document) == manifest)
        manifest.tiles = 12
        manifest.skippedTiles = 3
        manifest.passthroughTiles = 2
        manifest.paddedTiles = 1
        manifest.passthroughBlocker = "a reason"
        manifest.warnings = ["one", "two"]
        manifest.pyramid.blankTolerance = 5
        manifest.pyramid.planeCount = 3
        manifest.pyramid.writesPage = true
        manifest.pyramid.linksDuplicateTiles = true
        manifest.pyramid.encoding.jpegTemplate = JPEGTemplate([9, 8, 7], reusesQuantization: false)
        manifest.pyramid.planeCount = 1
        manifest.pyramid.target.name = "a name"
        manifest.pyramid.target.identifier = "https://example.org/x"
        manifest.pyramid.target.attribution = "somebody"
        manifest.pyramid.target.description = "two\nlines"
        manifest.pyramid.target.page.address = "https://example.org/x/index.html"
        manifest.pyramid.target.page.basemap = PyramidTarget.Basemap(
            "https://example.org/{z}/{x}/{y}.png", attribution: "others")
        manifest.pyramid.target.isSparse = true
        manifest.pyramid.target.margin = PixelOffset(x: 3, y: 4)
        manifest.pyramid.target.micronsPerPixel = .init(x: 0.25, y: 0.5)
        manifest.pyramid.target.tiff.profile = [1, 0, 255]
        let bounds = GeoBounds(west: 0.1, south: -3.7, east: 12.123456789, north: 4, crs: .wgs84)
        manifest.pyramid.target.georeference = Georeference(zoom: 4, bounds: bounds)
        manifest.pyramid.target.tiff.bounds = bounds
        var tags = GeoTIFFTags(esriText: "PROJCS[\"a|b\"]")
        tags.doubles = [0.1, -1e300]
        tags.transformation = [1.5, .infinity]
        tags.nodata = "-3.4e+38"
        manifest.pyramid.target.tiff.geoTags = tags
        #expect(try ShardManifest(manifest.document) == manifest)
    }

    @Test(arguments: [
        ("\"shard\": 3", "\"shard\": 5"), ("\"tileSize\":64", "\"tileSize\":0"), ("\"width\":700", "\"width\":0"),
        ("\"overlap\":0", "\"overlap\":64"), ("\"levels\":4", "\"levels\":0"), ("\"originX\":0", "\"originX\":1"),
        ("\"layout\":\"deepzoom\"", "\"layout\":\"tiff\""), ("\"quality\":85", "\"quality\":101"),
        ("\"planes\":1", "\"planes\":2"), ("\"profile\":\"0100ff\"", "\"profile\":\"0100f\""),
        ("\"coarsest\":\"pixel\"", "\"coarsest\":\"61\""), ("[1,2,3]", "[1,2]"),
    ])
    func `numbers that make no pyramid are refused`(good: String, bad: String) throws {
        let text = String(decoding: manifest().document, as: UTF8.self)
        #expect(text.contains(good))
        let changed = text.split(separator: good, maxSplits: 1, omittingEmptySubsequences: false).joined(separator: bad)
        #expect(throws: JSONError.self) { try ShardManifest(Array(changed.utf8)) }
    }
}
