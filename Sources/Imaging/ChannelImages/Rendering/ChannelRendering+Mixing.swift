package import PixelKernels

extension ChannelRendering {
    /// Prepares the mixing of stored samples, whose rows are those of ``channels``.
    ///
    /// - Parameters:
    ///   - description: the description of the image.
    ///   - other: a mixing whose curves are taken over for equal gammas; nil for none.
    /// - Returns: the mixing; nil for hillshades and terrain encodings.
    package func mixer(
        for description: ChannelImageDescription, reusing other: ChannelMixer? = nil
    ) -> ChannelMixer? {
        func mixed(_ layer: Layer) -> ChannelMixer.Layer {
            ChannelMixer.Layer(
                range: layer.range, gamma: layer.gamma, color: layer.color.components,
                nodata: description.channels[layer.channel].nodataRange(in: description.sampleType))
        }
        let number = description.sampleType.mixerNumber
        return switch mode {
        case .composite(let layers): ChannelMixer(layers.map(mixed), of: number, reusing: other)
        case .colormap(let layer, let colormap):
            ChannelMixer(mixed(layer), of: number, colors: colormap.colors.map(\.components), reusing: other)
        case .hillshade, .terrain: nil
        }
    }

    /// The layout of pixels with 8 bits a sample, and alpha if a pixel may be invalid.
    ///
    /// - Parameter description: the description of the image.
    /// - Returns: gray for one channel in shades of gray and for hillshades, else red, green and blue.
    package func layout(for description: ChannelImageDescription) -> PixelLayout {
        if let mixer = mixer(for: description) {
            var isGray = false
            if case .composite(let layers) = mode { isGray = layers.count == 1 && layers[0].color.isGray }
            let channels: PixelLayout.Channels = isGray ? .gray : .rgb
            return PixelLayout(mixer.isOpaque ? channels : channels.withAlpha)
        }
        let type = description.sampleType
        let isValid = channels.allSatisfy { description.channels[$0].nodataRange(in: type) == nil }
        var channels = PixelLayout.Channels.rgb
        if case .hillshade = mode { channels = .gray }
        return PixelLayout(isValid && !type.isFloatingPoint ? channels : channels.withAlpha)
    }
}

extension ChannelColor {
    fileprivate var components: SIMD3<UInt8> { SIMD3(red, green, blue) }
}

extension SampleType {
    /// The type for the mixing of samples.
    fileprivate var mixerNumber: ChannelMixer.Number {
        switch self {
        case .uint8: .uint8
        case .uint16: .uint16
        case .uint32: .uint32
        case .uint64: .uint64
        case .int8: .int8
        case .int16: .int16
        case .int32: .int32
        case .int64: .int64
        case .float32: .float32
        case .float64: .float64
        }
    }
}
