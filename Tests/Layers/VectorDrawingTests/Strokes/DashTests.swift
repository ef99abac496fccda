import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@Suite(.timeLimited) struct DashTests {
    /// The coverage of a line from (0, 0.5) to (length, 0.5) that is 1 wide, as one character for each pixel.
    private func row(_ pattern: [Double], phase: Double = 0, cap: StrokeStyle.Cap = .butt, length: Double = 20)
        -> String
    {
        var path = Path()
        path.move(to: Point(x: 0, y: 0.5))
        path.addLine(to: Point(x: length, y: 0.5))
        let style = StrokeStyle(width: 1, cap: cap, dashPattern: pattern, dashPhase: phase)
        let mask = PathCoverage(stroking: path, style: style).mask(of: PixelRect(x: 0, y: 0, width: 20, height: 1))
        return String(mask.map { $0 == 255 ? "#" : $0 == 0 ? "." : "+" })
    }

    @Test func `dashes and gaps alternate and have their lengths`() {
        #expect(row([4, 2]) == "####..####..####..##")
        #expect(row([1, 1, 3, 2]) == "#.###..#.###..#.###.")
        #expect(row([2.5, 1.5]) == "##+.##+.##+.##+.##+.")
        #expect(row([4, 2], length: 5) == "####................")
    }

    @Test func `an odd number of lengths makes dashes and gaps by turns`() {
        #expect(row([3]) == "###...###...###...##")
        #expect(row([1, 2, 3]) == "#..###.##...#..###.#")
    }

    @Test func `the phase starts within the pattern, also a negative one and one of several periods`() {
        #expect(row([4, 2], phase: 1) == "###..####..####..###")
        #expect(row([4, 2], phase: 4) == "..####..####..####..")
        #expect(row([4, 2], phase: -2) == "..####..####..####..")
        #expect(row([4, 2], phase: 601) == row([4, 2], phase: 1))
        #expect(row([4, 2], phase: .nan) == row([4, 2]))
    }

    @Test func `a line is solid without a pattern, and with one that is not a pattern`() {
        let solid = String(repeating: "#", count: 20)
        for pattern in [[], [0], [0, 0], [4, -1], [.nan, 1], [.infinity, 1], [5, 0]] {
            #expect(row(pattern) == solid)
        }
        #expect(row([1e-12, 1e-12]) == solid, "more dashes than the limit")
    }

    @Test func `dashes have caps, and dashes of length 0 are dots`() {
        #expect(row([2, 4], cap: .square) == "##+..+##+..+##+..+##")
        #expect(row([0, 4], cap: .butt) == String(repeating: ".", count: 20))
        #expect(row([0, 4], cap: .square) == "+..++..++..++..++...")
    }

    @Test func `dots along a line have the area of a disc each`() {
        var path = Path()
        path.move(to: Point(x: 10, y: 10))
        path.addLine(to: Point(x: 52, y: 31))
        let style = StrokeStyle(width: 6, cap: .round, dashPattern: [0, 8])
        // Six dots: at 0, 8 … 40 of 47.
        #expect(abs(PathCoverage(stroking: path, style: style).area - 6 * 9 * .pi) < 0.4)
        let squares = StrokeStyle(width: 6, cap: .square, dashPattern: [0, 8])
        #expect(abs(PathCoverage(stroking: path, style: squares).area - 6 * 36) < 0.1, "squares turn with the line")
    }

    @Test func `the pattern starts again in each subpath`() {
        var path = Path()
        for y in [0.5, 2.5] {
            path.move(to: Point(x: 0, y: y))
            path.addLine(to: Point(x: 7, y: y))
        }
        let style = StrokeStyle(width: 1, dashPattern: [3, 2])
        let mask = PathCoverage(stroking: path, style: style).mask(of: PixelRect(x: 0, y: 0, width: 7, height: 3))
        #expect(mask[0..<7] == mask[14..<21])
        #expect(mask[0..<7].map { $0 } == [255, 255, 255, 0, 0, 255, 255])
    }

    @Test func `where a closed line ends, the last dash and the first are one, with a join`() {
        let square = Path(Rect(x: 5, y: 5, width: 20, height: 20))
        // 80 around: dashes at 0…10, 20…30, 40…50, 60…70; moved by 5, the one at −5…5 passes the corner.
        let style = StrokeStyle(width: 4, dashPattern: [10, 10], dashPhase: 5)
        let coverage = PathCoverage(stroking: square, style: style)
        // Each corner has a dash around it: two lines of 5 × 4, the corner of 2 × 2 that both have, and the miter.
        #expect(coverage.area == 4 * 40)
        #expect(coverage.mask(of: PixelRect(x: 3, y: 3, width: 1, height: 1)) == [255])
        let whole = StrokeStyle(width: 4, dashPattern: [100, 10])
        #expect(PathCoverage(stroking: square, style: whole).area == 320, "a dash that covers all is closed")
    }

    @Test func `dashes along a circle have equal areas`() {
        let circle = Path(ellipseIn: Rect(x: 10, y: 10, width: 80, height: 80))
        let length = 80 * Double.pi / 20
        let style = StrokeStyle(width: 4, dashPattern: [length / 2, length / 2])
        #expect(abs(PathCoverage(stroking: circle, style: style).area - 40 * .pi * 4) < 0.6)
    }
}
