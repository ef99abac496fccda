/// Ranges of numbers that may overlap; of those with a number, the last one in the list counts.
///
/// Its cost follows the number of ranges, whatever numbers they contain.
struct OverlappingRanges: Hashable, Sendable {
    /// The bounds of all ranges, in ascending order and each once.
    private let bounds: [Int]
    /// The range that counts from each bound to the next; nil for none.
    private var owners: [Int?]

    /// Creates a list of ranges.
    init(_ ranges: [Range<Int>]) {
        let bounds = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
        var owners = [Int?](repeating: nil, count: bounds.count)
        // For each stretch between bounds, one at or after it without an owner; paths are halved while they are followed.
        var next = Array(0...bounds.count)
        func free(from stretch: Int) -> Int {
            var stretch = stretch
            while next[stretch] != stretch {
                next[stretch] = next[next[stretch]]
                stretch = next[stretch]
            }
            return stretch
        }
        for (index, range) in ranges.enumerated().reversed() where !range.isEmpty {
            guard let first = Self.stretch(with: range.lowerBound, bounds),
                let end = Self.stretch(with: range.upperBound, bounds)
            else { continue }
            var stretch = free(from: first)
            while stretch < end {
                owners[stretch] = index
                next[stretch] = stretch + 1
                stretch = free(from: stretch)
            }
        }
        self.bounds = bounds
        self.owners = owners
    }

    /// The index of the last range in the list with a number; nil if there is none.
    func last(with number: Int) -> Int? {
        Self.stretch(with: number, bounds).flatMap { owners[$0] }
    }

    /// The index of the last bound up to a number; nil before the first.
    private static func stretch(with number: Int, _ bounds: [Int]) -> Int? {
        var low = 0
        var high = bounds.count
        while low < high {
            let middle = (low + high) / 2
            if bounds[middle] <= number { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }
}
