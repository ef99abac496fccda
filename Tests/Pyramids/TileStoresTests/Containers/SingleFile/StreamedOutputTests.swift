import Concurrency
import Dispatch
import Foundation
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// Containers that are written to a pipe.
@Suite(.timeLimited) struct StreamedOutputTests {
    /// Returns the bytes that are written to a pipe while `body` has its end.
    private func piped(_ body: (Int32) throws -> Void) throws -> [UInt8] {
        let pipe = Pipe()
        let read = DispatchQueue(label: "reading")
        let bytes = Locked<Data>(Data())
        read.async { bytes.withLock { $0 = (try? pipe.fileHandleForReading.readToEnd()) ?? Data() } }
        defer { try? pipe.fileHandleForWriting.close() }
        try body(pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForWriting.close()
        read.sync {}
        return Array(bytes.withLock { $0 })
    }

    private func options(_ descriptor: Int32) -> StoreOptions {
        var options = StoreOptions()
        options.outputDescriptor = descriptor
        return options
    }

    private static let streamed = StoreSample.all.filter { $0.target.format.capabilities.supportsStreams }

    @Test func `all single files but databases can be streamed`() {
        #expect(Self.streamed.map(\.name) == ["zip", "szi", "pmtiles", "tiff", "cog"])
    }

    @Test(arguments: streamed) func `a stream has the bytes of the file, and no file is left`(
        sample: StoreSample
    ) throws {
        let expected = try sample.bytes { store, _ in try sample.write(sample.tiles, to: store, threads: 1) }
        let folder = try TemporaryFolder()
        let bytes = try piped { descriptor in
            let store = try sample.store(in: folder, options: options(descriptor))
            try sample.write(sample.tiles.reversed(), to: store, threads: 2)
            #expect(try store.read(sample.tiles[3])?.bytes == sample.contents[sample.tiles[3]])
            try store.finish()
        }
        #expect(bytes == expected)
        #expect(folder.contents() == [])
    }

    @Test(arguments: streamed) func `nothing is written before the pyramid is complete`(sample: StoreSample) throws {
        let folder = try TemporaryFolder()
        let bytes = try piped { descriptor in
            let store = try sample.store(in: folder, options: options(descriptor))
            try sample.write(sample.tiles, to: store, threads: 1)
            try store.discard()
        }
        #expect(bytes.isEmpty)
    }

    @Test(arguments: [PyramidTarget(.mbtiles), PyramidTarget(.deepZoom), PyramidTarget(.zoomify)])
    func `a database and a folder are refused`(target: PyramidTarget) throws {
        let folder = try TemporaryFolder()
        let pyramid = Pyramid(size: PixelSize(width: 32, height: 32), tileSize: 16, shape: target.shape)
        let error = storeError {
            _ = try target.makeStore(at: folder.path("big"), pyramid: pyramid, format: .jpeg, options: options(1))
        }
        #expect(error?.code == .cannotCreate)
        #expect(folder.contents() == [])
    }
}
