import Compositing
import Concurrency
import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// The seams between tiles in the viewer.
@MainActor
@Suite(.timeLimited) struct ViewerSeamTests {
    private static let size = PixelSize(width: 1000, height: 700)
    private static let viewSize = PixelSize(width: 96, height: 72)
    /// Half of the view's diagonal: as far as a rotated view reaches from its center.
    private static let reach = 60.0

    @Test(arguments: [0, 1])
    func `tiles of one color are that color in 200 random views, as squares or smooth`(overlap: Int) throws {
        let source = FlatSource(Pyramid(size: Self.size, tileSize: 32 - overlap, overlap: overlap))
        let loader = TileLoader()
        let compositor = Compositor(workerCount: 1)
        var random = SeededRandom(seed: 11)
        for number in 0..<200 {
            // From where the view just fits into the image, up to squares of 32 pixels.
            let scale = exp2(Double.random(in: -2.5...5, using: &random))
            let margin = Self.reach / scale
            var settings = ViewerSettings(loader: loader)
            settings.size = Self.viewSize
            settings.features = number.isMultiple(of: 2) ? [] : [.smoothing]
            settings.view = ViewState(
                center: Point(
                    x: .random(in: margin...(1000 - margin), using: &random),
                    y: .random(in: margin...(700 - margin), using: &random)),
                scale: scale, angle: number.isMultiple(of: 3) ? 0 : .random(in: 0...360, using: &random))
            settings.open = { Document(path: $0, source: source) }
            let screenshot = try Screenshot.take(of: "flat.dzi", settings)
            #expect(
                Set(compositor.draw(screenshot.frame).withPixels { Array($0) }) == [FlatSource.pixel],
                "view \(number): \(settings.view?.link ?? "")")
        }
    }
}

/// PNG tiles of one color.
private final class FlatSource: TileSource {
    static let pixel: UInt32 = 0xFF6C_8A3E

    let pyramid: Pyramid
    /// A tile of each size that was requested.
    private let tiles = Locked<[PixelSize: EncodedTile]>([:])

    init(_ pyramid: Pyramid) {
        self.pyramid = pyramid
    }

    func read(_ index: TileIndex) -> EncodedTile? {
        let size = pyramid.rect(of: index).size
        return tiles.withLock { tiles in
            if let tile = tiles[size] { return tile }
            let png = PNGFixture(width: size.width, height: size.height) { _, _, channel in [0x6C, 0x8A, 0x3E][channel]
            }
            let tile = EncodedTile(bytes: png.encoded(), format: .png)
            tiles[size] = tile
            return tile
        }
    }
}
