internal import Glibc

/// Formats numbers for people.
enum DecimalText {
    /// A number with at most this many decimals, without trailing zeros.
    static func text(_ number: Double, decimals: Int) -> String {
        let unit = pow(10, Double(decimals))
        let rounded = (number * unit).rounded()
        guard abs(rounded) < 1e15 else { return "\(number)" }
        let (whole, part) = Int(abs(rounded)).quotientAndRemainder(dividingBy: Int(unit))
        var digits = String(part)
        digits = String(repeating: "0", count: max(0, decimals - digits.count)) + digits
        while digits.last == "0" { digits.removeLast() }
        let sign = rounded < 0 ? "−" : ""
        return sign + "\(whole)" + (digits.isEmpty || decimals == 0 ? "" : "." + digits)
    }

    /// A number of bytes with three digits and a decimal unit, such as "64 MB" or "1.21 GB".
    static func bytes(_ count: Int) -> String {
        var (number, unit) = (Double(count), 0)
        let names = ["B", "kB", "MB", "GB", "TB"]
        while number >= 999.5, unit + 1 < names.count {
            number /= 1000
            unit += 1
        }
        return "\(text(number, decimals: unit == 0 ? 0 : number < 9.995 ? 2 : number < 99.95 ? 1 : 0)) \(names[unit])"
    }
}
