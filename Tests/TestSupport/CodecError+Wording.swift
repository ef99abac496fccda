package import ImageMetadata

extension CodecError {
    /// Whether the message reads well after "FILE: ".
    ///
    /// It begins in lower case, with a number or an abbreviation, and ends with one full stop.
    package var isWellWorded: Bool {
        let isAbbreviation = message.prefix(2).allSatisfy { $0.isUppercase }
        let begins = message.first.map { $0.isLowercase || $0.isNumber || isAbbreviation } ?? false
        return begins && message.hasSuffix(".") && !message.hasSuffix("..")
    }
}
