import Testing
import TextLayers
import TextRendering

import Controls
@testable import TileViewing

extension Trait where Self == ConditionTrait {
    /// Runs tests only if the default font is the one that the snapshots were drawn with, which Tools/setup installs.
    static var withExpectedFont: Self {
        .enabled(if: hasExpectedFont, "DejaVu Sans is not installed, or is not the default font")
    }
}

/// A missing font is replaced, and its serif variant by the same one, so that both draw the same.
private let hasExpectedFont: Bool = {
    func mask(_ family: String) -> TextMask? {
        try? TextRenderer.draw("Rag 109", font: TextFont(family: family, size: 20))
    }
    return mask("DejaVu Sans") != mask("DejaVu Serif") && mask("DejaVu Sans") == mask(ControlTheme().family)
}()
