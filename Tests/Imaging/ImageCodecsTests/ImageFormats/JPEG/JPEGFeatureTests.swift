internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import JPEGLossless
internal import PixelKernels
internal import TestLimits
internal import TestSupport
internal import Testing

@Suite(.timeLimited) struct `Features of JPEG` {
    private static func decoded(_ jpeg: [UInt8]) throws -> DecodedImage {
        try DecodedImage(openImage(.bytes(jpeg, name: "test.jpg")))
    }

    // MARK: Exactness

    @Test(arguments: Libjpeg.Storage.all)
    func `every kind of JPEG decodes exactly as by libjpeg`(storage: Libjpeg.Storage) throws {
        let jpeg = Libjpeg.encode(width: 83, height: 61, as: storage)
        let image = try Self.decoded(jpeg)
        #expect(image.samples == Libjpeg.samples(of: jpeg, interpolatesChroma: true).samples.map(Int.init))
        #expect(image.warnings.isEmpty)
    }

    @Test func `luma of 4 2 0 is that of libjpeg, whichever way chroma is upsampled`() throws {
        let storage = Libjpeg.Storage(name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)], quality: 100)
        let jpeg = Libjpeg.encode(width: 64, height: 48, as: storage)
        let source = try #require(try openImage(.bytes(jpeg, name: "test.jpg")) as? JPEGImageSource)
        var luma: [UInt8] = []
        try source.readPlanes { band in
            let plane = band.planes[0]
            for y in plane.rows {
                luma += UnsafeRawBufferPointer(start: plane.row(y), count: 64)
            }
        }
        #expect(luma == Libjpeg.samples(of: jpeg, isLuma: true).samples)
    }

    // MARK: Extraneous bytes

    /// The position of extraneous bytes.
    enum Place: CaseIterable {
        case beforeTables, beforeScan, beforeRestartMarker, beforeEnd
    }

    private static let storage = Libjpeg.Storage(
        name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)], restartInterval: 6)

    /// Inserts bytes before a marker.
    private static func inserting(_ bytes: [UInt8], _ place: Place, into jpeg: [UInt8]) throws -> [UInt8] {
        let segments = try Segments(jpeg)
        let offset: Int
        switch place {
        case .beforeTables: offset = try segments.offset(of: 0xDB)
        case .beforeScan: offset = try segments.offset(of: 0xDA)
        case .beforeRestartMarker:
            let start = try segments.offset(ofData: 0)
            offset = try #require(jpeg.indices.dropFirst(start).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xD2 })
        case .beforeEnd: offset = jpeg.count - 2
        }
        return Array(jpeg[..<offset]) + bytes + jpeg[offset...]
    }

    @Test(arguments: Place.allCases)
    func `extraneous bytes before a marker are skipped, with a warning`(place: Place) throws {
        let jpeg = Libjpeg.encode(width: 96, height: 80, as: Self.storage)
        let other = try Self.inserting([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], place, into: jpeg)
        let image = try Self.decoded(other)
        #expect(try image.samples == Self.decoded(jpeg).samples)
        #expect(image.warnings == [JPEGInspection.skippedBytesWarning])
        // Spliced tiles, and tiles of coefficients.
        for allowTruncated in [false, true] {
            let cut = try PassthroughCollector.cut(other, tileSize: 32, allowTruncated: allowTruncated)
            #expect(
                try cut.tiles == PassthroughCollector.cut(jpeg, tileSize: 32, allowTruncated: allowTruncated).tiles)
            #expect(cut.warnings == [JPEGInspection.skippedBytesWarning])
        }
    }

    @Test func `extraneous bytes before scans of a progressive JPEG are skipped, with a warning`() throws {
        let storage = Libjpeg.Storage(name: "progressive", sampling: [(2, 2), (1, 1), (1, 1)], isProgressive: true)
        let jpeg = Libjpeg.encode(width: 50, height: 40, as: storage)
        let scan = try #require(try Segments(jpeg).list.last { $0.marker == 0xDA }).offset
        let image = try Self.decoded(jpeg[..<scan] + [1, 2, 3] + jpeg[scan...])
        #expect(try image.samples == Self.decoded(jpeg).samples)
        #expect(image.warnings == [JPEGInspection.skippedBytesWarning])
    }

    // MARK: Refusals

    /// A feature that cannot be decoded, declared by bytes of the frame header.
    struct Feature: CustomTestStringConvertible {
        var reason: String
        /// The offset from the frame's marker, and the bytes there.
        var offset: Int
        var bytes: [UInt8]
        var testDescription: String { reason }
    }

    static let features = [
        Feature(reason: "its samples have 12 bits", offset: 4, bytes: [12]),
        Feature(reason: "its samples have 16 bits", offset: 4, bytes: [16]),
        Feature(reason: "it is lossless (SOF3)", offset: 1, bytes: [0xC3]),
        Feature(reason: "it is hierarchical (SOF5)", offset: 1, bytes: [0xC5]),
        Feature(reason: "it is lossless and arithmetically coded (SOF11)", offset: 1, bytes: [0xCB]),
        Feature(reason: "it is hierarchical (SOF14)", offset: 1, bytes: [0xCE]),
        Feature(reason: "it is a JPEG-LS image", offset: 1, bytes: [0xF7]),
        Feature(reason: "its height follows its first scan (DNL)", offset: 5, bytes: [0, 0]),
    ]

    private static func refusal(of jpeg: [UInt8]) throws -> CodecError {
        try #require(throws: CodecError.self) { try decoded(jpeg) }
    }

    @Test(arguments: features)
    func `a JPEG that cannot be decoded is refused for its feature, not as damaged`(feature: Feature) throws {
        var jpeg = Libjpeg.encode(width: 40, height: 24, as: Self.storage)
        let start = try Segments(jpeg).offset(of: 0xC0) + feature.offset
        jpeg.replaceSubrange(start..<start + feature.bytes.count, with: feature.bytes)
        let error = try Self.refusal(of: jpeg)
        #expect(error.code == .unsupported && error.isWellWorded)
        #expect(error.message.contains(feature.reason), "\(error)")
    }

    /// A gray JPEG with its only component several times, each in a scan of its own.
    private static func withComponents(_ count: Int) throws -> [UInt8] {
        let gray = Libjpeg.encode(width: 16, height: 16, as: Libjpeg.Storage(name: "gray", sampling: [(1, 1)]))
        let segments = try Segments(gray)
        let (frame, scan) = try (segments.offset(of: 0xC0), segments.offset(of: 0xDA))
        let data = try gray[segments.offset(ofData: 0)...].dropLast(2)
        let tables = try segments.offset(of: 0xDB)
        var jpeg: [UInt8] = [0xFF, 0xD8] + gray[tables..<frame]
        jpeg += [0xFF, 0xC0, 0, UInt8(8 + 3 * count)] + gray[frame + 4..<frame + 9] + [UInt8(count)]
        for number in 1...count {
            jpeg += [UInt8(number), 0x11, 0]
        }
        jpeg += gray[frame + 13..<scan]
        for number in 1...count {
            jpeg += [0xFF, 0xDA, 0, 8, 1, UInt8(number), 0, 0, 63, 0] + data
        }
        return jpeg + [0xFF, 0xD9]
    }

    @Test(arguments: [2, 5, 11])
    func `a JPEG of 2, 5 or more components is refused for their number`(count: Int) throws {
        let error = try Self.refusal(of: Self.withComponents(count))
        #expect(error.code == .unsupported && error.isWellWorded)
        #expect(error.message.contains("it has \(count) components"), "\(error)")
        #expect(try Self.decoded(Self.withComponents(3)).info.layout.channels == .rgb)
    }
}
