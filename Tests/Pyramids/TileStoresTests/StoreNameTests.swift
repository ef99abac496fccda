import FilePyramids
import Foundation
import TestSupport
import TestLimits
import Testing
import TileContainers
import TilePyramid
import TileStores

/// Things of others at the name that an unfinished pyramid has.
@Suite(.timeLimited) struct StoreNameTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Data("theirs".utf8), to: "victim")
        try folder.write(Data("photo".utf8), to: "album/photo")
    }

    /// The objects that may lie at the name.
    enum Foreign: CaseIterable {
        case linkToFile, linkToFolder, danglingLink, file, pipe, folder
    }

    private func make(_ foreign: Foreign, at name: String) throws {
        switch foreign {
        case .linkToFile: try folder.link(name, to: "victim")
        case .linkToFolder: try folder.link(name, to: "album")
        case .danglingLink: try folder.link(name, to: "nowhere")
        case .file: try folder.write(Data("theirs".utf8), to: name)
        case .pipe: #expect(mkfifo(folder.path(name), 0o600) == 0)
        case .folder: try folder.write(Data("photo".utf8), to: "\(name)/photo")
        }
    }

    private static let formats: [(PyramidFormat, partial: String)] = [
        (.deepZoom, "p_files.partial"), (.zoomify, "p.partial"), (.flat, "p.partial"), (.zip, "p.partial"),
        (.pmtiles, "p.partial"), (.mbtiles, "p.partial"), (.geoPackage, "p.partial"), (.tiff, "p.partial"),
    ]

    @Test(arguments: formats, Foreign.allCases)
    func `it is not followed, used or removed, whatever the options`(
        format: (PyramidFormat, partial: String), foreign: Foreign
    ) throws {
        try make(foreign, at: format.partial)
        let before = folder.contents()
        // Tiles of a TIFF are a multiple of 16 pixels a side; flat tiles have one level.
        let pyramid = Pyramid(
            size: PixelSize(width: 40, height: 30), tileSize: 16, levelCount: format.0 == .flat ? 1 : nil,
            shape: format.0.shape)
        var both = StoreOptions.resuming()
        both.replacesExisting = true
        for options in [.starting(), .resuming(), .replacing(), both] {
            let error = storeError {
                _ = try format.0.makeStore(
                    at: folder.path("p"), pyramid: pyramid, format: .jpeg, options: options)
            }
            #expect(error?.code == .cannotCreate)
            #expect(error?.path == folder.path(format.partial))
        }
        #expect(folder.contents() == before)
        #expect(try folder.bytes(of: "victim") == Data("theirs".utf8))
        #expect(try folder.bytes(of: "album/photo") == Data("photo".utf8))
    }
}
