internal import Glibc
internal import LayerTree
internal import TilePyramid

/// How good the picture of one frame is.
///
/// Areas are parts of the screen: 1 stands for all of its pixels.
public struct ViewedQuality: Hashable, Sendable {
    /// The part of the screen that the image is seen in, or would be.
    public var visible = 0.0
    /// The part of the screen that lies within the image and shows no pixel of it.
    ///
    /// A piece that is being faded in counts as blank as far as it is transparent.
    public var blank = 0.0
    /// Σ area · max(0, log2(screen pixels for each texel)): 1 when all of the screen is one level too coarse.
    public var blur = 0.0
    /// The part of ``blur`` that the image is to blame for: it has no finer pixels.
    public var unavoidableBlur = 0.0
    /// The part of the screen that is blurred although the image has finer pixels.
    public var coarse = 0.0

    /// The quality of a frame.
    ///
    /// - Complexity: O(n) for n pieces.
    public init(of frame: ViewedFrame) {
        let (area, scale) = (ScreenArea(of: frame), frame.scale)
        let all = area.ofScreen
        let image = Rect(x: 0, y: 0, width: Double(frame.imageSize.width), height: Double(frame.imageSize.height))
        visible = area.of(image) / all
        // What cannot be seen: sums of areas are not more exact than this.
        let roundingError = 1e-3 / all
        var covered = 0.0
        for piece in frame.pieces {
            let share = area.of(piece.rect) * piece.opacity / all
            covered += share
            let (levels, least) = (Self.levels(scale * piece.downsample), Self.levels(scale))
            blur += share * levels
            unavoidableBlur += share * least
            coarse += levels - least > Self.sharpness ? share : 0
        }
        coarse = coarse > roundingError ? coarse : 0
        blank = visible - covered > roundingError ? visible - covered : 0
    }

    /// Whether there is no place without a picture.
    public var isCovered: Bool { blank == 0 }

    /// Whether in addition the picture could not be sharper: nowhere is it coarser than the screen or the image.
    public var isSharp: Bool { isCovered && coarse == 0 }

    /// Scales are products of many factors: what is meant to be one pixel for each texel is only nearly so.
    private static let sharpness = log2(1 + 1e-3)

    /// How many levels too coarse texels of this many screen pixels are.
    private static func levels(_ pixelsPerTexel: Double) -> Double { max(0, log2(pixelsPerTexel)) }
}
