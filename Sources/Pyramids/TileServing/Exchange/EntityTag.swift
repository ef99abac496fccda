internal import Files
internal import Numbers

/// Strong validators that are equal after a restart.
enum EntityTag {
    /// The tag of a text that says all on which an answer depends.
    static func of(_ text: String) -> String { quoted(FNV1aHash.hash(text.utf8)) }

    /// The tag of a body.
    static func of(_ bytes: [UInt8]) -> String { quoted(FNV1aHash.hash(bytes)) }

    /// The tag of a body that is rendered again whenever it is requested: it says on what the body depends, and how long it is.
    ///
    /// With the length, the answer to a client that has the body can state it (RFC 9110, section 8.6) without rendering again.
    struct Rendered: Hashable, Sendable {
        /// The tag in quotation marks.
        let text: String
        /// The length of the body.
        let byteCount: Int

        /// The tag of a body, made from a text that names everything the body depends on.
        init(of source: String, byteCount: Int) {
            text = "\"\(String(FNV1aHash.hash(source.utf8), radix: 16))-\(byteCount)\""
            self.byteCount = byteCount
        }

        /// A tag that a client has sent; nil if it is of another text.
        init?(_ sent: String, of source: String) {
            guard let dash = sent.lastIndex(of: "-"),
                let byteCount = CheckedNumber.integer(
                    sent[sent.index(after: dash)...].dropLast(), in: 0...Self.longestBody)
            else { return nil }
            self.init(of: source, byteCount: byteCount)
            guard text == sent else { return nil }
        }

        /// The most bytes of a body that is rendered.
        private static let longestBody = 1 << 40
    }

    private static func quoted(_ hash: UInt64) -> String { "\"\(String(hash, radix: 16))\"" }
}
