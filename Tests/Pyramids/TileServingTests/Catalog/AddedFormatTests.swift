import Foundation
import TestLimits
import Testing
import TestSupport
import TilePyramid
import TileStores

@testable import TileServing

/// A format that is not part of the library: a few bytes, and an image as the only tile.
extension PyramidFormat {
    fileprivate static let toy = PyramidFormat(
        id: "toy", name: "Toy", fileExtensions: ["toy"], mediaType: "application/x-toy",
        recognize: { candidate in
            guard case .file(let head) = candidate.content, head.starts(with: ToySource.signature) else { return [] }
            return [candidate.path]
        },
        open: { path, _ in
            let bytes = try Data(contentsOf: URL(filePath: path))
            return ToySource(tile: Array(bytes.dropFirst(ToySource.signature.count)))
        })
}

private struct ToySource: PyramidSource {
    static let signature = Array("TOY1".utf8)
    static let side = 32

    let tile: [UInt8]
    let pyramid = Pyramid(size: PixelSize(width: side, height: side), tileSize: side, levelCount: 1)
    let format = TileFormat.png
    let properties: [PyramidProperty] = []
    let isSparse = false

    func read(_ index: TileIndex) -> EncodedTile? { EncodedTile(bytes: tile, format: format) }

    func storedTile(_ index: TileIndex) -> StoredTile? { StoredTile(byteCount: tile.count) }

    func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        try body(TileIndex(level: 0, column: 0, row: 0), StoredTile(byteCount: tile.count))
    }

    func inspectFiles(_ report: (ValidationIssue) throws -> Void) {}
}

@Suite(.timeLimited) struct `A pyramid format that is added to the list` {
    private let formats = PyramidFormats(PyramidFormats.standard.all + [.toy])
    private let served: ServedFolder
    private let tile: [UInt8]

    init() throws {
        served = try ServedFolder()
        try served.addImage("tile.png", ToySource.side, ToySource.side)
        tile = Array(try served.folder.bytes(of: "tile.png"))
        try served.folder.write(Data(ToySource.signature + tile), to: "folder/big.toy")
    }

    private func names(_ formats: PyramidFormats) -> [String] {
        CatalogScan([served.folder.path("folder")], ServingLimits(), formats: formats).entries.map(\.name)
    }

    @Test func `is found by its file extension`() {
        #expect(names(formats) == ["big"])
        #expect(names(.standard) == [])
    }

    @Test func `is served by its tiles, and as a file with its media type`() async throws {
        let handler = TileRequestHandler(serving: [served.folder.path("folder")], formats: formats)
        let stored = try await handler.answer("/iiif/3/big/full/max/0/default.png")
        #expect(stored.bytes == tile && stored.field("Content-Type") == "image/png")
        let file = try await handler.answer("/files/big")
        #expect(file.bytes == ToySource.signature + tile && file.field("Content-Type") == "application/x-toy")
    }
}
