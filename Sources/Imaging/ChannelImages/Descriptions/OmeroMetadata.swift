internal import ImageMetadata
package import JSONDocuments
internal import Numbers

/// The rendering settings of an OME-Zarr image: the member `omero` of its attributes.
///
/// Members of other types than prescribed are left out.
///
/// Source: OME-NGFF 0.4 and 0.5, "omero" metadata, and the rendering settings of OMERO that it refers to.
package struct OmeroMetadata: Hashable, Sendable {
    /// The stored values that are shown, among all that may be.
    package struct Window: Hashable, Sendable {
        /// The values that are shown as black and as the full color.
        package var range: ClosedRange<Double>
        /// The values among which the range is chosen; nil if they are not stated.
        package var limits: ClosedRange<Double>?

        /// Creates a window.
        package init(range: ClosedRange<Double>, limits: ClosedRange<Double>? = nil) {
            self.range = range
            self.limits = limits
        }
    }

    /// The settings of a channel.
    package struct Channel: Hashable, Sendable {
        /// The name.
        package var label: String?
        /// The color.
        package var color: ChannelColor?
        /// Whether the channel is shown; true by default.
        package var isActive = true
        /// The values that are shown.
        package var window: Window?
        /// Whether the greatest value is black; false by default.
        ///
        /// Only a channel that is shown alone and has no color is shown so: by ``Colormap/invertedGray``.
        package var isInverted = false
        /// The exponent of the family `polynomial`; 1 by default.
        package var coefficient = 1.0
        /// The family of curves, such as "linear"; nil if none is stated.
        package var family: String?

        /// Creates the settings of a channel of which nothing is stated.
        package init() {}

        /// The exponent of values from 0 to 1: only the family `polynomial` has one that is not 1.
        package var gamma: Double { family == "polynomial" ? coefficient : 1 }
    }

    /// The name of the image; nil if none is stated.
    package var name: String?
    /// The settings of channels in the order of the image's; further ones may be missing.
    package var channels: [Channel] = []
    /// The section and the time point that are shown first, counted from 0; 0 by default.
    package var defaultSection = 0, defaultTime = 0
    /// Whether channels are shown in gray and not in their colors; false by default.
    package var isGray = false

    /// Creates settings without channels.
    package init() {}

    /// Reads the member; nil if it is not an object.
    package init?(_ value: JSONValue) {
        guard let members = value.members else { return nil }
        name = StatedText.name(members["name"]?.string)
        if case .array(let values)? = members["channels"] {
            // A channel that is not an object keeps its place.
            channels = values.prefix(ChannelImageDescription.channelLimit).map { Channel($0.members ?? [:]) }
        }
        guard let settings = members["rdefs"]?.members else { return }
        let range = 0...ChannelImageDescription.planeLimit - 1
        defaultSection = settings["defaultZ"]?.number.flatMap { CheckedNumber.integer($0, in: range) } ?? 0
        defaultTime = settings["defaultT"]?.number.flatMap { CheckedNumber.integer($0, in: range) } ?? 0
        isGray = settings["model"]?.string == "greyscale"
    }

    /// Applies the settings to the channels of a description: names, colors, ranges and visibility.
    ///
    /// Further settings are left out.
    package func apply(to description: inout ChannelImageDescription) {
        let fullRange = description.fullRange
        for (index, channel) in zip(description.channels.indices, channels) {
            if let label = channel.label { description.channels[index].name = label }
            description.channels[index].isVisible = channel.isActive
            if channel.isInverted, channel.color == nil || channel.color == .white {
                description.channels[index].colormap = .invertedGray
            }
            // Programs that have not looked at the values state all that the type has, which shows deep samples as black.
            if let range = channel.window?.range, range != fullRange || description.sampleType == .uint8 {
                description.channels[index].displayRange = range
            }
        }
        description.setColors(channels.map(\.color))
    }

    /// Returns the rendering with which an image is shown at first.
    ///
    /// In gray, only the first of the channels that are shown is.
    ///
    /// - Parameter description: the description of the image, to which the settings have been applied.
    /// - Returns: the rendering; nil if a shown channel has no range or color, or none is shown.
    package func rendering(of description: ChannelImageDescription) -> ChannelRendering? {
        var layers: [ChannelRendering.Layer] = []
        for (index, channel) in description.channels.enumerated() where channel.isVisible {
            guard let range = channel.displayRange, let color = isGray ? .white : channel.color else { return nil }
            var layer = ChannelRendering.Layer(channel: index, range: range, color: color)
            if channels.indices.contains(index) { layer.gamma = channels[index].gamma }
            layers.append(layer)
            if isGray { break }
        }
        guard !layers.isEmpty else { return nil }
        var rendering = ChannelRendering(.composite(layers))
        rendering.section = min(defaultSection, description.sectionCount - 1)
        rendering.time = min(defaultTime, description.timeCount - 1)
        return rendering
    }
}

extension OmeroMetadata.Channel {
    fileprivate init(_ members: [String: JSONValue]) {
        label = StatedText.name(members["label"]?.string)
        color = members["color"]?.string.flatMap { ChannelColor(hexadecimal: $0) }
        isActive = members["active"]?.bool ?? true
        isInverted = members["inverted"]?.bool ?? false
        coefficient = members["coefficient"]?.number.flatMap(StatedText.positive) ?? 1
        family = StatedText.name(members["family"]?.string)
        guard let window = members["window"]?.members,
            let range = StatedText.range(window["start"]?.number, window["end"]?.number)
        else { return }
        self.window = .init(range: range, limits: StatedText.range(window["min"]?.number, window["max"]?.number))
    }
}
