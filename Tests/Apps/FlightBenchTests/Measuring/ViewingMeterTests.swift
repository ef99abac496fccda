import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import FlightBench
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

@Suite(.timeLimited) struct ViewingMeterTests {
    @Test func `A frame counts until the next one`() {
        var meter = ViewingMeter()
        meter.begin(FlightMark(kind: .opening, time: 0, end: 10))
        meter.add(ViewedFrame(0, []))
        meter.add(ViewedFrame(0.5, [ViewedPiece(0, 0, 100, 200, 8)]))
        meter.add(ViewedFrame(0.75, [.all(4)]))
        meter.add(ViewedFrame(1.75, [.all(1)]))
        meter.finish(at: 10)
        #expect(isNear(meter.summary.blank, 0.5 + 0.125))
        #expect(isNear(meter.summary.blur, 0.25 * 0.5 * 3 + 2) && meter.summary.unavoidableBlur == 0)
        #expect(meter.summary.blankAfterCover == 0 && meter.summary.flickers == 0)
        let delay = meter.summary.delays[0]
        #expect(delay.firstPixel == 0.5 && delay.covered == 0.75 && delay.sharp == 1.75)
    }

    @Test func `What is blank after the first covered frame is measured separately`() {
        var meter = ViewingMeter()
        meter.add(ViewedFrame(0, []))
        meter.add(ViewedFrame(1, [.all(1)]))
        meter.add(ViewedFrame(2, []))
        meter.finish(at: 4)
        #expect(isNear(meter.summary.blank, 3) && isNear(meter.summary.blankAfterCover, 2))
    }

    @Test func `Delays count from the first frame of a mark's view, and end when the camera moves on`() {
        var meter = ViewingMeter()
        meter.begin(FlightMark(kind: .opening, time: 0, end: 1))
        meter.add(ViewedFrame(0, []))
        meter.add(ViewedFrame(0.9, [.all(2)]))
        meter.add(ViewedFrame(1.1, [.all(1)]))
        meter.begin(FlightMark(kind: .stop, time: 1.99, end: 3))
        meter.add(ViewedFrame(2, center: Point(x: 300, y: 50), [.all(2)]))
        meter.add(ViewedFrame(2.25, center: Point(x: 300, y: 50), [.all(1)]))
        meter.begin(FlightMark(kind: .jump, time: 3, end: 3))
        meter.add(ViewedFrame(3.01, [.all(1)]))
        #expect(meter.summary.delays.map(\.firstPixel) == [0.9, 0, 0])
        #expect(meter.summary.delays.map(\.covered) == [0.9, 0, 0])
        #expect(meter.summary.delays.map(\.sharp) == [nil, 0.25, 0])
    }
}
