import FilePyramids
import TestLimits
import Testing
import TilePyramid
import TileStores

@Suite(.timeLimited) struct PyramidTargetTests {
    @Test(arguments: [
        ("a.dzi", PyramidFormat.deepZoom), ("a.xml", .deepZoom), ("a.szi", .szi), ("a.zip", .zip),
        ("a.MBTiles", .mbtiles),
        ("b/a.pmtiles", .pmtiles), ("a.tif", .tiff), ("a.tiff", .tiff),
    ])
    func `the file extension of an output determines the format`(output: String, format: PyramidFormat) {
        #expect(PyramidFormats.standard.format(forOutput: output) == format)
    }

    @Test(arguments: ["a", "map-1.5", "a.jpg", "a.folder", ".zip", "zip", "a.zip.d/b"])
    func `other names determine no format`(output: String) {
        #expect(PyramidFormats.standard.format(forOutput: output) == nil)
    }

    @Test(arguments: [
        (PyramidTarget(), "big.dzi", "p.dzi", "p.v2.dzi"), (PyramidTarget(.flat), "big", "p", "p.v2"),
        (PyramidTarget(.zoomify), "big", "p", "p.v2"), (PyramidTarget(.xyz), "big", "p", "p.v2"),
        (PyramidTarget(.xyz, in: .zip), "big.zip", "p.zip", "p.v2.zip"),
        (PyramidTarget(.szi), "big.szi", "p.szi", "p.v2.szi"), (PyramidTarget(.tiff), "big.tif", "p.tif", "p.v2.tif"),
        (PyramidTarget(.pmtiles), "big.pmtiles", "p.pmtiles", "p.v2.pmtiles"),
    ])
    func `names get the file extension of the format`(
        target: PyramidTarget, bare: String, given: String, dotted: String
    ) {
        #expect(target.path(for: "big") == bare)
        #expect(target.path(forGiven: "p") == given)
        #expect(target.path(forGiven: "p.v2") == dotted)
        #expect(target.path(forGiven: dotted) == dotted)
    }

    @Test(arguments: [
        (PyramidFormat.deepZoom, "a.xml", "a.xml"), (.deepZoom, "a.jpg", "a.jpg.dzi"), (.flat, "a.jpg", "a"),
        (.flat, "a.jpeg", "a"), (.flat, "a.dzi", "a.dzi"), (.zoomify, "a/b/", "a/b"), (.zoomify, "a.xml", "a.xml"),
    ])
    func `file extensions of the layout are recognized`(layout: PyramidFormat, output: String, path: String) {
        #expect(PyramidTarget(layout).path(forGiven: output) == path)
    }

    @Test func `a TIFF keeps either of its file extensions`() {
        #expect(PyramidTarget(.tiff).path(forGiven: "a.tiff") == "a.tiff")
        #expect(PyramidTarget(.tiff).path(forGiven: "a.szi") == "a.szi.tif")
    }

    @Test(arguments: PyramidFormats.standard.all) func `only formats without padding overlap`(format: PyramidFormat) {
        let target = PyramidTarget(format)
        #expect(!(target.capabilities.supportsOverlap && target.shape.padsTiles))
        #expect(!target.capabilities.tileFormats.isEmpty)
    }
}
