public import ImageMetadata

extension ChannelSelection {
    /// The names of the items of a rendering's text form, as addresses have them.
    public enum QueryName: String, CaseIterable, Sendable {
        /// The channels by number from 1 or by name: one as gray, three as red, green and blue, any number with colors.
        case channels
        /// One channel by its number or name.
        case channel
        /// The channels that are added in their own colors; empty for ``channels``, or for all.
        case composite
        /// The colors of the channels, six hexadecimal digits each.
        case colors
        /// The scale of one channel's colors by its name.
        case colormap
        /// Light and shade of the elevations of one channel.
        case hillshade
        /// The direction of the light of a hillshade in degrees clockwise from north, and its height above the horizon.
        case azimuth, altitude
        /// The factor of the elevations of a hillshade.
        case exaggeration
        /// The width and height of a pixel of a hillshade in the unit of its elevations.
        case pixel
        /// The encoding of the elevations of one channel; empty for Mapbox Terrain-RGB.
        case terrain = "terrain-rgb"
        /// The range of all channels, or of each.
        case range
        /// The exponent of all channels, or of each.
        case gamma
        /// The optical section (z) and the time point (t), counted from 1.
        case section, time
    }

    /// The most bytes of the values of a rendering's text form.
    public static let queryTextLimit = 65_536

    /// The name of the text form in errors.
    static let queryFile = "the rendering"

    /// Reads a selection from the text form of a rendering.
    ///
    /// - Parameter queryItems: the names and values, without escapes; those whose name is not a ``QueryName`` are left out.
    /// - Throws: `CodecError` that says which values an item takes, which items cannot be combined, and which name is meant by a
    ///   misspelled one.
    public init(queryItems: [(name: String, value: String)]) throws(CodecError) {
        let query = try RenderingQuery(queryItems)
        self.init()
        try readMode(query)
        if let ranges = try query.ranges() {
            try Self.check(.range, suits: mode)
            self.ranges = ranges
        }
        if let gammas = try query.gammas() {
            try Self.check(.gamma, suits: mode)
            layerGammas = gammas
        }
        section = try query.ordinal(.section)
        time = try query.ordinal(.time)
    }

    /// Whether items state a rendering, or a part of it, also by a misspelled name.
    public static func isStated(in queryItems: [(name: String, value: String)]) -> Bool {
        queryItems.contains { QueryName(rawValue: $0.name) != nil || QueryName.meant(by: $0.name) != nil }
    }

    private mutating func readMode(_ query: RenderingQuery) throws(CodecError) {
        let exclusive: [QueryName] = [.composite, .colormap, .hillshade, .terrain]
        let modes = exclusive.filter { query.has($0) }
        if modes.count > 1 { throw Self.conflict(modes[0], modes[1]) }
        if query.has(.channels), query.has(.channel) { throw Self.conflict(.channels, .channel) }
        if query[.channels] == "" {
            if let mode = modes.first { throw Self.conflict(.channels, mode) }
            mode = .composite([])
            colors = try query.colors() ?? []
            return
        }
        var references = try query.references(.channels)
        if let text = query[.channel] { references = [ChannelReference(text)] }
        for name in [QueryName.azimuth, .altitude, .exaggeration, .pixel] where query.has(name) {
            guard modes.first == .hillshade else {
                throw RenderingQuery.error("\(name.rawValue) is for light and shade. Add hillshade, or leave it out.")
            }
        }
        colors = try query.colors()
        if colors != nil, let other = modes.first, other != .composite { throw Self.conflict(.colors, other) }
        switch modes.first {
        case .composite:
            if query[.composite] != "" {
                if references != nil { throw Self.conflict(.composite, query.has(.channels) ? .channels : .channel) }
                references = try query.references(.composite)
            }
            mode = .composite(references)
        case .colormap:
            mode = .colormap(try Self.only(references, .colormap), try Self.colormap(query))
        case .hillshade:
            guard query[.hillshade] == "" else { throw RenderingQuery.error("hillshade takes no value.") }
            mode = .hillshade(try Self.only(references, .hillshade), try Self.light(query))
        case .terrain:
            mode = .terrain(try Self.only(references, .terrain), try Self.encoding(query))
        default:
            if colors != nil {
                mode = .composite(references)
            } else if let references {
                // Their number is checked after their names, of which the first fault is one.
                mode = .colors(references)
            }
        }
    }

    /// The only channel, or nil if none is named.
    private static func only(
        _ references: [ChannelReference]?, _ name: QueryName
    ) throws(CodecError) -> ChannelReference? {
        guard let references else { return nil }
        guard references.count == 1 else {
            throw RenderingQuery.error("\(name.rawValue) shows one channel, not \(references.count).")
        }
        return references[0]
    }

    private static func colormap(_ query: RenderingQuery) throws(CodecError) -> Colormap {
        guard let colormap = Colormap.named(query[.colormap] ?? "") else {
            throw RenderingQuery.error(
                "colormap takes one of \(Colormap.standard.map(\.name).joined(separator: ", ")).")
        }
        return colormap
    }

    private static func encoding(_ query: RenderingQuery) throws(CodecError) -> TerrainEncoding {
        let text = query[.terrain] ?? ""
        guard let encoding = text.isEmpty ? .mapbox : TerrainEncoding(rawValue: text.lowercased()) else {
            throw RenderingQuery.error(
                "terrain-rgb takes one of \(TerrainEncoding.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return encoding
    }

    private static func light(_ query: RenderingQuery) throws(CodecError) -> Hillshade {
        var light = Hillshade()
        light.azimuth = try query.number(.azimuth, in: Hillshade.azimuths) ?? light.azimuth
        light.altitude = try query.number(.altitude, in: Hillshade.altitudes) ?? light.altitude
        light.exaggeration = try query.number(.exaggeration, in: Hillshade.exaggerations) ?? light.exaggeration
        guard let text = query[.pixel] else { return light }
        let sides = text.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
            .compactMap { DecimalText.number($0) }
        guard sides.count == 2, sides.allSatisfy(Hillshade.pixelSides.contains) else {
            throw RenderingQuery.error(
                "pixel takes the width and the height of a pixel above 0, with a comma between them.")
        }
        light.pixelWidth = sides[0]
        light.pixelHeight = sides[1]
        return light
    }

    private static func check(_ name: QueryName, suits mode: Mode) throws(CodecError) {
        switch mode {
        case .hillshade: throw conflict(name, .hillshade)
        case .terrain: throw conflict(name, .terrain)
        case .automatic, .colors, .composite, .colormap: return
        }
    }

    private static func conflict(_ first: QueryName, _ second: QueryName) -> CodecError {
        RenderingQuery.error("\(first.rawValue) and \(second.rawValue) cannot be combined. Leave one of them out.")
    }
}

extension Hillshade {
    /// The directions of the light that can be asked for, in degrees.
    package static let azimuths = -360.0...360
    /// The heights of the light above the horizon that can be asked for, in degrees.
    package static let altitudes = 0.0...90
    /// The factors of elevations that can be asked for.
    package static let exaggerations = 1e-6...1000
    /// The sides of pixels that can be asked for.
    static let pixelSides = 1e-12...1e12
}
