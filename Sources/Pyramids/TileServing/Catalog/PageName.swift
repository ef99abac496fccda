internal import ImageMetadata
internal import Numbers

/// The name of a page of a document: the document's name, a semicolon, and the number of the page, such as `book;12`.
struct PageName: Hashable {
    /// The name of the document.
    let document: String
    /// The number of the page, counted from 1.
    let number: Int

    /// The numbers of pages, as many as a TIFF may have.
    static let numbers = 1...TIFFPageList.directoryLimit
    private static let separator: Character = ";"

    /// Creates the name of a page.
    init(document: String, number: Int) {
        self.document = document
        self.number = number
    }

    /// Parses a name; nil if it does not end with a semicolon and a number without leading zeros.
    init?(_ name: String) {
        guard let end = name.lastIndex(of: Self.separator) else { return nil }
        let digits = name[name.index(after: end)...]
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            !digits.hasPrefix("0"), let number = CheckedNumber.integer(digits, in: Self.numbers)
        else { return nil }
        self.init(document: String(name[..<end]), number: number)
    }

    /// The name in addresses, before it is percent-encoded.
    var text: String { "\(document)\(Self.separator)\(number)" }
}
