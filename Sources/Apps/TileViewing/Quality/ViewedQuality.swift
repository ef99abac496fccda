internal import Glibc
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The quality of one frame.
///
/// Areas are fractions of the screen: 1 stands for all of its pixels.
package struct ViewedQuality: Hashable, Sendable {
    /// The fraction of the screen that lies within the image.
    package var visible = 0.0
    /// The fraction of the screen that lies within the image and shows no pixel of it.
    ///
    /// A piece that fades in counts as partly blank, according to its transparency.
    package var blank = 0.0
    /// Σ area · max(0, log2(screen pixels per texel)): 1 if all of the screen is one level too coarse.
    package var blur = 0.0
    /// The part of ``blur`` that is unavoidable because the image has no finer pixels.
    package var unavoidableBlur = 0.0
    /// The fraction of the screen that is blurred although the image has finer pixels.
    package var coarse = 0.0

    /// Measures a frame.
    ///
    /// - Complexity: O(n) for n pieces.
    package init(of frame: ViewedFrame) {
        let area = ScreenArea(of: frame)
        let scale = frame.scale
        let all = area.ofScreen
        let image = Rect(x: 0, y: 0, width: Double(frame.imageSize.width), height: Double(frame.imageSize.height))
        visible = area.of(image) / all
        // Sums of areas are not more exact than this; smaller areas cannot be seen.
        let roundingError = 1e-3 / all
        var covered = 0.0
        for piece in frame.pieces {
            let share = area.of(piece.rect) * piece.opacity / all
            covered += share
            let levels = Self.levels(scale * piece.downsample)
            let least = Self.levels(scale)
            blur += share * levels
            unavoidableBlur += share * least
            coarse += levels - least > Self.sharpness ? share : 0
        }
        coarse = coarse > roundingError ? coarse : 0
        blank = visible - covered > roundingError ? visible - covered : 0
    }

    /// Whether nothing is blank.
    package var isCovered: Bool { blank == 0 }

    /// Whether nothing is blank, and nothing is blurred although the image has finer pixels.
    package var isSharp: Bool { isCovered && coarse == 0 }

    /// The blur that still counts as sharp: scales are products of many factors, so one pixel per texel is exact only
    /// up to rounding.
    private static let sharpness = log2(1 + 1e-3)

    /// The number of levels by which texels of this many screen pixels are too coarse.
    private static func levels(_ pixelsPerTexel: Double) -> Double { max(0, log2(pixelsPerTexel)) }
}
