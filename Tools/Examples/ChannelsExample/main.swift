import ChannelImages
import ImageCodecs
import LayerTree
import SDLPresenter
import ScrollLayers
import TiledLayers

do {
    try LayerWindow(title: "Channels").run { window in
        let path = CommandLine.arguments.dropFirst().first
        let opened = try await Task.detached {
            let image: any ChannelImage = try path.flatMap { try openChannelImage(.file($0)) } ?? Discs()
            return (image: image, rendering: try ChannelRendering.automatic(for: image))
        }.value
        let layer = TiledLayer(image: TiledImage(channels: opened.image, name: path ?? "discs"))
        layer.channels = opened.rendering
        window.add(ScrollController(for: layer))

        guard case .composite(let channels) = opened.rendering.mode else { return }
        var shown = Set(channels.indices)
        var exposure = 1.0
        var section = 0
        window.onEvent = { event in
            guard case .key(let key) = event.kind, key.isDown else { return false }
            switch key.key {
            case .character("."): exposure *= 1.25
            case .character(","): exposure /= 1.25
            case .pageDown: section = min(section + 1, opened.image.description.sectionCount - 1)
            case .pageUp: section = max(section - 1, 0)
            case .character(let digit):
                guard let number = digit.wholeNumberValue, channels.indices.contains(number - 1) else { return false }
                shown.formSymmetricDifference([number - 1])
            default: return false
            }
            var rendering = ChannelRendering(
                .composite(
                    channels.indices.filter(shown.contains).map { index in
                        var channel = channels[index]
                        let width = channel.range.upperBound - channel.range.lowerBound
                        channel.range = channel.range.lowerBound...channel.range.lowerBound + width / exposure
                        return channel
                    }))
            rendering.section = section
            layer.channels = rendering
            return true
        }
    }
} catch {
    print(error)
}
