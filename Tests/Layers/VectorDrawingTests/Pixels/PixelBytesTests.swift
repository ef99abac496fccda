import TestLimits
import Testing
import TilePyramid

@testable import VectorDrawing

/// Pixel buffers from arrays of bytes, and back.
@Suite(.timeLimited) struct PixelBytesTests {
    private let size = PixelSize(width: 2, height: 2)

    @Test func `each order of samples gives the same pixels`() throws {
        let rgba: [UInt8] = [1, 2, 3, 255, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]
        let expected: [UInt32] = [0xFF01_0203, 0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF]
        let bgra: [UInt8] = stride(from: 0, to: 16, by: 4).flatMap { [rgba[$0 + 2], rgba[$0 + 1], rgba[$0], 255] }
        let rgb: [UInt8] = stride(from: 0, to: 16, by: 4).flatMap { Array(rgba[$0..<$0 + 3]) }
        for (bytes, format) in [
            (rgba, PixelByteFormat.rgba), (rgb, .rgb), (bgra, .premultipliedBGRA), (bgra, PixelByteFormat(.bgra)),
            (rgba, PixelByteFormat(.rgba, isPremultiplied: true)),
        ] {
            let buffer = try PixelBuffer(size: size, bytes: bytes, format: format)
            #expect(buffer.withPixels { Array($0) } == expected, "\(format)")
            #expect(buffer.isOpaque)
            #expect(buffer.bytes(format) == bytes, "\(format)")
        }
    }

    @Test func `rows from the bottom are turned over`() throws {
        let format = PixelByteFormat(.gray, rowOrder: .bottomUp)
        let buffer = try PixelBuffer(size: PixelSize(width: 1, height: 3), bytes: [1, 2, 3], format: format)
        #expect(buffer.withPixels { Array($0) } == [0xFF03_0303, 0xFF02_0202, 0xFF01_0101])
        #expect(buffer.bytes(format) == [1, 2, 3] && buffer.bytes(.gray) == [3, 2, 1])
    }

    @Test func `straight colors are multiplied by alpha, and premultiplied ones never exceed it`() throws {
        let pixel = PixelSize(width: 1, height: 1)
        let straight = try PixelBuffer(size: pixel, bytes: [255, 100, 0, 128])
        #expect(straight[0, 0] == 0x8080_3200 && !straight.isOpaque)
        #expect(straight.bytes() == [255, 100, 0, 128])
        let premultiplied = try PixelBuffer(
            size: pixel, bytes: [255, 100, 0, 128], format: PixelByteFormat(.rgba, isPremultiplied: true))
        #expect(premultiplied[0, 0] == 0x8080_6400)
        #expect(premultiplied.bytes(.premultipliedBGRA) == [0, 100, 128, 128])
        #expect(premultiplied.bytes(.rgb) == [128, 100, 0])
        let gray = try PixelBuffer(size: pixel, bytes: [200, 51], format: PixelByteFormat(.grayAlpha))
        #expect(gray[0, 0] == 0x3328_2828)
        #expect(gray.bytes(PixelByteFormat(.grayAlpha)) == [200, 51])
        #expect(gray.bytes(PixelByteFormat(.grayAlpha, isPremultiplied: true)) == [40, 51])
        let clear = try PixelBuffer(size: pixel, bytes: [9, 9, 9, 0])
        #expect(clear.bytes() == [0, 0, 0, 0])
    }

    @Test func `every color at every alpha survives the way to bytes and back`() throws {
        for alpha in UInt32(1)...255 {
            let width = Int(alpha) + 1
            let size = PixelSize(width: width, height: 1)
            let buffer = PixelBuffer(size: size, isOpaque: nil) { pixels in
                for value in 0..<width {
                    let color = UInt32(value)
                    pixels[value] = alpha << 24 | color << 16 | (alpha - color) << 8 | color / 2
                }
            }
            for format in [PixelByteFormat.rgba, PixelByteFormat(.bgra), .premultipliedBGRA] {
                let again = try PixelBuffer(size: size, bytes: buffer.bytes(format), format: format)
                #expect(again.withPixels { Array($0) } == buffer.withPixels { Array($0) }, "\(format) at \(alpha)")
            }
        }
    }

    @Test func `gray is the luma of colors`() throws {
        let buffer = try PixelBuffer(
            size: size, bytes: [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255], format: .rgb)
        #expect(buffer.bytes(.gray) == [76, 150, 29, 255])
    }

    @Test(arguments: [
        (0, 1, 4), (1, 0, 0), (2, 2, 15), (2, 2, 17), (-1, -1, 4), (Int.max, 2, 8), (1 << 62, 1, 0),
    ])
    func `a wrong size is an error that says what is right`(width: Int, height: Int, count: Int) throws {
        let size = PixelSize(width: width, height: height)
        let error = try #require(throws: PixelByteCountError.self) {
            try PixelBuffer(size: size, bytes: [UInt8](repeating: 0, count: count))
        }
        #expect(error.count == count && error.size == size)
        if (width, height) == (2, 2) {
            #expect(
                "\(error)" == "the array has \(count) bytes, and 2×2 pixels with 4 bytes each take 16: "
                    + "check the size, the format, and whether rows have padding")
        }
    }
}
