/// The channels of an image that are shown, and their colors and ranges, as a user asks for them before the file is known.
///
/// With an image it becomes a ``ChannelRendering``, which says everything in numbers.
public struct ChannelSelection: Hashable, Sendable {
    /// The way in which channels become colors.
    public enum Mode: Hashable, Sendable {
        /// The choice is that of the file and its kind: red, green and blue bands, or all stains in their colors.
        case automatic
        /// One channel as gray, or three as red, green and blue.
        case colors([ChannelReference])
        /// Colors are added: these channels, or nil for all that the file shows.
        case composite([ChannelReference]?)
        /// One channel with the colors of a scale; nil for the only one of an image.
        case colormap(ChannelReference?, Colormap)
        /// Light and shade of elevations; nil for the only channel of an image.
        case hillshade(ChannelReference?, Hillshade)
        /// Elevations as numbers in the bytes of a color; nil for the only channel of an image.
        case terrain(ChannelReference?, TerrainEncoding)
    }

    /// The way in which channels become colors; automatic by default.
    public var mode = Mode.automatic
    /// The range of all channels, or one for each in the order of ``mode``; automatic by default.
    public var ranges: [RangeRule] = [.automatic]
    /// The exponent of values from 0 to 1, of all channels: 1, the default, is linear, and smaller ones are brighter.
    public var gamma = 1.0
    /// The exponent of each channel in the order of ``mode``, or one for all; empty, the default, for ``gamma``.
    public var layerGammas: [Double] = []
    /// The colors of channels that are added, one for each; nil, the default, for those of the file, or the usual ones.
    public var colors: [ChannelColor]?
    /// The optical section (z), counted from 1; nil, the default, for the first, or for that of the text form's automatic
    /// rendering.
    public var section: Int?
    /// The time point (t), counted from 1; nil, the default, as for ``section``.
    public var time: Int?

    /// The exponents that can be asked for.
    public static let gammas = 0.05...20.0

    /// Creates the automatic selection.
    public init() {}

    /// Whether something is asked for that only an image of channels has: all but one range in numbers.
    public var isExplicit: Bool {
        guard mode == .automatic, ranges.count == 1, gamma == 1, layerGammas.isEmpty, colors == nil, section == nil,
            time == nil
        else { return true }
        return switch ranges[0] {
        case .automatic, .full, .values: false
        case .file, .percentiles: true
        }
    }

    /// Whether colors hold numbers, which tiles keep only if they are stored without loss.
    public var isTerrain: Bool { if case .terrain = mode { true } else { false } }
}

/// A channel as a user names it: its number, counted from 1, or its name.
///
/// "#3" is the number 3, also where a channel has the name "3".
public struct ChannelReference: Hashable, Sendable {
    /// The number or name.
    public var text: String

    /// Creates a reference from a number or a name.
    public init(_ text: String) { self.text = text }

    /// Creates a reference that finds a channel of an image by its number.
    ///
    /// - Parameters:
    ///   - index: the channel, counted from 0.
    ///   - channels: the channels of the image.
    public init(index: Int, in channels: [ChannelDescription]) {
        let number = "\(index + 1)"
        let isName = channels.contains { $0.name == number }
        text = isName ? "#" + number : number
    }

    /// Finds the channel, counted from 0: by name, whatever its case is, and else by number.
    ///
    /// - Parameter channels: the channels of an image.
    /// - Returns: nil if no channel has the name or the number.
    public func index(in channels: [ChannelDescription]) -> Int? {
        if text.first == "#", let number = Int(text.dropFirst()), channels.indices.contains(number - 1) {
            return number - 1
        }
        if let exact = channels.firstIndex(where: { $0.name == text }) { return exact }
        let lowercased = text.lowercased()
        if let named = channels.firstIndex(where: { $0.name?.lowercased() == lowercased }) { return named }
        guard let number = Int(text), channels.indices.contains(number - 1) else { return nil }
        return number - 1
    }
}
