import ImageCodecs
import PixelKernels
import TilePyramid

/// A tile generated for a test.
struct TestTile {
    /// The contents of a tile.
    enum Pattern: CaseIterable {
        /// Random samples, which cannot be predicted.
        case noise
        /// Gradients in both directions.
        case smooth
        /// Blocks of a few colors with sharp edges.
        case blocks
        /// One color.
        case solid
    }

    let size: PixelSize
    let layout: PixelLayout
    /// The rows without gaps, with samples in the machine's byte order.
    var bytes: [UInt8]

    init(_ pattern: Pattern, width: Int, height: Int, layout: PixelLayout, seed: UInt64 = 1) {
        size = PixelSize(width: width, height: height)
        self.layout = layout
        let channels = layout.channels.rawValue
        let sampleBytes = layout.depth.rawValue / 8
        bytes = []
        bytes.reserveCapacity(width * height * layout.bytesPerPixel)
        var state = seed
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<channels {
                    let value: UInt16
                    switch pattern {
                    case .noise:
                        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                        value = UInt16(truncatingIfNeeded: state >> 40)
                    case .smooth: value = UInt16(truncatingIfNeeded: (x * 97 + y * 53 + channel * 4000) * 2)
                    case .blocks: value = UInt16(truncatingIfNeeded: ((x / 16 + y / 24 * 3 + channel) % 4) * 21_845)
                    case .solid: value = UInt16(truncatingIfNeeded: 51_400 - channel * 12_850)
                    }
                    // The high byte is the 8-bit sample.
                    if sampleBytes == 2 {
                        bytes.append(UInt8(truncatingIfNeeded: value))
                    }
                    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
                }
            }
        }
    }

    /// Makes every pixel opaque.
    mutating func makeOpaque() {
        let sample = layout.depth.rawValue / 8
        for end in stride(from: layout.bytesPerPixel, through: bytes.count, by: layout.bytesPerPixel) {
            for index in end - sample..<end {
                bytes[index] = 255
            }
        }
    }

    /// Lends the tile with its rows in scattered order and with gaps.
    func withTile<Result>(_ body: (TilePixels) throws -> Result) rethrows -> Result {
        let rowBytes = size.width * layout.bytesPerPixel
        let gap = 5
        // Uneven distances: first the even rows, then the odd ones.
        let order = Array(stride(from: 0, to: size.height, by: 2)) + Array(stride(from: 1, to: size.height, by: 2))
        var memory: [UInt8] = []
        var offsets = [Int](repeating: 0, count: size.height)
        for y in order {
            offsets[y] = memory.count
            memory += bytes[y * rowBytes..<(y + 1) * rowBytes] + [UInt8](repeating: 0xEE, count: gap)
        }
        return try lend(memory, offsets: offsets, body)
    }

    /// Lends the tile with contiguous rows, as in ``bytes``.
    func withPackedTile<Result>(_ body: (TilePixels) throws -> Result) rethrows -> Result {
        let rowBytes = size.width * layout.bytesPerPixel
        return try lend(bytes, offsets: (0..<size.height).map { $0 * rowBytes }, body)
    }

    private func lend<Result>(
        _ memory: [UInt8], offsets: [Int], _ body: (TilePixels) throws -> Result
    ) rethrows -> Result {
        try memory.withUnsafeBytes { buffer in
            // The memory of a tile is not empty, so it has an address.
            let rows = offsets.compactMap { offset in buffer.baseAddress.map { $0 + offset } }
            return try rows.withUnsafeBufferPointer { try body(TilePixels(size: size, layout: layout, rows: $0)) }
        }
    }
}

extension TileEncoder {
    /// Encodes a test tile.
    func encode(_ tile: TestTile) throws -> [UInt8] {
        try tile.withTile(bytes(of:))
    }
}
