import Concurrency
import Dispatch
import Testing
import TestSupport
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// A single-file container with the tiles of a small pyramid, some of which are equal.
struct StoreSample: Sendable, CustomTestStringConvertible {
    let name: String
    let target: PyramidTarget
    let pyramid: Pyramid
    /// The tiles in the order in which an image completes them.
    let tiles: [TileIndex]
    let contents: [TileIndex: [UInt8]]

    var testDescription: String { name }

    init(_ name: String, _ target: PyramidTarget) throws {
        self.name = name
        self.target = target
        var fixture = try TIFFPyramidFixture()
        pyramid = Pyramid(size: PixelSize(width: 150, height: 170), tileSize: 16, shape: target.shape)
        fixture.pyramid = pyramid
        tiles = Array(TileOrder(of: pyramid))
        contents = try Dictionary(uniqueKeysWithValues: tiles.map { ($0, try fixture.tile($0)) })
    }

    /// Every kind of container.
    static let all: [StoreSample] = {
        var cloudOptimized = PyramidTarget(.tiff)
        cloudOptimized.tiff.isCloudOptimized = true
        do {
            return try [
                StoreSample("zip", PyramidTarget(.deepZoom, in: .zip)), StoreSample("szi", PyramidTarget(.szi)),
                StoreSample("pmtiles", PyramidTarget(.pmtiles)), StoreSample("mbtiles", PyramidTarget(.mbtiles)),
                StoreSample("gpkg", PyramidTarget(.geoPackage)),
                StoreSample("tiff", PyramidTarget(.tiff)), StoreSample("cog", cloudOptimized),
            ]
        } catch {
            Issue.record(error)
            return []
        }
    }()

    /// Creates a store of a file named `big`.
    func store(in folder: TemporaryFolder, options: StoreOptions = StoreOptions()) throws -> any TileStore {
        try target.makeStore(at: folder.path("big"), pyramid: pyramid, format: .jpeg, options: options)
    }

    /// Writes a tile.
    func write(_ tile: TileIndex, to store: any TileStore) throws {
        let bytes = contents[tile] ?? []
        try store.write(bytes.span.bytes, format: .jpeg, at: tile)
    }

    /// Writes tiles from several threads, each of which takes the next.
    func write(_ tiles: [TileIndex], to store: any TileStore, threads: Int) throws {
        let state = Locked<(next: Int, failure: (any Error)?)>((0, nil))
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            while true {
                let number = state.withLock { state in
                    state.next += 1
                    return state.next - 1
                }
                guard number < tiles.count else { return }
                do {
                    try write(tiles[number], to: store)
                } catch {
                    return state.withLock { $0.failure = error }
                }
            }
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    /// The bytes of the file that a store makes of what is written to it.
    func bytes(_ write: (any TileStore, [TileIndex]) throws -> Void) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let store = try store(in: folder)
        try write(store, tiles)
        try store.finish()
        #expect(folder.contents() == ["big"])
        return Array(try folder.bytes(of: "big"))
    }
}
