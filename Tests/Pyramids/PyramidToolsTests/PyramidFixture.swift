import Foundation
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TileCutting
import TilePyramid
import TileStores

/// An image and a pyramid cut from it, in a temporary folder.
struct PyramidFixture {
    let folder: TemporaryFolder
    var options = CutOptions()

    init() throws {
        folder = try TemporaryFolder()
        options.tileSize = 64
        options.threads = 2
    }

    var image: String { folder.path("image.png") }

    /// Writes an image of gradients with lines, so that every tile differs.
    func makeImage(_ width: Int, _ height: Int, name: String = "image.png", inverted: Bool = false) throws {
        var samples: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let line: UInt8 = x % 32 == 0 || y % 32 == 0 ? 60 : 0
                let shades = [UInt8(x * 180 / width), UInt8(y * 180 / height), UInt8((x + y) * 180 / (width + height))]
                samples += shades.map { inverted ? 255 - ($0 | line) : $0 | line }
            }
        }
        var encoding = TileEncoding()
        encoding.format = .png
        let layout = PixelLayout(.rgb)
        try samples.withUnsafeBytes { samples in
            let rows = (0..<height).compactMap { y in samples.baseAddress.map { $0 + y * width * 3 } }
            try rows.withUnsafeBufferPointer { rows in
                let pixels = TilePixels(size: PixelSize(width: width, height: height), layout: layout, rows: rows)
                try encoding.makeEncoder(for: layout).encode(pixels) { bytes in
                    try folder.write(bytes.withUnsafeBytes { Data($0) }, to: name)
                }
            }
        }
    }

    /// Cuts the image into a Deep Zoom pyramid and opens it.
    func cut(_ name: String = "big") async throws -> OpenedPyramid {
        let plan = try CutPlan(.file(image), options: options)
        let store = try PyramidFormat.deepZoom.makeStore(
            at: folder.path(name), pyramid: plan.pyramid, format: plan.format)
        _ = try await plan.cut(into: store)
        return try open(name + ".dzi")
    }

    /// Creates a folder inside the fixture's folder; returns the fixture.
    func withFolder(_ name: String) throws -> PyramidFixture {
        try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        return self
    }

    /// Opens a pyramid in the folder.
    func open(_ name: String) throws -> OpenedPyramid {
        guard let opened = try Pyramids.openBlocking(folder.path(name)) else {
            throw StoreError(.unreadable, path: name, "there is no pyramid.")
        }
        return opened
    }
}
