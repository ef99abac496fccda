import Foundation
import ImageMetadata
import Networking
import TestLimits
import TestSupport
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import PyramidTools

@Suite(.timeLimited) struct RangedPyramidToolsTests {
    private var fixture: PyramidFixture

    init() throws {
        fixture = try PyramidFixture()
        try fixture.makeImage(300, 200)
    }

    /// Cuts the image into a file, and returns its bytes.
    private mutating func file(_ format: PyramidFormat) async throws -> [UInt8] {
        fixture.options.shape = format.shape
        let plan = try CutPlan(.file(fixture.image), options: fixture.options)
        let store = try format.makeStore(
            at: fixture.folder.path("big.\(format.id)"), pyramid: plan.pyramid, format: plan.format)
        _ = try await plan.cut(into: store)
        return try [UInt8](fixture.folder.bytes(of: "big.\(format.id)"))
    }

    private func verify(_ opened: OpenedPyramid?) async throws -> Verification {
        try await PyramidVerifier(try #require(opened)).verify()
    }

    @Test(arguments: [PyramidFormat.pmtiles, .tiff, .szi], [false, true])
    mutating func `a pyramid at an address is found as valid, or as damaged, as the file is`(
        format: PyramidFormat, isDamaged: Bool
    ) async throws {
        var bytes = try await file(format)
        if isDamaged {
            // A third of the file is tiles for certain.
            for position in bytes.count / 3..<bytes.count / 3 + 50 { bytes[position] = 0 }
        }
        try fixture.folder.write(Data(bytes), to: "served")
        let served = ServedFile(bytes)
        let server = try ScriptedServer { served.answer($0) }
        defer { server.close() }
        let client = CachedHTTPClient(cache: nil)
        let remote = try await RemoteFile.open(server.url("/served"), client: client)
        let opened = try await RangedPyramid.open(
            server.url("/served"), head: remote.read(0..<4096), file: remote, formats: .standard)
        let local = try await verify(Pyramids.open(fixture.folder.path("served")))
        let result = try await verify(opened)
        #expect(result.issues == local.issues && result.isValid == local.isValid)
        #expect(result.checkedTiles == local.checkedTiles && local.isValid != isDamaged)
    }
}
