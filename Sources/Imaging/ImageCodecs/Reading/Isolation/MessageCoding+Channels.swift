internal import ChannelImages
internal import ImageMetadata
internal import TilePyramid

extension MessageWriter {
    mutating func add(_ description: ChannelImageDescription) {
        add(description.levels.count)
        for size in description.levels { add(size) }
        add(description.sampleType.rawValue)
        add(optional: description.significantBits) { $0.add($1) }
        add(description.channels.count)
        for channel in description.channels { add(channel) }
        add(description.sectionCount)
        add(description.timeCount)
        add(optional: description.pixelSpacing) { writer, spacing in
            writer.add(spacing.x)
            writer.add(spacing.y)
            writer.add(optional: spacing.z) { $0.add($1) }
        }
        add(description.isColorPicture)
    }

    mutating func add(_ meaning: AlphaMeaning?) { add(meaning.map { $0 == .opacity ? 1 : 2 } ?? 0) }

    private mutating func add(_ channel: ChannelDescription) {
        add(optional: channel.name) { $0.add($1) }
        add(optional: channel.unit) { $0.add($1) }
        add(optional: channel.wavelength) { $0.add($1) }
        add(optional: channel.nodata) { $0.add($1.description) }
        add(optional: channel.displayRange) { writer, range in
            writer.add(range.lowerBound)
            writer.add(range.upperBound)
        }
        add(optional: channel.color) { writer, color in writer.add([color.red, color.green, color.blue]) }
        add(optional: channel.colormap) { writer, colormap in
            writer.add(colormap.name)
            writer.add(colormap.colors.flatMap { [$0.red, $0.green, $0.blue] })
        }
        add(channel.isVisible)
        add(channel.scale)
        add(channel.offset)
        add(channel.alpha)
    }
}

extension MessageReader {
    mutating func channelDescription() throws(Malformed) -> ChannelImageDescription {
        let planes = 1...Int(Int32.max)
        var levels: [PixelSize] = []
        // Each takes bytes of the message.
        for _ in 0..<(try int(in: planes)) { levels.append(try size()) }
        guard let type = SampleType(rawValue: try string()) else { throw Malformed() }
        let significantBits = try optional { reader throws(Malformed) in try reader.int() }
        var channels: [ChannelDescription] = []
        for _ in 0..<(try int(in: 1...ChannelImageDescription.channelLimit)) { channels.append(try channel()) }
        var description = ChannelImageDescription(levels: levels, sampleType: type, channels: channels)
        description.significantBits = significantBits
        description.sectionCount = try int(in: planes)
        description.timeCount = try int(in: planes)
        description.pixelSpacing = try optional { reader throws(Malformed) in
            let x = try reader.double()
            let y = try reader.double()
            let z = try reader.optional { reader throws(Malformed) in try reader.double() }
            return ChannelImageDescription.PixelSpacing(x: x, y: y, z: z)
        }
        description.isColorPicture = try bool()
        return description
    }

    mutating func alphaMeaning() throws(Malformed) -> AlphaMeaning? {
        let meanings: [AlphaMeaning?] = [nil, .opacity, .validity]
        return meanings[try int(in: 0...2)]
    }

    private mutating func channel() throws(Malformed) -> ChannelDescription {
        let text = { (reader: inout MessageReader) throws(Malformed) in try reader.string() }
        var channel = ChannelDescription(name: try optional(text))
        channel.unit = try optional(text)
        channel.wavelength = try optional { reader throws(Malformed) in try reader.double() }
        channel.nodata = try optional { reader throws(Malformed) in
            guard let value = NodataValue(try reader.string()) else { throw Malformed() }
            return value
        }
        channel.displayRange = try optional { reader throws(Malformed) in
            let low = try reader.double()
            let high = try reader.double()
            guard low <= high else { throw Malformed() }
            return low...high
        }
        channel.color = try optional { reader throws(Malformed) in
            guard let color = try reader.colors(1).first else { throw Malformed() }
            return color
        }
        channel.colormap = try optional { reader throws(Malformed) in
            Colormap(name: try reader.string(), colors: try reader.colors(256))
        }
        channel.isVisible = try bool()
        channel.scale = try double()
        channel.offset = try double()
        channel.alpha = try alphaMeaning()
        return channel
    }

    private mutating func colors(_ count: Int) throws(Malformed) -> [ChannelColor] {
        let bytes = try byteArray()
        // Checked: a count of 1 or 256.
        guard bytes.count == 3 * count else { throw Malformed() }
        return (0..<count).map {
            ChannelColor(red: bytes[3 * $0], green: bytes[3 * $0 + 1], blue: bytes[3 * $0 + 2])
        }
    }
}
