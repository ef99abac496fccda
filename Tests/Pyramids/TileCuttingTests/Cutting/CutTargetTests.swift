import Foundation
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TileCutting
import TilePyramid
import TileStores

/// The three calls of the library for each format: plan, store, cut.
@Suite(.timeLimited) struct `Cutting into a format` {
    private static let files: [PyramidFormat] = [.pmtiles, .mbtiles, .geoPackage, .tiff]
    private static let padded = files + [.xyz, .tms, .google]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Data(TestJPEG.make(width: 300, height: 215)), to: "big.jpg")
    }

    private func plan(_ change: (inout CutOptions) -> Void = { _ in }) throws -> CutPlan {
        var options = CutOptions()
        change(&options)
        return try CutPlan(.file(folder.path("big.jpg")), options: options)
    }

    @Test(arguments: files) func `a plan with the shape of the target is cut`(format: PyramidFormat) async throws {
        let plan = try plan { $0.shape = PyramidTarget(format).shape }
        let path = folder.path("big.\(format.fileExtensions[0])")
        let store = try format.makeStore(at: path, pyramid: plan.pyramid, format: plan.format)
        let summary = try await plan.cut(into: store)
        #expect(summary.tiles == plan.pyramid.tileCount)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: padded)
    func `a plan with the shape of Deep Zoom is refused with the call that plans it`(format: PyramidFormat) throws {
        let plan = try plan()
        let path = folder.path("big")
        let error = #expect(throws: StoreError.self) {
            _ = try format.makeStore(at: path, pyramid: plan.pyramid, format: plan.format)
        }
        #expect(error?.code == .cannotCreate && error?.path == path)
        #expect(
            error?.message
                == "tiles of \(format.phrase) are all of one size, also at the edges, and this pyramid was planned with the "
                + "shape of another format. Plan it with the shape of its own: options.shape = PyramidTarget(.pmtiles).shape, for one in "
                + "PMTiles.")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: [PyramidFormat.zoomify, .iiif, .iiif2])
    func `a plan with levels that readers do not expect is refused`(format: PyramidFormat) async throws {
        let deep = try plan()
        let error = #expect(throws: StoreError.self) {
            _ = try format.makeStore(at: folder.path("big"), pyramid: deep.pyramid, format: deep.format)
        }
        #expect(error?.message.hasPrefix("the coarsest level of \(format.phrase) is the first that fits") == true)
        let shaped = try plan { $0.shape = PyramidTarget(format).shape }
        let store = try format.makeStore(at: folder.path("big"), pyramid: shaped.pyramid, format: shaped.format)
        #expect(try await shaped.cut(into: store).tiles == shaped.pyramid.tileCount)
    }

    @Test func `flat tiles are cut from a plan of one level, and refused from another`() async throws {
        let all = try plan()
        let error = #expect(throws: StoreError.self) {
            _ = try PyramidFormat.flat.makeStore(at: folder.path("big"), pyramid: all.pyramid, format: all.format)
        }
        #expect(
            error?.message
                == "the flat layout holds the full size only, and this pyramid has 10 levels. Plan it with one: "
                + "options.levelCount = 1.")
        let one = try plan { $0.levelCount = 1 }
        let store = try PyramidFormat.flat.makeStore(at: folder.path("big"), pyramid: one.pyramid, format: one.format)
        #expect(try await one.cut(into: store).tiles == 2)
    }

    @Test func `an archive refuses a layout that it cannot hold`() throws {
        let one = try plan { $0.levelCount = 1 }
        let error = #expect(throws: StoreError.self) {
            _ = try PyramidTarget(.flat, in: .zip).makeStore(
                at: folder.path("big.zip"), pyramid: one.pyramid, format: one.format)
        }
        #expect(error?.message == "a ZIP archive cannot hold the flat layout. Choose another layout.")
    }
}
