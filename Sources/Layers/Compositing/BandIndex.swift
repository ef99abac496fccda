internal import TilePyramid

/// An index of items by bands of rows, so that a band need not examine all items.
///
/// A band consists of ``Compositor/bandHeight`` rows and begins at a multiple of it.
struct BandIndex: Sendable {
    /// The first band.
    private let first: Int
    /// The offsets at which the numbers of each band begin; one more at the end.
    ///
    /// Empty if all numbers belong to every band.
    private let starts: [Int32]
    private let numbers: [Int32]

    /// The number of items below which each band examines all items.
    private static let smallCount = 32
    /// The maximum number of entries; an item in many bands has many entries.
    ///
    /// Beyond it, each band examines all items.
    private static let entryLimit = 1 << 22

    /// The band of a row.
    static func band(ofRow row: Int) -> Int { row >> Compositor.bandHeight.trailingZeroBitCount }

    /// Sorts items into bands.
    ///
    /// - Parameters:
    ///   - count: the number of items.
    ///   - rows: returns the rows of an item, by its number; not empty.
    /// - Complexity: O(items · bands of each).
    init(count: Int, rows: (Int) -> Range<Int>) {
        func bands(_ number: Int) -> ClosedRange<Int> {
            let rows = rows(number)
            return Self.band(ofRow: rows.lowerBound)...Self.band(ofRow: rows.upperBound - 1)
        }
        var low = Int.max
        var high = Int.min
        var entries = 0
        if count >= Self.smallCount {
            for number in 0..<count {
                let bands = bands(number)
                low = min(low, bands.lowerBound)
                high = max(high, bands.upperBound)
                entries += bands.count
            }
        }
        guard low < high, high - low < Self.entryLimit, entries <= Self.entryLimit else {
            first = 0
            starts = []
            numbers = (0..<Int32(clamping: count)).map { $0 }
            return
        }
        first = low
        // A counting sort: the numbers of a band stay in order.
        var ends = [Int32](repeating: 0, count: high - low + 2)
        for number in 0..<count {
            for band in bands(number) { ends[band - low + 1] += 1 }
        }
        for band in 1..<ends.count { ends[band] += ends[band - 1] }
        starts = ends
        var sorted = [Int32](repeating: 0, count: entries)
        for number in 0..<count {
            for band in bands(number) {
                sorted[Int(ends[band - low])] = Int32(truncatingIfNeeded: number)
                ends[band - low] += 1
            }
        }
        numbers = sorted
    }

    /// The numbers of the items that may be in the band of a row, in ascending order.
    func numbers(inBandOfRow row: Int) -> ArraySlice<Int32> {
        guard !starts.isEmpty else { return numbers[...] }
        let band = Self.band(ofRow: row) - first
        guard band >= 0, band + 1 < starts.count else { return [] }
        return numbers[Int(starts[band])..<Int(starts[band + 1])]
    }
}
