/// Numbers as texts of ranges have them.
package enum DecimalText {
    /// Reads a finite decimal number in digits; nil for other texts.
    package static func number(_ text: some StringProtocol) -> Double? {
        let text = String(text)
        guard let last = text.utf8.last, (0x30...0x39).contains(last) || last == 0x2E,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x65].contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        return number
    }

    /// The shortest text that is read as the same number, without a plus sign: "4000", "0.5", "1e20".
    ///
    /// Infinities are the greatest finite numbers, and NaN is 0.
    package static func text(_ value: Double) -> String {
        guard !value.isNaN else { return "0" }
        let limit = Double.greatestFiniteMagnitude
        let text = "\(min(max(value, -limit), limit))".filter { $0 != "+" }
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
