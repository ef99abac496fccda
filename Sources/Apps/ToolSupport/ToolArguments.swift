internal import Files
internal import Glibc

/// The words of a command line, before they are parsed.
package enum ToolArguments {
    /// The words after the name of the tool, in which paths of any bytes are texts as `PathText` has them.
    ///
    /// `CommandLine.arguments` replaces what is not UTF-8.
    package static var words: [String] {
        let arguments = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        return arguments.dropFirst().compactMap { word in word.map { PathText.text($0) } }
    }

    /// Returns the fault of a word that is meant as a file but begins with a dash, so that it would be read as options.
    ///
    /// `-dash.jpg` would be `-d -a -s -h …`, which prints the help. A word that the parser refuses by itself, a number, and
    /// what follows `--` are left to it.
    ///
    /// - Parameters:
    ///   - words: the words after the name of the tool.
    ///   - options: the letters that are options, such as `hqv`.
    /// - Returns: the fault and the remedy; nil if there is none.
    package static func fault(in words: [String], options: String) -> String? {
        var previous = ""
        for word in words.prefix(while: { $0 != "--" }) {
            defer { previous = word }
            guard word.hasPrefix("-"), !word.hasPrefix("--"), word.count > 2 else { continue }
            let letters = word.dropFirst()
            let isNumber = letters.first.map { $0.isNumber || $0 == "." } ?? false
            guard access(word, F_OK) == 0 || !isNumber && !letters.allSatisfy(options.contains) else { continue }
            let isValue = previous.hasPrefix("--") && !previous.contains("=")
            let reason =
                isValue || word.contains(".")
                ? "begins with a dash, as options do"
                : "is not an option: those of several letters begin with two dashes, as -\(word)"
            let fault = "\(word) \(reason). For a file of that name, write ./\(word)"
            return isValue ? "\(fault); as the value of \(previous), write \(previous)=\(word)" : fault
        }
        return nil
    }

    /// Returns the fault of a number after a letter that takes none, because it is the letter of an option in other programs.
    ///
    /// - Parameters:
    ///   - words: the words after the name of the tool.
    ///   - letter: the letter, such as `-q`.
    ///   - option: the option that takes a number, such as `--quality`.
    /// - Returns: the fault and the remedy; nil if no number that is not a file follows.
    package static func fault(in words: [String], after letter: String, meaning option: String) -> String? {
        let words = Array(words.prefix { $0 != "--" })
        guard let index = words.firstIndex(of: letter), index + 1 < words.count else { return nil }
        let word = words[index + 1]
        guard Int(word) != nil, access(word, F_OK) != 0 else { return nil }
        return "\(letter) takes no number. Write \(option) \(word)"
    }

    /// Returns the fault of a word after an option whose value may be left out: one that is meant as the value, but is none, would be
    /// taken for a file.
    ///
    /// - Parameters:
    ///   - words: the words after the name of the tool.
    ///   - option: the option, such as `--terrain-rgb`.
    ///   - values: its values.
    ///   - name: what a value is called, such as "encoding".
    /// - Returns: the fault and the values; nil if the word is a value, an option, an address, or has the form or the name of a file.
    package static func fault(in words: [String], after option: String, values: [String], name: String) -> String? {
        let words = Array(words.prefix { $0 != "--" })
        guard let index = words.firstIndex(of: option), index + 1 < words.count else { return nil }
        let word = words[index + 1]
        guard !values.contains(word), !word.isEmpty, !word.contains(where: { "-./*".contains($0) }),
            access(word, F_OK) != 0
        else { return nil }
        return
            "\(option) has no \(name) \(word). Name one of \(values.joined(separator: ", ")), or the image before the option."
    }
}
