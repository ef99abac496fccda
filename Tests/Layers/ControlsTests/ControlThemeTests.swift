import Glibc
import TestLimits
import Testing
import VectorDrawing

@testable import Controls

/// The colors of controls.
@Suite(.timeLimited) struct ControlThemeTests {
    /// The relative luminance of a color of sRGB (WCAG 2.2).
    private func luminance(_ color: Color) -> Double {
        func linear(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }

    private func contrast(_ one: Color, _ other: Color) -> Double {
        let both = [luminance(one), luminance(other)].sorted()
        return (both[1] + 0.05) / (both[0] + 0.05)
    }

    private func blended(_ color: Color, over below: Color) -> Color {
        func mixed(_ path: KeyPath<Color, Double>) -> Double {
            color.alpha * color[keyPath: path] + (1 - color.alpha) * below[keyPath: path]
        }
        return Color(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue))
    }

    @Test(arguments: [Color.black, .white, Color(red: 0.5, green: 0.5, blue: 0.5), Color(red: 1, green: 1, blue: 0)])
    func `text on a panel is readable over any image: its contrast is at least 4.5`(image: Color) {
        let theme = ControlTheme()
        let panel = blended(theme.panelColor, over: image)
        for color in [theme.textColor, theme.secondaryColor, theme.accentColor, theme.errorColor] {
            #expect(contrast(color, panel) >= 4.5, "\(color)")
        }
        // The item under the pointer.
        let highlighted = blended(theme.highlightColor, over: panel)
        for color in [theme.textColor, theme.secondaryColor, theme.accentColor] {
            #expect(contrast(color, highlighted) >= 4.5, "\(color)")
        }
    }
}
