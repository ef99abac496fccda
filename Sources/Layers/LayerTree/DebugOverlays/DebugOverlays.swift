internal import VectorDrawing

/// Colors over a frame that show the costs of drawing.
///
/// ``DebugOverlayRecorder`` adds them to render trees, so every presenter shows them. The names and most colors come from
/// Instruments' Core Animation template. Two of its options are missing: every frame has the overlays of its own items, so
/// "color immediately" has no use; and the window manager, not a layer, decides about a fast path to the screen.
public struct DebugOverlays: OptionSet, Hashable, Sendable {
    /// One bit for each overlay.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Opaque items are green and blended ones red; the more blended items overlap, the redder.
    public static let blended = DebugOverlays(rawValue: 1 << 0)
    /// Every write to a pixel adds red, even if something opaque covers it.
    public static let overdraw = DebugOverlays(rawValue: 1 << 1)
    /// Contents that the last frame also showed are green; new contents, which may take an upload, are red.
    public static let cacheHits = DebugOverlays(rawValue: 1 << 2)
    /// Items with edges or pixels between the frame's pixels are magenta, and scaled contents are yellow.
    public static let misaligned = DebugOverlays(rawValue: 1 << 3)
    /// Groups are yellow; each takes an offscreen pass.
    public static let offscreenPasses = DebugOverlays(rawValue: 1 << 4)
    /// Regions that differ from the last frame flash yellow.
    public static let updates = DebugOverlays(rawValue: 1 << 5)
    /// Items that the compositor draws for a graphics card are blue; the card gets a copy of their pixels.
    ///
    /// These are shapes, shadows, most gradients and groups with a mask. Images are converted when they are decoded, never
    /// when they are drawn.
    public static let copied = DebugOverlays(rawValue: 1 << 6)

    /// All overlays in the order of their bits, with their display names.
    public static let named: [(overlay: DebugOverlays, name: String)] = [
        (.blended, "blended layers"), (.overdraw, "overdraw"), (.cacheHits, "cache hits and misses"),
        (.misaligned, "misaligned and scaled contents"), (.offscreenPasses, "offscreen passes"),
        (.updates, "updated regions"), (.copied, "copied items"),
    ]
}

extension DebugOverlays {
    /// The colors of the overlays.
    enum Tint {
        static let green = Color(red: 0, green: 0.8, blue: 0, alpha: 0.4)
        static let red = Color(red: 1, green: 0, blue: 0, alpha: 0.4)
        static let overdraw = Color(red: 1, green: 0, blue: 0, alpha: 0.2)
        static let magenta = Color(red: 1, green: 0, blue: 1, alpha: 0.4)
        static let blue = Color(red: 0, green: 0.3, blue: 1, alpha: 0.4)
        static let yellow = Color(red: 1, green: 0.9, blue: 0, alpha: 0.4)
    }
}
