import Foundation
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TilePyramid

@testable import Mosaics

/// A list of images in a temporary folder.
struct MosaicFixture {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A sample of the whole image, which looks like noise.
    static func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        (x &* 73 &+ y &* 151 &+ channel &* 57 &+ (x &* y) % 31 &* 7) & 255
    }

    /// Writes a part of the whole image as a PNG.
    func writePart(_ name: String, x: Int, y: Int, width: Int, height: Int) throws {
        let png = PNGFixture(width: width, height: height) { Self.sample(x + $0, y + $1, $2) }
        try folder.write(Data(png.encoded()), to: name)
    }

    /// Writes an image of one color; four samples have alpha, one is gray.
    func write(_ name: String, _ color: [Int], width: Int, height: Int, bits: Int = 8) throws {
        var png = PNGFixture(width: width, height: height) { color[$2] }
        png.colorType = [0, 4, 2, 6][color.count - 1]
        png.bits = bits
        try folder.write(Data(png.encoded()), to: name)
    }

    /// Writes a list and returns its path.
    func write(list: String, to name: String = "list.json") throws -> String {
        try folder.write(Data(list.utf8), to: name)
        return folder.path(name)
    }

    func mosaic(_ path: String, options: DecodeOptions = DecodeOptions()) throws -> Mosaic {
        try Mosaic(MosaicDescription(MosaicList(path)), options: options)
    }

    /// The bytes of rows of a source.
    static func rows(_ source: any ImageSource, _ rows: Range<Int>? = nil) throws -> [[UInt8]] {
        var result: [[UInt8]] = []
        let wanted = rows ?? 0..<source.info.size.height
        let count = source.info.size.width * source.info.layout.bytesPerPixel
        try source.readBands(rows: wanted) { band in
            for y in band.rows {
                guard y == wanted.lowerBound + result.count else {
                    throw CodecError(.damaged, file: "mosaic", "row \(y) is out of order")
                }
                result.append(Array(UnsafeRawBufferPointer(start: band.row(y), count: count)))
            }
        }
        return result
    }
}
