internal import ChannelImages
internal import ImageCodecs
internal import ImageMetadata
internal import JSONDocuments
internal import Numbers

extension ChannelImageDescription {
    /// The most channels that are printed for people.
    static let listedChannelLimit = 32

    /// The channels, sections, time points and distances in words, in the order in which they are printed.
    var statements: [(name: String, value: String)] {
        let bits = significantBits.map { ", of which \($0) bits are used" } ?? ""
        var statements = [("Channels", "\(channels.count) of \(sampleType.rawValue)\(bits)")]
        for (index, channel) in channels.prefix(Self.listedChannelLimit).enumerated() {
            statements.append(("Channel \(index + 1)", channel.text))
        }
        if channels.count > Self.listedChannelLimit {
            statements.append(("Further channels", "\(channels.count - Self.listedChannelLimit); --json lists them"))
        }
        if sectionCount > 1 { statements.append(("Optical sections", "\(sectionCount)")) }
        if timeCount > 1 { statements.append(("Time points", "\(timeCount)")) }
        if sectionCount > 1, let depth = pixelSpacing?.z {
            statements.append(("Distance of sections", "\(NumberText.significant(depth)) µm"))
        }
        return statements
    }

    /// The members of a JSON object.
    ///
    /// They are `sampleType` (such as `uint16`), `significantBits` (null if all are used), `sections`, `times`, `pixelSpacing` {`x`,
    /// `y`, `z`} in micrometers (null if unknown), and `channels` [{`name`, `unit`, `wavelength` in nanometers, `nodata`, `range`
    /// [black, full], `color` (RRGGBB), `colormap`, `visible`, `scale`, `offset`}], in which all that the file does not say is null.
    var members: [(String, String)] {
        let spacing = pixelSpacing.map {
            JSONText.object([
                ("x", JSONText.number($0.x)), ("y", JSONText.number($0.y)), ("z", $0.z.map(JSONText.number) ?? "null"),
            ])
        }
        return [
            ("sampleType", JSONText.string(sampleType.rawValue)),
            ("significantBits", significantBits.map { "\($0)" } ?? "null"), ("sections", "\(sectionCount)"),
            ("times", "\(timeCount)"), ("pixelSpacing", spacing ?? "null"),
            ("channels", JSONText.array(channels.map(\.json))),
        ]
    }
}

extension ChannelDescription {
    /// The statements about the channel in one line: "DAPI, 461 nm, blue, 102…3811".
    fileprivate var text: String {
        let range = displayRange.map { "\(Self.number($0.lowerBound))…\(Self.number($0.upperBound))" }
        let real = scale == 1 && offset == 0 ? nil : "times \(Self.number(scale)) plus \(Self.number(offset))"
        let parts = [
            name, wavelength.map { "\(Self.number($0)) nm" }, color?.name ?? colormap?.name, range,
            real.map { "\($0)\(unit.map { " \($0)" } ?? "")" } ?? unit, nodata.map { "nodata \($0)" },
            isVisible ? nil : "hidden",
        ]
        let known = parts.compactMap(\.self)
        return known.isEmpty ? "without a name" : known.joined(separator: ", ")
    }

    /// A number without zeros at the end; one above 1 has up to six decimal places, because more come from a computation.
    private static func number(_ value: Double) -> String {
        let value = abs(value) > 1 && abs(value) < 1e9 ? (value * 1e6).rounded() / 1e6 : value
        return value == value.rounded() && abs(value) < 1e15 ? NumberText.decimal(value, digits: 0) : "\(value)"
    }

    fileprivate var json: String {
        JSONText.object([
            ("name", name.map(JSONText.string) ?? "null"), ("unit", unit.map(JSONText.string) ?? "null"),
            ("wavelength", wavelength.map(JSONText.number) ?? "null"),
            ("nodata", nodata.map { JSONText.string($0.description) } ?? "null"),
            ("range", displayRange.map(\.json) ?? "null"),
            ("color", color.map { JSONText.string($0.hexadecimal) } ?? "null"),
            ("colormap", colormap.map { JSONText.string($0.name) } ?? "null"), ("visible", "\(isVisible)"),
            ("scale", JSONText.number(scale)), ("offset", JSONText.number(offset)),
        ])
    }
}

extension RenderedChannels {
    /// The rendering as a JSON object.
    ///
    /// The keys are `mode` (`composite`, `colormap`, `hillshade` or `terrain`), `sampleType` (such as `uint16`), `shown`
    /// [{`channel` (its number from 1), `name` and `unit` (null if it has none), `range` [black, full], `gamma` and `color`
    /// (RRGGBB), all null for elevations}], `colormap` (its name, or null), `light` {`azimuth`, `altitude` in degrees,
    /// `exaggeration`} of a hillshade or null, `encoding` (`mapbox`, `terrarium` or null), `section` and `time`, counted from 1.
    var json: String {
        var colormap: String?
        var shade: Hillshade?
        var encoding: TerrainEncoding?
        var layers: [ChannelRendering.Layer] = []
        let mode: String
        switch rendering.mode {
        case .composite(let all):
            mode = "composite"
            layers = all
        case .colormap(let layer, let scale):
            mode = "colormap"
            colormap = scale.name
            layers = [layer]
        case .hillshade(_, let light):
            mode = "hillshade"
            shade = light
        case .terrain(_, let numbers):
            mode = "terrain"
            encoding = numbers
        }
        let shown = rendering.channels.enumerated().map { index, channel in
            let layer = layers.indices.contains(index) ? layers[index] : nil
            return JSONText.object([
                ("channel", "\(channel + 1)"),
                ("name", description.channels[channel].name.map(JSONText.string) ?? "null"),
                ("unit", description.channels[channel].unit.map(JSONText.string) ?? "null"),
                ("range", layer?.range.json ?? "null"), ("gamma", layer.map { JSONText.number($0.gamma) } ?? "null"),
                ("color", colormap == nil ? layer.map { JSONText.string($0.color.hexadecimal) } ?? "null" : "null"),
            ])
        }
        let light = shade.map {
            JSONText.object([
                ("azimuth", JSONText.number($0.azimuth)), ("altitude", JSONText.number($0.altitude)),
                ("exaggeration", JSONText.number($0.exaggeration)),
            ])
        }
        return JSONText.object([
            ("mode", JSONText.string(mode)), ("sampleType", JSONText.string(description.sampleType.rawValue)),
            ("shown", JSONText.array(shown)), ("colormap", colormap.map(JSONText.string) ?? "null"),
            ("light", light ?? "null"), ("encoding", encoding.map { JSONText.string($0.rawValue) } ?? "null"),
            ("section", "\(rendering.section + 1)"), ("time", "\(rendering.time + 1)"),
        ])
    }
}

extension ClosedRange<Double> {
    /// The two numbers.
    fileprivate var json: String { JSONText.array([JSONText.number(lowerBound), JSONText.number(upperBound)]) }
}
