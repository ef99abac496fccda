import Georeferencing
import TestLimits
import Testing
import TilePyramid

@testable import MapProjections

/// The interpolated positions of blocks.
@Suite(.timeLimited) struct BlockMappingTests {
    /// Web Mercator, so coarse that few nodes do not suffice, to the equal-area projection of Europe.
    private func mapping(_ pixel: Double) throws -> PixelMapping {
        try PixelMapping(
            from: RasterGeoreference(
                crs: "EPSG:3857",
                transform: Geotransform(origin: (-1_000_000, 9_000_000), column: (pixel, 0), row: (0, -pixel))),
            to: RasterGeoreference(
                crs: "EPSG:3035",
                transform: Geotransform(origin: (2_000_000, 6_000_000), column: (pixel / 2, 0), row: (0, -pixel / 2))))
    }

    @Test(arguments: [1000.0, 10_000, 40_000])
    func `blocks of any size have the positions of their pixels`(_ pixel: Double) throws {
        let mapping = try mapping(pixel)
        let source = PixelSize(width: 100_000, height: 100_000)
        var steps: Set<Int> = []
        for side in 1...BlockMapping.side {
            let rect = PixelRect(x: 3, y: 2, width: side, height: BlockMapping.side + 1 - side)
            let block = try #require(BlockMapping(rect, source: source, mapping: mapping))
            steps.insert(block.step)
            for row in [0, rect.size.height / 2, rect.size.height - 1] {
                for column in [0, side / 2, side - 1] {
                    var x = [Double(rect.x + column) + 0.5]
                    var y = [Double(rect.y + row) + 0.5]
                    mapping.map(&x, &y)
                    let position = block.source(column: column, row: row)
                    #expect(
                        abs(position.x - x[0]) <= BlockMapping.errorLimit
                            && abs(position.y - y[0]) <= BlockMapping.errorLimit)
                }
                var positions: [(x: Double, y: Double)] = []
                block.forEachSource(columns: 0..<side, row: row) { positions.append(($0, $1)) }
                for (column, position) in positions.enumerated() {
                    let other = block.source(column: column, row: row)
                    #expect(position.x == other.x && position.y == other.y)
                }
            }
        }
        #expect(!steps.isEmpty)
    }
}
