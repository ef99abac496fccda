import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct ComparisonTests {
    @Test func `the ways of comparing follow one another, and after the last one there is none`() {
        var modes: [Comparison.Mode?] = [nil]
        for _ in 0..<5 { modes.append(Comparison.Mode.step(true, from: modes.last ?? nil)) }
        #expect(modes == [nil, .sideBySide, .curtain, .blink, .difference, nil])
        for _ in 0..<5 { modes.append(Comparison.Mode.step(false, from: modes.last ?? nil)) }
        #expect(modes.suffix(6) == [nil, .difference, .blink, .curtain, .sideBySide, nil])
    }

    @Test func `the gain goes through 1, 4 and 16, and the curtain stays in the window`() {
        var comparison = Comparison(.difference)
        let gains = (0..<4).map { _ in
            comparison.gain = comparison.nextGain
            return comparison.gain
        }
        #expect(gains == [4, 16, 1, 4])
        comparison.curtain = -3
        #expect(comparison.curtain == 0)
        comparison.curtain = 1.5
        #expect(comparison.curtain == 1)
    }

    @Test
    func
        `an overlay is not a step between the other ways, its blend modes follow one another, and its opacity is a share`()
    {
        #expect(Comparison.Mode.step(true, from: .overlay) == .sideBySide)
        #expect(OverlayBlend.allCases.map(\.next) == [.multiply, .screen, .difference, nil])
        var comparison = Comparison(.overlay)
        comparison.opacity = 1.5
        #expect(comparison.opacity == 1 && comparison.overlayText == "normal, 100 %")
        comparison.opacity = -1
        #expect(comparison.opacity == 0)
    }

    @Test(arguments: [
        "side-by-side", "curtain,0.25", "blink", "difference,4", "difference,1", "overlay,0.25,multiply",
        "overlay,0.5,normal", "overlay,1.0,screen", "overlay,0.0,difference",
    ])
    func `a comparison is read as it is written`(link: String) {
        #expect(Comparison(link: link)?.link == link)
    }

    @Test func `the setting may be left out`() {
        #expect(Comparison(link: "curtain") == Comparison(.curtain))
        #expect(Comparison(link: "difference")?.gain == 1)
        #expect(Comparison(link: "overlay") == Comparison(.overlay))
        #expect(Comparison(link: "overlay,0.75")?.opacity == 0.75)
    }

    @Test(arguments: [
        "", "curtains", "curtain,", "curtain,2", "curtain,nan", "difference,3", "difference,1,2", "blink,1", "Blink",
        "overlay,2", "overlay,-0.1", "overlay,0.5,darken", "overlay,0.5,screen,1", "overlay,0.5,",
    ])
    func `anything else is not a comparison`(link: String) {
        #expect(Comparison(link: link) == nil)
    }

    @Test func `a correction is read as it is written, and shown to people with signs and percent`() {
        let correction = RegistrationCorrection(offset: Point(x: 12, y: -3), scale: 1.01)
        #expect(correction.link == "12,-3,1.01" && correction.text == "+12, −3, 101 %")
        #expect(RegistrationCorrection(link: "12,-3,1.01") == correction)
        #expect(RegistrationCorrection(link: "0.5,0") == RegistrationCorrection(offset: Point(x: 0.5, y: 0)))
        #expect(RegistrationCorrection(offset: Point(x: 0.25, y: 0), scale: 0.999).text == "+0.3, +0, 99.9 %")
        for text in ["", "1", "1,2,0", "1,2,101", "1,2,3,4", "a,b", "nan,0", "1e10,0"] {
            #expect(RegistrationCorrection(link: text) == nil, "\(text)")
        }
    }
}
