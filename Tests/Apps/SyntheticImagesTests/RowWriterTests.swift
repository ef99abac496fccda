import Foundation
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited)
struct RowWriterTests {
    static let sizes = [(1, 1), (1, 9), (9, 1), (17, 5), (300, 300), (1000, 131)]

    /// Returns pixels without a pattern that a filter or predictor would reproduce by chance.
    static func pixels(_ size: PixelSize, _ layout: PixelLayout) -> [UInt8] {
        var state: UInt32 = 12345
        return (0..<size.area * layout.bytesPerPixel).map { index in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: index / 7 + Int(state >> 28))
        }
    }

    static func write(
        _ pixels: [UInt8], _ size: PixelSize, _ layout: PixelLayout, to path: String, bandHeight: Int = 7,
        quality: Int = 88
    ) throws {
        let format = try #require(ImageFileFormat(path: path))
        let writer = try format.makeWriter(path, size: size, layout: layout, quality: quality)
        let stride = size.width * layout.bytesPerPixel
        try pixels.withUnsafeBytes { buffer in
            let base = try #require(buffer.baseAddress)
            for first in Swift.stride(from: 0, to: size.height, by: bandHeight) {
                let rows = first..<min(first + bandHeight, size.height)
                try writer.write(PixelBand(base: base + first * stride, stride: stride, rows: rows))
            }
        }
        try writer.finish()
    }

    @Test(arguments: ["a.png", "a.tif"], sizes)
    func `A lossless file decodes to the written rows`(name: String, side: (Int, Int)) throws {
        let folder = try TemporaryFolder()
        let size = PixelSize(width: side.0, height: side.1)
        for channels in [PixelLayout.Channels.gray, .grayAlpha, .rgb, .rgba] {
            let layout = PixelLayout(channels)
            let pixels = Self.pixels(size, layout)
            try Self.write(pixels, size, layout, to: folder.path(name))
            let image = try decoded(folder.path(name))
            #expect(image.size == size)
            #expect(image.layout == layout)
            #expect(image.bytes == pixels, "\(channels)")
            #expect(folder.contents() == [name])
        }
    }

    @Test(arguments: sizes)
    func `A JPEG decodes to nearly the written rows`(side: (Int, Int)) throws {
        let folder = try TemporaryFolder()
        let size = PixelSize(width: side.0, height: side.1)
        for channels in [PixelLayout.Channels.gray, .rgb] {
            let layout = PixelLayout(channels)
            // Smooth in both directions: halved chroma keeps it.
            var pixels: [UInt8] = []
            for row in 0..<size.height {
                for column in 0..<size.width {
                    for channel in 0..<channels.rawValue {
                        pixels.append(UInt8((column / 8 + row / 8 + channel * 40) % 250))
                    }
                }
            }
            try Self.write(pixels, size, layout, to: folder.path("a.jpg"), quality: 95)
            let image = try decoded(folder.path("a.jpg"))
            #expect(image.size == size)
            #expect(image.layout == layout)
            let errors = zip(image.bytes, pixels).map { abs(Int($0) - Int($1)) }
            #expect(image.bytes.count == pixels.count)
            #expect(Double(errors.reduce(0, +)) / Double(errors.count) < 2)
        }
    }

    @Test
    func `The bytes of a file do not depend on the height of bands`() throws {
        let folder = try TemporaryFolder()
        let size = PixelSize(width: 200, height: 90)
        for fileExtension in ["png", "tif", "jpg"] {
            let pixels = Self.pixels(size, PixelLayout(.rgb))
            try Self.write(pixels, size, PixelLayout(.rgb), to: folder.path("a.\(fileExtension)"), bandHeight: 1)
            try Self.write(pixels, size, PixelLayout(.rgb), to: folder.path("b.\(fileExtension)"), bandHeight: 90)
            #expect(try folder.bytes(of: "a.\(fileExtension)") == folder.bytes(of: "b.\(fileExtension)"))
        }
    }

    @Test(arguments: [1, 3, 100])
    func `Files beyond the limit of 32-bit offsets are BigTIFFs`(rowsPerStrip: Int) throws {
        let folder = try TemporaryFolder()
        let size = PixelSize(width: 37, height: 20)
        let layout = PixelLayout(.rgba)
        let pixels = Self.pixels(size, layout)
        for limit in [0, 1 << 32] {
            var file = Data()
            let header = TIFFStripDirectory(size: size, layout: layout, rowsPerStrip: rowsPerStrip, limit: limit)
            header.write { file.append(contentsOf: $0) }
            #expect(file.count == header.pixelOffset)
            #expect(file[2] == (limit == 0 ? 43 : 42))
            file.append(contentsOf: pixels)
            try file.write(to: URL(fileURLWithPath: folder.path("a.tif")))
            let image = try decoded(folder.path("a.tif"))
            #expect(image.size == size)
            #expect(image.bytes == pixels)
        }
        let giant = PixelSize(width: 24_571, height: 60_000)
        #expect(TIFFStripDirectory(size: giant, layout: PixelLayout(.rgb), rowsPerStrip: 3).isBigTIFF)
        #expect(!TIFFStripDirectory(size: giant, layout: PixelLayout(.gray), rowsPerStrip: 3).isBigTIFF)
    }

    @Test(arguments: ["a.png", "a.tif", "a.jpg"])
    func `An abandoned file is removed, and the file that it would have replaced stays`(name: String) throws {
        let folder = try TemporaryFolder()
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: folder.path(name)))
        let size = PixelSize(width: 40, height: 40)
        do {
            let format = try #require(ImageFileFormat(path: name))
            let writer = try format.makeWriter(folder.path(name), size: size, layout: PixelLayout(.rgb))
            let pixels = Self.pixels(size, PixelLayout(.rgb))
            try pixels.withUnsafeBytes { buffer in
                let base = try #require(buffer.baseAddress)
                try writer.write(PixelBand(base: base, stride: 120, rows: 0..<20))
            }
            #expect(folder.contents().count == 2)
        }
        #expect(folder.contents() == [name])
        #expect(try folder.bytes(of: name) == Data([1, 2, 3]))
    }

    @Test(arguments: ["a.png", "a.tif", "a.jpg"])
    func `A file in a folder that is a file cannot be created`(name: String) throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: folder.path("file")))
        let path = folder.path("file/\(name)")
        let format = try #require(ImageFileFormat(path: path))
        let error = #expect(throws: CodecError.self) {
            try format.makeWriter(path, size: PixelSize(width: 8, height: 8), layout: PixelLayout(.rgb))
        }
        #expect(error?.code == .cannotCreate)
        #expect(error?.file == path)
    }

    @Test
    func `A folder and a device are not replaced by a file`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("a.png"), withIntermediateDirectories: false)
        for path in [folder.path("a.png"), "/dev/full"] {
            let error = #expect(throws: CodecError.self) {
                try ImageFileFormat.png.makeWriter(
                    path, size: PixelSize(width: 8, height: 8), layout: PixelLayout(.rgb))
            }
            #expect(error?.code == .cannotCreate)
        }
        #expect(folder.contents() == ["a.png/"])
    }

    @Test
    func `An image that a format does not support is refused before a file is created`() throws {
        let folder = try TemporaryFolder()
        let small = PixelSize(width: 8, height: 8)
        let requests: [(ImageFileFormat, PixelSize, PixelLayout)] = [
            (.jpeg, small, PixelLayout(.rgba)), (.jpeg, PixelSize(width: 65_501, height: 1), PixelLayout(.rgb)),
            (.png, small, PixelLayout(.rgb, .sixteen)), (.tiff, PixelSize(width: 0, height: 1), PixelLayout(.rgb)),
        ]
        for (format, size, layout) in requests {
            let error = #expect(throws: CodecError.self) {
                try format.makeWriter(folder.path("a"), size: size, layout: layout)
            }
            #expect(error?.code == .invalidRequest)
        }
        #expect(folder.contents().isEmpty)
    }

    @Test(arguments: [
        ("a.jpg", ImageFileFormat.jpeg), ("A.JPEG", .jpeg), ("x/y.b.png", .png), ("a.tif", .tiff), ("a.tiff", .tiff),
    ])
    func `The extension of a file names its format`(path: String, format: ImageFileFormat) {
        #expect(ImageFileFormat(path: path) == format)
    }

    @Test(arguments: ["a", "a.", "png", "a.png/b", "a.gif", ""])
    func `Other extensions name no format`(path: String) {
        #expect(ImageFileFormat(path: path) == nil)
    }
}
