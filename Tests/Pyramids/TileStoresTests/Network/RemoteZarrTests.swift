import ChannelImages
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TilePyramid
import ZarrArrays

@testable import RemotePyramids
@testable import TileStores

/// Images in arrays whose files a server has.
@Suite(.timeLimited) struct RemoteZarrTests {
    private let folder: TemporaryFolder
    private let network: NetworkFixture

    init() throws {
        folder = try TemporaryFolder()
        network = try NetworkFixture()
    }

    /// Writes an image of 12 × 10 numbers from 1 on in chunks of 4 × 4, of which the last one is left out.
    private func write(_ version: OMEZarrWriter.Version) throws {
        var options = OMEZarrWriter.Options()
        options.version = version
        options.chunkSide = 4
        options.shardSide = 8
        let description = ChannelImageDescription(
            levels: [PixelSize(width: 12, height: 10)], sampleType: .uint8, channels: [ChannelDescription(name: "a b")])
        let writer = try OMEZarrWriter(creating: folder.path("image.zarr"), description, options: options)
        let array = writer.levels[0]
        let side = array.metadata.chunksPerCell[3]
        for row in 0..<array.metadata.cellGridShape[3] {
            for column in 0..<array.metadata.cellGridShape[4] {
                let chunks = try (0..<side * side).map { chunk in
                    let left = (column * side + chunk % side) * 4
                    let top = (row * side + chunk / side) * 4
                    let samples = (0..<16).map { Self.sample(left + $0 % 4, top + $0 / 4) }
                    return try samples.withUnsafeBytes { try array.encode($0) }
                }
                try array.write(chunks, at: [0, 0, 0, row, column])
            }
        }
        try writer.finish()
    }

    private static func sample(_ x: Int, _ y: Int) -> UInt8 {
        x < 12 && y < 10 && (x < 8 || y < 8) ? UInt8(y * 12 + x + 1) : 0
    }

    private func expectSamples(_ image: ZarrChannelImage) async throws {
        #expect(image.description.levels == [PixelSize(width: 12, height: 10)])
        #expect(image.description.channels.map(\.name) == ["a b"])
        let samples = try await withBlockingWork { () throws -> [UInt8] in
            var samples = [UInt8](repeating: 255, count: 120)
            try samples.withUnsafeMutableBytes {
                try image.read(PixelRect(x: 0, y: 0, width: 12, height: 10), of: ChannelPlane(), into: $0)
            }
            return samples
        }
        #expect(samples == (0..<120).map { Self.sample($0 % 12, $0 / 12) })
    }

    @Test func `a shard is asked for its size, its index and its chunks, never for all of it`() async throws {
        try write(.version05)
        let answers = FolderAnswers(folder: folder.path)
        let server = try ScriptedServer { answers.answer(to: $0) }
        defer { server.close() }
        let image = try await OMEZarrImage.open(server.url("/image.zarr/"), network: network.access)
        try await expectSamples(image)
        let shards = server.requests.filter { $0.path.hasPrefix("/image.zarr/0/c/0/0/0/") }
        #expect(Set(shards.map(\.path)).count == 4)
        #expect(shards.allSatisfy { $0.headers["range"] != nil })
    }

    @Test(arguments: OMEZarrWriter.Version.allCases) func `an image is read from a server that sends whole files`(
        version: OMEZarrWriter.Version
    ) async throws {
        try write(version)
        let server = try serving(try folder.files().mapValues { [UInt8]($0) })
        defer { server.close() }
        let image = try await OMEZarrImage.open(server.url("/image.zarr?key=secret"), network: network.access)
        try await expectSamples(image)
        #expect(server.requests.allSatisfy { $0.path.hasSuffix("?key=secret") })
    }

    @Test func `an address without a group is an error that names it`() async throws {
        let server = try serving(["other.txt": [1]])
        defer { server.close() }
        let error = await #expect(throws: CodecError.self) {
            try await OMEZarrImage.open(server.url("/image.zarr?key=secret"), network: network.access)
        }
        #expect(error?.file == server.url("/image.zarr"))
        #expect(error?.message.hasPrefix("this is not a Zarr group") == true)
    }
}
