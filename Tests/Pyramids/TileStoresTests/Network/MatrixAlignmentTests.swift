import TestLimits
import Testing
import TilePyramid

@testable import RemotePyramids
@testable import TileStores

@Suite(.timeLimited) struct MatrixAlignmentTests {
    private func matrix(
        _ resolution: Double, _ columns: Int, _ rows: Int, corner: [Double] = [2_420_000, 1_350_000], tile: Int = 256
    ) -> WMTSCapabilities.Matrix {
        WMTSCapabilities.Matrix(
            identifier: "\(resolution)", scaleDenominator: resolution / 0.00028, corner: corner, tileWidth: tile,
            tileHeight: tile, columns: columns, rows: rows)
    }

    private func set(_ matrices: [WMTSCapabilities.Matrix], crs: String = "urn:ogc:def:crs:EPSG:2056")
        -> WMTSCapabilities.MatrixSet
    {
        WMTSCapabilities.MatrixSet(identifier: "a", system: ReferenceSystemName(crs), matrices: matrices)
    }

    /// The number of tiles of a length.
    private func count(_ length: Double, _ resolution: Double) -> Int {
        Int((length / resolution / 256).rounded(.up))
    }

    @Test func `all 28 scales of swisstopo are levels, and the coarsest is a tile`() throws {
        let resolutions: [Double] = [
            4000, 3750, 3500, 3250, 3000, 2750, 2500, 2250, 2000, 1750, 1500, 1250, 1000, 750, 650, 500, 250, 100, 50,
            20, 10, 5, 2.5, 2, 1.5, 1, 0.5, 0.25,
        ]
        let set = set(resolutions.map { matrix($0, count(480_000, $0), count(320_000, $0)) })
        let grid = try #require(WMTSGrid(set, within: nil))
        let pyramid = grid.pyramid
        #expect(pyramid.levels.map(\.downsample) == resolutions.map { $0 * 4 })
        #expect(pyramid.size == PixelSize(width: 1_920_000, height: 1_280_000) && pyramid.levels[0].grid.count == 1)
        for (level, matrix) in zip(pyramid.levels, set.matrices) {
            #expect(level.grid == TileGrid(columns: matrix.columns, rows: matrix.rows))
            let last = TileIndex(level: level.index, column: matrix.columns - 1, row: matrix.rows - 1)
            #expect(grid.position(of: last) == (matrix.columns - 1, matrix.rows - 1))
        }
    }

    @Test func `a grid that is counted from below begins at its own upper edge`() throws {
        // 1000×1000 m from 0,0 upward: 3 tiles of 1 m pixels, 2 of 2 m, 1 of 5 m.
        let set = set([
            matrix(5, 1, 1, corner: [0, 1280]), matrix(2, 2, 2, corner: [0, 1024]), matrix(1, 4, 4, corner: [0, 1024]),
        ])
        let alignment = try #require(MatrixAlignment(set))
        #expect(alignment.shapes.map(\.downsample) == [5, 2, 1])
        #expect(alignment.shapes.map(\.size.height) == [205, 512, 1024])
        // 256 m above the common edge: 51.2 pixels of 5 m, of which a fifth is rounded off.
        #expect(alignment.shapes.map(\.origin) == [PixelOffset(x: 0, y: 51), .zero, .zero])
    }

    @Test(arguments: [[0.0, 1024], [1024.0, 0]])
    func `the order of the coordinates does not matter`(corner: [Double]) throws {
        let shifted = corner.map { $0 == 0 ? 0 : $0 + 256 }
        let set = set([matrix(5, 1, 1, corner: shifted), matrix(1, 4, 4, corner: corner)])
        #expect(MatrixAlignment(set)?.shapes.map(\.origin.y) == [51, 0])
    }

    @Test func `matrices that begin elsewhere, and scales that occur twice, are left out`() throws {
        let set = set([
            matrix(8, 9, 9, corner: [0, 0]), matrix(4, 2, 2), matrix(2, 4, 4), matrix(2, 4, 4), matrix(1, 8, 8),
        ])
        let grid = try #require(WMTSGrid(set, within: nil))
        #expect(grid.matrices.map(\.identifier) == ["4.0", "2.0", "1.0"])
        #expect(
            grid.pyramid
                == Pyramid(
                    levels: [
                        LevelShape(size: PixelSize(width: 512, height: 512), tileSize: 256, downsample: 4),
                        LevelShape(size: PixelSize(width: 1024, height: 1024), tileSize: 256, downsample: 2),
                        LevelShape(size: PixelSize(width: 2048, height: 2048), tileSize: 256, downsample: 1),
                    ], padsTiles: true))
    }

    @Test func `tiles of each matrix have its own size`() throws {
        let alignment = try #require(MatrixAlignment(set([matrix(3, 1, 1, tile: 512), matrix(1, 6, 6)])))
        #expect(
            alignment.shapes.map(\.tileSize.width) == [512, 256] && alignment.shapes.map(\.size.width) == [512, 1536])
    }

    @Test func `a region begins at a whole pixel of every level`() throws {
        let region = MatrixAlignment.Region(left: 1001, top: 2001, right: 3000, bottom: 2500)
        let matrices = [matrix(16, 4, 4), matrix(4, 16, 16), matrix(1, 64, 64)]
        let alignment = try #require(MatrixAlignment(set(matrices), cropping: region))
        #expect(
            alignment.shapes.map(\.origin.x) == [62, 248, 992] && alignment.shapes.map(\.origin.y) == [125, 500, 2000])
        #expect(alignment.shapes.map(\.size.width) == [126, 502, 2008])
    }

    @Test func `a matrix with sides that are too long is left out`() throws {
        let matrices = [matrix(4, 4, 4), matrix(1, 1 << 24, 16)]
        let alignment = try #require(MatrixAlignment(set(matrices)))
        #expect(alignment.matrices.map(\.identifier) == ["4.0"])
        #expect(MatrixAlignment(set([matrix(1, 1 << 24, 1 << 24)])) == nil && MatrixAlignment(set([])) == nil)
    }

    @Test func `scales in Web Mercator that do not halve are levels, too`() throws {
        let corner = [-20_037_508.3427892, 20_037_508.3427892]
        let matrices = [9000.0, 6000, 4000, 1500, 500].map {
            matrix($0, count(40_075_016, $0), count(40_075_016, $0), corner: corner)
        }
        let grid = try #require(WMTSGrid(set(matrices, crs: "EPSG:3857"), within: nil))
        #expect(grid.pyramid.levels.map(\.downsample) == [18, 12, 8, 3, 1])
    }
}
