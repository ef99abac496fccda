internal import ChannelImages
internal import ImageMetadata
internal import JSONDocuments

/// The attribute `bands` of a group, which says what `omero` cannot say of channels: units, scales, no-data values, wavelengths,
/// and which channel is alpha.
///
/// Members of other types than prescribed are left out.
///
/// Sources: the common metadata `bands` of STAC 1.1, and its extensions `raster` and `eo`.
enum BandAttributes {
    /// The name of the attribute.
    static let name = "bands"

    private static let unit = "unit", nodata = "nodata", scale = "raster:scale", offset = "raster:offset"
    private static let bits = "raster:bits_per_sample", wavelength = "eo:center_wavelength", roles = "roles"
    /// The roles of channels that are alpha.
    private static let opacity = "alpha", validity = "data-mask"
    /// Whole numbers up to here are exact in JSON; greater ones are texts.
    private static let exactLimit = 9_007_199_254_740_992.0

    /// The JSON of the attribute; nil if nothing has to be said.
    static func json(of description: ChannelImageDescription) -> String? {
        guard description.channels.contains(where: \.describesValues) || description.significantBits != nil else {
            return nil
        }
        return JSONText.array(description.channels.map { json(of: $0, description) })
    }

    private static func json(of channel: ChannelDescription, _ description: ChannelImageDescription) -> String {
        var members: [(String, String)] = []
        func add(_ name: String, _ value: Double?) {
            if let value, value.isFinite { members.append((name, JSONText.number(value))) }
        }
        if let name = channel.name { members.append(("name", JSONText.exact(name))) }
        members.append(("data_type", JSONText.string(description.sampleType.rawValue)))
        if let value = channel.nodata { members.append((nodata, text(of: value))) }
        if let value = channel.unit { members.append((unit, JSONText.exact(value))) }
        if channel.scale != 1 || channel.offset != 0 {
            add(scale, channel.scale)
            add(offset, channel.offset)
        }
        add(bits, description.significantBits.map { Double($0) })
        add(wavelength, channel.wavelength.map { LengthUnit.nanometer.converted($0, to: .micrometer) })
        if let alpha = channel.alpha {
            members.append((roles, JSONText.array([JSONText.string(alpha == .opacity ? opacity : validity)])))
        }
        return JSONText.object(members)
    }

    private static func text(of nodata: NodataValue) -> String {
        let text = "\(nodata)"
        return nodata.number.isFinite && nodata.number.magnitude <= exactLimit ? text : JSONText.string(text)
    }

    /// Applies the attribute to the channels of a description, in which it replaces what arrays say of all channels.
    static func apply(_ value: JSONValue?, to description: inout ChannelImageDescription) {
        guard let bands = value?.elements, bands.count == description.channels.count else { return }
        for (index, band) in bands.enumerated() {
            guard let members = band.members else { continue }
            apply(members, to: &description.channels[index])
            // Checked: a type has up to 8 bytes.
            if let number = members[bits]?.finiteNumber,
                let count = Int(exactly: number), (1..<8 * description.sampleType.byteCount).contains(count)
            {
                description.significantBits = count
            }
        }
    }

    private static func apply(_ members: [String: JSONValue], to channel: inout ChannelDescription) {
        if let name = members["name"]?.name { channel.name = name }
        channel.nodata = members[nodata]?.nodata
        channel.unit = members[unit]?.name
        channel.scale = members[scale]?.finiteNumber.flatMap { $0 == 0 ? nil : $0 } ?? 1
        channel.offset = members[offset]?.finiteNumber ?? 0
        if let micrometers = members[wavelength]?.finiteNumber, micrometers > 0, micrometers < 1e9 {
            // Decimal places that the nanometers did not have come from the division by 1000.
            channel.wavelength = (micrometers * 1e12).rounded() / 1e9
        }
        let stated = Set((members[roles]?.elements ?? []).compactMap(\.string))
        guard
            let alpha: AlphaMeaning = stated.contains(opacity) ? .opacity : stated.contains(validity) ? .validity : nil
        else { return }
        channel.alpha = alpha
    }
}
