/// Reads the code of a coordinate reference system from its well-known text.
///
/// Source: OGC 18-010r7 (keyword `ID`) and the older OGC 01-009 (keyword `AUTHORITY`).
enum WellKnownText {
    private static let keywords: Set<String> = ["AUTHORITY", "ID"]

    /// The code, such as `EPSG:25832`, of the whole system; nil if only parts of it, such as its unit, have one of EPSG.
    static func code(of text: String) -> String? {
        var depth = 0
        var isQuoted = false
        var word = ""
        /// The values of the identifier that is a direct child of the root.
        var values: [String]?
        for character in text {
            switch character {
            case "\"": isQuoted.toggle()
            case _ where isQuoted: word.append(character)
            case "[", "(":
                depth += 1
                if depth == 2, keywords.contains(word.uppercased()) { values = [] }
                word = ""
            case "]", ")":
                if depth == 2, let found = values {
                    if let code = code(found + [word]) { return code }
                    values = nil
                }
                depth -= 1
                word = ""
            case ",":
                if depth == 2 { values?.append(word) }
                word = ""
            case _ where character.isWhitespace: break
            default: word.append(character)
            }
        }
        return nil
    }

    /// The code of an identifier of EPSG.
    private static func code(_ values: [String]) -> String? {
        guard values.count >= 2, values[0].uppercased() == "EPSG", let code = Int(values[1]), code > 0 else {
            return nil
        }
        return "EPSG:\(code)"
    }
}
