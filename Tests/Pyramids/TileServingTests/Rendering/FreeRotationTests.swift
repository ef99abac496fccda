import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import TileServing

@Suite(.timeLimited) struct FreeRotationTests {
    /// Rotates an image of RGBA.
    private func rotated(
        _ pixels: [[[UInt8]]], _ degrees: Double, change: (inout OutputOptions) -> Void = { $0.format = .png }
    ) throws -> [[[UInt8]]] {
        let size = PixelSize(width: pixels[0].count, height: pixels.count)
        let memory = try PixelMemory(size, PixelLayout(.rgba))
        for (y, row) in pixels.enumerated() {
            row.flatMap(\.self).withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                memory.row(y).copyMemory(from: base, byteCount: bytes.count)
            }
        }
        var options = OutputOptions()
        change(&options)
        let output = try FreeRotation(source: size, degrees: degrees)
            .rotated(memory, holdsNumbers: false, options).pixels
        let channels = output.layout.channels.rawValue
        return (0..<output.size.height).map { y in
            let row = Array(UnsafeRawBufferPointer(start: output.row(y), count: output.stride))
            return (0..<output.size.width).map { Array(row[$0 * channels..<($0 + 1) * channels]) }
        }
    }

    @Test func `a pixel at 45 degrees touches the four pixels of its bounding box`() throws {
        let part: [UInt8] = [200, 100, 50, 75]
        #expect(try rotated([[[200, 100, 50, 255]]], 45) == [[part, part], [part, part]])
    }

    /// Red and green above blue and white.
    private let four: [[[UInt8]]] = [
        [[255, 0, 0, 255], [0, 255, 0, 255]], [[0, 0, 255, 255], [255, 255, 255, 255]],
    ]

    @Test func `four pixels at 45 degrees have their corners in the middle of the edges`() throws {
        #expect(
            try rotated(four, 45) == [
                [[127, 0, 127, 22], [255, 0, 0, 160], [128, 128, 0, 22]],
                [[0, 0, 255, 160], [127, 127, 127, 255], [0, 255, 0, 160]],
                [[127, 127, 255, 22], [255, 255, 255, 160], [128, 255, 128, 22]],
            ])
    }

    @Test func `four pixels at 30 degrees are turned clockwise`() throws {
        #expect(
            try rotated(four, 30) == [
                [[220, 0, 34, 34], [255, 0, 0, 162], [34, 221, 0, 34]],
                [[0, 0, 255, 162], [127, 127, 127, 255], [0, 255, 0, 162]],
                [[34, 34, 255, 34], [255, 255, 255, 162], [221, 255, 221, 34]],
            ])
    }

    @Test func `beyond the image JPEG is white, and so are black and white`() throws {
        let black: [[[UInt8]]] = [[[0, 0, 0, 255]]]
        // A pixel of alpha 75 over white.
        let part: [UInt8] = [180, 180, 180]
        #expect(try rotated(black, 45) { $0.format = .jpeg } == [[part, part], [part, part]])
        let white: [UInt8] = [255]
        #expect(
            try rotated(black, 45) {
                $0.format = .png
                $0.quality = .bitonal
            } == [[white, white], [white, white]])
    }

    @Test(arguments: [
        (100, 60, 45.0, 114, 114), (100, 60, 30.0, 117, 102), (100, 60, 60.0, 102, 117), (1, 1, 0.000_001, 1, 1),
        (16_383, 1, 45.0, 11_586, 11_586), (3, 4, 36.869_898, 5, 5),
    ]) func `the bounding box is that of the corners`(
        _ width: Int, _ height: Int, _ degrees: Double, _ boxWidth: Int, _ boxHeight: Int
    ) {
        let rotation = FreeRotation(source: PixelSize(width: width, height: height), degrees: degrees)
        #expect(rotation.size == PixelSize(width: boxWidth, height: boxHeight))
    }

    @Test func `a large image of one color keeps it in every block`() throws {
        let color: [UInt8] = [10, 200, 30, 255]
        let image = Array(repeating: Array(repeating: color, count: 150), count: 90)
        let pixels = try rotated(image, 33)
        let size = FreeRotation(source: PixelSize(width: 150, height: 90), degrees: 33).size
        #expect(pixels.count == size.height && pixels[0].count == size.width)
        let colors = Set(pixels.flatMap { $0 }.filter { $0[3] > 0 }.map { Array($0[..<3]) })
        #expect(colors == [[10, 200, 30]])
        // The area stays: transparent pixels at the edges count by their alpha.
        let area = pixels.flatMap { $0 }.reduce(0) { $0 + Double($1[3]) / 255 }
        #expect(abs(area - 150 * 90) < 0.01 * 150 * 90)
        #expect(pixels[0][0] == [0, 0, 0, 0] && pixels[size.height / 2][size.width / 2] == color)
    }
}
