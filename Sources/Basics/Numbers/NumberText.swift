/// Formats numbers for people to read.
///
/// The decimal separator is a point in every locale. Foundation is avoided: it costs memory at the start of every run.
package enum NumberText {
    /// The medium that a number is written for.
    package enum Style: Sendable {
        /// A line of a report: every digit is written, so that lines are aligned, and the minus sign is ASCII.
        case report
        /// The screen, with little room: zeros at the end are left out, bytes are "B", and "−" is the minus sign.
        case display
    }

    /// A number with `digits` digits after the point, rounded to the nearest.
    ///
    /// A number that is not finite or too large is "?" in a report, and unrounded on the screen.
    package static func decimal(_ value: Double, digits: Int, style: Style = .report) -> String {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        guard value.isFinite, value.magnitude * scale < 1e18 else { return style == .report ? "?" : "\(value)" }
        let scaled = Int((value.magnitude * scale).rounded())
        let (whole, part) = scaled.quotientAndRemainder(dividingBy: Int(scale))
        let minus = style == .report ? "-" : "−"
        var text = "\(value < 0 && scaled > 0 ? minus : "")\(whole)"
        guard digits > 0, style == .report || part > 0 else { return text }
        let decimals = String(part)
        text += ".\(String(repeating: "0", count: digits - decimals.count))\(decimals)"
        while style == .display, text.last == "0" { text.removeLast() }
        return text
    }

    /// A number of bytes with three significant digits, in decimal units up to TB: "7.54 MB".
    ///
    /// Fewer than 1000 bytes are "999 bytes" in a report, and "999 B" on the screen.
    package static func bytes(_ count: Int, style: Style = .report) -> String {
        var value = Double(count)
        guard value >= 1000 else {
            return style == .display ? "\(count) B" : count == 1 ? "1 byte" : "\(count) bytes"
        }
        for unit in ["kB", "MB", "GB"] {
            value /= 1000
            if value < 999.5 { return "\(significant(value, style: style)) \(unit)" }
        }
        return "\(significant(value / 1000, style: style)) TB"
    }

    /// A number with three significant digits.
    package static func significant(_ value: Double, style: Style = .report) -> String {
        decimal(value, digits: value < 9.995 ? 2 : value < 99.95 ? 1 : 0, style: style)
    }

    /// A time span, rounded up: seconds below a minute, then minutes and seconds, then hours and minutes.
    package static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e9 else { return "?" }
        let whole = Int(seconds.rounded(.up))
        return switch whole {
        case ..<60: "\(whole) s"
        case ..<3600: "\(whole / 60) min \(whole % 60) s"
        default: "\(whole / 3600) h \(whole % 3600 / 60) min"
        }
    }

    /// A whole number with a comma between groups of three digits: "2,800,000".
    package static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number.magnitude).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (number < 0 ? "−" : "") + String(text.reversed())
    }

    /// "1 tile", "2 tiles".
    package static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}
