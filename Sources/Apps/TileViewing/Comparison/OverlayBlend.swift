/// The blend mode of an image that lies over another one.
///
/// All but ``normal`` show something only where both images are.
public enum OverlayBlend: String, Hashable, Sendable, CaseIterable {
    /// The second image covers the first one, as far as it is opaque.
    case normal
    /// The product of the colors: what is dark in either image is dark.
    case multiply
    /// The inverse of the product of the inverse colors: what is bright in either image is bright.
    case screen
    /// The difference of the colors: what is equal in both images is black.
    case difference

    /// The blend mode that comes next; nil after the last one.
    var next: OverlayBlend? {
        let all = Self.allCases
        guard let index = all.firstIndex(of: self), all.indices.contains(index + 1) else { return nil }
        return all[index + 1]
    }
}
