/// The numbers in a file name such as `3-12-7.jpg`.
struct NumericFileName: Hashable {
    /// The numbers in order.
    let numbers: [Int]
    /// The file extension as spelled, without the dot.
    let fileExtension: String

    /// Parses a name; `nil` if it has another form.
    init?(_ name: some StringProtocol, separator: Character, count: Int) {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let numbers = name[..<dot].split(separator: separator, omittingEmptySubsequences: false).map { Self.number($0) }
        guard numbers.count == count, !numbers.contains(nil) else { return nil }
        self.numbers = numbers.compactMap { $0 }
        fileExtension = String(name[name.index(after: dot)...])
    }

    /// Parses a number without sign or leading zeros; `nil` for anything else, and for numbers of more than ten digits.
    static func number(_ text: some StringProtocol) -> Int? {
        let digits = text.utf8
        let isPlain = digits.count <= 10 && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isPlain, digits.count == 1 || digits.first != UInt8(ascii: "0") else { return nil }
        return Int(text)
    }
}
