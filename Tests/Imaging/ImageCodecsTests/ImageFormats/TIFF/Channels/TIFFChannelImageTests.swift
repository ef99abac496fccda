import ChannelImages
import Concurrency
import CTIFF
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited) struct TIFFChannelImageTests {
    /// A type of stored samples, and the type as which they are read.
    struct StoredType: Sendable, CustomTestStringConvertible {
        var format: Int
        var bits: Int
        var type: SampleType

        var testDescription: String { "\(format), \(bits) bits" }

        /// Bit patterns that differ by pixel and by channel; of 24-bit and 16-bit numbers, those of finite numbers.
        func pattern(_ x: Int, _ y: Int, _ channel: Int) -> UInt64 {
            let mixed = UInt64(x * 31 + y * 17 + channel * 101 + 1) &* 0x9E37_79B9_7F4A_7C15
            return mixed >> UInt64(64 - bits)
        }

        /// The bytes of the sample that is read.
        func bytes(_ pattern: UInt64) -> [UInt8] {
            let shift = UInt64(64 - bits)
            let value: UInt64 =
                switch format {
                case 2: UInt64(bitPattern: Int64(bitPattern: pattern << shift) >> Int64(shift))
                case 3 where bits < 32:
                    UInt64(Float(TIFFSampleType(number: .floatingPoint, bits: bits).value(pattern)).bitPattern)
                default: pattern
                }
            return (0..<type.byteCount).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        }

        /// The bytes of the samples of a rectangle.
        func bytes(_ rect: PixelRect, _ channel: Int) -> [UInt8] {
            var all: [UInt8] = []
            for y in rect.rows {
                for x in rect.columns { all += bytes(pattern(x, y, channel)) }
            }
            return all
        }

        /// Whole numbers of up to 32 bits.
        private static func integers(_ format: Int, _ bits: ClosedRange<Int>, _ types: [SampleType]) -> [StoredType] {
            bits.map { bits in
                StoredType(format: format, bits: bits, type: types[bits <= 8 ? 0 : bits <= 16 ? 1 : 2])
            }
        }

        static let wide: [StoredType] = [
            StoredType(format: 1, bits: 64, type: .uint64), StoredType(format: 2, bits: 64, type: .int64),
            StoredType(format: 3, bits: 16, type: .float32), StoredType(format: 3, bits: 24, type: .float32),
            StoredType(format: 3, bits: 32, type: .float32), StoredType(format: 3, bits: 64, type: .float64),
        ]
        static let all =
            integers(1, 1...32, [.uint8, .uint16, .uint32]) + integers(2, 2...32, [.int8, .int16, .int32]) + wide
    }

    private func open(_ bytes: [UInt8], _ options: DecodeOptions = DecodeOptions()) throws -> TIFFChannelImage {
        try #require(try TIFFChannelImage.open(.bytes(bytes, name: "test.tif"), options: options))
    }

    private func page(_ type: StoredType, width: Int, height: Int, channels: Int) -> TIFFFixture {
        var page = TIFFFixture(width: width, height: height, sample: type.pattern)
        page.bits = type.bits
        page.sampleFormat = type.format
        page.samplesPerPixel = channels
        page.extraSamples = [Int](repeating: 0, count: channels - 1)
        return page
    }

    @Test(arguments: StoredType.all) func `samples of every type are read as they are stored`(stored: StoredType) throws
    {
        for channels in [1, 3] {
            var page = page(stored, width: 21, height: 9, channels: channels)
            page.rowsPerStrip = 4
            for isPlanar in [false, true] {
                page.isPlanar = isPlanar
                for tile: (Int, Int)? in [nil, (16, 16)] {
                    page.tile = tile
                    for bigEndian in [false, true] {
                        let image = try open(page.encoded(big: bigEndian, bigEndian: bigEndian))
                        #expect(image.description.sampleType == stored.type)
                        #expect(image.description.channels.count == channels)
                        let isNarrow = stored.bits < 8 * stored.type.byteCount && stored.format != 3
                        #expect(image.description.significantBits == (isNarrow ? stored.bits : nil))
                        for channel in 0..<channels {
                            let expected = stored.bytes(PixelRect(x: 0, y: 0, width: 21, height: 9), channel)
                            #expect(
                                try image.bytes(ChannelPlane(channel: channel)) == expected,
                                "channel \(channel), planar: \(isPlanar), tiles: \(tile != nil), MM: \(bigEndian)")
                        }
                    }
                }
            }
        }
    }

    @Test func `every rectangle of a small image is read`() throws {
        for stored in StoredType.all where [1, 8, 12, 16].contains(stored.bits) {
            for channels in [1, 2] {
                var page = page(stored, width: 19, height: 5, channels: channels)
                page.rowsPerStrip = 2
                for tile: (Int, Int)? in [nil, (16, 16)] {
                    page.tile = tile
                    let image = try open(page.encoded(bigEndian: stored.bits == 16))
                    for x in stride(from: 0, to: 19, by: 3) {
                        for width in stride(from: 1, through: 19 - x, by: 4) {
                            for y in 0..<5 {
                                for height in 1...5 - y {
                                    let rect = PixelRect(x: x, y: y, width: width, height: height)
                                    let expected = stored.bytes(rect, channels - 1)
                                    let read = try image.bytes(ChannelPlane(channel: channels - 1), rect)
                                    #expect(read == expected, "\(stored.testDescription), \(rect)")
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    @Test(
        arguments: [COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_PACKBITS, COMPRESSION_ZSTD].map { Int($0) })
    func `compressed samples are read as libtiff wrote them`(compression: Int) throws {
        guard TIFFIsCODECConfigured(UInt16(compression)) != 0 else { return }
        for (bits, predictor) in [(8, 1), (8, 2), (16, 1), (16, 2), (32, 2), (12, 1)] {
            if predictor == 2, compression == COMPRESSION_PACKBITS { continue }
            var page = LibTIFFFixture(width: 45, height: 37, bits: bits, samplesPerPixel: 5)
            page.photometric = Int(PHOTOMETRIC_MINISBLACK)
            page.extraSamples = [0, 0, 0, 0]
            page.compression = compression
            page.predictor = predictor == 1 ? nil : Int32(predictor)
            for isPlanar in [false, true] {
                page.isPlanar = isPlanar
                for tile: (Int, Int)? in [nil, (16, 32)] {
                    page.tile = tile
                    page.rowsPerStrip = tile == nil ? 10 : nil
                    for mode in ["l", "b", "8b"] {
                        let image = try open(page.file(mode: mode))
                        for channel in 0..<5 {
                            #expect(
                                try numbers(image, channel) == channelSamples(page, channel),
                                "\(bits) bits, predictor \(predictor), planar: \(isPlanar), \(mode)")
                        }
                    }
                }
            }
        }
    }

    private func channelSamples(_ page: LibTIFFFixture, _ channel: Int) -> [Int] {
        stride(from: channel, to: page.samples.count, by: page.samplesPerPixel).map { page.samples[$0] }
    }

    private func numbers(_ image: TIFFChannelImage, _ channel: Int) throws -> [Int] {
        let plane = ChannelPlane(channel: channel)
        return switch image.description.sampleType {
        case .uint8: try image.samples(UInt8.self, plane).map { Int($0) }
        case .uint16: try image.samples(UInt16.self, plane).map { Int($0) }
        default: try image.samples(UInt32.self, plane).map { Int($0) }
        }
    }

    @Test func `several threads read the same tiles`() throws {
        var page = LibTIFFFixture(width: 200, height: 150, bits: 16, samplesPerPixel: 7)
        page.photometric = Int(PHOTOMETRIC_MINISBLACK)
        page.extraSamples = [0, 0, 0, 0, 0, 0]
        page.compression = Int(COMPRESSION_PACKBITS)
        page.tile = (32, 32)
        let image = try open(page.file())
        let expected = page
        try parallelFor(28, workers: 4, makeContext: {}) { index, _ in
            let read = try image.samples(UInt16.self, ChannelPlane(channel: index % 7)).map { Int($0) }
            #expect(read == channelSamples(expected, index % 7))
        }
    }

    @Test func `colors of a JPEG are those of an opened image`() throws {
        var page = LibTIFFFixture(width: 50, height: 40)
        page.photometric = Int(PHOTOMETRIC_YCBCR)
        page.compression = Int(COMPRESSION_JPEG)
        page.isSubsampled = true
        page.rowsPerStrip = 16
        let file = try page.file()
        let image = try open(file)
        #expect(image.description.isColorPicture && image.description.channels.count == 3)
        let shown = try DeliveredImage(openImage(.bytes(file, name: "test.tif"))).samples
        for channel in 0..<3 {
            let expected = stride(from: channel, to: shown.count, by: 3).map { shown[$0] }
            #expect(try numbers(image, channel) == expected)
        }
    }

    @Test func `an orientation is applied, unless it is not wanted`() throws {
        for orientation in 1...8 {
            var page = LibTIFFFixture(width: 23, height: 13, bits: 16, samplesPerPixel: 1)
            page.orientation = orientation
            page.rowsPerStrip = 5
            let file = try page.file()
            let image = try open(file)
            var options = DecodeOptions()
            options.depth = .sixteen
            let shown = try openImage(.bytes(file, name: "test.tif"), options: options)
            #expect(image.description.size == shown.info.size)
            let expected = try DeliveredImage(shown).samples
            #expect(try numbers(image, 0) == expected, "\(orientation)")
            let width = shown.info.size.width
            let rect = PixelRect(x: 2, y: 3, width: 7, height: 4)
            let part = try image.samples(UInt16.self, ChannelPlane(), rect).map { Int($0) }
            let rows = rect.rows.flatMap { y in rect.columns.map { expected[y * width + $0] } }
            #expect(part == rows, "\(orientation)")
            options.autorotate = false
            #expect(try numbers(open(file, options), 0) == page.samples)
        }
    }

    @Test func `alpha is not a channel, and unspecified samples are`() throws {
        var page = page(StoredType.all[7], width: 5, height: 3, channels: 5)
        page.extraSamples = [0, 2, 0, 0]
        let image = try open(page.encoded())
        #expect(image.channelSamples == [0, 1, 3, 4])
        #expect(try image.bytes(ChannelPlane(channel: 2)).first == UInt8(StoredType.all[7].pattern(0, 0, 3)))
        #expect(!image.description.isColorPicture)
        page.photometric = 2
        page.samplesPerPixel = 4
        page.extraSamples = []
        let color = try open(page.encoded())
        #expect(color.channelSamples == [0, 1, 2] && color.description.isColorPicture)
    }

    @Test func `samples whose 0 is white stay as they are`() throws {
        var page = TIFFFixture(width: 4, height: 1) { x, _, _ in UInt64(x * 50) }
        page.photometric = 0
        let image = try open(page.encoded())
        #expect(try image.bytes() == [0, 50, 100, 150])
        let colors = try #require(image.description.channels[0].colormap).colors
        #expect(colors[0] == ChannelColor(red: 255, green: 255, blue: 255))
        #expect(colors[255] == ChannelColor(red: 0, green: 0, blue: 0))
    }

    @Test func `a declared range is the one that is shown`() throws {
        var page = TIFFFixture(width: 2, height: 1) { _, _, _ in 7 }
        page.bits = 16
        page.tags[340] = .shorts([100])
        page.tags[341] = .shorts([4000])
        #expect(try open(page.encoded()).description.channels[0].displayRange == 100...4000)
    }

    @Test func `blocks that were never written have the no-data value`() throws {
        var page = TIFFFixture(width: 40, height: 20) { x, y, _ in UInt64(x + y) }
        page.bits = 16
        page.sampleFormat = 2
        page.tile = (16, 16)
        page.overrideEntry = { number, offset, size in
            if number == 1 {
                offset = 0
                size = 0
            }
        }
        page.tags[42113] = .text("-9999 ")
        let image = try open(page.encoded())
        #expect(image.description.channels[0].nodata == NodataValue("-9999"))
        let read = try image.samples(Int16.self)
        var expected: [Int16] = []
        for y in 0..<20 {
            for x in 0..<40 { expected.append(16..<32 ~= x && y < 16 ? -9999 : Int16(x + y)) }
        }
        #expect(read == expected)
        page.tags[42113] = nil
        let plain = try open(page.encoded()).samples(Int16.self)
        #expect(plain == expected.map { $0 == -9999 ? 0 : $0 })
    }
}
