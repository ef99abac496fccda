import ChannelImages
import Controls
import TestLimits
import TestSupport
import Testing
import VectorDrawing

@testable import TileViewing

/// The channel panel as it should look, compared as ``PixelBuffer/quartered`` says.
@Suite(.timeLimited, .withExpectedFont)
struct ChannelPanelSnapshotTests {
    private func buffer(_ mix: ChannelMix, palette: Int?) throws -> PixelBuffer {
        let layout = ChannelPanelLayout(mix, palette: palette)
        var histograms = ChannelHistograms()
        let content = ChannelPanelContent(mix, layout, from: 0, height: layout.height) {
            histograms.histogram(of: $0, in: mix)
        }
        var theme = ControlTheme()
        theme.family = "DejaVu Sans"
        return try DrawnChannelPanel(content, theme: theme, scale: 1).buffer
    }

    /// A slide of three stains, of which one is hidden, with a few bright cells.
    private var slide: ChannelMix {
        var description = ChannelFixture.description(
            ["DAPI", "FITC", "A stain with a name that is longer than its line"], sections: 12, times: 4)
        description.channels[0].wavelength = 461
        description.channels[1].wavelength = 519
        description.channels[1].displayRange = 100...3000
        var mix = ChannelMix(description, automatic: ChannelFixture.composite([0, 1], range: 200...3000))
        for channel in [0, 1] {
            let values = (0..<4000).map { index in
                Double(200 * channel + (index % 80) * (index % 50) + (index % 100 == 0 ? 2000 : 0))
            }
            mix.setStatistics(SampledStatistics(values: values), of: channel)
        }
        mix.setSection(4)
        return mix
    }

    @Test func `channels that are added, with a palette`() throws {
        try expectSnapshot(
            buffer(slide, palette: 1).quartered, matches: "channels", tolerance: PixelBuffer.textTolerance)
    }

    @Test func `one channel with the colors of a scale`() throws {
        var mix = slide
        mix.setColormap(.viridis)
        mix.setGamma(0.5)
        try expectSnapshot(
            buffer(mix, palette: nil).quartered, matches: "channels-colormap", tolerance: PixelBuffer.textTolerance)
    }
}
