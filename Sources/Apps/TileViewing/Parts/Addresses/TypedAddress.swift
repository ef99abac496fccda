internal import FilePyramids
internal import Files
internal import RemotePyramids
internal import TileContainers

/// Reads an address or a path that the user has typed.
enum TypedAddress {
    /// The reason why a text cannot be opened, with the remedy.
    struct Fault: Error, Hashable, Sendable {
        var message: String
    }

    /// The most bytes of a text.
    static let byteLimit = 8192

    /// The path or the address that a text names.
    ///
    /// Spaces and quotation marks around it are ignored. `~/` is the user's home, `file://` a file of this computer, and
    /// addresses begin with `http://` or `https://`.
    static func parse(
        _ text: String, home: String? = PathText.variable("HOME")
    ) -> Result<String, Fault> {
        let text = unquoted(text.trimmed)
        guard !text.isEmpty else { return fault("Type an address, such as https://example.org/big.dzi, or a path.") }
        guard text.utf8.count <= byteLimit else {
            return fault("This is longer than \(byteLimit) bytes. Shorten it.")
        }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            return fault("There is a line break or a control character in this. Type one address or one path.")
        }
        let location = PyramidLocation(text)
        if location.isRemote {
            guard location.host?.isEmpty == false else { return fault("There is no host in this address. Check it.") }
            guard !text.contains(" ") else { return fault("There is a space in this address. Write %20 for it.") }
            return .success(text)
        }
        do {
            if let path = try LocalFileText.path(in: text, home: home) { return .success(path) }
        } catch {
            return fault((error as? StoreError)?.message ?? "This is not a file of this computer. Check the spelling.")
        }
        guard let colon = text.firstRange(of: "://"), !text[..<colon.lowerBound].contains("/") else {
            return .success(text)
        }
        return fault("Only addresses with http:// and https:// are opened, and files with file://.")
    }

    private static func fault(_ message: String) -> Result<String, Fault> { .failure(Fault(message: message)) }

    /// Removes the quotation marks around a text, which shells and file managers add.
    private static func unquoted(_ text: String) -> String {
        for mark in ["\"", "'"] where text.count >= 2 && text.hasPrefix(mark) && text.hasSuffix(mark) {
            return String(text.dropFirst().dropLast())
        }
        return text
    }
}
