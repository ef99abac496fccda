import FilePyramids
import Foundation
import TestSupport
import Testing
import TileContainers
import TilePyramid
import TileStores

/// A pyramid of 4 levels and 10 tiles: 5×3 pixels in 3×2 tiles, 3×2 in 2×1, 2×1 and 1×1 in one each.
let smallPyramid = Pyramid(size: PixelSize(width: 5, height: 3), tileSize: 2)

/// A pyramid of one level of 123×2 tiles.
let widePyramid = Pyramid(size: PixelSize(width: 247, height: 3), tileSize: 2, levelCount: 1)

extension Pyramid {
    /// The address of every tile.
    var indices: [TileIndex] {
        presentLevels.flatMap { level in
            (0..<levels[level].grid.rows).flatMap { row in
                (0..<levels[level].grid.columns).map { TileIndex(level: level, column: $0, row: row) }
            }
        }
    }
}

extension TileStore {
    /// Writes tiles that contain their index, and a word that distinguishes pyramids.
    func write(_ indices: some Sequence<TileIndex>, word: String = "new", format: TileFormat = .jpeg) throws {
        for index in indices {
            try write(Array(contents(of: index, word).utf8).span.bytes, format: format, at: index)
        }
    }

    /// The tiles that an earlier run has finished.
    var finishedTiles: [TileIndex] { pyramid.indices.filter(isFinished) }
}

/// The contents of a tile written by these tests.
func contents(of index: TileIndex, _ word: String = "new") -> String { "\(word) \(index)" }

extension StoreOptions {
    /// Options that continue a run with this fingerprint.
    static func resuming(_ fingerprint: String = "same") -> StoreOptions {
        var options = StoreOptions()
        options.resumes = true
        options.fingerprint = fingerprint
        return options
    }

    /// Options that replace an existing output.
    static func replacing(_ fingerprint: String = "same") -> StoreOptions {
        var options = StoreOptions()
        options.replacesExisting = true
        options.fingerprint = fingerprint
        return options
    }

    /// Options of a first run.
    static func starting(_ fingerprint: String = "same") -> StoreOptions {
        var options = StoreOptions()
        options.fingerprint = fingerprint
        return options
    }
}

/// The code and the path of the error that a store throws.
func storeError(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> (code: StoreError.Code, path: String)? {
    let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation, performing: body)
    return error.map { ($0.code, $0.path) }
}

/// A Deep Zoom pyramid named `big` in a temporary folder.
struct DeepZoomFixture {
    let folder: TemporaryFolder
    var pyramid = smallPyramid

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A store for the pyramid.
    func store(_ options: StoreOptions = .starting()) throws -> any TileStore {
        try PyramidFormat.deepZoom.makeStore(at: folder.path("big"), pyramid: pyramid, format: .jpeg, options: options)
    }

    /// Makes a complete pyramid whose tiles contain a word.
    func makeFinished(word: String = "new", options: StoreOptions = .starting()) throws {
        let store = try store(options)
        try store.write(pyramid.indices, word: word)
        try store.finish()
    }

    /// Begins a pyramid and suspends it, as Ctrl-C does.
    func makeSuspended(with count: Int, options: StoreOptions = .starting()) throws {
        let store = try store(options)
        try store.write(pyramid.indices.prefix(count))
        try store.suspend()
    }

    /// The files of a finished pyramid.
    func finishedFiles(word: String = "new") -> [String: Data] {
        var files = ["big.dzi": Data(Self.descriptor.utf8)]
        for index in pyramid.indices {
            files["big_files/\(index).jpg"] = Data(contents(of: index, word).utf8)
        }
        return files
    }

    static let descriptor = """
        <?xml version="1.0" encoding="UTF-8"?>
        <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="0" TileSize="2">
          <Size Width="5" Height="3"/>
        </Image>

        """
}
