/// How the samples of a pixel lie in memory: interleaved channels, all of one depth, in the machine's byte order.
public struct PixelLayout: Hashable, Sendable {
    /// What the samples of a pixel stand for.
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

        /// The same without alpha.
        public var opaque: Channels { self == .grayAlpha ? .gray : self == .rgba ? .rgb : self }

        /// The same with alpha.
        public var withAlpha: Channels { self == .gray ? .grayAlpha : self == .rgb ? .rgba : self }
    }

    /// How many bits a sample has.
    public enum Depth: Int, Hashable, Sendable {
        /// 0 to 255, one byte.
        case eight = 8
        /// 0 to 65535, two bytes.
        case sixteen = 16
    }

    /// What the samples stand for.
    public var channels: Channels
    /// The size of a sample.
    public var depth: Depth

    /// A layout from its parts; 8 bits by default.
    public init(_ channels: Channels, _ depth: Depth = .eight) {
        self.channels = channels
        self.depth = depth
    }

    /// Bytes from one pixel to the next.
    public var bytesPerPixel: Int { channels.rawValue * depth.rawValue / 8 }
}
