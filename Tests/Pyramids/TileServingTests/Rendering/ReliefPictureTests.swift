import ChannelImages
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import TileServing

@Suite(.timeLimited) struct ReliefPictureTests {
    /// The gray of flat ground.
    private static let flat: UInt8 = 181

    /// The gray, and the alpha if there is one, of a picture of numbers; nil is an invalid number.
    private func picture(
        _ width: Int, _ height: Int, hasAlpha: Bool = false, quarterTurns: Int = 0,
        _ number: (_ x: Int, _ y: Int) -> UInt32?
    ) throws -> [[UInt8]] {
        let memory = try PixelMemory(
            PixelSize(width: width, height: height), PixelLayout(hasAlpha ? .rgba : .rgb))
        for y in 0..<height {
            let row = memory.row(y).assumingMemoryBound(to: UInt8.self)
            for x in 0..<width {
                let pixel = row + x * memory.layout.bytesPerPixel
                NumberPixels.store(number(x, y) ?? 0, pixel)
                if hasAlpha { pixel[3] = number(x, y) == nil ? 0 : 255 }
            }
        }
        var options = OutputOptions()
        options.format = .png
        options.quarterTurns = quarterTurns
        let pixels = try ReliefPicture(of: memory).drawn(options).pixels
        return (0..<pixels.size.height).map { y in
            Array(UnsafeRawBufferPointer(start: pixels.row(y), count: pixels.stride))
        }
    }

    @Test(arguments: [(1, 1), (1, 4), (4, 1), (5, 3)])
    func `Flat ground is of one gray`(width: Int, height: Int) throws {
        let row = Array(repeating: Self.flat, count: width)
        #expect(try picture(width, height) { _, _ in 100_000 } == Array(repeating: row, count: height))
    }

    @Test func `Ground that faces the light is brighter, however low it is`() throws {
        for step in [1, 7000] as [UInt32] {
            let rising = try picture(6, 5) { x, _ in UInt32(x) * step }.flatMap(\.self)
            let falling = try picture(6, 5) { x, _ in UInt32(9 - x) * step }.flatMap(\.self)
            #expect(Set(rising).count == 1 && rising[0] > Self.flat)
            #expect(Set(falling).count == 1 && falling[0] < Self.flat)
        }
        #expect(
            try picture(6, 5) { x, _ in UInt32(x) } == picture(6, 5) { x, _ in UInt32(x) * 7000 },
            "The mean slope is the same.")
    }

    @Test func `What has no elevation is transparent`() throws {
        let rows = try picture(3, 2, hasAlpha: true) { x, y in x == 1 && y == 0 ? nil : 9 }
        #expect(rows == [[Self.flat, 255, 0, 0, Self.flat, 255], [Self.flat, 255, Self.flat, 255, Self.flat, 255]])
        #expect(try picture(2, 1, hasAlpha: true) { _, _ in nil } == [[0, 0, 0, 0]])
    }

    @Test func `A picture is rotated`() throws {
        #expect(try picture(3, 2, quarterTurns: 1) { _, _ in 9 } == Array(repeating: [Self.flat, Self.flat], count: 3))
    }
}
