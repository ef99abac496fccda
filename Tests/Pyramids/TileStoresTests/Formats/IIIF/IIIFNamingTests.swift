import TestLimits
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileStores

@Suite(.timeLimited)
struct IIIFNamingTests {
    private func naming(_ width: Int, _ height: Int, _ version: IIIFVersion = .three) -> IIIFNaming {
        let pyramid = Pyramid(
            size: PixelSize(width: width, height: height), tileSize: 256, shape: PyramidFormat.iiif.shape)
        return IIIFNaming(version: version, pyramid: pyramid, identifier: "https://a.org/i/big", fileExtension: "jpg")
    }

    private func information(_ naming: IIIFNaming) -> String {
        naming.descriptors.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    }

    @Test func `the information of version 3 lists one size per whole level, and contiguous scale factors`() {
        #expect(
            information(naming(6_000, 4_000)) == """
                {
                  "@context": "http://iiif.io/api/image/3/context.json",
                  "id": "https://a.org/i/big",
                  "type": "ImageService3",
                  "protocol": "http://iiif.io/api/image",
                  "profile": "level0",
                  "width": 6000,
                  "height": 4000,
                  "maxWidth": 750,
                  "maxHeight": 500,
                  "sizes": [{"width":188,"height":125},{"width":375,"height":250},{"width":750,"height":500}],
                  "tiles": [{"width":256,"height":256,"scaleFactors":[1,2,4,8,16,32]}]
                }

                """)
    }

    @Test func `the information of version 2 has its limits in the profile`() {
        #expect(
            information(naming(1_027, 600, .two)) == """
                {
                  "@context": "http://iiif.io/api/image/2/context.json",
                  "@id": "https://a.org/i/big",
                  "protocol": "http://iiif.io/api/image",
                  "profile": ["http://iiif.io/api/image/2/level0.json",\
                {"formats":["jpg"],"qualities":["default"],"maxWidth":514,"maxHeight":300}],
                  "width": 1027,
                  "height": 600,
                  "sizes": [{"width":129,"height":75},{"width":257,"height":150},{"width":514,"height":300}],
                  "tiles": [{"width":256,"height":256,"scaleFactors":[1,2,4,8]}]
                }

                """)
    }

    @Test func `an image that is served whole at full size has no limits`() {
        #expect(!information(naming(1_024, 600)).contains("max"))
        #expect(information(naming(1_024, 600)).contains("{\"width\":1024,\"height\":600}"))
        #expect(!information(naming(200, 100, .two)).contains("max"))
    }

    @Test func `the size limit is no smaller than a tile, however long and thin the image is`() {
        let text = information(naming(30_000, 100))
        #expect(text.contains("\"maxWidth\": 938") && text.contains("\"maxHeight\": 256"))
    }

    @Test func `tiles are named by full-size regions in the canonical form of the version`() {
        let three = naming(1_027, 600)
        let two = naming(1_027, 600, .two)
        for (level, column, row, region, size, size2) in [
            (3, 0, 0, "0,0,256,256", "256,256", "256,"), (3, 4, 2, "1024,512,3,88", "3,88", "3,"),
            (2, 2, 1, "1024,512,3,88", "2,44", "2,"), (1, 1, 0, "1024,0,3,600", "1,150", "1,"),
            (0, 0, 0, "full", "129,75", "129,"),
        ] {
            let index = TileIndex(level: level, column: column, row: row)
            #expect(three.name(of: index) == "\(region)/\(size)/0/default.jpg")
            #expect(two.name(of: index) == "\(region)/\(size2)/0/default.jpg")
        }
    }

    @Test func `an image within one tile is named full/max or full/full, and by its size as well`() {
        let index = TileIndex(level: 0, column: 0, row: 0)
        for (width, height) in [(200, 100), (1, 1), (256, 256)] {
            let three = naming(width, height)
            let two = naming(width, height, .two)
            #expect(three.name(of: index) == "full/max/0/default.jpg")
            #expect(three.names(ofWholeLevel: 0) == ["full/\(width),\(height)/0/default.jpg"])
            #expect(two.name(of: index) == "full/full/0/default.jpg")
            #expect(
                two.names(ofWholeLevel: 0)
                    == ["\(width),\(height)", "\(width),", "max"].map { "full/\($0)/0/default.jpg" })
        }
    }

    @Test func `every listed size is served, and max is the largest of them`() {
        let three = naming(6_000, 4_000)
        #expect(three.wholeLevels == 0..<3)
        // The coarsest level is a tile of that name already.
        #expect(three.names(ofWholeLevel: 0).isEmpty)
        #expect(three.names(ofWholeLevel: 1) == ["full/375,250/0/default.jpg"])
        #expect(three.names(ofWholeLevel: 2) == ["full/750,500/0/default.jpg", "full/max/0/default.jpg"])
        let two = naming(6_000, 4_000, .two)
        #expect(two.names(ofWholeLevel: 0) == ["full/188,125/0/default.jpg"])
        #expect(
            two.names(ofWholeLevel: 2) == ["750,500", "750,", "max", "full"].map { "full/\($0)/0/default.jpg" })
    }

    @Test(arguments: [(1_027, 600), (513, 513), (513, 700), (1, 300), (257, 3), (6_000, 4_000), (1, 1)])
    func `names map back to their tiles, and only single pixels share a name`(width: Int, height: Int) {
        for version in [IIIFVersion.two, .three] {
            let naming = naming(width, height, version)
            for index in naming.pyramid.indices {
                let found = naming.indices(of: naming.name(of: index))
                #expect(found.contains(index))
                #expect(found.allSatisfy { naming.pyramid.rect(of: $0).size == naming.pyramid.rect(of: index).size })
                #expect(found.count == 1 || naming.pyramid.rect(of: index).size.area == 1)
            }
        }
    }
}
