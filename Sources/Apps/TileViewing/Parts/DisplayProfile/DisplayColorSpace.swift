/// The color space of the display that shows a viewer.
public enum DisplayColorSpace: Hashable, Sendable {
    /// sRGB, because the display has no profile.
    case unprofiled
    /// sRGB, which the window system converts to the colors of the display, as Wayland does.
    case managed
    /// sRGB, because the user has turned the conversion off.
    case off
    /// The color space of an ICC profile; the value is its bytes.
    case profile([UInt8])
}
