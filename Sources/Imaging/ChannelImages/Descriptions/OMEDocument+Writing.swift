internal import JSONDocuments
internal import TilePyramid
internal import XMLDocuments

extension OMEDocument {
    /// The document as XML in UTF-8, on one line; the same images give the same text.
    ///
    /// Images whose pixels could not be read are left out.
    package var xml: String {
        let schema = "http://www.openmicroscopy.org/Schemas/OME/2016-06"
        let readable = images.compactMap { try? $0.get() }
        return #"<?xml version="1.0" encoding="UTF-8"?>"#
            + Self.element(
                "OME",
                [
                    ("xmlns", schema), ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
                    ("xsi:schemaLocation", "\(schema) \(schema)/ome.xsd"),
                ], readable.enumerated().map { Self.image($1, index: $0) })
    }

    private static func image(_ image: OMEImage, index: Int) -> String {
        var attributes: [(String, String?)] = [
            ("ID", "Pixels:\(index)"), ("DimensionOrder", "XY" + String(image.planes.order.map(\.rawValue))),
            ("Type", OMEImage.typeName(image.sampleType)),
            ("SizeX", "\(image.size.width)"), ("SizeY", "\(image.size.height)"),
            ("SizeZ", "\(image.planes.sectionCount)"),
            ("SizeC", "\(image.sampleCount)"), ("SizeT", "\(image.planes.timeCount)"),
            ("SignificantBits", image.significantBits.map { "\($0)" }),
            ("Interleaved", image.isInterleaved ? "true" : nil),
        ]
        // Micrometers and nanometers are the defaults, whose letters are not all in ASCII.
        if let spacing = image.pixelSpacing {
            attributes.append(("PhysicalSizeX", JSONText.number(spacing.x)))
            attributes.append(("PhysicalSizeY", JSONText.number(spacing.y)))
            attributes.append(("PhysicalSizeZ", spacing.z.map { JSONText.number($0) }))
        }
        let channels = image.channels.enumerated().map { number, channel in
            element(
                "Channel",
                [
                    ("ID", "Channel:\(index):\(number)"), ("Name", channel.name),
                    ("SamplesPerPixel", "\(image.samplesPerPixel)"), ("Color", channel.color.map { "\(color($0))" }),
                    ("EmissionWavelength", channel.wavelength.map { JSONText.number($0) }),
                ])
        }
        let pixels = element("Pixels", attributes, channels + image.planes.blocks.map(block))
        return element("Image", [("ID", "Image:\(index)"), ("Name", image.name)], [pixels])
    }

    private static func block(_ block: OMEPlanes.Block) -> String {
        func index(_ number: Int) -> String? { number == 0 ? nil : "\(number)" }
        return element(
            "TiffData",
            [
                ("IFD", block.directory.map { "\($0)" }), ("FirstC", index(block.channel)),
                ("FirstZ", index(block.section)), ("FirstT", index(block.time)),
                ("PlaneCount", block.planeCount.map { "\($0)" }),
            ], block.fileName.map { [element("UUID", [("FileName", $0)])] } ?? [])
    }

    /// A color as a signed number of 32 bits: red, green, blue and an alpha of 255, from the highest byte on.
    private static func color(_ color: ChannelColor) -> Int32 {
        // Checked: bytes, joined.
        Int32(bitPattern: UInt32(color.red) << 24 | UInt32(color.green) << 16 | UInt32(color.blue) << 8 | 255)
    }

    /// An element; attributes without a value are left out.
    private static func element(
        _ name: String, _ attributes: [(String, String?)], _ children: [String] = []
    ) -> String {
        let start = attributes.reduce("<" + name) { text, attribute in
            attribute.1.map { "\(text) \(attribute.0)=\"\(XMLElement.escaped($0))\"" } ?? text
        }
        return children.isEmpty ? start + "/>" : start + ">" + children.joined() + "</\(name)>"
    }
}
