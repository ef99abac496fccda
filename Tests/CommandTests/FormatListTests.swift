import Foundation
import ImageMetadata
import PyramidTools
import TestLimits
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import CutCommand

/// A format that is not part of the library: a JSON file of all tiles. This file and a list are all that it takes.
extension PyramidFormat {
    fileprivate static let toy = PyramidFormat(
        id: "toy", name: "Toy", phrase: "a toy", fileExtensions: ["toy"],
        capabilities: {
            var capabilities = PyramidCapabilities()
            capabilities.storesBounds = true
            return capabilities
        }(),
        recognize: { candidate in
            guard case .file(let head) = candidate.content, head.starts(with: "{\"toy\":".utf8) else { return [] }
            return [candidate.path]
        },
        open: { path, _ in
            try ToySource(JSONDecoder().decode(ToyFile.self, from: Data(contentsOf: .init(filePath: path))))
        },
        create: { ToyStore(path: $0.path, pyramid: $0.pyramid, format: $0.format) })
}

private struct ToyFile: Codable {
    struct Toy: Codable {
        var width, height, tileSize, levelCount: Int
        var format: String
        var tiles: [String: Data]
    }
    var toy: Toy
}

private func name(_ index: TileIndex) -> String { "\(index.level)/\(index.column)/\(index.row)" }

private final class ToySource: PyramidSource {
    private let tiles: [String: Data]
    let pyramid: Pyramid
    let format: TileFormat
    let properties: [PyramidProperty] = []
    let isSparse = false

    init(_ file: ToyFile) throws {
        tiles = file.toy.tiles
        pyramid = Pyramid(
            size: PixelSize(width: file.toy.width, height: file.toy.height), tileSize: file.toy.tileSize,
            levelCount: file.toy.levelCount)
        format = try #require(TileFormat(rawValue: file.toy.format))
    }

    func read(_ index: TileIndex) -> EncodedTile? {
        tiles[name(index)].map { EncodedTile(bytes: Array($0), format: format) }
    }

    func storedTile(_ index: TileIndex) -> StoredTile? {
        tiles[name(index)].map { StoredTile(byteCount: $0.count) }
    }

    func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        for level in pyramid.levels[pyramid.presentLevels] {
            for number in 0..<level.grid.count {
                let index = TileIndex(
                    level: level.index, column: number % level.grid.columns, row: number / level.grid.columns)
                if let tile = storedTile(index) { try body(index, tile) }
            }
        }
    }

    func inspectFiles(_ report: (ValidationIssue) throws -> Void) {}
}

private final class ToyStore: TileStore {
    private let path: String
    let pyramid: Pyramid
    private let format: TileFormat
    // Guarded by the lock.
    private nonisolated(unsafe) var tiles: [String: Data] = [:]
    private let lock = NSLock()

    init(path: String, pyramid: Pyramid, format: TileFormat) {
        self.path = path
        self.pyramid = pyramid
        self.format = format
    }

    func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) {
        let data = bytes.withUnsafeBytes { Data($0) }
        lock.withLock { tiles[name(index)] = data }
    }

    func read(_ index: TileIndex) -> EncodedTile? {
        lock.withLock { tiles[name(index)] }.map { EncodedTile(bytes: Array($0), format: format) }
    }

    func finish() throws {
        let file = ToyFile(
            toy: ToyFile.Toy(
                width: pyramid.size.width, height: pyramid.size.height, tileSize: pyramid.tileSize,
                levelCount: pyramid.presentLevels.count, format: format.rawValue, tiles: lock.withLock { tiles }))
        try JSONEncoder().encode(file).write(to: URL(filePath: path))
    }

    func suspend() {}
    func discard() {}
}

@Suite(.timeLimited) struct `A format that is added to the list` {
    private let formats = PyramidFormats(PyramidFormats.standard.all + [.toy])
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(300, 200), to: "big.jpg")
    }

    /// Cuts the image and opens its pyramid.
    private func toy() async throws -> OpenedPyramid {
        var options = CutOptions()
        options.tileSize = 64
        options.shape = PyramidFormat.toy.shape
        let plan = try CutPlan(.file(folder("big.jpg")), options: options)
        let store = try PyramidFormat.toy.makeStore(at: folder("big.toy"), pyramid: plan.pyramid, format: plan.format)
        _ = try await plan.cut(into: store)
        return try #require(try await Pyramids.open(folder("big.toy"), formats: formats))
    }

    /// Converts a pyramid, and opens and verifies the result.
    private func converted(_ opened: OpenedPyramid, to target: PyramidTarget, _ name: String) async throws
        -> OpenedPyramid
    {
        var options = ConversionOptions()
        options.target = target
        let plan = try ConversionPlan(opened, options: options)
        let store = try plan.target.makeStore(at: folder(name), pyramid: plan.pyramid, format: plan.format)
        #expect(try await plan.convert(into: store).copiedTiles == plan.pyramid.tileCount)
        let result = try #require(try await Pyramids.open(folder(name), formats: formats))
        #expect(try await PyramidVerifier(result).verify().isValid)
        return result
    }

    @Test func `is written, recognized, verified and converted like any other`() async throws {
        let opened = try await toy()
        #expect(opened.format == .toy && opened.source.pyramid.size == PixelSize(width: 300, height: 200))
        #expect(try await Pyramids.open(folder("big.toy")) == nil)
        #expect(try await Pyramids.open(.url("file://" + folder("big.toy")), formats: formats)?.format == .toy)
        #expect(try await PyramidVerifier(opened).verify().isValid)
        let deepZoom = try await converted(opened, to: PyramidTarget(), "big.dzi")
        #expect(deepZoom.format == .deepZoom)
        let again = try await converted(deepZoom, to: PyramidTarget(.toy), "again.toy")
        #expect(again.format == .toy && again.source.pyramid == opened.source.pyramid)
    }

    @Test func `is named by the report, and by the options and errors that list formats`() async throws {
        let report = try await PyramidReport(toy())
        #expect(report.json(of: nil).contains(#""kind":"Toy""#))
        #expect(report.lines(of: nil)[0].contains("big.toy: Toy, 300×200 pixels"))

        #expect(OutputRequest.Container.all(in: formats).map(\.name).last == "toy")
        #expect(OutputRequest.Container("toy", in: formats) == .file(.toy))
        var request = OutputRequest()
        request.formats = formats
        request.path = "a.toy"
        let location = try request.location(for: "big.jpg", isOneOfSeveral: false)
        #expect(location.path == "a.toy" && location.target.format == .toy)
        func message() throws -> String {
            try #require(
                #expect(throws: UsageError.self) { try request.location(for: "big.jpg", isOneOfSeveral: false) }
            ).description
        }
        request.layout = .xyz
        #expect(try message() == "a toy has a layout of its own. Leave --layout out.")
        request.path = "a.szi"
        request.container = .file(.toy)
        #expect(try message() == "--container toy contradicts the extension of a.szi. Leave one of them out.")
        request.path = "a.dzi"
        request.container = nil
        request.layout = nil
        request.minimumZoom = 3
        #expect(
            try message()
                == "the deepzoom layout cannot be georeferenced. Choose --layout xyz or tms, MBTiles, GeoPackage, PMTiles, "
                + "TIFF or Toy, or leave --bounds, --srs and --zoom out.")
    }

    @Test func `is refused at an address of another scheme`() async {
        let error = await #expect(throws: StoreError.self) {
            try await Pyramids.open(.url("ftp://example.org/big.toy"), formats: formats)
        }
        #expect(error?.code == .unreadable)
    }
}
