import LayerTree
import TestLimits
import Testing
import TilePyramid

@testable import TiledLayers

@Suite(.timeLimited) struct LevelOfDetailTests {
    private let pyramid = Pyramid(size: PixelSize(width: 2048, height: 2048))
    private let detail = LevelOfDetail()

    @Test(arguments: [
        (4.0, 11), (1, 11), (0.75, 11), (0.501, 11), (0.5, 10), (0.3, 10), (0.25, 9), (0.125, 8), (0.01, 5),
        (1.0 / 4096, 0),
    ])
    func `the level is the coarsest one with a texel for each pixel`(scale: Double, level: Int) {
        #expect(detail.level(of: pyramid, scale: scale) == level)
    }

    @Test func `a scale that differs from 1 by a rounding error counts as 1`() {
        #expect(detail.level(of: pyramid, scale: 0.5 * (1 + 1e-12)) == 10)
        #expect(detail.level(of: pyramid, scale: 0.5 * (1 - 1e-12)) == 10)
    }

    @Test func `at 2 pixels per point, 4096 image pixels on 2048 points are 256 tiles, not 64`() {
        let pyramid = Pyramid(size: PixelSize(width: 4096, height: 4096))
        for (contentsScale, tiles) in [(1.0, 64), (2, 256)] {
            var view = Viewport(x: 0, y: 0, width: 2048, height: 2048, scale: 0.5)
            view.contentsScale = contentsScale
            var planner = TilePlanner()
            let requests = planner.plan(view, of: pyramid).requests.filter { $0.reason == .view }
            #expect(requests.count == tiles)
        }
    }

    @Test func `a moving view keeps its level until a pixel is 5 % larger than a texel`() {
        func level(_ scale: Double, previous: Int) -> Int {
            detail.level(of: pyramid, scale: scale, previous: previous, isMoving: true)
        }
        #expect(level(0.52, previous: 10) == 10)
        #expect(level(0.526, previous: 10) == 11)
        #expect(level(0.52, previous: 11) == 11)
        #expect(level(0.5, previous: 11) == 10)
        #expect(level(0.52, previous: 9) == 11)
    }

    @Test func `a view at rest has the right level, whatever the previous one`() {
        #expect(detail.level(of: pyramid, scale: 0.52, previous: 10) == 11)
    }

    @Test func `a tremor at the border of two levels changes the level once`() {
        var level = 11
        var changes = 0
        for step in 0..<100 {
            let next = detail.level(
                of: pyramid, scale: step.isMultiple(of: 2) ? 0.499 : 0.515, previous: level, isMoving: true)
            changes += next == level ? 0 : 1
            level = next
        }
        #expect(changes == 1 && level == 10)
    }

    @Test(arguments: [(1.0, 3), (0.26, 3), (0.25, 2), (0.1, 2), (1.0 / 16, 1), (0.02, 1), (1 / 57.7, 0), (0.001, 0)])
    func `levels with downsamples 1, 4, 16 and 57.7 are chosen by the same rule`(scale: Double, level: Int) {
        let full = PixelSize(width: 57700, height: 57700)
        let slide = Pyramid(
            levels: [57.7, 16, 4, 1].map { factor in
                LevelShape(
                    size: PixelSize(width: Int(57700 / factor), height: Int(57700 / factor)), tileSize: 256,
                    downsample: factor)
            })
        #expect(slide.size == full)
        #expect(detail.level(of: slide, scale: scale) == level)
    }

    @Test func `with 3 levels of detail, no level coarser than a quarter is used`() {
        let few = LevelOfDetail(levelsOfDetail: 3)
        #expect(few.levels(of: pyramid) == 9..<12)
        #expect(few.level(of: pyramid, scale: 0.01) == 9)
        #expect(few.level(of: pyramid, scale: 1) == 11)
        #expect(LevelOfDetail(levelsOfDetail: 99).levels(of: pyramid) == 0..<12)
    }

    @Test func `in a pyramid of its two finest levels, only those are chosen`() {
        let cut = Pyramid(size: PixelSize(width: 2048, height: 2048), levelCount: 2)
        #expect(detail.levels(of: cut) == 10..<12)
        #expect(detail.level(of: cut, scale: 0.001) == 10)
    }

    @Test(arguments: [(-1.0, 10), (0, 11), (0.5, 11), (1, 11)])
    func `a bias of 1 selects twice the texels, and −1 half of them`(bias: Double, atOne: Int) {
        let biased = LevelOfDetail(levelsOfDetailBias: bias)
        #expect(biased.level(of: pyramid, scale: 1) == atOne)
        #expect(biased.level(of: pyramid, scale: 0.25) == (bias == 0.5 ? 10 : 9 + Int(bias)))
    }
}
