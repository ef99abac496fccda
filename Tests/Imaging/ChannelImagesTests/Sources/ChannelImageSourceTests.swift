@testable import ChannelImages
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@Suite(.timeLimited) struct ChannelImageSourceTests {
    /// The pixels of all bands; empty if the rows are not each exactly once, from top to bottom.
    private func pixels(_ source: ChannelImageSource, rows: Range<Int>? = nil) throws -> [UInt8] {
        let wanted = rows ?? 0..<source.info.size.height
        var next = wanted.lowerBound
        var bytes: [UInt8] = []
        let rowBytes = source.info.size.width * source.info.layout.bytesPerPixel
        let receive: (PixelBand) throws -> Void = { band in
            guard band.rows.lowerBound == next, !band.rows.isEmpty else {
                next = .min
                return
            }
            for y in band.rows { bytes += UnsafeRawBufferPointer(start: band.row(y), count: rowBytes) }
            next = band.rows.upperBound
        }
        if let rows { try source.readBands(rows: rows, receive) } else { try source.readBands(receive) }
        return next == wanted.upperBound ? bytes : []
    }

    private func source(
        _ image: MemoryChannelImage, _ mode: ChannelRendering.Mode, workers: Int = 2
    ) throws -> ChannelImageSource {
        try ChannelImageSource(image, ChannelRendering(mode), file: "a.tif", container: "TIFF", workers: workers)
    }

    private func layer(_ channel: Int, _ range: ClosedRange<Double>, _ color: ChannelColor) -> ChannelRendering.Layer {
        ChannelRendering.Layer(channel: channel, range: range, color: color)
    }

    private let blocks = [(1, 1), (3, 2), (4, 4), (64, 1), (1, 64), (64, 64)].map {
        PixelSize(width: $0.0, height: $0.1)
    }

    @Test func `channels are mixed, whatever their blocks and threads`() throws {
        let first = (0..<7 * 9).map { UInt16($0) }
        let second = (0..<7 * 9).map { UInt16(100 - $0) }
        let expected = zip(first, second).flatMap { red, green -> [Int] in [Int(red), Int(green + 1) / 2, 0] }
        for block in blocks {
            let image = MemoryChannelImage(width: 7, type: .uint16, block: block, channels: [first, second])
            let mode = ChannelRendering.Mode.composite([
                layer(0, 0...255, .red), layer(1, 0...255, ChannelColor(red: 0, green: 128, blue: 0)),
            ])
            for workers in [1, 3] {
                let all = try pixels(try source(image, mode, workers: workers))
                #expect(all.count == expected.count)
                #expect(zip(all, expected).allSatisfy { abs(Int($0) - $1) <= 1 })
                for rows in [0..<4, 2..<9, 4..<5, 8..<9] {
                    #expect(
                        try pixels(try source(image, mode, workers: workers), rows: rows)
                            == Array(all[rows.lowerBound * 21..<rows.upperBound * 21]))
                }
            }
        }
    }

    @Test func `each block is read once`() throws {
        let samples = (0..<600 * 300).map { UInt8(truncatingIfNeeded: $0) }
        let image = MemoryChannelImage(
            width: 600, type: .uint8, block: PixelSize(width: 256, height: 128), channels: [samples])
        let source = try source(image, .composite([layer(0, 0...255, .white)]))
        #expect(source.info.layout == PixelLayout(.gray))
        #expect(source.info.container == "TIFF")
        #expect(source.rowAccess == .random)
        #expect(try pixels(source) == samples)
        let rects = image.rects(of: ChannelPlane())
        #expect(rects.count == 9)
        #expect(rects.allSatisfy { $0.x % 256 == 0 && $0.y % 128 == 0 })
        #expect(rects.reduce(0) { $0 + $1.size.area } == 600 * 300)
    }

    @Test func `pixels have alpha where some may be invalid`() throws {
        var channel = ChannelDescription()
        channel.nodata = NodataValue(0)
        let image = MemoryChannelImage(
            width: 2, type: .uint8, channels: [[0, 255, 51, 0] as [UInt8]], described: [channel])
        let gray = try source(image, .composite([layer(0, 0...255, .white)]))
        #expect(gray.info.layout == PixelLayout(.grayAlpha))
        #expect(gray.info.alphaIsValidity)
        #expect(gray.rowAccess == .sequential)
        #expect(try pixels(gray) == [0, 0, 255, 255, 51, 255, 0, 0])
        let colored = try source(image, .colormap(layer(0, 0...255, .white), .viridis))
        #expect(colored.info.layout == PixelLayout(.rgba))
        #expect(try pixels(colored).prefix(8) == [0, 0, 0, 0, 0xFD, 0xE7, 0x25, 255])
        let red = try source(image, .composite([layer(0, 0...255, .red)]))
        #expect(try pixels(red) == [0, 0, 0, 0, 255, 0, 0, 255, 51, 0, 0, 255, 0, 0, 0, 0])
    }

    @Test func `a pixel is as opaque as the file and the no-data value say`() throws {
        var channel = ChannelDescription()
        channel.nodata = NodataValue(7)
        let alpha: [UInt8] = [0, 100, 255, 255, 1, 0]
        for block in blocks {
            for meaning in [AlphaMeaning.opacity, .validity] {
                let image = MemoryChannelImage(
                    width: 3, type: .uint8, block: block, channels: [[50, 51, 52, 7, 54, 7] as [UInt8]],
                    described: [channel], alpha: (meaning, alpha))
                let gray = try source(image, .composite([layer(0, 0...255, .white)]))
                #expect(gray.info.layout == PixelLayout(.grayAlpha))
                #expect(gray.info.alphaIsValidity == (meaning == .validity))
                let expected: [UInt8] = [0, 0, 51, 100, 52, 255, 0, 0, 54, 1, 0, 0]
                #expect(try pixels(gray) == expected)
                #expect(try pixels(gray, rows: 1..<2) == Array(expected[6...]))
                let shaded = try pixels(source(image, .hillshade(channel: 0, Hillshade())))
                #expect(stride(from: 1, to: 12, by: 2).map { shaded[$0] } == [0, 100, 255, 0, 1, 0])
            }
        }
        let opaque = MemoryChannelImage(
            width: 3, type: .uint8, channels: [[1, 2, 3, 4, 5, 6] as [UInt8]], alpha: (.validity, alpha))
        #expect(try source(opaque, .composite([layer(0, 0...255, .red)])).info.layout == PixelLayout(.rgba))
        let terrain = try pixels(source(opaque, .terrain(channel: 0, .terrarium)))
        #expect(Array(terrain.prefix(8)) == [0, 0, 0, 0, 128, 2, 0, 100])
    }

    @Test func `a level without the alpha of full size is not a reduced copy`() throws {
        let description = ChannelImageDescription(
            levels: [PixelSize(width: 2, height: 2), PixelSize(width: 1, height: 1)], sampleType: .uint8,
            channels: [ChannelDescription()])
        let planes = [ChannelPlane(): [1, 2, 3, 4] as [UInt8]]
        let block = PixelSize(width: 2, height: 2)
        let mode = ChannelRendering.Mode.composite([layer(0, 0...255, .white)])
        let plain = MemoryChannelImage(description, block: block, planes: planes)
        #expect(try source(plain, mode).reduced(to: PixelSize(width: 1, height: 1)) != nil)
        let masked = MemoryChannelImage(
            description, block: block, planes: planes, alpha: (.validity, [0, 255, 255, 255]))
        #expect(try source(masked, mode).reduced(to: PixelSize(width: 1, height: 1)) == nil)
    }

    @Test func `elevations are real values`() throws {
        var channel = ChannelDescription()
        channel.scale = 0.5
        channel.offset = -10
        let image = MemoryChannelImage(
            width: 2, type: .int16, channels: [[20, 21, -1, 22] as [Int16]], described: [channel])
        let terrarium = try source(image, .terrain(channel: 0, .terrarium))
        #expect(terrarium.info.layout == PixelLayout(.rgb))
        #expect(try pixels(terrarium) == [0x80, 0, 0, 0x80, 0, 0x80, 0x7F, 0xF5, 0x80, 0x80, 1, 0])
        let floats = MemoryChannelImage(width: 1, type: .float32, channels: [[.nan, 1] as [Float]])
        #expect(try pixels(try source(floats, .terrain(channel: 0, .terrarium))) == [0, 0, 0, 0, 0x80, 1, 0, 255])
    }

    @Test func `shades are the same for any blocks and rows`() throws {
        let width = 7
        let heights = (0..<width * 41).map { index -> Float in
            index % 50 == 13 ? .nan : Float((index * 37) % 23) / 4
        }
        let light = Hillshade()
        var expected: [UInt8] = []
        for y in 0..<41 {
            var row = Array(repeating: UInt8(0), count: width)
            heights.withUnsafeBufferPointer { all in
                guard let base = all.baseAddress else { return }
                light.shade(
                    base + y * width, above: y > 0 ? base + (y - 1) * width : nil,
                    below: y < 40 ? base + (y + 1) * width : nil, count: width, to: &row)
            }
            expected += row.flatMap { [$0, $0 == 0 ? 0 : 255] }
        }
        for block in blocks {
            let image = MemoryChannelImage(width: width, type: .float32, block: block, channels: [heights])
            let mode = ChannelRendering.Mode.hillshade(channel: 0, light)
            #expect(try pixels(try source(image, mode)) == expected)
            for rows in [0..<1, 0..<40, 2..<3, 20..<41, 40..<41] {
                let part = Array(expected[rows.lowerBound * 2 * width..<rows.upperBound * 2 * width])
                #expect(try pixels(try source(image, mode), rows: rows) == part)
            }
        }
        let integers = MemoryChannelImage(width: 3, type: .uint16, channels: [Array(repeating: UInt16(7), count: 9)])
        let flat = try source(integers, .hillshade(channel: 0, light))
        #expect(flat.info.layout == PixelLayout(.gray))
        #expect(try pixels(flat) == Array(repeating: 181, count: 9))
    }

    @Test func `a section and a time point are those of the rendering`() throws {
        var description = ChannelImageDescription(
            levels: [PixelSize(width: 1, height: 1)], sampleType: .uint8, channels: [ChannelDescription()])
        description.sectionCount = 2
        description.timeCount = 3
        let image = MemoryChannelImage(
            description, block: PixelSize(width: 1, height: 1),
            planes: [ChannelPlane(section: 1, time: 2): [77 as UInt8]])
        var rendering = ChannelRendering(.composite([layer(0, 0...255, .white)]))
        rendering.section = 1
        rendering.time = 2
        let source = try ChannelImageSource(image, rendering, file: "a.tif", container: "TIFF")
        #expect(try pixels(source) == [77])
        rendering.time = 3
        #expect(throws: CodecError.self) {
            try ChannelImageSource(image, rendering, file: "a.tif", container: "TIFF")
        }
    }

    @Test func `levels that the image stores are rendered, with slopes of the same ground`() throws {
        let sizes = [PixelSize(width: 4, height: 4), PixelSize(width: 2, height: 2)]
        let description = ChannelImageDescription(
            levels: sizes, sampleType: .int16, channels: [ChannelDescription()])
        let image = MemoryChannelImage(
            description, block: PixelSize(width: 2, height: 2),
            planes: [
                ChannelPlane(): (0..<16).map { Int16($0 % 4) }, ChannelPlane(level: 1): [0, 2, 0, 2] as [Int16],
            ])
        let shades = try source(image, .hillshade(channel: 0, Hillshade()))
        let half = try #require(try shades.reduced(to: sizes[1]) as? ChannelImageSource)
        #expect(try pixels(shades) == Array(repeating: 218, count: 16))
        #expect(try pixels(half) == Array(repeating: 218, count: 4))
        #expect(try shades.reduced(to: sizes[0]) == nil)
        #expect(try half.reduced(to: sizes[1]) == nil)
    }

    @Test func `a plan of bands and rectangles covers every pixel once`() {
        let sizes = [(1, 1), (7, 5), (100, 3000), (70_000, 40), (9_999_999, 3)].map {
            PixelSize(width: $0.0, height: $0.1)
        }
        let stored = [(1, 1), (256, 256), (100_000, 1), (1, 100_000), (4096, 4096)].map {
            PixelSize(width: $0.0, height: $0.1)
        }
        for size in sizes {
            for block in stored {
                for pixelBytes in [1, 8, 8192] where size.area * pixelBytes < 1 << 36 {
                    let plan = ChannelBlockPlan(
                        size, blocks: block, rowBytes: size.width * 3, pixelBytes: pixelBytes, workers: 2)
                    var next = 0
                    var area = 0
                    while next < size.height {
                        let band = plan.band(from: next, before: size.height)
                        #expect(band.lowerBound == next && !band.isEmpty && band.count <= plan.longestBand)
                        let rects = plan.rects(of: band)
                        area += rects.reduce(0) { $0 + $1.size.area }
                        let longest = rects.map { $0.size.area * pixelBytes }.max() ?? 0
                        #expect(longest <= ChannelImageSource.unitByteLimit)
                        next = band.upperBound
                    }
                    #expect(area == size.area)
                }
            }
        }
    }
}
