import Concurrency
import Foundation
import Georeferencing
import ImageCodecs
import ImageMetadata
import Networking
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct RangedPyramidTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A tile of random bytes, of up to half a block, or of two of them.
    private func tile(_ index: TileIndex) -> [UInt8] {
        var random = SeededRandom(seed: UInt64(index.level << 20 | index.column << 10 | index.row))
        let count = index.column == 1 ? 100_000 : 5_000 + 3000 * index.row
        return [0xFF, 0xD8, 0xFF, 0xE0] + (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private func file(_ target: PyramidTarget, size: PixelSize = PixelSize(width: 160, height: 100)) throws -> [UInt8] {
        let pyramid = Pyramid(size: size, tileSize: 16, shape: target.shape)
        let name = "\(target.arrangement.id)-\(target.container?.id ?? "file")"
        let store = try target.makeStore(at: folder.path(name), pyramid: pyramid, format: .jpeg)
        for index in pyramid.indices where index != TileIndex(level: 2, column: 0, row: 0) {
            try store.write(tile(index).span.bytes, format: .jpeg, at: index)
        }
        try store.finish()
        return try [UInt8](folder.bytes(of: name))
    }

    private func source(_ bytes: [UInt8]) async throws -> any PyramidSource {
        try folder.write(Data(bytes), to: "local")
        let path = folder.path("local")
        return try await withBlockingAllowed {
            if let opened = try await Pyramids.open(path) { return opened.source }
            return try TIFFPyramidSource(opening: path)
        }
    }

    /// Everything that a source says of its tiles and files.
    private struct Contents: Hashable, Sendable {
        var tiles: [TileIndex: EncodedTile?] = [:]
        var stored: [TileIndex: StoredTile] = [:]
        var listed: [TileIndex: StoredTile] = [:]
        var issues: [ValidationIssue] = []
        var names: [String?] = []

        init(_ source: any PyramidSource) throws {
            for index in source.pyramid.indices {
                tiles[index] = try source.read(index)
                stored[index] = try source.storedTile(index)
                names.append(source.fileName(of: index))
            }
            try source.forEachStoredTile { listed[$0] = $1 }
            try source.inspectFiles { issues.append($0) }
        }
    }

    /// Whether a file is the same over the network, tile by tile.
    private func compare(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let local = try await source(bytes)
        let fixture = try RangedFixture(bytes)
        let remote = try await fixture.openSource()
        func expect(_ condition: Bool, _ what: Comment) { #expect(condition, what, sourceLocation: sourceLocation) }
        expect(remote.pyramid == local.pyramid && remote.format == local.format, "geometry")
        expect(remote.properties == local.properties, "\(remote.properties)")
        expect(remote.isSparse == local.isSparse && remote.georeference == local.georeference, "properties")
        expect(remote.margin == local.margin, "margin")
        let expected = try await withBlockingAllowed { try Contents(local) }
        expect(expected.tiles.values.contains { $0 != nil }, "there are tiles")
        for (index, tile) in expected.tiles {
            expect(try await remote.tile(index) == tile, "tile \(index)")
        }
        let blocking = try await fixture.openSource()
        expect(try await withBlockingAllowed { try Contents(blocking) } == expected, "contents")
    }

    // MARK: Equal results

    @Test func `PMTiles is read as from a file`() async throws {
        try await compare(file(PyramidTarget(.pmtiles)))
        try await compare([UInt8](PMTilesBytes().data))
    }

    @Test(arguments: [PyramidTarget(.szi), PyramidTarget(.zoomify, in: .zip), PyramidTarget(.deepZoom, in: .zip)])
    func `ZIP archives are read as from a file`(target: PyramidTarget) async throws {
        try await compare(file(target))
    }

    @Test(arguments: [TileFormat.jpeg, .webp, .png], [false, true])
    func `TIFF and cloud-optimized GeoTIFF are read as from a file`(
        format: TileFormat, isCloudOptimized: Bool
    ) async throws {
        var fixture = try TIFFPyramidFixture(PixelSize(width: 77, height: 130), format: format)
        fixture.target.tiff.isCloudOptimized = isCloudOptimized
        fixture.target.tiff.bounds = GeoBounds(west: -10, south: 20, east: 30, north: 60, crs: .wgs84)
        fixture.commentBytes = format == .jpeg ? 20_000 : 0
        let missing = TileIndex(level: 3, column: 2, row: 1)
        try await compare(fixture.make { $0 != missing })
    }

    @Test(arguments: [PixelLayout.Channels.gray, .grayAlpha, .rgb, .rgba], [false, true])
    func `samples of 16 bits are read as from a file`(
        channels: PixelLayout.Channels, compresses: Bool
    ) async throws {
        var fixture = try TIFFPyramidFixture(format: .png)
        fixture.layout = PixelLayout(channels, .sixteen)
        fixture.target.tiff.compresses = compresses
        try await compare(fixture.make())
    }

    @Test(arguments: [false, true], [false, true])
    func `samples in either byte order, also of BigTIFF and of a single page, are read as from a file`(
        isBigEndian: Bool, isBig: Bool
    ) async throws {
        func page(_ factor: Int) -> TIFFFixture {
            var page = TIFFFixture(width: 40 / factor, height: 24 / factor) { x, y, channel in
                UInt64(x * factor * 700 + y * factor * 900 + channel * 5)
            }
            page.bits = 16
            page.samplesPerPixel = 3
            page.photometric = 2
            page.tile = (16, 16)
            return page
        }
        try await compare(TIFFFixture.encode([page(1), page(2)], big: isBig, bigEndian: isBigEndian))
        try await compare(TIFFFixture.encode([page(1)], big: isBig, bigEndian: isBigEndian))
    }

    @Test(arguments: [1, 8]) func `invalid pixels of a TIFF are transparent as from a file`(bits: Int) async throws {
        func page(_ scale: Int, kind: Int = 0) -> TIFFFixture {
            var page = TIFFFixture(width: 80 / scale, height: 48 / scale) { x, y, channel in
                kind & 4 != 0 ? (x * scale < 40 ? 0 : 1) : x * scale < 20 ? 7 : UInt64(x + y + 20 * channel)
            }
            page.tile = (16, 16)
            page.tags[254] = .longs([kind])
            if kind & 4 == 0 {
                page.samplesPerPixel = 3
                page.photometric = 2
            } else {
                page.bits = bits
                page.photometric = 4
            }
            return page
        }
        let masked = [page(1), page(1, kind: 4), page(2, kind: 1), page(2, kind: 5)]
        try await compare(TIFFFixture.encode(masked))
        var base = page(1)
        base.tags[42113] = .text("7")
        try await compare(TIFFFixture.encode([base, page(2, kind: 1)]))
        base.tags[42113] = nil
        base.tags[42112] = .text("<GDALMetadata><Item name=\"NODATA_VALUES\">7 7 7</Item></GDALMetadata>")
        try await compare(TIFFFixture.encode([base, page(2, kind: 1)]))
        let remote = try await RangedFixture(TIFFFixture.encode(masked)).openSource()
        let tile = try #require(try await remote.tile(TileIndex(level: 1, column: 2, row: 1)))
        #expect(tile.format == .png)
        // The columns from 32 on, of which those from 40 on are valid.
        let image = try DecodedImage(openImage(.bytes(tile.bytes, name: "tile")))
        #expect((0..<16).map { image.pixel($0, 3).last } == (0..<16).map { $0 < 8 ? 0 : 255 })
    }

    @Test func `tiles of JPEG 2000 are read as from a file`() async throws {
        try await compare(JPEG2000TIFFFixture(width: 70, height: 50).file())
    }

    // MARK: What is refused

    @Test func `other files, and formats that are not wanted, are nothing`() async throws {
        #expect(try await RangedFixture(Array("<Image/>".utf8)).open() == nil)
        let formats = PyramidFormats(PyramidFormats.standard.all.filter { ![.pmtiles, .zip, .szi].contains($0) })
        #expect(try await RangedFixture(file(PyramidTarget(.pmtiles))).open(formats: formats) == nil)
        #expect(try await RangedFixture(file(PyramidTarget(.szi))).open(formats: formats) == nil)
    }

    @Test func `a path is the address without what is secret, and the format is that of the file`() async throws {
        for (target, format) in [
            (PyramidTarget(.pmtiles), PyramidFormat.pmtiles), (.init(.szi), .szi), (.init(.zoomify, in: .zip), .zip),
        ] {
            let fixture = try RangedFixture(file(target))
            let opened = try #require(try await fixture.open())
            #expect(opened.path == fixture.server.url("/maps/big.bin") && opened.name == "big.bin")
            #expect(opened.format == format)
        }
    }

    @Test func `a TIFF in strips, and one of an unsupported pixel format, have to be downloaded`() async throws {
        func message(_ page: TIFFFixture) async throws -> String? {
            let fixture = try RangedFixture(page.encoded())
            let error = await #expect(throws: StoreError.self) { try await fixture.open() }
            #expect(error?.path == fixture.server.url("/maps/big.bin"))
            return error?.message
        }
        var page = TIFFFixture(width: 40, height: 24) { x, y, _ in UInt64(x + y) }
        #expect(
            try await message(page)
                == "this TIFF is stored in strips, of which too much would have to be read. Download it, and open the file."
        )
        page.tile = (16, 16)
        page.bits = 32
        page.sampleFormat = 3
        #expect(
            try await message(page)
                == "its pixel format is not supported in tiles. Download it, and open the file.")
    }

    @Test func `damaged files are refused as on a disk`() async throws {
        var bytes = try file(PyramidTarget(.pmtiles))
        bytes[8] = 255
        bytes[15] = 255
        let damaged = try RangedFixture(bytes)
        #expect(await #expect(throws: StoreError.self) { try await damaged.open() }?.code == .malformed)
        let cut = try RangedFixture(Array(file(PyramidTarget(.szi)).dropLast(40)))
        #expect(await #expect(throws: StoreError.self) { try await cut.open() }?.code == .malformed)
    }

    // MARK: The network

    @Test func `the next start reads nothing twice, and without a server the pictures come from the cache`()
        async throws
    {
        let fixture = try RangedFixture(file(PyramidTarget(.pmtiles)))
        let first = try await fixture.openSource()
        var tiles: [TileIndex: EncodedTile?] = [:]
        for index in first.pyramid.indices { tiles[index] = try await first.tile(index) }
        let count = fixture.server.requests.count
        let second = try await fixture.openSource()
        for (index, tile) in tiles { #expect(try await second.tile(index) == tile) }
        #expect(fixture.server.requests.count == count + 1 && !second.isOffline)
        fixture.server.close(keepsPort: true)
        let offline = try await fixture.openSource()
        #expect(offline.isOffline)
        for (index, tile) in tiles { #expect(try await offline.tile(index) == tile) }
    }

    @Test(arguments: [PyramidFormat.pmtiles, .szi])
    func `a file that changes midway fails, and can be opened again`(format: PyramidFormat) async throws {
        let bytes = try file(PyramidTarget(format))
        let fixture = try RangedFixture(bytes)
        let source = try await fixture.openSource()
        var other = ServedFile(bytes)
        other.etag = "\"2\""
        fixture.serve(other)
        var errors: [StoreError] = []
        for index in source.pyramid.indices {
            do { _ = try await source.tile(index) } catch { errors.append(try #require(error as? StoreError)) }
        }
        #expect(Set(errors.map(\.message)) == ["the file has changed at the server. Open it again."])
        #expect(errors.first?.path == fixture.server.url("/maps/big.bin"))
        let again = try await fixture.openSource()
        let index = again.pyramid.middle(of: again.pyramid.levels.count - 1)
        #expect(try await again.tile(index)?.bytes == tile(index))
    }

    @Test func `a request that fails while a file is opened is the error, whatever the reader makes of it`()
        async throws
    {
        var fixture = try TIFFPyramidFixture(PixelSize(width: 77, height: 130))
        fixture.commentBytes = 60_000
        // The directories are at the end.
        let ranged = try RangedFixture(try fixture.make())
        ranged.changeAnswers { answer, request in
            if request.headers["range"] != "bytes=0-65535" { answer = .init(403) }
        }
        let error = await #expect(throws: StoreError.self) { try await ranged.open() }
        #expect(
            error?.code == .unreadable
                && error?.message
                    == "the server answers with status 403 (forbidden). Check the address, and who may read it."
        )
    }

    @Test func `a server that dies midway fails the tiles that are not there, and no others`() async throws {
        let fixture = try RangedFixture(file(PyramidTarget(.pmtiles)))
        let source = try await fixture.openSource()
        let finest = source.pyramid.levels.count - 1
        let index = TileIndex(level: finest, column: 1, row: 0)
        #expect(try await source.tile(index)?.bytes == tile(index))
        fixture.server.close(keepsPort: true)
        #expect(try await source.tile(index)?.bytes == tile(index))
        let error = await #expect(throws: StoreError.self) {
            for index in source.pyramid.indices { _ = try await source.tile(index) }
        }
        #expect(error?.code == .inputOutput && source.isOffline)
    }

    @Test func `an opening and a tile that are cancelled end their requests`() async throws {
        let isOpen = Locked(false)
        let fixture = try RangedFixture(file(PyramidTarget(.szi)))
        fixture.changeAnswers { _, request in
            if request.headers["range"] != "bytes=0-65535" { let _: Bool = isOpen.wait { $0 ? true : nil } }
        }
        defer { isOpen.withLockAndNotify { $0 = true } }
        let opening = Task { try await fixture.open()?.path }
        await fixture.server.waitForRequests(2)
        opening.cancel()
        let error = await #expect(throws: StoreError.self) { try await opening.value }
        #expect(error?.code == .inputOutput && error?.message == "the request was cancelled.")
        isOpen.withLockAndNotify { $0 = true }

        let source = try await fixture.openSource()
        let finest = source.pyramid.levels.count - 1
        let count = fixture.server.requests.count
        isOpen.withLockAndNotify { $0 = false }
        let wasCalled = Locked(false)
        let reading = source.beginReading(TileIndex(level: finest, column: 1, row: 1), urgency: .lookAhead) { _ in
            wasCalled.withLock { $0 = true }
        }
        await fixture.server.waitForRequests(count + 1)
        reading.setUrgency(.visible)
        reading.cancel()
        isOpen.withLockAndNotify { $0 = true }
        // Another tile of another part is read meanwhile.
        let other = TileIndex(level: finest, column: 1, row: 4)
        #expect(try await source.tile(other)?.bytes == tile(other))
        #expect(!wasCalled.withLock { $0 })
    }

    @Test func `tiles that are read at the same time share their requests`() async throws {
        let fixture = try RangedFixture(file(PyramidTarget(.szi)))
        let source = try await fixture.openSource()
        let count = fixture.server.requests.count
        let index = TileIndex(level: source.pyramid.levels.count - 1, column: 1, row: 3)
        let expected = tile(index)
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try await source.tile(index)?.bytes } }
            for try await bytes in group { #expect(bytes == expected) }
        }
        #expect(fixture.server.requests.count == count + 1)
    }
}
