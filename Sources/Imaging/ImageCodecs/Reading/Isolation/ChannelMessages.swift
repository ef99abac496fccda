internal import ChannelImages
internal import ImageMetadata
internal import TilePyramid

/// A request to open an image with its stored samples as channels, whose descriptor follows.
struct ChannelRequest: Hashable {
    /// The opening of the image with all that is read beside it.
    var request: DecoderRequest
    /// Whether images of formats that are decoded from their top are left out.
    var isStoredOnly: Bool
    /// Whether the alpha is also a channel.
    var alphaIsChannel: Bool

    /// The request as a message.
    var message: [UInt8] {
        var writer = MessageWriter()
        writer.add(isStoredOnly)
        writer.add(alphaIsChannel)
        writer.add(request.message)
        return writer.bytes
    }

    init(_ request: DecoderRequest, isStoredOnly: Bool, alphaIsChannel: Bool = false) {
        self.request = request
        self.isStoredOnly = isStoredOnly
        self.alphaIsChannel = alphaIsChannel
    }

    /// Reads a request from a message.
    init(_ message: [UInt8]) throws(MessageReader.Malformed) {
        var reader = MessageReader(message)
        isStoredOnly = try reader.bool()
        alphaIsChannel = try reader.bool()
        request = try DecoderRequest(try reader.byteArray())
    }
}

/// The properties of an image of channels that a decoder process sends before samples.
struct ChannelHeader: Hashable {
    /// The properties of a level.
    struct Level: Hashable {
        var blockSize: PixelSize
        var alphaMeaning: AlphaMeaning?
    }

    var description: ChannelImageDescription
    var hasInterleavedChannels: Bool
    /// Whether the first read decodes the image as a whole, by a decoder that takes memory for all of it.
    var isDecodedWhole: Bool
    /// Whether the image is decoded from its top before a part of it can be read.
    var isDecodedAsWhole = false
    /// As many levels as the description has.
    var levels: [Level]
    /// Sentences about statements of the file that are not used.
    var warnings: [String] = []
}

extension ChannelHeader {
    /// Collects the properties of an image.
    init(_ image: any ChannelImage) {
        warnings = image.warnings
        description = image.description
        hasInterleavedChannels = image.hasInterleavedChannels
        isDecodedWhole = (image as? DecodedChannelImage)?.isDecodedWhole ?? false
        isDecodedAsWhole = image.isDecodedAsWhole
        levels = description.levels.indices.map {
            Level(blockSize: image.blockSize(ofLevel: $0), alphaMeaning: image.alphaMeaning(ofLevel: $0))
        }
    }

    /// The properties as a message.
    var message: [UInt8] {
        var writer = MessageWriter()
        writer.add(description)
        writer.add(hasInterleavedChannels)
        writer.add(isDecodedWhole)
        writer.add(isDecodedAsWhole)
        for level in levels {
            writer.add(level.blockSize)
            writer.add(level.alphaMeaning)
        }
        writer.add(warnings)
        return writer.bytes
    }

    /// Reads properties from a message.
    init(_ message: [UInt8]) throws(MessageReader.Malformed) {
        var reader = MessageReader(message)
        description = try reader.channelDescription()
        hasInterleavedChannels = try reader.bool()
        isDecodedWhole = try reader.bool()
        isDecodedAsWhole = try reader.bool()
        levels = []
        for _ in description.levels {
            let size = try reader.size()
            levels.append(Level(blockSize: size, alphaMeaning: try reader.alphaMeaning()))
        }
        warnings = try reader.strings()
    }
}

/// A request for the samples, or the alpha, of a rectangle of a plane.
struct SampleRequest: Hashable {
    var rect: PixelRect
    var plane: ChannelPlane
    /// Whether the alpha of pixels is wanted, a byte for each.
    var isAlpha: Bool
    var budget: DecoderBudget

    init(_ rect: PixelRect, of plane: ChannelPlane, isAlpha: Bool, budget: DecoderBudget) {
        self.rect = rect
        self.plane = plane
        self.isAlpha = isAlpha
        self.budget = budget
    }

    /// The request as a message.
    var message: [UInt8] {
        var writer = MessageWriter()
        budget.write(to: &writer)
        for number in [rect.x, rect.y] { writer.add(number) }
        writer.add(rect.size)
        for number in [plane.level, plane.channel, plane.section, plane.time] { writer.add(number) }
        writer.add(isAlpha)
        return writer.bytes
    }

    /// Reads a request from a message.
    init(_ message: [UInt8]) throws(MessageReader.Malformed) {
        var reader = MessageReader(message)
        budget = try DecoderBudget(&reader)
        let sides = 0...Int(Int32.max)
        let x = try reader.int(in: sides)
        let y = try reader.int(in: sides)
        let size = try reader.size()
        rect = PixelRect(x: x, y: y, width: size.width, height: size.height)
        plane = ChannelPlane()
        plane.level = try reader.int(in: sides)
        plane.channel = try reader.int(in: sides)
        plane.section = try reader.int(in: sides)
        plane.time = try reader.int(in: sides)
        isAlpha = try reader.bool()
    }
}
