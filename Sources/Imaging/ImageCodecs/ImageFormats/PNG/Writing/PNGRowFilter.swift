internal import PixelKernels

/// Filters the rows of a PNG, choosing for each the filter after which it should deflate best.
///
/// The choice is the usual heuristic (PNG specification, third edition, 12.7): the filter with the minimum sum of
/// absolute differences. Only Sub, Up and Paeth are tried; Average seldom wins, and None hardly ever in true-color
/// images.
struct PNGRowFilter {
    private static let tried: [PNGFilter] = [.sub, .up, .paeth]

    private let rowBytes: Int
    private let pixelBytes: Int
    private var previous: [UInt8]
    // For each filter tried: its type, then the filtered bytes.
    private var candidates: [[UInt8]]

    init(rowBytes: Int, pixelBytes: Int) {
        self.rowBytes = rowBytes
        self.pixelBytes = pixelBytes
        previous = Array(repeating: 0, count: rowBytes)
        candidates = Self.tried.map { [$0.rawValue] + Array(repeating: 0, count: rowBytes) }
    }

    /// Filters the next row and lends its bytes, preceded by the filter type.
    mutating func filter(
        _ row: UnsafeRawPointer, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) rethrows {
        var best = (index: 0, cost: Int.max)
        for (index, filter) in Self.tried.enumerated() {
            let cost = previous.withUnsafeBytes { above in
                candidates[index].withUnsafeMutableBytes { output in
                    guard let above = above.baseAddress, let output = output.baseAddress else { return 0 }
                    filter.apply(
                        to: row, above: above, count: rowBytes, bytesPerPixel: pixelBytes, into: output + 1)
                    return PNGFilter.sumOfAbsoluteDifferences(output + 1, count: rowBytes)
                }
            }
            if cost < best.cost {
                best = (index, cost)
            }
        }
        previous.withUnsafeMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(start: row, count: rowBytes)) }
        try candidates[best.index].withUnsafeBufferPointer { try body($0) }
    }
}
