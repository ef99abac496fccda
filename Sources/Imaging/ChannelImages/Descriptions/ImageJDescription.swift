internal import ImageMetadata
internal import Numbers
internal import TilePyramid

/// The description that ImageJ writes into a TIFF: lines such as `channels=3`, after `ImageJ=1.53t`.
///
/// Planes follow each other by channels, then sections (`slices`), then time points (`frames`).
///
/// Source: the documentation of ImageJ's `FileInfo` and TIFF files, and tifffile's of hyperstacks.
package struct ImageJDescription: Hashable, Sendable {
    /// The ways in which ImageJ shows a hyperstack.
    package enum Mode: String, Hashable, Sendable {
        /// All channels mixed.
        case composite
        /// One channel at a time, in its color.
        case color
        /// One channel at a time, in gray.
        case gray = "grayscale"
    }

    /// The number of channels, sections and time points; 1 by default.
    package var channelCount = 1, sectionCount = 1, timeCount = 1
    /// The way in which it was shown last; nil if none is stated.
    package var mode: Mode?
    /// The values that are black and white; nil if none are stated.
    ///
    /// In a composite they are those of one channel.
    package var displayRange: ClosedRange<Double>?
    /// The unit of lengths as it is stated, which may be "pixel"; nil for none.
    package var unit: String?
    /// The distance of sections in the unit; nil if none is stated.
    package var sectionSpacing: Double?
    /// The time between two time points in seconds; nil if none is stated.
    package var frameInterval: Double?
    /// The unit of the real values; nil if none is stated.
    package var valueUnit: String?
    /// The straight line by which stored values become real ones; nil for the stored values themselves.
    package var calibration: Calibration?

    /// A straight line.
    package struct Calibration: Hashable, Sendable {
        /// The real value of a stored 0, and of each step.
        package var offset: Double, scale: Double
    }

    /// The most bytes of a description that are read; ImageJ writes some hundred.
    package static let byteLimit = 64 << 10

    /// The number of planes.
    // Checked: 1024 channels, and 2^20 sections and time points each.
    package var planeCount: Int { channelCount * sectionCount * timeCount }

    /// Reads a description; nil if it is none of ImageJ.
    ///
    /// Numbers that cannot be are left out. If channels, sections and time points are not as many as `images`, planes are
    /// sections, as in ImageJ.
    package init?(_ text: String) {
        guard text.hasPrefix("ImageJ=") else { return nil }
        var fields: [Substring: Substring] = [:]
        let bytes = String(decoding: text.utf8.prefix(Self.byteLimit), as: UTF8.self)
        for line in bytes.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { fields[parts[0]] = parts[1] }
        }
        setCounts(fields)
        mode = fields["mode"].flatMap { Mode(rawValue: String($0)) }
        displayRange = StatedText.range(StatedText.number(fields["min"]), StatedText.number(fields["max"]))
        unit = StatedText.name(fields["unit"]).map(Self.unescaped)
        // ImageJ counts sections downward with a negative distance.
        sectionSpacing = StatedText.number(fields["spacing"]).flatMap { StatedText.positive(abs($0)) }
        frameInterval = StatedText.positive(fields["finterval"])
        valueUnit = StatedText.name(fields["vunit"]).map(Self.unescaped)
        // Function 0 is a straight line; others are curves.
        if StatedText.integer(fields["cf"], in: 0...0) != nil, let offset = StatedText.number(fields["c0"]),
            let scale = StatedText.number(fields["c1"]), scale != 0
        {
            calibration = Calibration(offset: offset, scale: scale)
        }
    }

    private mutating func setCounts(_ fields: [Substring: Substring]) {
        func count(_ name: Substring, _ limit: Int) -> Int? {
            guard let text = fields[name] else { return 1 }
            return StatedText.integer(text, in: 1...limit)
        }
        let limit = ChannelImageDescription.planeLimit
        let images = count("images", limit)
        let channels = count("channels", ChannelImageDescription.channelLimit)
        let sections = count("slices", limit)
        let times = count("frames", limit)
        guard let channels, let sections, let times, let images,
            let product = CheckedNumber.product(channels, sections, times),
            product == images || fields["images"] == nil
        else {
            sectionCount = images ?? 1
            return
        }
        channelCount = channels
        sectionCount = sections
        timeCount = times
    }

    /// A unit in which ImageJ has written characters beyond ASCII as `\u00B5`.
    private static func unescaped(_ text: String) -> String {
        text.replacing("\\u00B5", with: "µ").replacing("\\u00b5", with: "µ").replacing("\\u00C5", with: "Å")
    }
}

extension ImageJDescription {
    /// Returns the position of a plane in the file, counted from 0; nil if the image has no such plane.
    package func position(of plane: ChannelPlane) -> Int? {
        guard (0..<channelCount).contains(plane.channel), (0..<sectionCount).contains(plane.section),
            (0..<timeCount).contains(plane.time)
        else { return nil }
        // Checked: within the number of planes.
        return plane.channel + channelCount * (plane.section + sectionCount * plane.time)
    }

    /// Returns whether all planes follow each other without gaps from the first strip of the only directory on.
    ///
    /// ImageJ writes stacks of more than 4 GB so, since offsets of 32 bits do not reach further directories. The planes have the
    /// size and the type of the first one, and no compression.
    ///
    /// - Parameter directoryCount: the number of directories of the file.
    /// - Returns: true if the file has several planes and one directory.
    package func isContiguous(directoryCount: Int) -> Bool { planeCount > 1 && directoryCount == 1 }

    /// Returns the physical size of a pixel.
    ///
    /// - Parameters:
    ///   - xResolution: the pixels of a unit along x, the value of the tag XResolution.
    ///   - yResolution: the pixels of a unit along y.
    /// - Returns: the size; nil without a unit of length.
    package func pixelSpacing(xResolution: Double?, yResolution: Double?) -> ChannelImageDescription.PixelSpacing? {
        guard let unit = unit.flatMap({ LengthUnit($0) }) else { return nil }
        func length(_ value: Double?) -> Double? {
            value.flatMap { StatedText.positive(unit.converted($0, to: .micrometer)) }
        }
        func distance(_ resolution: Double?) -> Double? { length(resolution.map { 1 / $0 }) }
        guard let x = distance(xResolution), let y = distance(yResolution ?? xResolution) else { return nil }
        return ChannelImageDescription.PixelSpacing(x: x, y: y, z: length(sectionSpacing))
    }

    /// Applies the statements to a description: the numbers of sections and time points, ranges, units and calibration.
    ///
    /// One channel leaves the number of the description, whose channels may be the colors of a photograph. ``mode`` says how
    /// one user looked at it last, and hides no channel.
    ///
    /// - Parameters:
    ///   - description: the description.
    ///   - metadata: the binary metadata of the same directory; nil if it has none.
    package func apply(to description: inout ChannelImageDescription, metadata: ImageJMetadata? = nil) {
        if channelCount > 1 { description.setChannelCount(channelCount) }
        description.sectionCount = sectionCount
        description.timeCount = timeCount
        for index in description.channels.indices {
            // The range of a composite is that of the channel that was shown last.
            if let displayRange, description.channels.count == 1 {
                description.channels[index].displayRange = displayRange
            }
            if let valueUnit { description.channels[index].unit = valueUnit }
            if let calibration {
                description.channels[index].offset = calibration.offset
                description.channels[index].scale = calibration.scale
            }
        }
        metadata?.apply(to: &description)
    }
}
