internal import ChannelImages

/// The statements about the channels of an image with which other programs show it as this project does.
///
/// OME-Zarr has either all settings of its channels or none: what is not stated is white, shown, and of the whole range, so that
/// channels add up to white, and an image of 12 bits in 16 is black.
struct ShownChannels {
    private let image: any ChannelImage
    private let finder: ChannelRangeFinder

    /// Prepares measurements of an image.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - workers: the most threads; as many as there are processors by default.
    init(_ image: any ChannelImage, workers: Int? = nil) {
        self.image = image
        finder = ChannelRangeFinder(image, workers: workers)
    }

    /// States the automatic rendering in a description: which channels are shown, their colors and ranges.
    ///
    /// Channels that are not shown keep the color and the range that the file states, or else have those with which they would
    /// be. A range of one value is left out, and so is all of a color picture of 8 bits, which readers recognize.
    ///
    /// Blocks while it reads samples.
    ///
    /// - Parameter description: the description of the pyramid of the image.
    /// - Throws: the errors of the samples.
    func state(in description: inout ChannelImageDescription) throws {
        guard !(description.isColorPicture && description.sampleType == .uint8) else { return }
        let layers: [ChannelRendering.Layer]
        switch try ChannelRendering.automatic(finder).mode {
        case .composite(let all): layers = all
        case .colormap(let layer, _): layers = [layer]
        case .hillshade, .terrain: return
        }
        let values = description.channels.indices.filter { description.channels[$0].alpha == nil }
        let shown = Set(layers.map(\.channel))
        let others = values.filter { !shown.contains($0) }
        let ranges = try finder.ranges([.automatic], of: others, section: 0, time: 0)
        for (channel, color) in zip(values, ChannelRendering.colors(of: values, in: image.description)) {
            description.channels[channel].color = color
            description.channels[channel].isVisible = shown.contains(channel)
        }
        for (channel, range) in zip(others, ranges) { set(range, of: channel, in: &description) }
        for layer in layers where description.channels.indices.contains(layer.channel) {
            description.channels[layer.channel].color = layer.color
            set(layer.range, of: layer.channel, in: &description)
        }
    }

    private func set(
        _ range: ClosedRange<Double>, of channel: Int, in description: inout ChannelImageDescription
    ) {
        guard range.lowerBound < range.upperBound else { return }
        description.channels[channel].displayRange = range
    }
}
