internal import ChannelImages
internal import ImageMetadata
internal import JSONDocuments
internal import PixelKernels

/// The names and the fill values of sample types in Zarr.
enum ZarrDataType {
    /// The type and the byte order of a name of Zarr 2, such as `<u2`; nil if it is not supported.
    ///
    /// Truth values are bytes.
    static func version2(_ name: String) -> (type: SampleType, isBigEndian: Bool)? {
        guard let order = name.first, "<>|".contains(order), let type = kinds[String(name.dropFirst())],
            order != "|" || type.byteCount == 1
        else { return nil }
        return (type, order == ">")
    }

    private static let kinds: [String: SampleType] = [
        "b1": .uint8, "u1": .uint8, "u2": .uint16, "u4": .uint32, "u8": .uint64, "i1": .int8, "i2": .int16,
        "i4": .int32,
        "i8": .int64, "f4": .float32, "f8": .float64,
    ]

    /// The name of a type in Zarr 2.
    static func version2Name(of type: SampleType, isBigEndian: Bool) -> String {
        let kind =
            switch type {
            case .uint8, .uint16, .uint32, .uint64: "u"
            case .int8, .int16, .int32, .int64: "i"
            case .float32, .float64: "f"
            }
        return "\(type.byteCount == 1 ? "|" : isBigEndian ? ">" : "<")\(kind)\(type.byteCount)"
    }

    /// The type of a name of Zarr 3; nil if it is not supported.
    ///
    /// Truth values are bytes.
    static func version3(_ name: String) -> SampleType? {
        name == "bool" ? .uint8 : SampleType(rawValue: name)
    }

    /// The bytes of a fill value in the machine's order; nil if it is none of the type.
    ///
    /// Null is 0.
    static func fillValue(_ value: JSONValue, of type: SampleType) -> [UInt8]? {
        switch value {
        case .null: return [UInt8](repeating: 0, count: type.byteCount)
        case .bool(let flag): return type == .uint8 ? [flag ? 1 : 0] : nil
        case .number(let number): return bytes(of: number, type)
        case .integer(let digits): return NodataValue(digits)?.sample(of: type)
        case .string(let text): return type.isFloatingPoint ? fillValue(text, of: type) : nil
        case .array, .object: return nil
        }
    }

    private static func fillValue(_ text: String, of type: SampleType) -> [UInt8]? {
        switch text {
        case "NaN": return bytes(of: .nan, type)
        case "Infinity": return bytes(of: .infinity, type)
        case "-Infinity": return bytes(of: -.infinity, type)
        default:
            // The bits of a number, the most significant digit first.
            guard text.hasPrefix("0x"), text.utf8.count == 2 + 2 * type.byteCount,
                // Checked: at most 16 digits.
                let bits = UInt64(text.dropFirst(2), radix: 16)
            else { return nil }
            return type == .float32 ? raw(UInt32(truncatingIfNeeded: bits)) : raw(bits)
        }
    }

    private static func bytes(of number: Double, _ type: SampleType) -> [UInt8]? {
        switch type {
        case .uint8: integer(number, UInt8.self)
        case .uint16: integer(number, UInt16.self)
        case .uint32: integer(number, UInt32.self)
        case .uint64: integer(number, UInt64.self)
        case .int8: integer(number, Int8.self)
        case .int16: integer(number, Int16.self)
        case .int32: integer(number, Int32.self)
        case .int64: integer(number, Int64.self)
        case .float32: raw(Float(number))
        case .float64: raw(number)
        }
    }

    /// A whole number; programs that keep numbers as `Double` round the greatest of 64 bits up.
    private static func integer<Number: FixedWidthInteger>(_ number: Double, _ type: Number.Type) -> [UInt8]? {
        if let value = Number(exactly: number) { return raw(value) }
        return Number.bitWidth == 64 && number == Double(Number.max) ? raw(Number.max) : nil
    }

    private static func raw(_ value: some Any) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

    /// The number of a fill value from its bytes in the machine's order, as a no-data value.
    static func nodata(_ bytes: [UInt8], of type: SampleType) -> NodataValue? {
        NodataValue(String(fillText(bytes, of: type).filter { $0 != "\"" }))
    }

    /// The JSON of a fill value from its bytes in the machine's order.
    static func fillText(_ bytes: [UInt8], of type: SampleType) -> String {
        bytes.withUnsafeBytes { bytes in
            switch type {
            case .uint8: "\(bytes.loadUnaligned(as: UInt8.self))"
            case .uint16: "\(bytes.loadUnaligned(as: UInt16.self))"
            case .uint32: "\(bytes.loadUnaligned(as: UInt32.self))"
            case .uint64: "\(bytes.loadUnaligned(as: UInt64.self))"
            case .int8: "\(bytes.loadUnaligned(as: Int8.self))"
            case .int16: "\(bytes.loadUnaligned(as: Int16.self))"
            case .int32: "\(bytes.loadUnaligned(as: Int32.self))"
            case .int64: "\(bytes.loadUnaligned(as: Int64.self))"
            case .float32: text(bytes.loadUnaligned(as: Float.self))
            case .float64: text(bytes.loadUnaligned(as: Double.self))
            }
        }
    }

    private static func text(_ value: some BinaryFloatingPoint & CustomStringConvertible) -> String {
        if value.isNaN { return "\"NaN\"" }
        return value.isInfinite ? value < 0 ? "\"-Infinity\"" : "\"Infinity\"" : value.description
    }
}

extension SampleType {
    /// Reverses the bytes of each sample in memory, which is aligned.
    func swapBytes(_ samples: UnsafeMutableRawBufferPointer) {
        guard let base = samples.baseAddress else { return }
        SampleByteOrder.swap(base, bytes: samples.count, bits: 8 * byteCount)
    }
}
