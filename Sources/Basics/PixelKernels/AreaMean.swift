internal import CPixelKernels

/// Makes opaque images of 8 bits smaller by the mean of areas, in whole numbers: first over rows, then over columns.
///
/// The sum over rows is taken before that over columns, because there it is one loop over all samples of a row.
package struct AreaMean: Sendable {
    /// What the weights of an area add up to.
    package static let one: UInt32 = 1 << 16

    /// The samples by which a row of scratch memory is longer than a row of the source: a pixel is read as four samples.
    package static let scratchPadding = 1

    private let channels: Int
    private let count: Int
    private let starts: [Int32]
    private let weights: [UInt32]
    private let tapCount: Int

    /// Prepares the mean over columns.
    ///
    /// - Parameters:
    ///   - channels: samples of a pixel: 1 or 3.
    ///   - width: pixels of a source row.
    ///   - count: pixels of an output row.
    ///   - window: the source of each, whose weights are not negative.
    package init(channels: Int, width: Int, count: Int, window: (Int) -> ResamplingWindow) {
        (self.channels, self.count) = (channels, count)
        let windows = (0..<count).map(window)
        let tapCount = windows.map(\.weights.count).max() ?? 0
        self.tapCount = tapCount
        var starts: [Int32] = []
        var weights: [UInt32] = []
        // All windows of one length, so that one loop serves; at the right they begin earlier, with weights of zero.
        for window in windows {
            let start = min(window.start, width - tapCount)
            let before = window.start - start
            starts.append(Int32(truncatingIfNeeded: start))
            weights += repeatElement(0, count: before)
            weights += Self.weights(window)
            weights += repeatElement(0, count: tapCount - before - window.weights.count)
        }
        (self.starts, self.weights) = (starts, weights)
    }

    /// The weights of a window as whole numbers, which add up to ``one``.
    package static func weights(_ window: ResamplingWindow) -> [UInt32] {
        let parts = window.weights.map { Double(max(0, $0)) }
        let total = parts.reduce(0, +)
        // Sums are rounded, not single weights, whose errors would add up: there may be thousands.
        var (sum, before) = (0.0, UInt32(0))
        return parts.map { part in
            sum += part
            let rounded = UInt32(min(1, total > 0 ? sum / total : 1) * Double(one) + 0.5)
            defer { before = rounded }
            return rounded - before
        }
    }

    /// Adds a row, with a weight, to the sums of all samples.
    ///
    /// - Parameters:
    ///   - row: the samples of a row.
    ///   - weight: at most ``one``; that of all rows of an area together is ``one``.
    ///   - count: how many samples.
    ///   - sums: the sums of the samples so far.
    package static func add(
        _ row: UnsafePointer<UInt8>, weight: UInt32, count: Int, to sums: UnsafeMutablePointer<UInt32>
    ) {
        if tk_add_weighted(row, weight, count, sums) == count { return }
        addPortably(row, weight: weight, count: count, to: sums)
    }

    /// The same for any processor.
    static func addPortably(
        _ row: UnsafePointer<UInt8>, weight: UInt32, count: Int, to sums: UnsafeMutablePointer<UInt32>
    ) {
        for index in 0..<count { sums[index] &+= UInt32(truncatingIfNeeded: row[index]) &* weight }
    }

    /// Makes an output row.
    ///
    /// - Parameters:
    ///   - sums: the sums of all samples over the rows of the area.
    ///   - width: pixels of a source row.
    ///   - scratch: room for as many samples, and ``scratchPadding`` more.
    ///   - output: room for the samples of an output row.
    package func makeRow(
        _ sums: UnsafePointer<UInt32>, width: Int, scratch: UnsafeMutablePointer<UInt16>,
        into output: UnsafeMutablePointer<UInt8>
    ) {
        if channels == 3, tk_mean_columns_rgb(sums, width, scratch, starts, weights, tapCount, count, output) == count {
            return
        }
        makeRowPortably(sums, width: width, scratch: scratch, into: output)
    }

    /// The same for any processor.
    func makeRowPortably(
        _ sums: UnsafePointer<UInt32>, width: Int, scratch: UnsafeMutablePointer<UInt16>,
        into output: UnsafeMutablePointer<UInt8>
    ) {
        // 8 bits of a fraction are kept: the sums over columns then fit 32 bits, with their rounding.
        for index in 0..<width &* channels {
            scratch[index] = UInt16(truncatingIfNeeded: (sums[index] &+ 128) &>> 8)
        }
        starts.withUnsafeBufferPointer { starts in
            weights.withUnsafeBufferPointer { weights in
                for column in 0..<count {
                    let taps = column &* tapCount
                    var source = UnsafePointer(scratch) + Int(truncatingIfNeeded: starts[column]) &* channels
                    let half: UInt32 = 1 << 23
                    if channels == 1 {
                        var sum = half
                        for tap in 0..<tapCount {
                            sum &+= UInt32(truncatingIfNeeded: source[tap]) &* weights[taps &+ tap]
                        }
                        output[column] = UInt8(truncatingIfNeeded: sum &>> 24)
                        continue
                    }
                    var (red, green, blue) = (half, half, half)
                    for tap in 0..<tapCount {
                        let weight = weights[taps &+ tap]
                        red &+= UInt32(truncatingIfNeeded: source[0]) &* weight
                        green &+= UInt32(truncatingIfNeeded: source[1]) &* weight
                        blue &+= UInt32(truncatingIfNeeded: source[2]) &* weight
                        source += 3
                    }
                    let pixel = output + 3 &* column
                    pixel[0] = UInt8(truncatingIfNeeded: red &>> 24)
                    pixel[1] = UInt8(truncatingIfNeeded: green &>> 24)
                    pixel[2] = UInt8(truncatingIfNeeded: blue &>> 24)
                }
            }
        }
    }
}
