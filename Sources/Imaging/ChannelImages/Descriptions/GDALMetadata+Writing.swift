internal import ImageMetadata
internal import JSONDocuments
internal import XMLDocuments

extension GDALMetadata {
    /// The text of the tag for a directory that has a channel alone: the name, the scale and offset, the unit, the wavelength,
    /// and whether it is alpha.
    ///
    /// The element is empty if nothing is known of the channel.
    package static func text(of channel: ChannelDescription) -> String {
        var items: [Item] = []
        func add(_ name: String, _ value: String?, role: String? = nil, domain: String = "") {
            guard let value else { return }
            items.append(Item(name: name, value: value, band: 0, role: role, domain: domain))
        }
        add("DESCRIPTION", StatedText.name(channel.name), role: "description")
        if channel.scale.isFinite, channel.offset.isFinite, channel.scale != 1 || channel.offset != 0 {
            add("OFFSET", JSONText.number(channel.offset), role: "offset")
            add("SCALE", JSONText.number(channel.scale), role: "scale")
        }
        add("UNITTYPE", StatedText.name(channel.unit), role: "unittype")
        if channel.alpha != nil { add("COLORINTERP", "Alpha", role: "colorinterp") }
        if channel.alpha == .validity { add(alphaMeaningName, validity) }
        let wavelength = channel.wavelength.flatMap(StatedText.positive)
        add(
            "CENTRAL_WAVELENGTH_UM",
            wavelength.map { JSONText.number(LengthUnit.nanometer.converted($0, to: .micrometer)) }, domain: "IMAGERY")
        return "<GDALMetadata>" + items.map(\.xml).joined() + "</GDALMetadata>"
    }
}

extension GDALMetadata.Item {
    /// The element.
    fileprivate var xml: String {
        let attributes: [(String, String?)] = [
            ("name", name), ("sample", band.map { "\($0)" }), ("role", role), ("domain", domain.isEmpty ? nil : domain),
        ]
        let start = attributes.reduce("<Item") { text, attribute in
            attribute.1.map { "\(text) \(attribute.0)=\"\(XMLElement.escaped($0))\"" } ?? text
        }
        return "\(start)>\(XMLElement.escaped(value))</Item>"
    }
}

extension ChannelDescription {
    /// Whether the file has to state more of the channel than its samples.
    package var hasStatements: Bool { name != nil || describesValues }

    /// Whether something is known of the meaning of the samples.
    package var describesValues: Bool {
        unit != nil || wavelength != nil || nodata != nil || scale != 1 || offset != 0 || alpha != nil
    }
}
