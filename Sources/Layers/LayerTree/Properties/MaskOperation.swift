/// The effect of a layer's mask on the layer.
public enum MaskOperation: Hashable, Sendable {
    /// Hides what the mask's alpha does not cover; the mask's colors have no effect.
    case alpha
    /// Shows the difference between the colors of layer and mask: |layer − mask| · gain.
    ///
    /// The gain, from 1 to 255, makes small differences visible; other values are clamped. Where the layer or the mask is
    /// transparent, the result is transparent.
    case difference(gain: Int)

    /// The maximum gain: the smallest difference becomes white.
    public static let maximumGain = 255
}
