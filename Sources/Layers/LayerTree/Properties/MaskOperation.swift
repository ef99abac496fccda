/// The effect of a layer's mask on the layer.
public enum MaskOperation: Hashable, Sendable {
    /// Hides what the mask's alpha does not cover; the mask's colors have no effect.
    case alpha
    /// Shows the difference between the colors of layer and mask: |layer − mask| · gain.
    ///
    /// The gain, from 1 to 255, makes small differences visible; other values are clamped. Where the layer or the mask is
    /// transparent, the result is transparent.
    case difference(gain: Int)
    /// Shows the product of the colors of layer and mask: what is dark in either of them is dark.
    ///
    /// Where the layer or the mask is transparent, the result is transparent. So a copy of a layer over the layer itself, with
    /// this operation, blends the mask with it.
    case multiply
    /// Shows the inverse of the product of the inverse colors of layer and mask: what is bright in either of them is bright.
    ///
    /// Where the layer or the mask is transparent, the result is transparent.
    case screen

    /// The maximum gain: the smallest difference becomes white.
    public static let maximumGain = 255
}
