internal import Numbers

/// ImageJ's binary metadata: the tags 50839 (IJMetadata) and 50838 (IJMetadataByteCounts) of the first directory.
///
/// A header has the letters `IJIJ`, and for each type of metadata its four letters and the number of its entries. The entries
/// follow. All numbers and the letters have the byte order of the program that has written them.
///
/// Source: the documentation of ImageJ's TIFF encoder, and tifffile's of the tags.
package struct ImageJMetadata: Hashable, Sendable {
    /// The ranges of channels (`rang`); nil for one that cannot be.
    package private(set) var ranges: [ClosedRange<Double>?] = []
    /// The lookup tables of channels (`luts`), 256 colors each.
    package private(set) var lookupTables: [Colormap] = []
    /// The labels of planes (`labl`).
    package private(set) var labels: [String] = []
    /// Further text (`info`); nil if there is none.
    package private(set) var info: String?

    /// The most bytes of the metadata that a reader should read.
    package static let byteLimit = 16 << 20
    /// The most entries that are read: a label for each of as many planes.
    package static let entryLimit = 1 << 16

    /// Reads the metadata; nil if it is damaged.
    ///
    /// Types that are not known are skipped.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of the tag 50839.
    ///   - byteCounts: the values of the tag 50838: the size of the header, then that of each entry.
    package init?(_ bytes: [UInt8], byteCounts: [Int]) {
        guard let headerSize = byteCounts.first, headerSize >= 12, headerSize <= bytes.count else { return nil }
        let header = MetadataBytes(bytes: bytes[..<headerSize], isBigEndian: bytes.starts(with: Array("IJIJ".utf8)))
        guard header.letters(at: 0) == "IJIJ" else { return nil }
        var sizes = byteCounts.dropFirst().prefix(Self.entryLimit)
        var rest = bytes[headerSize...]
        for position in stride(from: 4, through: headerSize - 8, by: 8) {
            guard let type = header.letters(at: position), let count = header.integer(at: position + 4) else {
                return nil
            }
            guard count <= sizes.count else { return nil }
            for size in sizes.prefix(count) {
                guard size >= 0, size <= rest.count else { return nil }
                read(MetadataBytes(bytes: rest.prefix(size), isBigEndian: header.isBigEndian), type: type)
                rest = rest.dropFirst(size)
            }
            sizes = sizes.dropFirst(count)
        }
    }

    private mutating func read(_ entry: MetadataBytes, type: String) {
        switch type {
        case "info": info = entry.text
        case "labl": labels.append(entry.text)
        case "rang":
            let numbers = entry.doubles(limit: 2 * ChannelImageDescription.channelLimit)
            ranges = stride(from: 0, to: numbers.count - 1, by: 2).map {
                StatedText.range(numbers[$0], numbers[$0 + 1])
            }
        case "luts":
            guard lookupTables.count < ChannelImageDescription.channelLimit, entry.bytes.count == 768 else { return }
            let values = Array(entry.bytes)
            let colors = (0..<256).map {
                ChannelColor(red: values[$0], green: values[$0 + 256], blue: values[$0 + 512])
            }
            lookupTables.append(Colormap(name: "file", colors: colors))
        default: break
        }
    }
}

extension ImageJMetadata {
    /// Applies ranges, colors and labels to the channels of a description.
    ///
    /// A lookup table that leads from black to a color in equal steps is that color. Any other one is the channel's colormap.
    /// Labels are names of channels if each channel has one plane.
    package func apply(to description: inout ChannelImageDescription) {
        apply(to: &description.channels, hasOtherPlanes: description.sectionCount > 1 || description.timeCount > 1)
    }

    private func apply(to channels: inout [ChannelDescription], hasOtherPlanes: Bool) {
        for (index, range) in zip(channels.indices, ranges) where range != nil { channels[index].displayRange = range }
        for (index, table) in zip(channels.indices, lookupTables) {
            let last = table.colors[255]
            channels[index].color = last == ChannelColor(red: 0, green: 0, blue: 0) ? nil : last
            channels[index].colormap = table.isRamp ? nil : table
        }
        let names = labels.map { StatedText.name($0.prefix { !$0.isNewline }) }
        // Equal labels, such as the name of a file, name nothing.
        guard !hasOtherPlanes, names.count == channels.count, names.count == 1 || Set(names).count > 1 else { return }
        for (index, name) in zip(channels.indices, names) where name != nil { channels[index].name = name }
    }
}

extension Colormap {
    /// Whether the colors lead from black to the last one in equal steps, apart from rounding.
    fileprivate var isRamp: Bool {
        func isNear(_ value: UInt8, _ last: UInt8, _ index: Int) -> Bool {
            // Checked: bytes.
            abs(Int(value) * 255 - Int(last) * index) <= 255
        }
        return colors.enumerated().allSatisfy { index, color in
            isNear(color.red, colors[255].red, index) && isNear(color.green, colors[255].green, index)
                && isNear(color.blue, colors[255].blue, index)
        }
    }
}

/// Bytes with numbers in a byte order.
private struct MetadataBytes {
    let bytes: ArraySlice<UInt8>
    let isBigEndian: Bool

    /// Up to eight bytes as a number; nil if there are too few.
    private func number(at offset: Int, _ count: Int) -> UInt64? {
        let part = bytes.dropFirst(offset).prefix(count)
        guard part.count == count else { return nil }
        // Checked: up to eight bytes, joined.
        return (isBigEndian ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | UInt64($1) }
    }

    func integer(at offset: Int) -> Int? { number(at: offset, 4).flatMap { CheckedNumber.integer($0) } }

    /// The four letters of a type.
    func letters(at offset: Int) -> String? {
        number(at: offset, 4).map { value in
            let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt64($0)) }  // Checked: constants.
            return String(decoding: letters, as: UTF8.self)
        }
    }

    func doubles(limit: Int) -> [Double] {
        stride(from: 0, through: bytes.count - 8, by: 8).prefix(limit).compactMap { offset in
            number(at: offset, 8).map { Double(bitPattern: $0) }
        }
    }

    /// The text in UTF-16.
    var text: String {
        let units = stride(from: 0, through: bytes.count - 2, by: 2).compactMap { offset in
            number(at: offset, 2).map { UInt16(truncatingIfNeeded: $0) }
        }
        return String(decoding: units, as: UTF16.self)
    }
}
