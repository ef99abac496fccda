/// Tests whether all pixels have one color, or a color close to it; stops at the first pixel that differs.
package struct SolidColorMatcher: Sendable {
    /// The least and the greatest samples of a pixel, repeated for as many pixels as fill ``period`` bytes.
    private let lower: [UInt8]
    private let upper: [UInt8]
    private let depth: PixelLayout.Depth

    /// After so many bytes a pixel of 1, 2, 3, 4, 6 or 8 bytes begins; three vectors of 16 bytes.
    private static let period = 48

    /// Creates a matcher of pixels that are close to a given one.
    ///
    /// - Parameters:
    ///   - pixel: the samples of the pixel, as in memory.
    ///   - layout: the layout of pixels in memory.
    ///   - tolerance: the largest difference of a sample, in 255ths of the whole range; the default is 0.
    package init(closeTo pixel: [UInt8], layout: PixelLayout, tolerance: Int = 0) {
        precondition(pixel.count == layout.bytesPerPixel, "a pixel has the bytes of its layout")
        let samples = Self.samples(pixel, layout.depth)
        let distance = Self.scaled(tolerance, layout.depth)
        self.init(samples.map { max(0, $0 - distance)...min(Self.scaled(255, layout.depth), $0 + distance) }, layout)
    }

    /// Creates a matcher of transparent pixels, whatever color they hide.
    ///
    /// - Parameters:
    ///   - layout: the layout of pixels in memory; with alpha.
    ///   - tolerance: the largest alpha that counts as transparent, in 255ths; default 0.
    package init(transparent layout: PixelLayout, tolerance: Int = 0) {
        precondition(layout.channels.hasAlpha, "pixels without alpha are not transparent")
        let full = Self.scaled(255, layout.depth)
        var ranges = Array(repeating: 0...full, count: layout.channels.rawValue)
        ranges[ranges.count - 1] = 0...Self.scaled(tolerance, layout.depth)
        self.init(ranges, layout)
    }

    private init(_ ranges: [ClosedRange<Int>], _ layout: PixelLayout) {
        depth = layout.depth
        let repeats = Self.period / layout.bytesPerPixel
        func pattern(_ bound: (ClosedRange<Int>) -> Int) -> [UInt8] {
            let pixel = ranges.flatMap { Self.bytes(bound($0), layout.depth) }
            return Array(repeatElement(pixel, count: repeats).joined())
        }
        lower = pattern { $0.lowerBound }
        upper = pattern { $0.upperBound }
    }

    /// Whether all pixels of a row match.
    ///
    /// - Parameters:
    ///   - row: the first pixel, at any address.
    ///   - byteCount: the number of bytes, of whole pixels.
    /// - Returns: false as soon as one does not match.
    package func matches(_ row: UnsafeRawPointer, byteCount: Int) -> Bool {
        switch depth {
        case .eight: matches(row, byteCount, UInt8.self)
        case .sixteen: matches(row, byteCount, UInt16.self)
        }
    }

    /// The plain twin of ``matches(_:byteCount:)``.
    package func matchesScalar(_ row: UnsafeRawPointer, byteCount: Int) -> Bool {
        let bytes = UnsafeRawBufferPointer(start: row, count: byteCount)
        let samples = Self.samples(Array(bytes), depth)
        let lower = Self.samples(lower, depth)
        let upper = Self.samples(upper, depth)
        return samples.enumerated().allSatisfy { position, sample in
            (lower[position % lower.count]...upper[position % upper.count]).contains(sample)
        }
    }

    private func matches<Sample: FixedWidthInteger & UnsignedInteger>(
        _ row: UnsafeRawPointer, _ byteCount: Int, _: Sample.Type
    ) -> Bool {
        lower.withUnsafeBytes { lower in
            upper.withUnsafeBytes { upper in
                // Without a branch in a period, so that its samples are compared side by side.
                @inline(__always) func areInside(_ offset: Int, _ byteCount: Int) -> Bool {
                    var outside: Sample = 0
                    for position in stride(from: 0, to: byteCount, by: MemoryLayout<Sample>.size) {
                        let sample = row.loadUnaligned(fromByteOffset: offset &+ position, as: Sample.self)
                        let least = lower.loadUnaligned(fromByteOffset: position, as: Sample.self)
                        let most = upper.loadUnaligned(fromByteOffset: position, as: Sample.self)
                        outside |= sample < least || sample > most ? 1 : 0
                    }
                    return outside == 0
                }
                var offset = 0
                while offset + Self.period <= byteCount {
                    guard areInside(offset, Self.period) else { return false }
                    offset += Self.period
                }
                return areInside(offset, byteCount - offset)
            }
        }
    }

    private static func scaled(_ value: Int, _ depth: PixelLayout.Depth) -> Int {
        depth == .eight ? value : value * 257
    }

    private static func samples(_ bytes: [UInt8], _ depth: PixelLayout.Depth) -> [Int] {
        guard depth == .sixteen else { return bytes.map(Int.init) }
        return bytes.withUnsafeBytes { raw in
            (0..<raw.count / 2).map { Int(raw.loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self)) }
        }
    }

    private static func bytes(_ sample: Int, _ depth: PixelLayout.Depth) -> [UInt8] {
        guard depth == .sixteen else { return [UInt8(truncatingIfNeeded: sample)] }
        return withUnsafeBytes(of: UInt16(truncatingIfNeeded: sample)) { Array($0) }
    }
}
