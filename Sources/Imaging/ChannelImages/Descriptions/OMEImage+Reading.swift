internal import ImageMetadata
internal import Numbers
internal import TilePyramid
internal import XMLDocuments

extension OMEImage {
    /// Reads an element `Image`.
    ///
    /// - Parameters:
    ///   - element: the element.
    ///   - files: the files of identifiers.
    /// - Throws: the reason why its pixels cannot be read. Names, units, colors and wavelengths in other forms are left out.
    init(_ element: XMLElement, files: OMEFiles) throws(OMERefusal) {
        guard let pixels = element.child("Pixels") else { throw OMERefusal("it has no pixels") }
        let reader = PixelsReader(element: pixels)
        let type = try reader.sampleType()
        let count = try reader.count("SizeC", "channels", limit: ChannelImageDescription.channelLimit)
        let channels = pixels.children.filter { $0.name == "Channel" }
        let stated = StatedText.integer(channels.first?.attributes["SamplesPerPixel"], in: 1...count) ?? 1
        // Samples that do not make whole channels are channels of their own.
        let samplesPerPixel = count.isMultiple(of: stated) ? stated : 1
        guard
            let planes = OMEPlanes(
                order: try reader.order(), channelCount: count / samplesPerPixel,
                sectionCount: try reader.count("SizeZ", "sections", limit: ChannelImageDescription.planeLimit),
                timeCount: try reader.count("SizeT", "time points", limit: ChannelImageDescription.planeLimit),
                blocks: pixels.children.filter { $0.name == "TiffData" }.map { Self.block($0, files) })
        else { throw OMERefusal("its dimensions are not valid") }
        self.init(
            size: PixelSize(
                width: try reader.count("SizeX", "columns", limit: CheckedNumber.longestSide),
                height: try reader.count("SizeY", "rows", limit: CheckedNumber.longestSide)),
            sampleType: type, channels: channels.prefix(count / samplesPerPixel).map(Self.channel),
            samplesPerPixel: samplesPerPixel, planes: planes)
        name = StatedText.name(element.attributes["Name"])
        // Checked: a type has 1 to 8 bytes.
        significantBits =
            pixels.attributes["Type"] == "bit"
            ? 1 : StatedText.integer(pixels.attributes["SignificantBits"], in: 1...8 * type.byteCount - 1)
        isInterleaved = ["true", "1"].contains(pixels.attributes["Interleaved"])
        pixelSpacing = reader.spacing
        warnings = Self.warnings(about: pixels, channels.prefix(count / samplesPerPixel))
    }

    /// Sentences about sizes, wavelengths and colors in forms that are not known.
    private static func warnings(about pixels: XMLElement, _ channels: ArraySlice<XMLElement>) -> [String] {
        func unknownUnit(_ element: XMLElement, _ name: String) -> String? {
            guard element.attributes[name] != nil, let unit = element.attributes[name + "Unit"], LengthUnit(unit) == nil
            else { return nil }
            return unit
        }
        var warnings: [String] = []
        if let unit = ["PhysicalSizeX", "PhysicalSizeY", "PhysicalSizeZ"].lazy.compactMap({ unknownUnit(pixels, $0) })
            .first
        {
            warnings.append(
                "the size of its pixels is in the unit \u{201C}\(unit.prefix(40))\u{201D}, which is not a known length. It is not used."
            )
        }
        if let unit = channels.lazy.compactMap({ unknownUnit($0, "EmissionWavelength") }).first {
            warnings.append(
                "a wavelength is in the unit \u{201C}\(unit.prefix(40))\u{201D}, which is not a known length. It is not used."
            )
        }
        if let color = channels.lazy.compactMap({ $0.attributes["Color"] }).first(where: { color($0) == nil }) {
            warnings.append(
                "the color \u{201C}\(color.prefix(40))\u{201D} of a channel is not a color of OME-XML. It is not used.")
        }
        return warnings
    }

    private static func channel(_ element: XMLElement) -> Channel {
        let attributes = element.attributes
        var channel = Channel()
        channel.name = StatedText.name(attributes["Name"]) ?? StatedText.name(attributes["Fluor"])
        channel.color = attributes["Color"].flatMap(color)
        channel.wavelength = PixelsReader.length(attributes, "EmissionWavelength", in: .nanometer, or: .nanometer)
        return channel
    }

    /// A color as a number of 32 bits: red, green, blue and alpha, from the highest byte on; signed, but not with all programs.
    private static func color(_ text: String) -> ChannelColor? {
        // Checked: constants.
        StatedText.integer(text, in: Int(Int32.min)...Int(UInt32.max)).map { color in
            ChannelColor(
                red: UInt8(truncatingIfNeeded: color >> 24), green: UInt8(truncatingIfNeeded: color >> 16),
                blue: UInt8(truncatingIfNeeded: color >> 8))
        }
    }

    /// An element `TiffData`; it states no plane if a number is none, or is negative.
    private static func block(_ element: XMLElement, _ files: OMEFiles) -> OMEPlanes.Block {
        var isValid = true
        func number(_ name: String) -> Int? {
            guard let text = element.attributes[name] else { return nil }
            let number = StatedText.integer(text, in: 0...Int.max)
            isValid = isValid && number != nil
            return number
        }
        var block = OMEPlanes.Block()
        block.directory = number("IFD")
        block.channel = number("FirstC") ?? 0
        block.section = number("FirstZ") ?? 0
        block.time = number("FirstT") ?? 0
        block.planeCount = number("PlaneCount")
        block.fileName = element.child("UUID").flatMap(files.name)
        if !isValid { block.planeCount = 0 }
        return block
    }
}

/// Reads the attributes of an element `Pixels`.
private struct PixelsReader {
    let element: XMLElement

    private static let types: [String: SampleType] = [
        "int8": .int8, "int16": .int16, "int32": .int32, "uint8": .uint8, "uint16": .uint16, "uint32": .uint32,
        "float": .float32, "double": .float64, "bit": .uint8,
    ]

    func sampleType() throws(OMERefusal) -> SampleType {
        guard let name = element.attributes["Type"] else { throw OMERefusal("the type of its pixels is not stated") }
        if let type = Self.types[name] { return type }
        throw OMERefusal(
            ["complex", "double-complex"].contains(name)
                ? "its pixels are complex numbers" : "the type of its pixels, \(name.prefix(40)), is not known")
    }

    func count(_ name: String, _ plural: String, limit: Int) throws(OMERefusal) -> Int {
        guard let text = element.attributes[name] else {
            throw OMERefusal("its number of \(plural) (\(name)) is not stated")
        }
        guard let count = StatedText.integer(text, in: 1...limit) else {
            throw OMERefusal("its number of \(plural) (\(name)), \(text.prefix(40)), is not within 1 to \(limit)")
        }
        return count
    }

    func order() throws(OMERefusal) -> [OMEPlanes.Axis] {
        let text = element.attributes["DimensionOrder"] ?? "XYZCT"
        let axes = text.dropFirst(2).compactMap { OMEPlanes.Axis(rawValue: $0) }
        guard text.hasPrefix("XY"), text.count == 5, Set(axes).count == 3 else {
            throw OMERefusal("the order of its dimensions, \(text.prefix(40)), is not known")
        }
        return axes
    }

    /// The physical size; a missing height is the width.
    var spacing: ChannelImageDescription.PixelSpacing? {
        func length(_ axis: String) -> Double? {
            Self.length(element.attributes, "PhysicalSize" + axis, in: .micrometer, or: .micrometer)
        }
        guard let x = length("X") else { return nil }
        return ChannelImageDescription.PixelSpacing(x: x, y: length("Y") ?? x, z: length("Z"))
    }

    /// A length with its unit, which has the attribute's name and "Unit" at the end; nil for other units, and below zero.
    static func length(
        _ attributes: [String: String], _ name: String, in unit: LengthUnit, or missing: LengthUnit
    ) -> Double? {
        guard let value = StatedText.positive(attributes[name]) else { return nil }
        let stated = attributes[name + "Unit"]
        guard let source = stated == nil ? missing : stated.flatMap({ LengthUnit($0) }) else { return nil }
        let length = source.converted(value, to: unit)
        return length.isFinite && length > 0 ? length : nil
    }
}
