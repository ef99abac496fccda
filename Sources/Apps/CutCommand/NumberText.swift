/// Formats numbers for people to read.
///
/// The decimal separator is a point in every locale. Foundation is avoided: it costs memory at the start of every run.
enum NumberText {
    /// A number with `digits` digits after the point, rounded to the nearest; "?" if it is not finite or too large.
    static func decimal(_ value: Double, digits: Int) -> String {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        guard value.isFinite, value.magnitude * scale < 1e18 else { return "?" }
        let scaled = Int((value.magnitude * scale).rounded())
        let whole = scaled / Int(scale)
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(whole)" }
        let part = String(scaled % Int(scale))
        return "\(sign)\(whole).\(String(repeating: "0", count: digits - part.count))\(part)"
    }

    /// A number of bytes with three significant digits, in decimal units: bytes, kB, MB, GB or TB.
    static func bytes(_ count: Int) -> String {
        var value = Double(count)
        guard value >= 1000 else { return count == 1 ? "1 byte" : "\(count) bytes" }
        for unit in ["kB", "MB", "GB"] {
            value /= 1000
            if value < 999.5 {
                return "\(significant(value)) \(unit)"
            }
        }
        return "\(significant(value / 1000)) TB"
    }

    /// A number with three significant digits.
    static func significant(_ value: Double) -> String {
        decimal(value, digits: value < 9.995 ? 2 : value < 99.95 ? 1 : 0)
    }

    /// A time span, rounded up: seconds below a minute, then minutes and seconds, then hours and minutes.
    static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e9 else { return "?" }
        let whole = Int(seconds.rounded(.up))
        return switch whole {
        case ..<60: "\(whole) s"
        case ..<3600: "\(whole / 60) min \(whole % 60) s"
        default: "\(whole / 3600) h \(whole % 3600 / 60) min"
        }
    }

    /// "1 tile", "2 tiles".
    static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}
