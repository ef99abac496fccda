import Concurrency
import Foundation
import Georeferencing
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TileCutting
import TilePyramid
import TileStores

@testable import PyramidTools

/// Pyramids to lay over one another, in a temporary folder.
struct OverlayFixture {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A sample that looks like noise.
    static func sample(_ x: Int, _ y: Int, _ channel: Int, _ seed: Int = 0) -> Int {
        (x &* 73 &+ y &* 151 &+ channel &* 57 &+ seed &* 91 &+ (x &* y) % 31 &* 7) & 255
    }

    /// Cuts an image, by default into PNG tiles of 64 pixels, as a Deep Zoom pyramid; pixels have three samples, or four with
    /// alpha.
    func cut(
        _ name: String, _ width: Int, _ height: Int, hasAlpha: Bool = false,
        _ change: (inout CutOptions) -> Void = { _ in }, sample: @escaping (Int, Int, Int) -> Int
    ) async throws -> OpenedPyramid {
        var image = PNGFixture(width: width, height: height) { sample($0, $1, $2) }
        if hasAlpha { image.colorType = 6 }
        try folder.write(Data(image.encoded()), to: "\(name).png")
        var options = CutOptions()
        options.tileSize = 64
        options.format = .fixed(.png)
        options.threads = 2
        change(&options)
        let plan = try CutPlan(.file(folder.path("\(name).png")), options: options)
        let store = try PyramidFormat.deepZoom.makeStore(
            at: folder.path(name), pyramid: plan.pyramid, format: plan.format)
        _ = try await plan.cut(into: store)
        return try open("\(name).dzi")
    }

    /// Writes a map of tiles of 16 pixels with one color each: red, green, blue and perhaps alpha; nil for no tile.
    ///
    /// `range` has the tiles of the coarsest zoom.
    func map(
        _ name: String, _ range: TileRange, zooms: ClosedRange<Int>, color: (MapTile) -> [UInt8]?
    ) throws -> OpenedPyramid {
        let tiles = TileMatrixSet(range, zooms: zooms, tileSize: PixelSize(width: 16, height: 16))
        var target = PyramidTarget(.pmtiles)
        target.georeference = Georeference(zoom: zooms.upperBound, bounds: range.bounds(at: zooms.lowerBound))
        target.isSparse = true
        let store = try target.makeStore(at: folder.path(name), pyramid: tiles.pyramid, format: .png)
        var encoding = TileEncoding()
        encoding.format = .png
        for index in tiles.pyramid.indices {
            guard let color = color(tiles.tile(index)) else { continue }
            let layout = PixelLayout(color.count == 4 ? .rgba : .rgb)
            let pixels = Array(repeatElement(color, count: 256).joined())
            try pixels.withUnsafeBytes { pixels in
                guard let base = pixels.baseAddress else { return }
                try TilePixels.lend(
                    base, stride: 16 * color.count, size: PixelSize(width: 16, height: 16), layout: layout
                ) { tile in
                    try encoding.makeEncoder(for: layout).encode(tile) { try store.write($0, format: .png, at: index) }
                }
            }
        }
        try store.finish()
        return try open(name)
    }

    /// Opens a pyramid in the folder.
    func open(_ name: String) throws -> OpenedPyramid {
        guard let opened = try Pyramids.openBlocking(folder.path(name)) else {
            throw StoreError(.unreadable, path: name, "there is no pyramid.")
        }
        return opened
    }

    /// Lays a pyramid over another one.
    func merge(
        _ overlay: OpenedPyramid, over base: OpenedPyramid, at position: PixelOffset? = nil, threads: Int = 2
    ) async throws -> (pyramid: OverlaidPyramid, summary: OverlaySummary) {
        var options = OverlayOptions()
        options.position = position
        options.threads = threads
        return try await OverlayPlan(overlay, over: base, options: options).render(beside: folder.path("merged"))
    }

    /// Returns the premultiplied pixels of a tile; nil if there is none.
    static func pixels(_ source: any TileSource, _ index: TileIndex) throws -> [UInt32]? {
        guard let tile = try source.read(index) else { return nil }
        let buffer = DecodedTileBuffer()
        _ = try buffer.decode(tile, name: "\(index)", expecting: source.pyramid.storedSize(of: index))
        return Array(buffer.pixels)
    }
}
