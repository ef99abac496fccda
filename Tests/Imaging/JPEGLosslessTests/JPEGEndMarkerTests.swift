import ImageCodecs
import ImageMetadata
import TestLimits
import TestSupport
import Testing

@testable import JPEGLossless

@Suite(.timeLimited) struct `JPEGs without an end marker` {
    private static let storages = [
        Libjpeg.Storage(name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)]),
        Libjpeg.Storage(name: "4:4:4", sampling: [(1, 1), (1, 1), (1, 1)]),
        Libjpeg.Storage(name: "gray", sampling: [(1, 1)]),
        Libjpeg.Storage(name: "restart markers", sampling: [(2, 2), (1, 1), (1, 1)], restartInterval: 3),
        Libjpeg.Storage(name: "progressive", sampling: [(2, 2), (1, 1), (1, 1)], isProgressive: true),
    ]
    private static let warning = ["the JPEG has no end marker; all of its rows are there."]

    private static func decode(_ jpeg: [UInt8], allowTruncated: Bool = false) throws -> DecodedImage {
        var options = DecodeOptions()
        options.allowTruncated = allowTruncated
        return try DecodedImage(openImage(.bytes(jpeg, name: "test.jpg"), options: options))
    }

    @Test(arguments: storages)
    func `All rows are read on all paths, with the same warning`(storage: Libjpeg.Storage) throws {
        let whole = Libjpeg.encode(width: 150, height: 200, as: storage)
        try #require(whole.suffix(2) == [0xFF, 0xD9])
        let expected = try Self.decode(whole)
        let tiles = try PassthroughCollector.cut(whole, tileSize: 32).tiles
        #expect(expected.warnings.isEmpty)
        // The marker may also be cut in half.
        for missing in [1, 2] {
            let jpeg = Array(whole.dropLast(missing))
            for allowTruncated in [false, true] {
                let image = try Self.decode(jpeg, allowTruncated: allowTruncated)
                #expect(image.samples == expected.samples && image.warnings == Self.warning)
                let collector = try PassthroughCollector.cut(jpeg, tileSize: 32, allowTruncated: allowTruncated)
                #expect(collector.tiles.count == tiles.count && collector.warnings == Self.warning)
                #expect(allowTruncated || storage.isProgressive || collector.tiles == tiles)
            }
        }
    }

    @Test(arguments: storages)
    func `What lacks data is truncated`(storage: Libjpeg.Storage) throws {
        let whole = Libjpeg.encode(width: 150, height: 200, as: storage)
        for missing in [whole.count / 20, whole.count / 3] {
            let jpeg = Array(whole.dropLast(missing))
            let error = #expect(throws: CodecError.self) { try Self.decode(jpeg) }
            #expect(error?.code == .truncated)
            let other = #expect(throws: CodecError.self) { try PassthroughCollector.cut(jpeg, tileSize: 32) }
            #expect(other?.code == .truncated)
            let warnings = try Self.decode(jpeg, allowTruncated: true).warnings
            #expect(warnings.count == 1 && warnings != Self.warning)
        }
    }
}
