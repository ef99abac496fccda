import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import LayerGallery

/// All demos at two pixels for each point.
@MainActor
@Suite(.timeLimited) struct ScaledDemoTests {
    /// Letters, digits of few pixels and narrow slopes lie elsewhere within a point if there are fewer pixels.
    private static let coarse: Set<String> = [
        "wrapped-text", "attributed-text", "label", "centered-text", "action-lookup", "custom-value", "layer-matrix",
        "sprite-sheet", "seven-transforms", "group-opacity",
    ]

    /// Compares the means of squares of 8 × 8 points.
    ///
    /// A part that is missing, misplaced or of another size changes such a mean: a line of 2 points that is half as wide
    /// changes it by 32.
    @Test(arguments: Demo.all.map(\.name))
    func `a demo at two pixels for each point is the recorded one, but sharper`(name: String) throws {
        let demo = try #require(Demo.named(name))
        let single = DemoPlayer(demo)
        let double = DemoPlayer(demo, scale: 2)
        for time in demo.times {
            let small = single.picture(at: time)
            let large = double.picture(at: time)
            #expect(large.size == PixelSize(width: 640, height: 480))
            let expected = small.means(of: 8)
            let means = large.means(of: 16)
            let greatest = zip(expected, means).map { abs($0 - $1) }.max() ?? 0
            #expect(greatest <= (Self.coarse.contains(name) ? 80 : 16), "at \(time) s")
        }
    }

    @Test(
        arguments: [
            "attributed-text", "centered-text", "corners-and-shadows", "delegate-drawing", "nine-slices", "rotation",
            "stick-figure",
        ])
    func `letters, lines, corners and shadows are sharp at two pixels for each point`(name: String) throws {
        let demo = try #require(Demo.named(name))
        try expectSnapshot(DemoPlayer(demo, scale: 2).picture(at: 0), matches: "\(name)-0-at-2")
    }
}

extension PixelBuffer {
    /// The means of the red, green and blue samples of squares with a side in pixels, row by row.
    fileprivate func means(of side: Int) -> [Double] {
        let columns = size.width / side
        let rows = size.height / side
        var sums = Array(repeating: 0, count: 3 * columns * rows)
        withPixels { pixels in
            for row in 0..<rows * side {
                for column in 0..<columns * side {
                    let pixel = pixels[row * size.width + column]
                    let index = 3 * (row / side * columns + column / side)
                    for sample in 0..<3 { sums[index + sample] += Int(pixel >> UInt32(8 * sample) & 255) }
                }
            }
        }
        return sums.map { Double($0) / Double(side * side) }
    }
}
