import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// Frames made by hand, over an image of 400×200 pixels in a view of 200×100.
extension ViewedFrame {
    init(
        _ time: Double, scale: Double = 1, angle: Double = 0, center: Point = Point(x: 100, y: 50),
        _ pieces: [ViewedPiece]
    ) {
        self.init(
            time: time, screen: PixelSize(width: 200, height: 100),
            transform: AffineTransform(translationX: 100, y: 50).rotated(angle).scaled(x: scale, y: scale)
                .translated(x: -center.x, y: -center.y),
            imageSize: PixelSize(width: 400, height: 200), pieces: pieces)
    }
}

extension ViewedPiece {
    /// All of the image.
    static func all(_ downsample: Double, opacity: Double = 1) -> ViewedPiece {
        ViewedPiece(rect: Rect(x: 0, y: 0, width: 400, height: 200), downsample: downsample, opacity: opacity)
    }

    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ downsample: Double, opacity: Double = 1) {
        self.init(rect: Rect(x: x, y: y, width: width, height: height), downsample: downsample, opacity: opacity)
    }
}

/// Whether two values are equal but for rounding and the strip of 1/256 pixel at the edges that does not count.
func isNear(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) < 2e-4 }

@Suite(.timeLimited) struct ViewedQualityTests {
    @Test func `A frame without pieces is blank all over`() {
        let quality = ViewedQuality(of: ViewedFrame(0, []))
        #expect(isNear(quality.visible, 1) && quality.blank == quality.visible && quality.blur == 0)
        #expect(!quality.isCovered && !quality.isSharp)
    }

    @Test func `Only what lies within the image can be blank`() {
        // The middle of the view lies on the upper left corner of the image.
        let quality = ViewedQuality(of: ViewedFrame(0, center: .zero, []))
        #expect(isNear(quality.visible, 0.25) && isNear(quality.blank, 0.25))
    }

    @Test func `A view outside of the image counts as covered and sharp`() {
        let quality = ViewedQuality(of: ViewedFrame(0, center: Point(x: -500, y: 0), []))
        #expect(quality.visible == 0 && quality.isSharp)
    }

    @Test func `Pieces that meet cover exactly, and count as far as they are visible and opaque`() {
        let left = ViewedPiece(0, 0, 50, 100, 1)
        #expect(isNear(ViewedQuality(of: ViewedFrame(0, [left])).blank, 0.75))
        let rest = ViewedPiece(50, 0, 350, 100, 1)
        #expect(ViewedQuality(of: ViewedFrame(0, [left, rest])).blank == 0)
        let fading = ViewedPiece(50, 0, 350, 100, 1, opacity: 0.4)
        #expect(isNear(ViewedQuality(of: ViewedFrame(0, [left, fading])).blank, 0.45))
    }

    @Test(arguments: [(1.0, 1.0, 0.0), (1, 2, 1), (1, 8, 3), (0.5, 2, 0), (0.5, 1, 0), (0.25, 16, 2), (0.5, 4, 1)])
    func `Blur is one level for each doubling of the screen pixels per texel`(
        scale: Double, downsample: Double, levels: Double
    ) {
        let quality = ViewedQuality(of: ViewedFrame(0, scale: scale, [.all(downsample)]))
        #expect(isNear(quality.blur, levels * quality.visible))
        #expect(quality.isSharp == (levels == 0))
    }

    @Test func `Blur is the mean over the screen`() {
        let quality = ViewedQuality(
            of: ViewedFrame(0, [ViewedPiece(0, 0, 50, 200, 4), ViewedPiece(50, 0, 350, 200, 1)]))
        #expect(isNear(quality.blur, 0.5))
    }

    @Test func `A single pixel that is too coarse is not sharp`() {
        let pieces = [ViewedPiece(0, 0, 1, 1, 2), ViewedPiece(1, 0, 399, 1, 1), ViewedPiece(0, 1, 400, 199, 1)]
        let quality = ViewedQuality(of: ViewedFrame(0, pieces))
        #expect(quality.isCovered && !quality.isSharp)
        #expect(abs(quality.coarse - 1.0 / 20000) < 1e-6 && abs(quality.blur - quality.coarse) < 1e-12)
    }

    @Test func `Magnified pixels of the image count as blurred, but as sharp as they can be`() {
        let quality = ViewedQuality(of: ViewedFrame(0, scale: 4, [.all(1)]))
        #expect(isNear(quality.blur, 2) && isNear(quality.unavoidableBlur, 2) && quality.isSharp)
        let coarse = ViewedQuality(of: ViewedFrame(0, scale: 4, [.all(2)]))
        #expect(isNear(coarse.blur, 3) && isNear(coarse.unavoidableBlur, 2) && !coarse.isSharp)
    }

    @Test func `Rotated by 45°, a view of a corner shows a triangle of the image`() {
        // The image's corner lies in the center of the view, and the image below it.
        let quality = ViewedQuality(of: ViewedFrame(0, angle: .pi / 4, center: .zero, []))
        // A triangle of height 50 and base 100 below the center.
        #expect(isNear(quality.visible, 2500.0 / 20000))
        // In the middle of a large image all of the view shows it.
        let middle = ViewedFrame(0, scale: 4, angle: 0.3, center: Point(x: 200, y: 100), [.all(1)])
        #expect(isNear(ViewedQuality(of: middle).visible, 1) && ViewedQuality(of: middle).blank == 0)
    }

    @Test(arguments: [0.1, 0.7, 1.3, 2.9])
    func `The tiles of a rotated view cover it without gaps`(angle: Double) {
        let tiles = (0..<40).flatMap { column in
            (0..<20).map { ViewedPiece(Double(column) * 10, Double($0) * 10, 10, 10, 1) }
        }
        let quality = ViewedQuality(
            of: ViewedFrame(0, scale: 1.7, angle: angle, center: Point(x: 150, y: 90), tiles))
        #expect(quality.blank == 0 && quality.visible > 0.5)
    }
}
