extension ChannelReference {
    /// Reads numbers or names with commas between them; nil if one is empty, or if there are too many.
    ///
    /// A name with commas stands in quotation marks, where two of them are one: `"red, far",DAPI`.
    public static func list(_ text: String) -> [ChannelReference]? {
        var references: [ChannelReference] = []
        var rest = text[...]
        repeat {
            guard references.count < ChannelImageDescription.channelLimit else { return nil }
            rest = rest.drop { $0 == " " }
            let name: String
            if rest.first == "\"" {
                guard let quoted = takeQuoted(&rest), rest.isEmpty || rest.first == "," else { return nil }
                name = quoted
            } else {
                name = String(rest.prefix { $0 != "," })
                rest = rest.dropFirst(name.count)
            }
            guard !name.isEmpty else { return nil }
            references.append(ChannelReference(name))
        } while rest.popFirst() != nil
        return references
    }

    /// Takes a text in quotation marks from the beginning; nil if it has no end.
    private static func takeQuoted(_ rest: inout Substring) -> String? {
        var name = ""
        rest.removeFirst()
        while let character = rest.popFirst() {
            if character != "\"" {
                name.append(character)
            } else if rest.first == "\"" {
                name.append(character)
                rest.removeFirst()
            } else {
                rest = rest.drop { $0 == " " }
                return name
            }
        }
        return nil
    }
}
