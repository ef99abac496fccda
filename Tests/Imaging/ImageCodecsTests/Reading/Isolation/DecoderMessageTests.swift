import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited) struct `Messages of decoder processes` {
    private static let requests: [DecoderRequest] = [
        DecoderRequest(options: DecodeOptions(), budget: DecoderBudget(memory: 1, seconds: 2)),
        {
            var options = DecodeOptions()
            options.page = 7
            options.dpi = 123.5
            options.range = .values(-1.5, 2)
            options.depth = .sixteen
            options.alpha = .flatten(RGBColor(red: 1, green: 2, blue: 3))
            options.keepProfile = true
            options.allowTruncated = true
            options.allowedLoss = [.color, .place]
            return DecoderRequest(options: options, budget: DecoderBudget(memory: 0, seconds: .max))
        }(),
    ]

    private static let header = {
        var info = ImageInfo(
            size: PixelSize(width: 300, height: 20), layout: PixelLayout(.grayAlpha, .sixteen), profile: [1, 2, 3],
            container: "AVIF", exif: [4])
        info.pageCount = 7
        info.storedBits = 12
        return DecoderHeader(info: info, orientation: .rotated90, isStored: true, warnings: ["one", "zwei ü"])
    }()

    @Test(arguments: requests)
    func `A request arrives as it was sent`(request: DecoderRequest) throws {
        #expect(try DecoderRequest(request.message) == request)
    }

    @Test func `A header arrives as it was sent`() throws {
        #expect(try DecoderHeader(Self.header.message) == Self.header)
    }

    @Test func `A failure arrives as it was sent`() throws {
        for code in [CodecError.Code.unreadable, .damaged, .truncated, .inputOutput] {
            let failure = DecoderFailure(code: code, message: "it is so.")
            #expect(try DecoderFailure(failure.encoded) == failure)
        }
    }

    @Test func `A message that is cut short is malformed`() {
        for message in Self.requests.map(\.message) {
            for count in 0..<message.count {
                #expect(throws: MessageReader.Malformed.self) { try DecoderRequest(Array(message.prefix(count))) }
            }
        }
        let message = Self.header.message
        for count in 0..<message.count {
            #expect(throws: MessageReader.Malformed.self) { try DecoderHeader(Array(message.prefix(count))) }
        }
    }

    @Test func `Impossible values are malformed`() {
        var writer = MessageWriter()
        writer.add(0)
        writer.add(20)
        #expect(throws: MessageReader.Malformed.self) { try DecoderHeader(writer.bytes) }
        var huge = MessageWriter()
        huge.add(Int.max)
        #expect(throws: MessageReader.Malformed.self) {
            var reader = MessageReader(huge.bytes)
            _ = try reader.byteArray()
        }
        #expect(throws: MessageReader.Malformed.self) { try DecoderFailure([UInt8](repeating: 255, count: 16)) }
    }
}
