import Foundation
import ImageCodecs
import ImageMetadata
import SyntheticImages
import TestSupport
import TileCutting
import TilePyramid
import TileStores

/// A small synthetic landscape, cut into a pyramid of PNG tiles of 128 pixels, by default a Deep Zoom folder.
final class CutTerrain: Sendable {
    /// The full size: 7×4 tiles, of which the last ones of each row and column are smaller.
    static let size = PixelSize(width: 800, height: 500)

    private let folder: TemporaryFolder
    /// The pyramid's file.
    var path: String { folder.path("terrain.\(format.fileExtensions.first ?? "dzi")") }
    private let format: PyramidFormat

    init(seed: UInt64 = 3, format: PyramidFormat = .deepZoom) async throws {
        self.format = format
        folder = try TemporaryFolder()
        let image = folder.path("terrain.png")
        let land = TerrainImage(size: Self.size, seed: seed)
        try land.write(to: ImageFileFormat.png.makeWriter(image, size: land.size, layout: land.layout))
        var options = CutOptions()
        options.tileSize = 128
        options.format = .fixed(.png)
        let plan = try CutPlan(.file(image), options: options)
        let store = try format.makeStore(at: path, pyramid: plan.pyramid, format: plan.format)
        _ = try await plan.cut(into: store) { _ in }
    }

    /// A copy, whose tiles can be replaced.
    private init(copying other: CutTerrain) throws {
        folder = try TemporaryFolder()
        format = .deepZoom
        for name in ["terrain.dzi", "terrain_files"] {
            try FileManager.default.copyItem(atPath: other.folder.path(name), toPath: folder.path(name))
        }
    }

    /// A copy without a tile, or with other bytes in place of it.
    func replacing(_ index: TileIndex, with bytes: String?) throws -> CutTerrain {
        let copy = try CutTerrain(copying: self)
        let name = "terrain_files/\(index.level)/\(index.column)_\(index.row).png"
        try copy.folder.remove(name)
        if let bytes {
            try copy.folder.write(Data(bytes.utf8), to: name)
        }
        return copy
    }
}
