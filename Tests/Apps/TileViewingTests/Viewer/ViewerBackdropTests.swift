import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

@MainActor
@Suite(.timeLimited) struct ViewerBackdropTests {
    private static let light: UInt32 = 0xFF99_9999
    private static let dark: UInt32 = 0xFF66_6666

    /// A viewer of 160×120 points on an image of one color, with its point (40, 30) in the center.
    private func stage(
        _ source: any TileSource, scale: Double = 1, angle: Double = 0,
        _ change: (inout ViewerSettings) -> Void = { _ in }
    ) -> ViewerStage {
        ViewerStage([source], view: ViewState(center: Point(x: 40, y: 30), scale: scale, angle: angle)) {
            $0.size = PixelSize(width: Int(160 * scale), height: Int(120 * scale))
            $0.scale = scale
            change(&$0)
        }
    }

    private func square(_ x: Int, _ y: Int, side: Int = 8) -> UInt32 {
        (x / side + y / side).isMultiple(of: 2) ? Self.light : Self.dark
    }

    @Test(arguments: [1.0, 2.0])
    func `transparent parts show squares of eight points, which stay while the image moves`(scale: Double) {
        let stage = stage(PlainSource(nil), scale: scale)
        let side = Int(8 * scale)
        // The image is from (40, 30) to (120, 90) in points.
        for offset in [0.0, 5.0] {
            let picture = stage.snapshot()
            let left = Int(40 * scale - offset)
            let top = Int(30 * scale)
            for y in stride(from: top, to: Int(90 * scale), by: 3) {
                for x in stride(from: left, to: left + Int(80 * scale), by: 3) {
                    #expect(picture[x, y] == square(x, y, side: side))
                }
            }
            #expect(picture[left - 3, top - 3] == 0xFF80_8080)
            var view = stage.view
            view.center.x += 5 / scale
            stage.viewer.show(view, isExact: true, animated: false)
        }
    }

    @Test func `in a rotated view the squares are upright, and only below the image`() {
        let stage = stage(PlainSource(nil), angle: 45)
        let picture = stage.snapshot()
        for (x, y) in [(80, 60), (90, 60), (80, 70), (100, 70)] {
            #expect(picture[x, y] == square(x, y))
        }
        #expect(picture[42, 32] == 0xFF80_8080)
    }

    @Test func `an opaque image has no squares below it, nor one whose background was chosen`() {
        let opaque = stage(PlainSource(0xFFFF_FFFF))
        opaque.frames(for: 1)
        #expect(opaque.viewer.image.checkerboard.superlayer == nil)
        let chosen = stage(PlainSource(nil)) { $0.showsCheckerboard = false }
        #expect(chosen.snapshot()[80, 60] == 0xFF80_8080)
    }

    @Test func `the squares are those of the image that is shown`() {
        let stage = ViewerStage([PlainSource(nil), PlainSource(0xFFFF_FFFF)])
        stage.frames(for: 1)
        #expect(stage.viewer.image.checkerboard.superlayer != nil)
        stage.tap(" ")
        stage.frames(for: 1)
        #expect(stage.viewer.image.checkerboard.superlayer == nil)
        #expect(stage.viewer.nextFrameTime == nil)
    }

    @Test func `a thin frame shows where an image ends that has the color of the background`() {
        let white = stage(PlainSource(0xFFFF_FFFF)) { $0.background = .white }.snapshot()
        for (x, y) in [(39, 29), (80, 29), (120, 90), (39, 60), (120, 60), (80, 90)] {
            #expect(white[x, y] == 0xFF80_8080)
        }
        for (x, y) in [(38, 28), (40, 30), (119, 89), (121, 91)] {
            #expect(white[x, y] == 0xFFFF_FFFF)
        }
        let black = stage(PlainSource(0xFF00_0000)) { $0.background = .black }.snapshot()
        #expect(black[39, 60] == 0xFF7F_7F7F && black[38, 60] == 0xFF00_0000)
        let none = stage(PlainSource(0xFFFF_FFFF)) {
            $0.background = .white
            $0.framesImage = false
        }
        #expect(none.snapshot()[39, 60] == 0xFFFF_FFFF)
    }

    @Test(arguments: [0.25, 1, 3]) func `the frame is one pixel wide at any zoom`(zoom: Double) {
        let stage = stage(PlainSource(0xFFFF_FFFF)) { $0.background = .white }
        stage.viewer.show(ViewState(center: Point(x: 40, y: 30), scale: zoom), isExact: true, animated: false)
        let picture = stage.snapshot()
        let left = 80 - Int(40 * zoom)
        let row = (0..<160).map { picture[$0, 60] }
        #expect(row.indices.filter { row[$0] == 0xFF80_8080 } == (left > 0 ? [left - 1, 160 - left] : []))
    }
}

/// An image of 80×60 pixels of one color, or transparent.
private final class PlainSource: TileSource {
    let pyramid = Pyramid(size: PixelSize(width: 80, height: 60), tileSize: 64)
    private let pixel: UInt32?

    init(_ pixel: UInt32?) {
        self.pixel = pixel
    }

    func read(_ index: TileIndex) throws -> EncodedTile? {
        let size = pyramid.rect(of: index).size
        let buffer = PixelBuffer(size: size, isOpaque: nil) { target in
            for position in 0..<size.area { target[position] = pixel ?? 0 }
        }
        return try EncodedTile(buffer)
    }
}
