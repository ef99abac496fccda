/// The layout of a pixel's samples in memory: interleaved channels, all of one depth, in the machine's byte order.
public struct PixelLayout: Hashable, Sendable {
    /// The meaning of a pixel's samples.
    public enum Channels: Int, Hashable, Sendable {
        /// One sample: gray.
        case gray = 1
        /// Gray, then straight (not premultiplied) alpha.
        case grayAlpha = 2
        /// Red, green, blue.
        case rgb = 3
        /// Red, green, blue, then straight (not premultiplied) alpha.
        case rgba = 4

        /// Whether the last sample is alpha.
        public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }

        /// The same channels without alpha.
        public var opaque: Channels { self == .grayAlpha ? .gray : self == .rgba ? .rgb : self }

        /// The same channels with alpha.
        public var withAlpha: Channels { self == .gray ? .grayAlpha : self == .rgb ? .rgba : self }
    }

    /// The number of bits of a sample.
    public enum Depth: Int, Hashable, Sendable {
        /// Samples from 0 to 255, in one byte.
        case eight = 8
        /// Samples from 0 to 65535, in two bytes.
        case sixteen = 16
    }

    /// The meaning of the samples.
    public var channels: Channels
    /// The size of a sample.
    public var depth: Depth

    /// Creates a layout from its parts; 8 bits by default.
    public init(_ channels: Channels, _ depth: Depth = .eight) {
        self.channels = channels
        self.depth = depth
    }

    /// The bytes from one pixel to the next.
    public var bytesPerPixel: Int { channels.rawValue * depth.rawValue / 8 }
}
