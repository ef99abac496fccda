public import Georeferencing
internal import Numbers

extension Coordinate {
    /// Returns the coordinate in degrees for people: "47.36667° N, 8.55000° E".
    ///
    /// - Parameters:
    ///   - digits: the digits after the point, at most 9; the default, 5, is precise to about a meter.
    ///   - separator: the text between latitude and longitude; a comma and a space by default.
    /// - Returns: the latitude, the separator and the longitude.
    public func text(digits: Int = 5, separator: String = ", ") -> String {
        func text(_ angle: Double, _ positive: String, _ negative: String) -> String {
            let number = NumberText.decimal(abs(angle), digits: min(max(digits, 0), 9))
            return "\(number)° \(angle < 0 ? negative : positive)"
        }
        return text(latitude, "N", "S") + separator + text(longitude, "E", "W")
    }
}
