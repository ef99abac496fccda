internal import ChannelImages
internal import ImageMetadata
internal import JSONDocuments

/// The attributes of an array that say what its values mean: `scale_factor`, `add_offset`, `units` and `_FillValue`.
///
/// An array has all channels, so these are written only if all channels have the same.
///
/// Sources: the CF conventions 1.11 (8.1, 3.1 and 2.5.1), which GDAL and Xarray read from Zarr as well; the form of `_FillValue` in
/// Zarr 3 is Xarray's. In Zarr 2, the fill value itself is that of samples without data.
enum CFAttributes {
    private static let scale = "scale_factor", offset = "add_offset", unit = "units", fillValue = "_FillValue"

    /// The no-data value of all channels that samples can have; nil if they differ.
    static func nodata(of description: ChannelImageDescription) -> NodataValue? {
        guard let nodata = shared(description, \.nodata) ?? nil, nodata.sample(of: description.sampleType) != nil else {
            return nil
        }
        return nodata
    }

    /// The attributes of an array with the channels of a description.
    static func attributes(
        of description: ChannelImageDescription, _ version: ZarrArrayMetadata.Version
    ) -> [ZarrAttribute] {
        var attributes: [ZarrAttribute] = []
        if version == .version3, let nodata = nodata(of: description) {
            attributes.append(ZarrAttribute(fillValue, text(of: nodata, description.sampleType)))
        }
        if let factor = shared(description, \.scale), let sum = shared(description, \.offset), factor != 1 || sum != 0,
            factor.isFinite, sum.isFinite
        {
            attributes.append(ZarrAttribute(scale, JSONText.number(factor)))
            attributes.append(ZarrAttribute(offset, JSONText.number(sum)))
        }
        if let name = shared(description, \.unit) ?? nil {
            attributes.append(ZarrAttribute(unit, JSONText.exact(name)))
        }
        return attributes
    }

    private static func shared<Value: Equatable>(
        _ description: ChannelImageDescription, _ path: KeyPath<ChannelDescription, Value>
    ) -> Value? {
        let first = description.channels[0][keyPath: path]
        return description.channels.allSatisfy { $0[keyPath: path] == first } ? first : nil
    }

    /// Applies the attributes of an array to all channels.
    static func apply(
        _ attributes: JSONObject, of array: ZarrArrayMetadata, to description: inout ChannelImageDescription
    ) {
        let scale = attributes.value(scale)?.finiteNumber ?? 1
        let offset = attributes.value(offset)?.finiteNumber ?? 0
        let unit = attributes.value(unit)?.name
        let nodata = nodata(attributes, array)
        for index in description.channels.indices {
            if scale != 0 { description.channels[index].scale = scale }
            description.channels[index].offset = offset
            description.channels[index].unit = unit
            description.channels[index].nodata = nodata
        }
    }

    private static func nodata(_ attributes: JSONObject, _ array: ZarrArrayMetadata) -> NodataValue? {
        let stated = attributes.value(fillValue)
        if let bits = stated?.string.flatMap(FloatingPointText.decoded) {
            return NodataValue("\(Double(bitPattern: bits))")
        }
        if let nodata = stated?.nodata { return nodata }
        // Most programs state 0 in Zarr 2, and mean no value.
        guard array.version == .version2, array.fillValue.contains(where: { $0 != 0 }) else { return nil }
        return ZarrDataType.nodata(array.fillValue, of: array.sampleType)
    }

    /// The JSON of `_FillValue` in Zarr 3: a whole number, or the bytes of a number of 64 bits in Base64.
    private static func text(of nodata: NodataValue, _ type: SampleType) -> String {
        type.isFloatingPoint ? JSONText.string(FloatingPointText.encoded(nodata.number.bitPattern)) : "\(nodata)"
    }
}

/// Numbers of 64 bits as Base64 of their bytes, the least significant first (RFC 4648).
private enum FloatingPointText {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Eight bytes are 64 bits: ten digits of six bits, and one of four.
    static func encoded(_ bits: UInt64) -> String {
        // Digits begin with the most significant bits of the first byte.
        let bytes = bits.byteSwapped
        let text = (0..<11).map { index -> UInt8 in
            // Checked: shifts of 58 bits and less.
            let six = index < 10 ? bytes >> UInt64(58 - 6 * index) : bytes << 2
            return digits[Int(truncatingIfNeeded: six & 63)]
        }
        return String(decoding: text, as: UTF8.self) + "="
    }

    /// The bits of such a text; nil for other texts.
    static func decoded(_ text: String) -> UInt64? {
        let text = Array(text.utf8)
        guard text.count == 12, text.last == UInt8(ascii: "=") else { return nil }
        var bytes: UInt64 = 0
        for (index, digit) in text.dropLast().enumerated() {
            guard let value = digits.firstIndex(of: digit) else { return nil }
            // Checked: 64 bits in all.
            bytes = index < 10 ? bytes << 6 | UInt64(value) : bytes << 4 | UInt64(value) >> 2
        }
        return bytes.byteSwapped
    }
}
