internal import ChannelImages
internal import JSONDocuments

/// The names, ranges and colors of channels in the attribute `omero`.
enum OMEROChannels {
    /// Reads the channels of an image with `count` channels of a type; what `omero` does not have is unknown.
    static func read(
        _ omero: JSONObject?, count: Int, type: SampleType
    ) throws(JSONError) -> [ChannelDescription] {
        var channels = [ChannelDescription](repeating: ChannelDescription(), count: count)
        guard let omero, omero.has("channels") else { return channels }
        for (index, object) in try omero.objects("channels").prefix(count).enumerated() {
            channels[index] = try channel(object, type)
        }
        return channels
    }

    private static func channel(_ object: JSONObject, _ type: SampleType) throws(JSONError) -> ChannelDescription {
        var channel = ChannelDescription()
        if case .string(let label)? = object.value("label"), !label.isEmpty { channel.name = label }
        if case .string(let color)? = object.value("color") { channel.color = ChannelColor(hexadecimal: color) }
        if case .bool(let isActive)? = object.value("active") { channel.isVisible = isActive }
        if case .object? = object.value("window") { channel.displayRange = range(try object.object("window"), type) }
        return channel
    }

    /// The shown range; nil if it is that of the type, which programs write that know none.
    private static func range(_ window: JSONObject, _ type: SampleType) -> ClosedRange<Double>? {
        func number(_ name: String) -> Double? {
            if case .number(let number)? = window.value(name), number.isFinite { number } else { nil }
        }
        guard let start = number("start"), let end = number("end"), start <= end else { return nil }
        let range = start...end  // Checked: the start is less.
        return range == type.fullRange ? nil : range
    }

    /// The attribute `omero` of an image; nil if nothing is known of its channels.
    static func text(of description: ChannelImageDescription, name: String?) -> String? {
        guard
            description.channels.contains(where: {
                $0.name != nil || $0.color != nil || $0.displayRange != nil || !$0.isVisible
            })
        else { return nil }
        let full = description.sampleType.fullRange
        let channels = description.channels.enumerated().map { index, channel in
            text(of: channel, label: channel.name ?? "Channel \(index)", full: full)
        }
        return JSONText.object([
            ("name", JSONText.exact(name ?? "")), ("channels", JSONText.array(channels)),
            (
                "rdefs",
                JSONText.object([
                    ("defaultT", "0"), ("defaultZ", "0"),
                    ("model", "\"color\""),
                ])
            ),
        ])
    }

    private static func text(of channel: ChannelDescription, label: String, full: ClosedRange<Double>) -> String {
        let range = channel.displayRange ?? full
        let color = channel.color ?? ChannelColor(red: 255, green: 255, blue: 255)
        let digits = [color.red, color.green, color.blue].map { value in
            (value < 16 ? "0" : "") + String(value, radix: 16, uppercase: true)
        }
        return JSONText.object([
            ("active", "\(channel.isVisible)"), ("coefficient", "1"), ("color", JSONText.string(digits.joined())),
            ("family", "\"linear\""), ("inverted", "false"), ("label", JSONText.exact(label)),
            (
                "window",
                JSONText.object([
                    ("start", JSONText.number(range.lowerBound)), ("end", JSONText.number(range.upperBound)),
                    ("min", JSONText.number(min(full.lowerBound, range.lowerBound))),
                    ("max", JSONText.number(max(full.upperBound, range.upperBound))),
                ])
            ),
        ])
    }
}
