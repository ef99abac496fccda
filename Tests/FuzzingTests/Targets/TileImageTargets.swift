import Compression
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TilePyramid

@testable import ImageCodecs

extension FuzzTarget {
    /// Images whose containers are parsed here and whose pixels are decompressed by a library.
    static let tileImages = [
        FuzzTarget(name: "png", repair: Checksums.repairPNG, hasHeader: isSmallImage) { input, accept in
            if isSmallImage(input) { accept() }
            try decodeTile(input) {}
        },
        FuzzTarget(name: "png-image", longestInput: 8192, repair: Checksums.repairPNG, hasHeader: isSmallImage) {
            input, accept in
            var options = DecodeOptions()
            options.keepProfile = true
            options.allowTruncated = input.count % 2 == 0
            options.depth = input.count % 3 == 0 ? .sixteen : .eight
            options.threads = 1 + input.count % 5 / 4
            if input.count % 7 == 0 { options.alpha = .flatten(.white) }
            let source = try PNGImageSource.open(.bytes(input, name: "case"), options: options)
            guard let source, source.info.size.isSmall else { return }
            accept()
            try source.readBands { _ in }
        },
        FuzzTarget(name: "inflate", longestInput: 8192, hasHeader: isInflated) { input, accept in
            let expected = inflated(input, by: .zlib, piece: input.count)
            if !expected.bytes.isEmpty { accept() }
            for piece in [input.count, 1 + input.count / 3] {
                let actual = inflated(input, by: .interleaved, piece: piece)
                if actual != expected { throw DifferentInflation() }
            }
        },
        FuzzTarget(name: "tiff-image", longestInput: 8192, hasHeader: isSmallImage) { input, accept in
            for allowTruncated in [false, true] {
                var options = DecodeOptions()
                options.allowTruncated = allowTruncated
                options.threads = 1
                let source = try TIFFImageSource.open(.bytes(input, name: "case"), options: options)
                guard let source, source.info.size.isSmall else { return }
                accept()
                if (source as any ImageSource) is any PassthroughTileSource, input.count % 2 == 0 {
                    try PassthroughSink.read(source, encoding: TileEncoding(), threads: 1)
                } else {
                    try source.readBands { _ in }
                }
            }
        },
    ]

    /// The implementations of `InflateStream` do not agree.
    private struct DifferentInflation: Error {}

    /// The bytes that a deflate stream makes, up to a limit.
    private struct Inflated: Equatable {
        var bytes: [UInt8] = []
        var status = InflateStream.Status.incomplete

        static let limit = 1 << 20
    }

    /// Whether something is made of a deflate stream, whose codes are valid then.
    @Sendable private static func isInflated(_ input: [UInt8]) -> Bool {
        !inflated(input, by: .zlib, piece: input.count).bytes.isEmpty
    }

    /// Decompresses data that arrives in pieces; all pieces but the last may be kept.
    private static func inflated(
        _ data: [UInt8], by implementation: InflateStream.Implementation, piece: Int
    ) -> Inflated {
        var result = Inflated()
        guard let stream = InflateStream(implementation), !data.isEmpty else { return result }
        var memory = [UInt8](repeating: 0, count: 50_000)
        for start in stride(from: 0, to: data.count, by: piece) {
            let end = min(start + piece, data.count)
            // Exactly as long as the piece, so that a sanitizer sees what is read after it.
            Array(data[start..<end]).withUnsafeBytes { bytes in
                var rest = bytes
                memory.withUnsafeMutableBytes { memory in
                    var room: UnsafeMutableRawBufferPointer
                    repeat {
                        room = memory
                        result.status = stream.inflate(&rest, into: &room, isEager: end == data.count)
                        result.bytes += memory.prefix(memory.count - room.count)
                    } while result.status == .incomplete && room.isEmpty && result.bytes.count < Inflated.limit
                }
            }
            if result.status != .incomplete || result.bytes.count >= Inflated.limit { break }
        }
        // Those who reach the limit do so in different pieces.
        if result.bytes.count >= Inflated.limit { result = Inflated(bytes: Array(result.bytes.prefix(Inflated.limit))) }
        return result
    }

    /// Decodes a tile to pixels, as the viewer does.
    static func decodeTile(_ input: [UInt8], _ accept: () -> Void) throws {
        let decoder = TileDecoder()
        decoder.pixelLimit = 1 << 18
        try decoder.decode(input, name: "case") { tile in
            accept()
            let pixels = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: tile.size.area)
            defer { pixels.deallocate() }
            _ = try tile.write(to: pixels)
        }
    }
}
