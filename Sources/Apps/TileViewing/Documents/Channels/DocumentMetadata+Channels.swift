internal import ChannelImages
internal import Numbers
internal import TilePyramid

extension DocumentMetadata {
    /// The most channels that are listed.
    static let channelListLimit = 12

    /// The metadata of an image of many channels.
    ///
    /// - Parameters:
    ///   - image: the description of the image.
    ///   - format: the name of the file's format.
    init(_ image: ChannelImageDescription, format: String) {
        self.init(format: format, size: image.size)
        setChannels(of: image)
    }

    /// Sets what the file says of its channels, and the size of a pixel if it states one.
    mutating func setChannels(of image: ChannelImageDescription) {
        size = image.size
        samples = Self.samples(of: image)
        stack = Self.stack(of: image)
        channels = image.channels.prefix(Self.channelListLimit).enumerated().map { index, channel in
            channel.text(name: image.name(ofChannel: index))
        }
        let more = image.channels.count - channels.count
        if more > 0 { channels.append("\(more) more") }
        if let spacing = image.pixelSpacing, spacing.x > 0, abs(spacing.x - spacing.y) <= 0.001 * spacing.x {
            millimetersPerPixel = spacing.x / 1000
            printMillimetersPerPixel = nil
        }
    }

    /// The number of channels and their depth: "4 channels, 12 of 16 bits".
    private static func samples(of image: ChannelImageDescription) -> String {
        let bits = 8 * image.sampleType.byteCount
        let used = image.significantBits.flatMap { $0 < bits ? "\($0) of " : nil } ?? ""
        let kind = image.sampleType.isFloatingPoint ? ", floating point" : image.sampleType.isSigned ? ", signed" : ""
        return "\(NumberText.count(image.channels.count, "channel")), \(used)\(bits) bits\(kind)"
    }

    /// The sections and times: "12 sections of 0.5 µm, 3 times"; nil if there is one of each.
    private static func stack(of image: ChannelImageDescription) -> String? {
        var parts: [String] = []
        if image.sectionCount > 1 {
            let step = image.pixelSpacing?.z.map { " of \(NumberText.significant($0, style: .display)) µm" } ?? ""
            parts.append(NumberText.count(image.sectionCount, "section") + step)
        }
        if image.timeCount > 1 { parts.append(NumberText.count(image.timeCount, "time")) }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension ChannelImageDescription {
    /// The number of planes of full size.
    // Checked: the counts are limited, to 2^10 and twice 2^20.
    var planeCount: Int { channels.count * sectionCount * timeCount }
}

extension ChannelDescription {
    /// The name, the wavelength and the unit: "DAPI, 461 nm".
    fileprivate func text(name: String) -> String {
        var parts = [name]
        if let wavelength { parts.append("\(NumberText.significant(wavelength, style: .display)) nm") }
        if let unit { parts.append("in \(unit)") }
        return parts.joined(separator: ", ")
    }
}
