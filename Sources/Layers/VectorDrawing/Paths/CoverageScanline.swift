/// Accumulates the coverage of each pixel of a row.
///
/// It stores the differences of coverage between neighboring pixels, so that a long covered span costs no more than a
/// short one.
struct CoverageScanline {
    private let columns: Range<Int>
    private var changes: [Float]
    private var bytes: [UInt8]
    /// The range of pixels with coverage, relative to the first column.
    private var touched = 0..<0

    init(columns: Range<Int>) {
        self.columns = columns
        changes = Array(repeating: 0, count: columns.count + 2)
        bytes = Array(repeating: 0, count: columns.count)
    }

    /// Adds a covered span between two x coordinates.
    mutating func add(from start: Double, to end: Double) {
        guard start < end else { return }
        let width = Double(columns.count)
        let left = min(max(start - Double(columns.lowerBound), 0), width)
        let right = min(max(end - Double(columns.lowerBound), 0), width)
        guard left < right else { return }
        let pixels = Int(left)..<Int(right.rounded(.up))
        touched =
            touched.isEmpty
            ? pixels : min(touched.lowerBound, pixels.lowerBound)..<max(touched.upperBound, pixels.upperBound)
        change(at: left, by: 1)
        change(at: right, by: -1)
    }

    private mutating func change(at x: Double, by amount: Float) {
        let pixel = Int(x)
        let fraction = Float(x - Double(pixel))
        changes[pixel] += amount * (1 - fraction)
        changes[pixel + 1] += amount * fraction
    }

    /// Passes on the coverage of the touched pixels, 0 to 255 each, and resets the row.
    mutating func flush(weight: Double, _ body: (Int, UnsafeBufferPointer<UInt8>) -> Void) {
        guard !touched.isEmpty else { return }
        var sum: Float = 0
        for pixel in touched {
            sum += changes[pixel]
            changes[pixel] = 0
            bytes[pixel] = UInt8(min(max(sum * Float(weight) * 255 + 0.5, 0), 255))
        }
        changes[touched.upperBound] = 0
        changes[touched.upperBound + 1] = 0
        bytes.withUnsafeBufferPointer {
            body(columns.lowerBound + touched.lowerBound, UnsafeBufferPointer(rebasing: $0[touched]))
        }
        touched = 0..<0
    }
}
