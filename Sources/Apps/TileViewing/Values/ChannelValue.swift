internal import ChannelImages
internal import Glibc
internal import Numbers

/// The stored value of a channel at a pixel, in the channel's unit.
public struct ChannelValue: Hashable, Sendable {
    /// The name of the channel, or its number counted from 1.
    public var name: String
    /// The value, with the scale and the offset of the channel; nil for the no-data value, and for numbers that are none.
    public var value: Double?
    /// The unit; nil if the file states none.
    public var unit: String?

    /// The most channels whose values are shown in a line.
    static let textLimit = 6

    /// Creates a value; NaN is none.
    init(_ value: Double, of channel: Int, in image: ChannelImageDescription) {
        name = image.name(ofChannel: channel)
        unit = image.channels[channel].unit
        self.value = value.isNaN ? nil : value
    }

    /// The values of a pixel in a line: "DAPI: 812, FITC: 95"; the only one without its name.
    static func text(_ values: [ChannelValue]) -> String {
        let texts = values.prefix(textLimit).map { values.count == 1 ? $0.text : "\($0.name): \($0.text)" }
        return VisibleText.escaped(texts.joined(separator: ", ")) + (values.count > textLimit ? ", …" : "")
    }

    /// The number and the unit, such as "-12.5 m"; "no data" without a number.
    var text: String {
        guard let value else { return "no data" }
        return Self.text(of: value) + (unit.map { " \($0)" } ?? "")
    }

    /// The text of a number: whole numbers have all digits, and others six.
    static func text(of value: Double) -> String {
        if value == value.rounded(), value.magnitude < 1e15 {
            return NumberText.decimal(value, digits: 0, style: .display)
        }
        guard value.isFinite, (1e-6..<1e15).contains(value.magnitude) else { return "\(value)" }
        let digits = min(max(0, 5 - Int(log10(value.magnitude).rounded(.down))), 11)
        return NumberText.decimal(value, digits: digits, style: .display)
    }
}
