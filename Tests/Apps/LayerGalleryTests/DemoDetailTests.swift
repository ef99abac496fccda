import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import LayerGallery

/// Details of the pictures of demos, apart from what was recorded.
@MainActor
@Suite(.timeLimited) struct DemoDetailTests {
    private static let white: UInt32 = 0xFFFF_FFFF
    private static let red: UInt32 = 0xFFD9_4033
    private static let blue: UInt32 = 0xFF33_66CC

    private func picture(of demo: Demo, at time: Double = 0) -> PixelBuffer { DemoPlayer(demo).picture(at: time) }

    @Test func `each picture of each demo shows something, and no other one shows the same`() {
        var names: [[UInt32]: String] = [:]
        for demo in Demo.all {
            let player = DemoPlayer(demo)
            for time in demo.times {
                let pixels = player.picture(at: time).withPixels { Array($0) }
                #expect(pixels.contains { $0 != pixels[0] }, "\(demo.name) at \(time) s is blank")
                #expect(names[pixels] == nil, "\(demo.name) at \(time) s looks like \(names[pixels] ?? "")")
                names[pixels] = "\(demo.name) at \(time) s"
            }
        }
    }

    @Test func `of the four corners, the upper left one is not round`() {
        let filled = picture(of: .threeRoundCorners)
        let stroked = picture(of: .strokedRectangle)
        #expect(filled[61, 51] == Self.blue && stroked[60, 50] == Self.red)
        for (column, row) in [(258, 51), (258, 188), (61, 188)] {
            #expect(filled[column, row] == Self.white && stroked[column, row] == Self.white)
        }
    }

    @Test(arguments: [("animation-group", 22, 114), ("ship-on-path", 32, 155), ("path-with-offset", 34, 64)])
    func `the path along which a layer moves is a red line`(name: String, column: Int, row: Int) throws {
        #expect(picture(of: try #require(Demo.named(name)), at: 2)[column, row] == Self.red)
    }

    @Test func `three colors go from the upper left corner to the lower right one`() {
        let snapshot = picture(of: .threeColorGradient)
        let upperRight = snapshot[298, 41]
        let lowerLeft = snapshot[21, 198]
        for shift in [0, 8, 16] as [UInt32] {
            #expect(abs(Int(upperRight >> shift & 255) - Int(lowerLeft >> shift & 255)) <= 4)
        }
        #expect(lowerLeft != snapshot[21, 41] && snapshot[298, 198] == Self.blue)
    }

    @Test func `a black heading is at the top of the inset, and centered in its width`() {
        let snapshot = picture(of: .centeredText)
        func dark(_ rows: Range<Int>) -> [Int] {
            (40..<280).filter { column in rows.contains { snapshot[column, $0] >> 16 & 255 < 60 } }
        }
        let columns = dark(80..<115)
        #expect(abs((columns.first ?? 0) - 40 - (279 - (columns.last ?? 0))) <= 6)
        #expect(dark(60..<80).isEmpty && dark(120..<180).isEmpty)
    }

    @Test func `a rasterized card keeps what lies outside of its bounds, and a clipped one does not`() {
        let snapshot = picture(of: .cornersAndShadows)
        #expect(snapshot[22, 42] == Self.red && snapshot[162, 42] == Self.white)
    }

    @Test func `a line ends where the pointer is`() {
        // The last point but one is reached after 0.7 s.
        let snapshot = picture(of: .fingerDrawing, at: 0.8)
        #expect(snapshot[220, 189] == Self.blue)
    }
}
