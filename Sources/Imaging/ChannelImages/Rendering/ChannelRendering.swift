/// The way in which channels become colors: which ones, at which section and time, with which ranges and colors.
///
/// It is a value that states everything: the same rendering of the same samples gives the same pixels.
public struct ChannelRendering: Hashable, Sendable {
    /// A channel that is shown.
    public struct Layer: Hashable, Sendable {
        /// The channel, counted from 0.
        public var channel: Int
        /// The stored values that become 0 and full; the lower bound may equal the upper one, which then divides 0 from full.
        public var range: ClosedRange<Double>
        /// The exponent of values from 0 to 1: 1, the default, is linear, and smaller ones are brighter.
        public var gamma = 1.0
        /// The color of the full value.
        public var color: ChannelColor

        /// Creates a layer.
        public init(channel: Int, range: ClosedRange<Double>, color: ChannelColor) {
            self.channel = channel
            self.range = range
            self.color = color
        }
    }

    /// The way in which values become colors.
    public enum Mode: Hashable, Sendable {
        /// The sum of the layers' colors, clipped: any number of layers.
        case composite([Layer])
        /// The colors of a scale: one layer, whose color is not used.
        case colormap(Layer, Colormap)
        /// Light and shade of an elevation: one channel.
        case hillshade(channel: Int, Hillshade)
        /// Elevations as numbers in the bytes of a color: one channel.
        case terrain(channel: Int, TerrainEncoding)
    }

    /// The way in which values become colors.
    public var mode: Mode
    /// The optical section (z), counted from 0; 0 by default.
    public var section = 0
    /// The time point (t), counted from 0; 0 by default.
    public var time = 0

    /// Creates a rendering of the first section and time.
    public init(_ mode: Mode) {
        self.mode = mode
    }

    /// The channels that are needed, in the order in which they are mixed.
    public var channels: [Int] {
        switch mode {
        case .composite(let layers): layers.map(\.channel)
        case .colormap(let layer, _): [layer.channel]
        case .hillshade(let channel, _), .terrain(let channel, _): [channel]
        }
    }
}

/// The light of a hillshade, the shaded relief of an elevation model.
public struct Hillshade: Hashable, Sendable {
    /// The direction from which the light comes, in degrees clockwise from north; 315 by default.
    public var azimuth = 315.0
    /// The height of the light above the horizon in degrees; 45 by default.
    public var altitude = 45.0
    /// The factor of elevations (z factor); 1 by default.
    public var exaggeration = 1.0
    /// The distance of neighboring pixels at full size in the unit of the elevations, along each axis; 1 by default.
    public var pixelWidth = 1.0, pixelHeight = 1.0

    /// Creates the light that maps use: from the northwest.
    public init() {}
}

/// The encodings of elevations in meters as 8-bit red, green and blue.
public enum TerrainEncoding: String, Hashable, Sendable, CaseIterable {
    /// Mapbox Terrain-RGB: tenths of a meter above −10,000 m in 24 bits.
    case mapbox
    /// Terrarium: 256ths of a meter above −32,768 m in 24 bits.
    case terrarium
}
