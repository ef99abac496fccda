import LayerTree
import Testing
import TilePyramid

@testable import SDLPresenter

@MainActor
@Suite(.serialized, .withAcceleratedRenderer, .timeLimit(.minutes(15))) struct AcceleratedPixelTests {
    private let red = Color(red: 1, green: 0, blue: 0)

    @Test func `a quad of colour covers pixels whose centres it holds, its left and upper edge and not the others`()
        throws
    {
        let window = try acceleratedWindow()
        #expect(window.drawing == .accelerated)
        let picture = Picture(64, 48)
        let shown = try window.picture(
            of: picture.showing([
                try picture.quad(red, in: rect(10, 10, 20, 20)),
                try picture.quad(.black, in: rect(40.5, 10.5, 2, 2)),
                try picture.quad(.black, in: rect(50.49, 10.51, 2, 2)),
            ]))
        #expect(shown[9, 9] == 0xFFFF_FFFF)
        #expect(shown[10, 10] == 0xFFFF_0000)
        #expect(shown[29, 29] == 0xFFFF_0000)
        #expect(shown[30, 30] == 0xFFFF_FFFF)
        func black(_ columns: Range<Int>) -> [[Int]] {
            (0..<48).flatMap { y in columns.filter { shown[$0, y] == 0xFF00_0000 }.map { [$0, y] } }
        }
        #expect(black(35..<48) == [[40, 10], [41, 10], [40, 11], [41, 11]])
        #expect(black(48..<64) == [[50, 11], [51, 11], [50, 12], [51, 12]])
    }

    @Test func `contents shown pixel for pixel come out exactly, with every filter`() throws {
        let window = try acceleratedWindow()
        let picture = Picture(64, 48)
        let contents = buffer(20, 10) { x, y in 0xFF00_0000 | UInt32(x * 10) << 16 | UInt32(y * 20) << 8 | 77 }
        for filter in ContentsFilter.allCases {
            let shown = try window.picture(
                of: picture.showing([try picture.quad(contents, in: rect(5, 7, 20, 10), filter: filter)]))
            for y in 0..<10 {
                for x in 0..<20 {
                    #expect(shown[x + 5, y + 7] == contents[x, y])
                }
            }
            #expect(shown[4, 7] == 0xFFFF_FFFF)
            #expect(shown[25, 7] == 0xFFFF_FFFF)
        }
    }

    @Test func `premultiplied contents lie over what is below: half of black on white is 127 or 128`() throws {
        let window = try acceleratedWindow()
        let picture = Picture(64, 48)
        let shown = try window.picture(
            of: picture.showing([
                try picture.quad(plain(8, 8, 0x8000_0000), in: rect(0, 0, 8, 8)),
                try picture.quad(plain(8, 8, 0xFF00_0000), in: rect(8, 0, 8, 8), opacity: 0.5),
                try picture.quad(plain(8, 8, 0x8080_0000), in: rect(16, 0, 8, 8)),
                try picture.quad(Color.black, in: rect(24, 0, 8, 8), opacity: 0.5),
            ]))
        for x in [4, 12, 28] {
            #expect([127, 128].contains(shown[x, 4] & 255))
        }
        #expect(shown[20, 4] >> 16 & 255 == 255)
        #expect([127, 128].contains(shown[20, 4] & 255))
    }
}
