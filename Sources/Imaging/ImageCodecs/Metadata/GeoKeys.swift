internal import ImageMetadata

/// The keys of a GeoTIFF (OGC GeoTIFF Standard 1.1, 19-008r4).
struct GeoKeys {
    /// The keys that are read, by their numbers.
    enum Key: Int {
        case modelType = 1024
        case rasterType = 1025
        case geodeticCRS = 2048
        case ellipsoid = 2056
        case semiMajorAxis = 2057
        case inverseFlattening = 2059
        case projectedCRS = 3072
        case projectedCitation = 3073
        case projectionMethod = 3075
        case linearUnits = 3076
        case standardParallel1 = 3078
        case standardParallel2 = 3079
        case naturalOriginLongitude = 3080
        case naturalOriginLatitude = 3081
        case falseEasting = 3082
        case falseNorthing = 3083
        case falseOriginLongitude = 3084
        case falseOriginLatitude = 3085
        case falseOriginEasting = 3086
        case falseOriginNorthing = 3087
        case centerLongitude = 3088
        case centerLatitude = 3089
        case centerEasting = 3090
        case centerNorthing = 3091
        case naturalOriginScale = 3092
        case centerScale = 3093
        case straightVerticalPoleLongitude = 3095
    }

    /// The code of what the file defines itself.
    static let userDefined = 32_767

    private var shorts: [Int: Int] = [:]
    private var doubles: [Int: Double] = [:]
    private var texts: [Int: String] = [:]

    /// Reads the GeoKeyDirectoryTag: four header values, the last of which is the number of keys, and four values for
    /// each key; and the numbers and texts that keys refer to.
    init(_ directory: TIFFDirectory) {
        let numbers = directory.values(.geoKeyDirectory).map { Int(exactly: $0) ?? 0 }
        guard numbers.count >= 4 else { return }
        let parameters = directory.values(.geoDoubleParameters)
        let text = Array(((try? directory.text(.geoTextParameters)) ?? nil ?? "").utf8)
        for start in stride(from: 4, to: numbers.count - 3, by: 4).prefix(max(0, numbers[3])) {
            let (key, location, count, value) = (
                numbers[start], numbers[start + 1], numbers[start + 2], numbers[start + 3]
            )
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

    /// The code of a key.
    subscript(code key: Key) -> Int? { shorts[key.rawValue] }

    /// The number of a key.
    subscript(number key: Key) -> Double? { doubles[key.rawValue] }

    /// The text of a key.
    subscript(text key: Key) -> String? { texts[key.rawValue] }

    /// True with RasterPixelIsPoint: coordinates are those of pixel centers.
    var pixelIsPoint: Bool { self[code: .rasterType] == 2 }
}
