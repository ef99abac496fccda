/// What the mask of a layer does to what it masks.
public enum MaskOperation: Hashable, Sendable {
    /// Hides what the mask's alpha does not cover; the mask's colors have no effect.
    case alpha
    /// Shows how much the colors differ from those of the mask, where both are: |layer − mask| · gain.
    ///
    /// The gain, from 1 to 255, makes small differences visible; other values are clamped. Where the layer or the mask is
    /// transparent, the result is.
    case difference(gain: Int)

    /// The greatest gain: the least difference becomes white.
    public static let maximumGain = 255
}
