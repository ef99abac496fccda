internal import ImageMetadata
internal import TilePyramid

extension OMEImage {
    /// Applies the statements to a description: its numbers of channels, sections and time points, its physical size, and the
    /// names, colors and wavelengths of channels.
    ///
    /// The levels and the type of samples are those of the directories. Statements of other kinds about channels stay.
    package func apply(to description: inout ChannelImageDescription) {
        description.setChannelCount(sampleCount)
        description.sectionCount = planes.sectionCount
        description.timeCount = planes.timeCount
        description.significantBits = significantBits
        if let pixelSpacing { description.pixelSpacing = pixelSpacing }
        description.isColorPicture = isColorPicture
        for (index, channel) in channels.enumerated() {
            for sample in 0..<samplesPerPixel {
                // Checked: one of the samples.
                apply(channel, sample: sample, to: &description.channels[index * samplesPerPixel + sample])
            }
        }
        if samplesPerPixel == 1 { description.setColors(channels.map(\.color)) }
    }

    /// Whether the samples are red, green, blue and possibly alpha of one channel, with a range that is not chosen.
    private var isColorPicture: Bool {
        planes.channelCount == 1 && [3, 4].contains(samplesPerPixel) && [.uint8, .uint16].contains(sampleType)
    }

    private func apply(_ channel: Channel, sample: Int, to description: inout ChannelDescription) {
        // The samples of a channel share its name.
        if let name = channel.name, samplesPerPixel == 1 || !isColorPicture {
            description.name = samplesPerPixel == 1 ? name : "\(name) \(sample + 1)"
        }
        if let wavelength = channel.wavelength { description.wavelength = wavelength }
    }

    /// Creates the image that a description is about, with one directory for each plane: channels follow each other, then
    /// sections, then time points.
    ///
    /// The colors of a photograph share a directory.
    ///
    /// - Parameters:
    ///   - description: the description.
    ///   - name: the name of the image; nil for none.
    /// - Throws: the reason why OME-XML cannot describe it.
    package init(_ description: ChannelImageDescription, name: String? = nil) throws(OMERefusal) {
        guard Self.typeName(description.sampleType) != nil else {
            throw OMERefusal("its samples are integers of 64 bits, which OME-XML does not have")
        }
        let count = description.channels.count
        let samplesPerPixel = description.isColorPicture && [3, 4].contains(count) ? count : 1
        var block = OMEPlanes.Block()
        block.directory = 0
        // Checked: the counts of a description, which the planes limit.
        block.planeCount = count / samplesPerPixel * description.sectionCount * description.timeCount
        guard
            let planes = OMEPlanes(
                order: [.channel, .section, .time], channelCount: count / samplesPerPixel,
                sectionCount: description.sectionCount, timeCount: description.timeCount, blocks: [block])
        else { throw OMERefusal("it has too many channels, sections or time points") }
        let channels = description.channels.map { description in
            var channel = Channel()
            channel.name = StatedText.name(description.name)
            channel.color = description.color
            channel.wavelength = description.wavelength.flatMap(StatedText.positive)
            return channel
        }
        self.init(
            size: description.size, sampleType: description.sampleType,
            channels: samplesPerPixel == 1 ? channels : [Channel()], samplesPerPixel: samplesPerPixel, planes: planes)
        self.name = StatedText.name(name)
        significantBits = description.significantBits
        isInterleaved = samplesPerPixel > 1
        if let spacing = description.pixelSpacing, let x = StatedText.positive(spacing.x),
            let y = StatedText.positive(spacing.y)
        {
            pixelSpacing = .init(x: x, y: y, z: spacing.z.flatMap(StatedText.positive))
        }
    }

    /// The name of a type in OME-XML; nil for integers of 64 bits.
    static func typeName(_ type: SampleType) -> String? {
        switch type {
        case .uint8, .uint16, .uint32, .int8, .int16, .int32: type.rawValue
        case .float32: "float"
        case .float64: "double"
        case .uint64, .int64: nil
        }
    }
}
