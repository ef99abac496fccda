internal import CPixelKernels

/// Reduces opaque images of 8 bits by the mean of areas, in whole numbers: first over rows, then over columns.
///
/// The sum over rows comes first, because it is one loop over all samples of a row.
package struct AreaMean: Sendable {
    /// The sum of the weights of an area's rows.
    package static let one: UInt32 = 1 << 16
    /// The sum of the weights of an area's columns: they are multiplied as signed numbers of 16 bits.
    private static let columnOne: UInt32 = 1 << 14
    /// The columns that are multiplied at once.
    private static let groupLength = 4
    /// The samples by which a row of scratch memory is longer than a row of the source: groups may reach beyond its end.
    package static let scratchPadding = 3 * groupLength

    private let channels: Int
    private let count: Int
    /// The most columns of an area.
    private let tapCount: Int
    private let starts: [Int32]
    /// The weights: of the first group of columns of all areas, then of the second, and so on.
    private let weights: [Int16]

    /// Prepares the mean over columns.
    ///
    /// - Parameters:
    ///   - channels: samples of a pixel: 1 or 3.
    ///   - columns: the areas; their ``AreaAxis/length`` is the width of a source row.
    package init(channels: Int, columns: AreaAxis) {
        self.channels = channels
        count = columns.count
        let tapCount = (0..<columns.count).reduce(1) { max($0, columns.pixels(of: $1).count) }
        let length = Self.groupLength
        let groups = (tapCount + length - 1) / length
        var starts: [Int32] = []
        starts.reserveCapacity(count)
        var weights = [Int16](repeating: 0, count: groups * count * length)
        var area: [UInt32] = []
        // All areas have as many columns, so that one loop serves; at the right they begin earlier, with weights of zero.
        for column in 0..<count {
            let pixels = columns.pixels(of: column)
            let start = min(pixels.lowerBound, columns.length - tapCount)
            starts.append(Int32(truncatingIfNeeded: start))
            area.removeAll(keepingCapacity: true)
            columns.appendWeights(of: column, total: Self.columnOne, to: &area)
            for (tap, weight) in zip(pixels.lowerBound - start..<tapCount, area) {
                weights[(tap / length * count + column) * length + tap % length] = Int16(truncatingIfNeeded: weight)
            }
        }
        self.tapCount = tapCount
        self.starts = starts
        self.weights = weights
    }

    // MARK: Rows

    /// Adds a row, with a weight, to the sums of all samples.
    ///
    /// - Parameters:
    ///   - row: the samples of a row.
    ///   - weight: the weight, at most ``one``; the weights of all rows of an area sum to ``one``.
    ///   - count: the number of samples.
    ///   - isFirst: whether the row is the first of its area, so that the contents of `sums` are ignored.
    ///   - sums: the sums of the samples so far.
    package static func add(
        _ row: UnsafePointer<UInt8>, weight: UInt32, count: Int, isFirst: Bool,
        to sums: UnsafeMutablePointer<UInt32>
    ) {
        if tk_add_weighted(row, weight, count, isFirst ? 1 : 0, sums) == count { return }
        addPortably(row, weight: weight, count: count, isFirst: isFirst, to: sums)
    }

    /// The same for any processor.
    static func addPortably(
        _ row: UnsafePointer<UInt8>, weight: UInt32, count: Int, isFirst: Bool,
        to sums: UnsafeMutablePointer<UInt32>
    ) {
        if isFirst {
            for index in 0..<count { sums[index] = UInt32(truncatingIfNeeded: row[index]) &* weight }
        } else {
            for index in 0..<count { sums[index] &+= UInt32(truncatingIfNeeded: row[index]) &* weight }
        }
    }

    // MARK: Columns

    /// Makes an output row.
    ///
    /// - Parameters:
    ///   - sums: the sums of all samples over the rows of the area.
    ///   - width: the number of pixels in a source row.
    ///   - scratch: room for as many samples, and ``scratchPadding`` more.
    ///   - output: room for the samples of an output row.
    package func makeRow(
        _ sums: UnsafePointer<UInt32>, width: Int, scratch: UnsafeMutablePointer<UInt16>,
        into output: UnsafeMutablePointer<UInt8>
    ) {
        let groups = (tapCount + Self.groupLength - 1) / Self.groupLength
        let made = tk_mean_columns(sums, channels, width, scratch, starts, weights, groups, count, output)
        if made < count { makeRowPortably(sums, width: width, scratch: scratch, into: output) }
    }

    /// The same for any processor.
    func makeRowPortably(
        _ sums: UnsafePointer<UInt32>, width: Int, scratch: UnsafeMutablePointer<UInt16>,
        into output: UnsafeMutablePointer<UInt8>
    ) {
        // 7 bits of a fraction are kept, and 14 come from the weights.
        for index in 0..<width &* channels {
            scratch[index] = UInt16(truncatingIfNeeded: (sums[index] &+ 256) &>> 9)
        }
        let length = Self.groupLength
        starts.withUnsafeBufferPointer { starts in
            weights.withUnsafeBufferPointer { weights in
                for column in 0..<count {
                    let source = UnsafePointer(scratch) + Int(truncatingIfNeeded: starts[column]) &* channels
                    for channel in 0..<channels {
                        var sum: UInt32 = 1 << 20
                        for tap in 0..<tapCount {
                            let weight = weights[(tap / length &* count &+ column) &* length &+ tap % length]
                            let sample = UInt32(truncatingIfNeeded: source[tap &* channels &+ channel])
                            sum &+= sample &* UInt32(truncatingIfNeeded: weight)
                        }
                        output[column &* channels &+ channel] = UInt8(truncatingIfNeeded: sum &>> 21)
                    }
                }
            }
        }
    }
}

/// Consecutive areas along an axis; each output pixel is the mean of one area.
package struct AreaAxis: Hashable, Sendable {
    /// The start of the first area among the source pixels, the first of which covers 0 to 1.
    package let start: Double
    /// The extent of an area in source pixels; more than 0.
    package let step: Double
    /// The number of areas.
    package let count: Int
    /// The number of source pixels, at least 1; parts of an area beyond them do not count.
    package let length: Int

    /// Creates areas of equal extent.
    package init(start: Double, step: Double, count: Int, length: Int) {
        self.start = start
        self.step = step
        self.count = count
        self.length = length
    }

    /// The source pixels of an area; at least one.
    package func pixels(of position: Int) -> Range<Int> {
        let (start, end) = bounds(of: position)
        let first = min(Int(start), length - 1)
        return first..<max(first + 1, min(length, Int(end.rounded(.up))))
    }

    /// Appends the weights of the source pixels of an area: the share of each in the area, as whole numbers that sum to
    /// `total`.
    package func appendWeights(of position: Int, total: UInt32, to weights: inout [UInt32]) {
        let (start, end) = bounds(of: position)
        let pixels = pixels(of: position)
        // Sums are rounded, not single weights, whose errors would add up: there may be thousands.
        var covered = 0.0
        var before = UInt32(0)
        for (index, pixel) in pixels.enumerated() {
            covered += max(0, min(end, Double(pixel + 1)) - max(start, Double(pixel)))
            let share = end > start ? min(1, covered / (end - start)) : Double(index + 1) / Double(pixels.count)
            let rounded = UInt32(share * Double(total) + 0.5)
            weights.append(rounded - before)
            before = rounded
        }
    }

    /// Returns the start and the end of an area, within the source pixels.
    private func bounds(of position: Int) -> (start: Double, end: Double) {
        let first = start + Double(position) * step
        let last = Double(length)
        return (min(max(0, first), last), min(max(0, first + step), last))
    }
}
