import ChannelImages
import LayerTree
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// A viewer of an image of channels, with the panel.
@MainActor
struct ChannelStage {
    let stage: ViewerStage
    let image: CountedChannelImage

    /// Opens an image, and the panel.
    init(
        _ description: ChannelImageDescription = ChannelFixture.description(type: .uint8),
        automatic: ChannelRendering = ChannelFixture.composite([0, 1]),
        size: PixelSize = PixelSize(width: 800, height: 600), isOpen: Bool = true,
        settings: (inout ViewerSettings) -> Void = { _ in }
    ) {
        let image = CountedChannelImage(description)
        self.image = image
        stage = ViewerStage([], opensFiles: false) { all in
            all.size = size
            all.reducesMotion = true
            all.features = isOpen ? [.channels] : []
            all.open = {
                Document(path: $0, channels: DocumentChannels(image, automatic: automatic), format: "test")
            }
            settings(&all)
        }
        stage.viewer.open(["file-0"])
        stage.frames(for: 0.5)
    }

    var part: ChannelsPart { stage.viewer.part() }
    var panel: ChannelPanel { part.panel }
    var rendering: ChannelRendering? { stage.viewer.context.channelRendering }

    /// The layers of the composite that is drawn; empty for others.
    var layers: [ChannelRendering.Layer] {
        if case .composite(let layers)? = rendering?.mode { layers } else { [] }
    }

    /// The point of the window at a point of a line of the panel.
    func point(_ x: Double, _ y: Double, in line: ChannelPanelLayout.Line) -> Point {
        let top = panel.layout?.top(of: line) ?? .nan
        return panel.layer.position + Point(x: x, y: top + y - panel.scrollOffset)
    }

    /// Presses the primary button at a point of a line.
    func press(_ x: Double, _ y: Double, in line: ChannelPanelLayout.Line) {
        let point = point(x, y, in: line)
        stage.pointer(.down(.primary, clicks: 1), point.x, point.y)
    }

    /// Moves the pointer to a point of a line.
    func move(_ x: Double, _ y: Double, in line: ChannelPanelLayout.Line) {
        let point = point(x, y, in: line)
        stage.pointer(.moved, point.x, point.y)
    }

    /// Releases the primary button.
    func release() {
        stage.pointer(.up(.primary, clicks: 1), 0, 0)
        stage.frame()
    }

    /// Clicks a point of a line.
    func click(_ x: Double, _ y: Double, in line: ChannelPanelLayout.Line) {
        press(x, y, in: line)
        release()
    }
}
