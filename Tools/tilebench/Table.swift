/// Returns a line of a table: a name, padded to `width` characters, and right-aligned cells.
func tableRow(_ name: String, _ cells: String..., width: Int = 26) -> String {
    func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
    return name + spaces(width - name.count) + cells.map { spaces(10 - $0.count) + $0 }.joined()
}

/// Returns a number with a fixed number of decimal places.
func fixed(_ value: Double, _ decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = Int((value.magnitude * scale).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % Int(scale))
    return "\(sign)\(scaled / Int(scale))." + String(repeating: "0", count: decimals - fraction.count) + fraction
}
