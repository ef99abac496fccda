import LayerTree
import TestSupport
import TilePyramid

@testable import TileViewing

/// The set-up of tests that look at thumbnails of files: in the filmstrip, and in the grid.
@MainActor
protocol ThumbnailFixture {}

extension ThumbnailFixture {
    /// A viewer with a number of files, of which the first one is open; the decoder makes the thumbnails.
    func stage(_ files: Int, _ decoder: NamedDecoding = NamedDecoding()) -> ViewerStage {
        let source = PaintedSource(PixelSize(width: 100, height: 80))
        let stage = ViewerStage(Array(repeating: source, count: files)) { $0.thumbnailDecoder = decoder }
        stage.frames(for: 0.1)
        return stage
    }

    /// Taps a key, and makes frames.
    func tap(_ stage: ViewerStage, _ key: Key, _ modifiers: KeyModifiers = []) {
        stage.tap(key, modifiers)
        stage.frames(for: 0.1)
    }

    /// Presses the primary button at a point, releases it, and makes frames.
    func click(_ stage: ViewerStage, _ x: Double, _ y: Double) {
        stage.pointer(.down(.primary, clicks: 1), x, y)
        stage.pointer(.up(.primary, clicks: 1), x, y)
        stage.frames(for: 0.1)
    }
}
