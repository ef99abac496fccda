/// The boxes of a JP2 or JPX file that define its components' meaning (ISO 15444-1, I.5.3); empty for a bare codestream.
package struct JPEG2000HeaderBoxes {
    /// A color specification box (I.5.3.3; ISO 15444-2, M.11.7.3).
    package enum ColorSpecification: Hashable {
        /// EnumCS: 16 is sRGB, 17 gray, 18 sYCC, 12 CMYK.
        case enumerated(Int)
        /// An ICC profile.
        case profile([UInt8])
        /// Another method, such as a vendor's.
        case other(method: Int)
    }

    /// A channel made from a component (I.5.3.5).
    package struct ComponentMapping: Hashable {
        /// The component.
        package var component: Int
        /// The palette column that the component's samples index; nil if they are used directly.
        package var paletteColumn: Int?
    }

    /// The meaning of a channel (I.5.3.6).
    package struct ChannelDefinition: Hashable {
        /// The channel.
        package var channel: Int
        /// Typ: 0 for color, 1 for opacity, 2 for opacity by which the colors have been multiplied.
        package var kind: Int
        /// Asoc: the number of a color, counted from 1; 0 for the whole image.
        package var association: Int
    }

    /// The color specifications, in the order of the file, which is best first.
    package private(set) var colors: [ColorSpecification] = []
    /// The palette; nil when there is none.
    package private(set) var palette: JPEG2000Palette?
    /// The channels of a file with a palette.
    package private(set) var mappings: [ComponentMapping] = []
    /// The definitions of channels.
    package private(set) var definitions: [ChannelDefinition] = []
    /// The fault of a box that cannot be read; nil if all boxes can.
    package private(set) var fault: String?

    /// The maximum size of a profile in bytes.
    private static let profileLimit = 16 << 20
    /// The maximum size of other boxes in bytes: a palette has up to 1024 × 255 entries of up to 5 bytes.
    private static let boxLimit = 2 << 20

    /// Creates an empty set of boxes.
    package init() {}

    /// Reads the boxes before the codestream.
    package init(_ bytes: ImageBytes) {
        guard !JPEG2000Container.isCodestream(bytes) else { return }
        JPEG2000Container.forEachBox(bytes, from: 0, to: .max) { kind, content in
            if kind == "jp2h" {
                JPEG2000Container.forEachBox(bytes, from: content.lowerBound, to: content.upperBound) { kind, inner in
                    // A box that claims to be longer than the one around it would be read again with the next.
                    read(kind, inner.clamped(to: content), bytes)
                    return true
                }
            } else {
                // Some writers put boxes after the header box instead of into it.
                read(kind, content, bytes)
            }
            return kind != "jp2c"
        }
    }

    private mutating func read(_ kind: String, _ content: Range<Int>, _ bytes: ImageBytes) {
        func fields() -> BigEndianReader {
            BigEndianReader(bytes.read(at: content.lowerBound, count: min(content.count, Self.boxLimit))[...])
        }
        switch kind {
        case "colr":
            if let color = Self.color(bytes, content) { colors.append(color) }
        case "pclr" where palette == nil:
            do {
                palette = try JPEG2000Palette(fields())
            } catch {
                fault = fault ?? error.reason
            }
        case "cmap" where mappings.isEmpty: readMappings(fields())
        case "cdef" where definitions.isEmpty: readDefinitions(fields())
        default: break
        }
    }

    private static func color(_ bytes: ImageBytes, _ content: Range<Int>) -> ColorSpecification? {
        let head = BigEndianReader(bytes.read(at: content.lowerBound, count: min(content.count, 7))[...])
        guard let method = head.number(at: 0, size: 1) else { return nil }
        switch method {
        case 1: return head.number(at: 3).map { .enumerated($0) }
        case 2, 3:
            guard content.count > 3, content.count <= profileLimit else { return nil }
            return .profile(bytes.read(at: content.lowerBound + 3, count: content.count - 3))
        default: return .other(method: method)
        }
    }

    private mutating func readMappings(_ fields: BigEndianReader) {
        for offset in stride(from: 0, to: fields.bytes.count - 3, by: 4) {
            guard let component = fields.number(at: offset, size: 2),
                let kind = fields.number(at: offset + 2, size: 1), kind < 2,
                let column = fields.number(at: offset + 3, size: 1)
            else {
                fault = fault ?? "its component mapping (cmap) is invalid"
                return
            }
            mappings.append(ComponentMapping(component: component, paletteColumn: kind == 1 ? column : nil))
        }
    }

    private mutating func readDefinitions(_ fields: BigEndianReader) {
        let count = fields.number(at: 0, size: 2) ?? 0
        for number in 0..<count {
            let offset = 2 + 6 * number
            guard let channel = fields.number(at: offset, size: 2), let kind = fields.number(at: offset + 2, size: 2),
                let association = fields.number(at: offset + 4, size: 2)
            else {
                fault = fault ?? "its channel definitions (cdef) are cut short"
                return
            }
            definitions.append(ChannelDefinition(channel: channel, kind: kind, association: association))
        }
    }
}
