/// A name as people order names: upper and lower case are equal, and numbers are ordered by their value.
///
/// "scan 2" comes before "Scan 10". Names that are equal by this rule are ordered by their bytes, so that the order of any
/// names is total.
package struct NaturalOrder: Comparable {
    /// The name.
    package let name: String
    private let folded: [UInt8]

    /// Creates the order of a name.
    package init(_ name: String) {
        self.name = name
        folded = Array(name.lowercased().utf8)
    }

    package static func == (first: NaturalOrder, second: NaturalOrder) -> Bool { first.name == second.name }

    package static func < (first: NaturalOrder, second: NaturalOrder) -> Bool {
        var left = first.folded[...]
        var right = second.folded[...]
        while let a = left.first, let b = right.first {
            if a.isDigit, b.isDigit {
                let m = left.takeNumber()
                let n = right.takeNumber()
                if m.count != n.count { return m.count < n.count }
                if m != n { return m.lexicographicallyPrecedes(n) }
            } else if a != b {
                return a < b
            } else {
                left.removeFirst()
                right.removeFirst()
            }
        }
        if left.isEmpty != right.isEmpty { return left.isEmpty }
        return first.name.utf8.lexicographicallyPrecedes(second.name.utf8)
    }
}

extension UInt8 {
    /// Whether this is the code of a decimal digit.
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension ArraySlice<UInt8> {
    /// Removes the digits at the front and returns them without leading zeros.
    fileprivate mutating func takeNumber() -> ArraySlice<UInt8> {
        let digits = prefix { $0.isDigit }
        removeFirst(digits.count)
        return digits.drop { $0 == UInt8(ascii: "0") }
    }
}
