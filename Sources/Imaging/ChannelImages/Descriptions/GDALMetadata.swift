internal import ImageMetadata
package import XMLDocuments

/// GDAL's metadata in a TIFF: the XML of the tag 42112 (GDAL_METADATA), `<GDALMetadata><Item name="…" sample="0">…`.
///
/// Items of a band have its number from 0 (`sample`), those of other domains their name, and those for which GDAL has
/// functions a role.
///
/// Source: the documentation of GDAL's drivers of GeoTIFF and ENVI, and of its raster data model (the domain IMAGERY).
package struct GDALMetadata: Hashable, Sendable {
    /// A statement about a file or a band.
    package struct Item: Hashable, Sendable {
        /// The name.
        package var name: String
        /// The text.
        package var value: String
        /// The band, counted from 0; nil for the whole file.
        package var band: Int?
        /// The role, such as "scale"; nil for none.
        package var role: String?
        /// The domain; empty for GDAL's default one.
        package var domain: String
    }

    /// The name and the value of the item of a band that is a mask, which GDAL calls alpha as well.
    static let alphaMeaningName = "ALPHA_MEANING", validity = "validity"

    /// The items in the order of the document.
    package private(set) var items: [Item]

    /// Parses the text of the tag.
    ///
    /// - Throws: the syntax error if it is not XML, or too large.
    package init(_ text: String) throws(XMLElement.SyntaxError) {
        let root = try XMLElement(parsing: Array(text.utf8))
        items = root.children.compactMap { element in
            guard element.name == "Item", let name = element.attributes["name"] else { return nil }
            let band = element.attributes["sample"]
            let number = StatedText.integer(band, in: 0...Int.max)
            // An item of a band that cannot be is about no band and not about the file.
            guard (band == nil) == (number == nil) else { return nil }
            return Item(
                name: name, value: element.text, band: number, role: element.attributes["role"],
                domain: element.attributes["domain"] ?? "")
        }
    }

    /// The text of the first item about the whole file with a name in the default domain; nil if there is none.
    package func value(_ name: String) -> String? {
        items.first { $0.name == name && $0.band == nil && $0.domain.isEmpty }?.value
    }

    /// Applies the items to the channels of a description: names, scales, offsets, units, wavelengths, and which one is alpha.
    ///
    /// Bands without a channel are left out.
    package func apply(to description: inout ChannelImageDescription) {
        apply(to: &description.channels)
    }

    /// Applies the items to the channels of a directory.
    package func apply(to channels: inout [ChannelDescription]) {
        var waves: [Int: Wavelength] = [:]
        for item in items {
            guard let band = item.band, channels.indices.contains(band) else { continue }
            waves[band, default: Wavelength()].read(item)
            // STATISTICS_MINIMUM and STATISTICS_MAXIMUM are not a range to be shown: they are the extremes, which clouds, glint
            // and damaged pixels make, often of a copy at a smaller size, and remain when the pixels change.
            switch (item.role ?? "", item.name.uppercased()) {
            case ("description", _): channels[band].name = StatedText.name(item.value) ?? channels[band].name
            // Drivers name bands so where they have no description.
            case (_, "BANDNAME"), (_, "BAND_NAME"):
                channels[band].name = channels[band].name ?? StatedText.name(item.value)
            case ("scale", _):
                if let scale = StatedText.number(item.value), scale != 0 { channels[band].scale = scale }
            case ("offset", _):
                if let offset = StatedText.number(item.value) { channels[band].offset = offset }
            case ("unittype", _): channels[band].unit = StatedText.name(item.value) ?? channels[band].unit
            case ("colorinterp", _) where item.value.lowercased() == "alpha":
                channels[band].alpha = channels[band].alpha ?? .opacity
                channels[band].isVisible = false
            case (_, Self.alphaMeaningName) where item.value == Self.validity:
                channels[band].alpha = .validity
                channels[band].isVisible = false
            default: break
            }
        }
        let unit = items.first { $0.band == nil && Wavelength.unitNames.contains($0.name.uppercased()) }?.value
        for (band, wave) in waves {
            if let wavelength = wave.nanometers(in: unit) { channels[band].wavelength = wavelength }
        }
    }
}

/// The wavelength of a band, whose number and unit are in different items.
private struct Wavelength {
    /// The number of an item whose name has no unit.
    private var number: Double?
    private var unit: String?
    /// The number of micrometers of an item whose name has the unit, which has precedence.
    private var micrometers: Double?

    private static let numberNames: Set = ["WAVELENGTH", "CENTRAL_WAVELENGTH", "CENTER_WAVELENGTH"]
    private static let micrometerNames: Set = ["CENTRAL_WAVELENGTH_UM", "WAVELENGTH_UM"]
    private static let nanometerNames: Set = ["CENTRAL_WAVELENGTH_NM", "WAVELENGTH_NM"]
    /// The names of items with the unit, of a band or of the whole file.
    static let unitNames: Set = ["WAVELENGTH_UNIT", "WAVELENGTH_UNITS", "WAVELENGTH UNITS"]

    mutating func read(_ item: GDALMetadata.Item) {
        let name = item.name.uppercased()
        if Self.unitNames.contains(name) { unit = item.value }
        guard let value = StatedText.positive(item.value) else { return }
        if Self.numberNames.contains(name) { number = value }
        if Self.micrometerNames.contains(name) { micrometers = value }
        if Self.nanometerNames.contains(name) { micrometers = LengthUnit.nanometer.converted(value, to: .micrometer) }
    }

    /// Returns the wavelength in nanometers.
    ///
    /// Without a unit, numbers below 100 are micrometers: sensors see from 0.2 to 15 µm, which are 200 to 15,000 nm.
    ///
    /// - Parameter fileUnit: the unit of the whole file; nil for none.
    /// - Returns: the wavelength; nil if there is none, or its unit is not a length.
    func nanometers(in fileUnit: String?) -> Double? {
        if let micrometers { return LengthUnit.micrometer.converted(micrometers, to: .nanometer) }
        guard let number else { return nil }
        guard let name = StatedText.name(unit ?? fileUnit) else {
            return (number < 100 ? LengthUnit.micrometer : .nanometer).converted(number, to: .nanometer)
        }
        return LengthUnit(name).flatMap { StatedText.positive($0.converted(number, to: .nanometer)) }
    }
}
