import Compositing
import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// A level that is shown between a half and three quarters of its size, compared with the mean of each pixel's area.
@Suite(.timeLimited) struct SupersamplingQualityTests {
    private static let size = PixelSize(width: 240, height: 180)
    private static let frame = PixelSize(width: 100, height: 72)

    /// Leaves that lie over each other, whose sizes are distributed as in photographs.
    private static let level: PixelBuffer = {
        var random = SeededRandom(seed: 3)
        var gray = [UInt32](repeating: 128, count: size.area)
        for _ in 0..<400 {
            let radius = 2 / Double.random(in: 0.05...1, using: &random)
            let x = Double.random(in: 0...Double(size.width), using: &random)
            let y = Double.random(in: 0...Double(size.height), using: &random)
            let value = UInt32.random(in: 0...255, using: &random)
            for row in max(0, Int(y - radius))..<min(size.height, Int(y + radius) + 2) {
                for column in max(0, Int(x - radius))..<min(size.width, Int(x + radius) + 2)
                where hypot(Double(column) - x, Double(row) - y) < radius {
                    gray[row * size.width + column] = value
                }
            }
        }
        return PixelBuffer(size: size, isOpaque: true) { pixels in
            for index in pixels.indices { pixels[index] = 0xFF00_0000 | gray[index] * 0x1_0101 }
        }
    }()

    /// The errors of a frame that shows the middle of the level, moved by a part of a pixel.
    private static func errors(_ filter: ContentsFilter, scale: Double, shift: Double = 0) throws -> [Double] {
        let left = (Double(size.width) * scale - Double(frame.width)) / 2 + shift
        let top = (Double(size.height) * scale - Double(frame.height)) / 2 + shift
        let view = Projection(scaleX: scale, y: scale).followed(by: Projection(translationX: -left, y: -top))
        let whole = Rect(PixelRect(size))
        let quad = RenderQuad(
            outline: try #require(PixelPolygon(whole, projectedBy: view)),
            fill: .contents(RenderContents(buffer: level, source: whole, filter: filter, projection: view)), opacity: 1,
            clip: RenderClip(bounds: PixelRect(frame)))
        let drawn = Compositor(workerCount: 1).draw(
            RenderTree(size: frame, background: .black, items: [.quad(quad)]))
        let columns = (0..<frame.width).map { weights(from: (Double($0) + left) / scale, scale: scale) }
        let rows = (0..<frame.height).map { weights(from: (Double($0) + top) / scale, scale: scale) }
        return rows.indices.flatMap { row in
            columns.indices.map { column in
                let mean = rows[row].reduce(0.0) { sum, line in
                    sum + line.weight
                        * columns[column].reduce(0.0) { $0 + $1.weight * Double(level[$1.pixel, line.pixel] & 255) }
                }
                return Double(drawn[column, row] & 255) - mean
            }
        }
    }

    /// The pixels of the level that lie in a pixel of the frame along an axis, with their shares.
    private static func weights(from start: Double, scale: Double) -> [(pixel: Int, weight: Double)] {
        let end = start + 1 / scale
        return (Int(start)...Int(end)).map { pixel in
            (pixel, max(0, min(end, Double(pixel + 1)) - max(start, Double(pixel))) * scale)
        }
    }

    private static func mean(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } / Double(values.count) }

    @Test(arguments: [0.504, 0.55, 0.6, 0.65, 0.7, 0.75])
    func `supersampling is 3 dB nearer to the area's mean than one bilinear sample`(scale: Double) throws {
        func error(_ filter: ContentsFilter) throws -> Double {
            try [0, 0.3, 0.55, 0.8].reduce(0) {
                $0 + Self.mean(try Self.errors(filter, scale: scale, shift: $1))
            }
        }
        let gain = 10 * log10(try error(.linear) / error(.supersampled))
        #expect(gain >= 3, "\(gain) dB")
    }

    @Test func `while zooming, its error changes from frame to frame by 0.6 of that or less`() throws {
        func change(_ filter: ContentsFilter) throws -> Double {
            let frames = try (0..<14).map { try Self.errors(filter, scale: 0.5 * pow(1.03, Double($0))) }
            let changes = zip(frames, frames.dropFirst()).map { one, next in
                Self.mean(zip(one, next).map { $1 - $0 })
            }
            return (changes.reduce(0, +) / Double(changes.count)).squareRoot()
        }
        let ratio = try change(.supersampled) / change(.linear)
        #expect(ratio <= 0.6, "\(ratio)")
    }

    @Test func `near its own size, and magnified, an image has one sample`() throws {
        for scale in [0.97, 1, 1.5, 3] {
            #expect(try Self.errors(.supersampled, scale: scale) == Self.errors(.linear, scale: scale))
        }
    }
}

/// The choice of when moving views are supersampled.
@Suite(.timeLimited) struct SupersamplingPolicyTests {
    private let late = SupersamplingPolicy.lateFrame + 0.001
    private let timely = SupersamplingPolicy.lateFrame - 0.001

    @Test func `two late frames of a motion in a row turn supersampling off`() {
        var policy = SupersamplingPolicy()
        for duration in [late, timely, late] {
            policy.recordFrame(duration: duration, isMoving: true, at: 1)
            #expect(policy.isOn(at: 1))
        }
        policy.recordFrame(duration: late, isMoving: true, at: 1)
        #expect(!policy.isOn(at: 1))
    }

    @Test func `frames at rest do not count`() {
        var policy = SupersamplingPolicy()
        for _ in 0..<10 { policy.recordFrame(duration: late, isMoving: false, at: 1) }
        policy.recordFrame(duration: late, isMoving: true, at: 1)
        policy.recordFrame(duration: late, isMoving: false, at: 1)
        policy.recordFrame(duration: late, isMoving: true, at: 1)
        #expect(policy.isOn(at: 1))
    }

    @Test func `a frame that waits for the screen may take the time between two of its refreshes`() {
        var policy = SupersamplingPolicy()
        for duration in [0.0167, 0.019, 0.0199, 0.021] {
            policy.recordFrame(duration: duration, isMoving: true, waitsForScreen: true, at: 1)
            #expect(policy.isOn(at: 1))
        }
        policy.recordFrame(duration: 0.021, isMoving: true, waitsForScreen: true, at: 1)
        #expect(!policy.isOn(at: 1))
    }

    @Test func `the first motion after a pause tries again, and no motion changes its look twice`() {
        var policy = SupersamplingPolicy()
        for _ in 0..<3 { policy.recordFrame(duration: late, isMoving: true, at: 1) }
        let end = 1 + SupersamplingPolicy.pause
        // The same motion goes on beyond the pause.
        policy.recordFrame(duration: timely, isMoving: true, at: end + 1)
        #expect(!policy.isOn(at: end + 1))
        policy.recordFrame(duration: timely, isMoving: false, at: end + 1.1)
        #expect(policy.isOn(at: end + 1.2))
        policy.recordFrame(duration: timely, isMoving: true, at: end + 1.2)
        #expect(policy.isOn(at: end + 1.2))
    }

    @Test func `within a pause, further motions take one sample`() {
        var policy = SupersamplingPolicy()
        for _ in 0..<3 { policy.recordFrame(duration: late, isMoving: true, at: 1) }
        policy.recordFrame(duration: timely, isMoving: false, at: 2)
        #expect(!policy.isOn(at: 2))
        for _ in 0..<5 { policy.recordFrame(duration: timely, isMoving: true, at: 3) }
        #expect(!policy.isOn(at: 3))
    }
}
