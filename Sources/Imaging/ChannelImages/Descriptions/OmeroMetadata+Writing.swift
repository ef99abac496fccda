internal import ImageMetadata
internal import JSONDocuments

extension OmeroMetadata {
    /// Creates the settings that a description and a rendering mean.
    ///
    /// - Parameters:
    ///   - description: the description of an image.
    ///   - name: the name of the image; nil for none.
    ///   - rendering: the rendering with which it is shown at first; nil for that of the description.
    package init(_ description: ChannelImageDescription, name: String? = nil, rendering: ChannelRendering? = nil) {
        self.name = StatedText.name(name)
        channels = description.channels.map { stated in
            var channel = Channel()
            channel.label = StatedText.name(stated.name)
            channel.color = stated.color
            channel.isActive = stated.isVisible
            channel.isInverted = stated.colormap == .invertedGray
            channel.window = stated.displayRange.map { Window(range: $0, limits: description.fullRange) }
            channel.family = "linear"
            return channel
        }
        guard let rendering else { return }
        defaultSection = rendering.section
        defaultTime = rendering.time
        var layers: [ChannelRendering.Layer] = []
        switch rendering.mode {
        case .composite(let all): layers = all
        case .colormap(let layer, _): layers = [layer]
        case .hillshade, .terrain: return
        }
        for index in channels.indices { channels[index].isActive = false }
        for layer in layers where channels.indices.contains(layer.channel) {
            channels[layer.channel].isActive = true
            channels[layer.channel].color = layer.color
            channels[layer.channel].window = Window(range: layer.range, limits: description.fullRange)
            if layer.gamma != 1 {
                channels[layer.channel].family = "polynomial"
                channels[layer.channel].coefficient = layer.gamma
            }
        }
    }

    /// Whether something is known of a channel; otherwise the settings say no more than that all are shown.
    package var describesChannels: Bool {
        channels.contains { $0.label != nil || $0.color != nil || $0.window != nil || !$0.isActive || $0.isInverted }
    }

    /// Returns the settings as JSON, the value of the member `omero`.
    ///
    /// The schema prescribes a color and a window with four numbers for each channel: white and all values stand for those that
    /// are not stated.
    ///
    /// - Parameter description: the description of the image.
    /// - Returns: the object, on one line.
    package func json(for description: ChannelImageDescription) -> String {
        var members = name.map { [("name", JSONText.exact($0))] } ?? []
        members += [
            ("channels", JSONText.array(channels.map { $0.json(fullRange: description.fullRange) })),
            (
                "rdefs",
                JSONText.object([
                    ("defaultT", "\(defaultTime)"), ("defaultZ", "\(defaultSection)"),
                    ("model", JSONText.string(isGray ? "greyscale" : "color")),
                ])
            ),
        ]
        return JSONText.object(members)
    }
}

extension OmeroMetadata.Channel {
    fileprivate func json(fullRange: ClosedRange<Double>) -> String {
        let range = window?.range ?? fullRange
        let limits = window?.limits ?? fullRange
        let color = color ?? .white
        var members = [
            ("active", "\(isActive)"), ("coefficient", JSONText.number(coefficient)),
            ("color", JSONText.string(color.hexadecimal)), ("family", JSONText.string(family ?? "linear")),
            ("inverted", "\(isInverted)"),
        ]
        if let label { members.append(("label", JSONText.exact(label))) }
        members.append(
            (
                "window",
                JSONText.object([
                    ("start", JSONText.number(range.lowerBound)), ("end", JSONText.number(range.upperBound)),
                    ("min", JSONText.number(min(limits.lowerBound, range.lowerBound))),
                    ("max", JSONText.number(max(limits.upperBound, range.upperBound))),
                ])
            ))
        return JSONText.object(members)
    }
}
