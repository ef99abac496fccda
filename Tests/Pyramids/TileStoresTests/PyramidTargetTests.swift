import Testing
import TilePyramid
import TileStores

@Suite struct PyramidTargetTests {
    @Test(arguments: [
        ("a.dzi", PyramidContainer.folder), ("a.xml", .folder), ("a.szi", .szi), ("a.zip", .zip),
        ("a.MBTiles", .mbtiles),
        ("b/a.pmtiles", .pmtiles), ("a.tif", .tiff), ("a.tiff", .tiff),
    ])
    func `the file extension of an output determines the container`(output: String, container: PyramidContainer) {
        #expect(PyramidTarget.container(forOutput: output) == container)
    }

    @Test(arguments: ["a", "map-1.5", "a.jpg", "a.folder", ".zip", "zip", "a.zip.d/b"])
    func `other names determine no container`(output: String) {
        #expect(PyramidTarget.container(forOutput: output) == nil)
    }

    @Test(arguments: [
        (PyramidContainer.folder, PyramidLayout.deepzoom, "big.dzi", "p.dzi", "p.v2.dzi"),
        (.folder, .flat, "big", "p", "p.v2"), (.folder, .zoomify, "big", "p", "p.v2"),
        (.folder, .xyz, "big", "p", "p.v2"),
        (.zip, .xyz, "big.zip", "p.zip", "p.v2.zip"), (.szi, .deepzoom, "big.szi", "p.szi", "p.v2.szi"),
        (.tiff, .deepzoom, "big.tif", "p.tif", "p.v2.tif"),
        (.pmtiles, .deepzoom, "big.pmtiles", "p.pmtiles", "p.v2.pmtiles"),
    ])
    func `names get the file extension of the container`(
        container: PyramidContainer, layout: PyramidLayout, bare: String, given: String, dotted: String
    ) {
        let target = PyramidTarget(container: container, layout: layout)
        #expect(target.path(for: "big") == bare)
        #expect(target.path(forGiven: "p") == given)
        #expect(target.path(forGiven: "p.v2") == dotted)
        #expect(target.path(forGiven: dotted) == dotted)
    }

    @Test(arguments: [
        (PyramidLayout.deepzoom, "a.xml", "a.xml"), (.deepzoom, "a.jpg", "a.jpg.dzi"), (.flat, "a.jpg", "a"),
        (.flat, "a.jpeg", "a"), (.flat, "a.dzi", "a.dzi"), (.zoomify, "a/b/", "a/b"), (.zoomify, "a.xml", "a.xml"),
    ])
    func `file extensions of the layout are recognized`(layout: PyramidLayout, output: String, path: String) {
        #expect(PyramidTarget(layout: layout).path(forGiven: output) == path)
    }

    @Test func `a TIFF keeps either of its file extensions`() {
        #expect(PyramidTarget(container: .tiff).path(forGiven: "a.tiff") == "a.tiff")
        #expect(PyramidTarget(container: .tiff).path(forGiven: "a.szi") == "a.szi.tif")
    }

    @Test func `only layouts without padding overlap`() {
        for container in PyramidContainer.allCases {
            for layout in PyramidLayout.allCases {
                let target = PyramidTarget(container: container, layout: layout)
                #expect(!(target.supportsOverlap && target.shape.padsTiles), "\(container) \(layout)")
                #expect(!target.formats.isEmpty)
            }
        }
    }
}
