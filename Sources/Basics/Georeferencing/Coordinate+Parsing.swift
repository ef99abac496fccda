extension Coordinate {
    /// Parses a coordinate as people and other programs write it.
    ///
    /// - Decimal degrees, the latitude first: `52.5163 13.3777`, `52.5163, 13.3777`, `-33.9 151.2`.
    /// - With letters for the hemispheres, in either order: `52.5163N 13.3777E`, `E 13.3777°, N 52.5163°`.
    /// - Degrees, minutes and seconds: `52°30'59"N 13°22'40"E`, `52° 30.98′ N, 13° 22.67′ E`, `52 30 59 N 13 22 40 E`.
    /// - A geo URI (RFC 5870), whose parameters are ignored: `geo:52.5163,13.3777;u=35`.
    ///
    /// Returns nil for any other text, for minutes or seconds of 60 or more, for degrees with a fraction before minutes, and
    /// for a place that is not on the Earth.
    public init?(_ text: String) {
        var text = text.lowercased()
        if text.hasPrefix("geo:") {
            text = String(text.dropFirst(4).prefix { $0 != ";" })
            // An altitude may be third.
            text = text.split(separator: ",", omittingEmptySubsequences: false).prefix(2).joined(separator: ",")
        }
        guard var words = CoordinateWord.words(of: text) else { return nil }
        let hemispheres = words.filter(\.isHemisphere).count
        guard hemispheres == 0 || hemispheres == 2 else { return nil }
        // A comma between the two angles says no more than the rest does.
        let commas = words.filter { $0 == .comma }.count
        guard commas <= 1 else { return nil }
        if hemispheres == 0 {
            let numbers = words.filter(\.isNumber).count
            if commas == 1 {
                let parts = words.split(separator: .comma, omittingEmptySubsequences: false)
                guard parts.count == 2, let first = Angle(parts[0]), let second = Angle(parts[1]) else { return nil }
                self.init(first, second)
            } else {
                guard numbers == 2, words.allSatisfy({ $0.isNumber || $0 == .degrees }),
                    let split = words.dropFirst().firstIndex(where: \.isNumber),
                    let first = Angle(words[..<split]), let second = Angle(words[split...])
                else { return nil }
                self.init(first, second)
            }
            return
        }
        words.removeAll { $0 == .comma }
        // Letters are before both angles, or after both.
        let isBefore = words.first?.isHemisphere ?? false
        guard let second = words.indices.filter({ words[$0].isHemisphere }).dropFirst(isBefore ? 1 : 0).first else {
            return nil
        }
        let split = isBefore ? second : second + 1
        guard let first = Angle(words[..<split]), let last = Angle(words[split...]),
            first.isLatitude != nil, last.isLatitude != nil
        else { return nil }
        self.init(first, last)
    }

    /// Creates a coordinate from two angles; nil if they are of the same kind or not on the Earth.
    private init?(_ first: Angle, _ second: Angle) {
        let isLatitudeFirst = first.isLatitude ?? true
        guard (second.isLatitude ?? false) != isLatitudeFirst else { return nil }
        let (latitude, longitude) = isLatitudeFirst ? (first.degrees, second.degrees) : (second.degrees, first.degrees)
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

/// An angle in degrees, and whether it is one of latitude, if a letter says so.
private struct Angle {
    var degrees: Double
    var isLatitude: Bool?

    /// Reads one to three numbers, each with or without its unit, and a letter before or after them.
    init?(_ words: ArraySlice<CoordinateWord>) {
        var words = words
        var sign = 1.0
        func take(_ word: CoordinateWord?) -> Bool {
            guard case .hemisphere(let isLatitude, let isNegative) = word else { return false }
            self.isLatitude = isLatitude
            sign = isNegative ? -1 : 1
            return true
        }
        degrees = 0
        isLatitude = nil
        if take(words.first) {
            words.removeFirst()
        } else if take(words.last) {
            words.removeLast()
        }
        let units: [(word: CoordinateWord, size: Double)] = [(.degrees, 1), (.minutes, 60), (.seconds, 3600)]
        var next = 0
        var isWhole = true
        var isNegative = false
        while case .number(let value) = words.first {
            words.removeFirst()
            guard next < units.count, isWhole else { return nil }
            if let unit = words.first, let index = units.firstIndex(where: { $0.word == unit }) {
                guard index >= next, next > 0 || index == 0 else { return nil }
                next = index
                words.removeFirst()
            }
            if next == 0 {
                isNegative = value.sign == .minus
                // Signs and letters together would be ambiguous.
                if isNegative, isLatitude != nil { return nil }
            } else if !(0..<60).contains(value) {
                return nil
            }
            degrees += abs(value) / units[next].size
            isWhole = value == value.rounded()
            next += 1
        }
        guard words.isEmpty, next > 0 else { return nil }
        degrees *= isNegative ? -1 : sign
    }
}

/// A word of a coordinate.
private enum CoordinateWord: Hashable {
    case number(Double)
    case degrees, minutes, seconds, comma
    case hemisphere(isLatitude: Bool, isNegative: Bool)

    var isNumber: Bool {
        if case .number = self { true } else { false }
    }

    var isHemisphere: Bool {
        if case .hemisphere = self { true } else { false }
    }

    /// The most characters of a coordinate.
    private static let characterLimit = 200

    /// The words of a text in lower case; nil if there is anything else in it.
    static func words(of text: String) -> [CoordinateWord]? {
        let characters = Array(text)
        guard characters.count <= characterLimit else { return nil }
        var words: [CoordinateWord] = []
        var index = 0
        while index < characters.count {
            let character = characters[index]
            if "0123456789.+-−".contains(character) {
                var end = index + 1
                while end < characters.count, "0123456789.".contains(characters[end]) { end += 1 }
                let digits = String(characters[index..<end]).replacing("−", with: "-")
                guard let value = Double(digits) else { return nil }
                words.append(.number(value))
                index = end
                continue
            }
            switch character {
            case _ where character.isWhitespace: break
            case "°", "º", "˚": words.append(.degrees)
            case "'", "′", "’", "‘":
                // Two of them stand for seconds.
                if words.last == .minutes, index > 0, characters[index - 1] == character {
                    words[words.count - 1] = .seconds
                } else {
                    words.append(.minutes)
                }
            case "\"", "″", "”", "“": words.append(.seconds)
            case ",": words.append(.comma)
            case "n": words.append(.hemisphere(isLatitude: true, isNegative: false))
            case "s": words.append(.hemisphere(isLatitude: true, isNegative: true))
            case "e": words.append(.hemisphere(isLatitude: false, isNegative: false))
            case "w": words.append(.hemisphere(isLatitude: false, isNegative: true))
            default: return nil
            }
            index += 1
        }
        return words
    }
}
