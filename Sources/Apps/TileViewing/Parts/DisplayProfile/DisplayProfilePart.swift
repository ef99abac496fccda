internal import ImageCodecs
internal import LayerTree
internal import TiledLayers

/// Converts images to the colors of the display, by its color profile.
@MainActor
final class DisplayProfilePart: ViewerPart {
    /// The result of reading a profile.
    struct Conversion: Sendable {
        /// The colors of the display; nil for those of sRGB.
        var colors: DisplayColors?
        /// The display's color space, for the information panel.
        var text: String

        /// Reads a profile.
        init(_ bytes: [UInt8]) {
            guard let profile = DisplayProfile(bytes) else {
                text = "sRGB, because the display's profile is damaged"
                return
            }
            let name = profile.name ?? "a profile without a name"
            text = name
            do {
                guard try !profile.isSRGB() else { return }
                guard let grid = try profile.colors(gridPoints: DisplayColors.gridPoints) else {
                    text = "sRGB, because the display's profile is damaged"
                    return
                }
                colors = DisplayColors(grid)
            } catch {
                text = "sRGB, because Little CMS, which \(name) needs, is not installed (liblcms2-2)"
            }
        }
    }

    private let context: ViewerContext
    private var text: String?
    /// The color space that was set last; nil before one was.
    private var space: DisplayColorSpace?
    /// The number of profiles that have been set; the result of an earlier one is ignored.
    private var lastProfile = 0
    /// Whether a profile is being read.
    private(set) var isReading = false

    init(_ context: ViewerContext) {
        self.context = context
    }

    /// Shows images in a color space from now on, unless it is the present one; a profile is read in the background.
    func show(in space: DisplayColorSpace) {
        guard space != self.space else { return }
        self.space = space
        lastProfile += 1
        isReading = false
        switch space {
        case .unprofiled: show(nil, "sRGB, because the display has no profile")
        case .managed: show(nil, "sRGB, which the window system converts")
        case .off: show(nil, "sRGB, because the display's profile is turned off")
        case .profile(let bytes):
            isReading = true
            context.inBackground {
                Conversion(bytes)
            } then: { [weak self, lastProfile] conversion in
                guard let self, lastProfile == self.lastProfile else { return }
                isReading = false
                show(conversion.colors, conversion.text)
            }
        }
    }

    private func show(_ colors: DisplayColors?, _ text: String) {
        context.displayColors = colors
        self.text = text
        context.scene.setNeedsFrame()
    }

    /// Passes the colors on to layers that have been made since the last frame, too.
    func update() {
        let colors = context.displayColors
        for layer in context.parts.all.flatMap(\.tiledLayers) where layer.displayColors !== colors {
            layer.displayColors = colors
        }
    }

    func describe(in status: inout ViewerStatus) {
        status.displayProfile = text
    }
}
