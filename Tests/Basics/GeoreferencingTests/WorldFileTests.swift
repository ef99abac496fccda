import TestLimits
import Testing
import TilePyramid

@testable import Georeferencing

@Suite(.timeLimited) struct WorldFileTests {
    @Test func `the last two numbers are the center of the upper left pixel`() {
        #expect(
            Geotransform(worldFile: "10.0\n0\n0\n-5\n1005\n1997.5\n")
                == Geotransform(origin: (1000, 2000), column: (10, 0), row: (0, -5)))
    }

    @Test func `the second number is the step of a column in y, the third that of a row in x`() {
        #expect(
            Geotransform(worldFile: "2\r\n1\r\n0.5\r\n-4\r\n100\r\n200\r\n")
                == Geotransform(origin: (98.75, 201.5), column: (2, 1), row: (0.5, -4)))
    }

    @Test func `decimal commas, exponents and what follows the numbers are accepted`() {
        let expected = Geotransform(origin: (-0.25, 0.25), column: (0.5, 0), row: (0, -0.5))
        #expect(Geotransform(worldFile: "0,5\n0,0\n0,0\n-0,5\n0\n0") == expected)
        #expect(Geotransform(worldFile: " 5e-1\n 0\n 0\n -5E-1\n 0\n 0\nEPSG 4326") == expected)
    }

    @Test(arguments: [
        "", "1\n0\n0\n-1\n0", "a\nb\nc\nd\ne\nf", "1\n0\n0\nnan\n0\n0", "0\n0\n0\n0\n5\n5", "1\n1\n1\n1\n5\n5",
    ])
    func `a text without six numbers, or without an area, is none`(text: String) {
        #expect(Geotransform(worldFile: text) == nil)
    }

    @Test func `coordinates in the other order are swapped in all three parts`() {
        #expect(
            Geotransform(origin: (48, 11), column: (0, 0.5), row: (-0.25, 0)).withSwappedAxes
                == Geotransform(origin: (11, 48), column: (0.5, 0), row: (0, -0.25)))
    }

    @Test func `bounds in a system give the position of an image of any size`() {
        let bounds = ProjectedBounds(west: 1000, south: 2000, east: 1400, north: 2100, crs: "EPSG:25832")
        #expect(
            bounds.georeference(of: .init(width: 40, height: 50))
                == RasterGeoreference(
                    crs: "EPSG:25832",
                    transform: Geotransform(origin: (1000, 2100), column: (10, 0), row: (0, -2))))
        #expect(bounds.builtIn == nil)
        let degrees = ProjectedBounds(west: 1, south: 2, east: 3, north: 4, crs: "EPSG:4326")
        #expect(degrees.builtIn == GeoBounds(west: 1, south: 2, east: 3, north: 4, crs: .wgs84))
    }
}
