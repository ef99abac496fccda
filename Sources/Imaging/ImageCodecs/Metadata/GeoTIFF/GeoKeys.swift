internal import ImageMetadata

/// The keys of a GeoTIFF (OGC GeoTIFF Standard 1.1, 19-008r4).
struct GeoKeys {
    /// The keys that are read here, by their numbers; libgeotiff reads the others.
    enum Key: Int {
        case modelType = 1024
        case rasterType = 1025
        case citation = 1026
        case geodeticCRS = 2048
        case geodeticCitation = 2049
        case angularUnits = 2054
        case projectedCRS = 3072
        case projectedCitation = 3073
        case projection = 3074
        case projectionMethod = 3075
        case linearUnits = 3076
        case linearUnitSize = 3077
        case verticalCRS = 4096
        case verticalDatum = 4098
    }

    /// The reason why a system cannot be read.
    struct Fault: Error, Hashable {
        /// The reason, in a clause or in sentences, without a final period.
        let reason: String

        init(_ reason: String) {
            self.reason = reason.last == "." ? String(reason.dropLast()) : reason
        }
    }

    /// The code of what the file defines itself.
    static let userDefined = 32_767

    /// The three tags with keys, as libgeotiff takes them.
    struct Tags: Hashable, Sendable {
        var directory: [UInt16]
        var doubles: [Double]
        var text: [UInt8]
    }

    /// The tags.
    let tags: Tags
    private var shorts: [Int: Int] = [:]
    private var doubles: [Int: Double] = [:]
    private var texts: [Int: String] = [:]

    /// Reads the GeoKeyDirectoryTag: four header values, the last of which is the number of keys, and four values for
    /// each key; and the numbers and texts that keys refer to.
    init(_ directory: TIFFDirectory) {
        let numbers = directory.values(.geoKeyDirectory).map { Int(exactly: $0) ?? 0 }
        let parameters = directory.values(.geoDoubleParameters)
        let text = Array(((try? directory.text(.geoTextParameters)) ?? nil ?? "").utf8)
        tags = Tags(directory: numbers.map { UInt16(clamping: $0) }, doubles: parameters, text: text)
        guard numbers.count >= 4 else { return }
        for start in stride(from: 4, to: numbers.count - 3, by: 4).prefix(max(0, numbers[3])) {
            let key = numbers[start]
            let location = numbers[start + 1]
            let count = numbers[start + 2]
            let value = numbers[start + 3]
            switch TIFFTag(rawValue: location) {
            case .geoDoubleParameters where parameters.indices.contains(value): doubles[key] = parameters[value]
            case .geoTextParameters where value >= 0 && count > 0 && count <= text.count && value <= text.count - count:
                // The last character of a text is a separator.
                texts[key] = String(decoding: text[value..<value + count - 1], as: UTF8.self)
            case nil where location == 0: shorts[key] = value
            default: break
            }
        }
    }

    /// True when there are no keys.
    var isEmpty: Bool { shorts.isEmpty && doubles.isEmpty && texts.isEmpty }

    /// The code of a key.
    subscript(code key: Key) -> Int? { shorts[key.rawValue] }

    /// The number of a key.
    subscript(number key: Key) -> Double? { doubles[key.rawValue] }

    /// The text of a key.
    subscript(text key: Key) -> String? { texts[key.rawValue] }

    /// True with RasterPixelIsPoint: coordinates refer to pixel centers.
    var pixelIsPoint: Bool { self[code: .rasterType] == 2 }

    /// A statement of the keys that has no effect on the place, in a sentence; nil if there is none.
    var warning: String? {
        let vertical = [(Key.verticalCRS, "VerticalGeoKey"), (.verticalDatum, "VerticalDatumGeoKey")]
        for (key, name) in vertical {
            guard let code = self[code: key], code != 0 else { continue }
            return "the system of its heights (\(name) is \(code)) has no effect on the map and is not kept."
        }
        return nil
    }
}
