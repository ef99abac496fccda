/// An sRGB color with alpha; components from 0 to 1, not premultiplied.
public struct Color: Hashable, Sendable {
    /// The components, from 0 to 1.
    public var red: Double, green: Double, blue: Double, alpha: Double

    /// Creates a color from its components; opaque by default.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Opaque white.
    public static let white = Color(red: 1, green: 1, blue: 1)
    /// Opaque black.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// Transparent black.
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
}
