internal import ImageMetadata
internal import TileContainers

/// The pages, channels or frames of a file, and the position of the shown one.
public struct ImagePages: Hashable, Sendable {
    /// The numbers of the pages as decoders count them, from 1, in ascending order.
    ///
    /// Pages that are smaller copies of others, or their masks, are left out.
    public var numbers: [Int]
    /// The index of the shown page in ``numbers``.
    public var position: Int
    /// The content of the page, such as "channel DAPI, z 3 of 12"; nil if the file does not say.
    public var content: String?

    /// Creates a list of pages; nil if there are fewer than two, or the shown one is not among them.
    init?(numbers: [Int], shown: Int, content: String? = nil) {
        guard numbers.count > 1, let position = numbers.firstIndex(of: shown) else { return nil }
        self.numbers = numbers
        self.position = position
        self.content = content
    }

    /// The text for people: the ``content``, or else the number, such as "page 2 of 7".
    public var label: String { content ?? numberLabel }

    /// The page by its number: "page 2 of 7".
    var numberLabel: String { "page \(position + 1) of \(numbers.count)" }
}

extension ImagePages {
    /// Reads the pages of an image; nil if it has one page, or cannot be read.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - page: the page that is shown, counted from 1.
    ///   - count: the number of pages that the decoder has counted, for formats other than TIFF.
    init?(of path: String, shown page: Int, count: Int?) {
        if let bytes = try? ImageBytes(.file(path)), let list = TIFFPageList(bytes) {
            let metadata = list.description.flatMap { OMEMetadata($0, name: FilePath.name(of: path)) }
            self.init(numbers: list.numbers, shown: page, content: metadata?.label(ofDirectory: page - 1))
        } else {
            self.init(numbers: Array(1...min(max(1, count ?? 1), Self.countLimit)), shown: page)
        }
    }

    /// The most pages of a document that can be chosen.
    private static let countLimit = 1 << 16
}
