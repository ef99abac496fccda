internal import ChannelImages
internal import XMLDocuments

/// The description of a page of a QPTIFF, the fluorescence slides of Akoya (PerkinElmer): each page is a channel.
///
/// Source: the QPTIFF file specification of PerkinElmer.
struct QPTIFFDescription {
    /// The name of the biomarker, or else of the stain; nil if none is stated.
    private(set) var name: String?
    /// The color in which the channel is shown; nil if none is stated.
    private(set) var color: ChannelColor?

    /// The most bytes of a description, which may have the settings of a whole scan.
    static let byteLimit = 4 << 20
    /// The most bytes of the descriptions of all pages.
    static let totalLimit = 32 << 20
    /// The most characters of a name.
    private static let nameLimit = 256
    private static let rootName = "PerkinElmer-QPI-ImageDescription"

    /// Reads a description; nil if it is another one, or damaged.
    init?(_ text: String) {
        guard text.prefix(1000).contains(Self.rootName), text.utf8.count <= Self.byteLimit,
            let root = try? XMLElement(parsing: Array(text.utf8)),
            root.name == Self.rootName
        else { return nil }
        let names = ["Biomarker", "Name"].compactMap { root.child($0)?.text.split(whereSeparator: \.isNewline).first }
        name = names.first.map { String($0.prefix(Self.nameLimit)) }
        let numbers = (root.child("Color")?.text ?? "").split(separator: ",").compactMap { UInt8($0.trimmed) }
        if numbers.count == 3 { color = ChannelColor(red: numbers[0], green: numbers[1], blue: numbers[2]) }
    }
}

extension QPTIFFDescription {
    /// Applies the descriptions of pages to their channels.
    ///
    /// - Parameters:
    ///   - offsets: the offsets of the pages, of which each is a channel.
    ///   - file: the file.
    ///   - channels: as many channels.
    static func apply(_ offsets: [Int], of file: TIFFChannelFile, to channels: inout [ChannelDescription]) {
        var left = totalLimit
        for (index, offset) in zip(channels.indices, offsets) {
            guard let directory = try? file.directory(at: offset), let text = TIFFPageDescription.text(directory) else {
                continue
            }
            left -= text.utf8.count
            guard left >= 0 else { return }
            guard let description = QPTIFFDescription(text) else { continue }
            channels[index].name = description.name
            channels[index].color = description.color
        }
    }
}

extension Substring {
    /// The text without spaces around it.
    fileprivate var trimmed: Substring {
        split(whereSeparator: \.isWhitespace).first ?? ""
    }
}
