internal import PixelKernels

/// The visibility of the pixels below others.
enum PixelOpacity: Hashable {
    /// Nothing is seen.
    case opaque
    /// All is seen unchanged.
    case transparent
    /// Some is seen.
    case mixed

    /// Creates the opacity of a row of pixels with straight alpha.
    ///
    /// - Parameters:
    ///   - row: the pixels, aligned to their samples.
    ///   - layout: their layout; without alpha they are opaque.
    ///   - count: how many, at least one.
    init(of row: UnsafeRawPointer, _ layout: PixelLayout, count: Int) {
        guard layout.channels.hasAlpha else {
            self = .opaque
            return
        }
        self =
            switch layout.depth {
            case .eight: Self.opacity(row.assumingMemoryBound(to: UInt8.self), layout.channels.rawValue, count)
            case .sixteen: Self.opacity(row.assumingMemoryBound(to: UInt16.self), layout.channels.rawValue, count)
            }
    }

    /// Returns the opacity of these pixels and others together.
    func joined(with other: PixelOpacity) -> PixelOpacity { self == other ? self : .mixed }

    private static func opacity<Sample: FixedWidthInteger & UnsignedInteger>(
        _ samples: UnsafePointer<Sample>, _ channels: Int, _ count: Int
    ) -> PixelOpacity {
        let first = samples[channels - 1]
        guard first == 0 || first == .max else { return .mixed }
        for pixel in 0..<count where samples[pixel * channels + channels - 1] != first { return .mixed }
        return first == 0 ? .transparent : .opaque
    }
}
