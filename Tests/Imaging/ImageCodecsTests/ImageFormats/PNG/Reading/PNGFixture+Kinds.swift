internal import Compression
internal import ImageMetadata
internal import TestSupport
internal import Testing

@testable internal import ImageCodecs

extension PNGFixture {
    /// Every color type and bit depth of PNG, with and without tRNS where that is allowed.
    static let kinds: [(color: Int, bits: Int, hasTransparency: Bool)] = [
        (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (4, 16),
        (6, 8), (6, 16),
    ].flatMap { color, bits in
        (color < 4 ? [false, true] : [false]).map { (color, bits, $0) }
    }

    /// An image of a kind, compressed, with rows of all filters in turn.
    init(_ kind: (color: Int, bits: Int, hasTransparency: Bool), width: Int, height: Int, isInterlaced: Bool = false) {
        // Samples of any value that differ from their neighbors, and few enough that colors come twice.
        self.init(width: width, height: height) { x, y, channel in
            (x * 7919 + y * 104_729 + channel * 31_337 + x * y) % min(1 << kind.bits, 60_013)
        }
        bits = kind.bits
        colorType = kind.color
        self.isInterlaced = isInterlaced
        filter = { ($0 * 3 + 4) % 5 }
        compress = { PNGFixture.deflated($0) }
        if kind.color == 3 {
            // One color less than indices, which some images have too.
            let count = max(2, (1 << kind.bits) - 1)
            chunks = [("PLTE", (0..<3 * count).map { UInt8($0 * 37 % 256) })]
            if kind.hasTransparency {
                chunks.append(("tRNS", (0..<min(count, 5)).map { UInt8($0 * 60) }))
            }
        } else if kind.hasTransparency {
            let samples = (0..<(kind.color == 2 ? 3 : 1)).map { sample(width / 2, height / 2, $0) }
            chunks = [("tRNS", samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })]
        }
    }

    /// Returns a zlib stream.
    static func deflated(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
        guard let compressor = ZlibCompressor(level: level) else { return [] }
        return [UInt8](unsafeUninitializedCapacity: compressor.bound(bytes.count)) { buffer, count in
            count = bytes.withUnsafeBytes { compressor.compress($0, into: UnsafeMutableRawBufferPointer(buffer)) }
        }
    }
}

extension DecodedImage {
    /// Decodes a PNG as a stream, without its orientation.
    static func streamed(_ bytes: [UInt8], _ change: (inout DecodeOptions) -> Void = { _ in }) throws -> DecodedImage {
        var options = DecodeOptions()
        change(&options)
        return try DecodedImage(
            #require(try PNGImageSource.open(.bytes(bytes, name: "fixture"), options: options)))
    }

    /// Expects the image that libvips makes of a PNG.
    static func expectAsThroughVips(
        _ bytes: [UInt8], _ comment: String = "", _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws {
        let ours = try streamed(bytes, change)
        let theirs = try throughVips(bytes) {
            change(&$0)
            $0.autorotate = false
        }
        #expect(ours.info == theirs.info, "\(comment)")
        #expect(ours.samples == theirs.samples, "\(comment)")
        #expect(ours.warnings == theirs.warnings, "\(comment)")
    }
}
