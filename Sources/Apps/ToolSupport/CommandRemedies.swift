package import ArgumentParser
internal import Concurrency

/// Adapts what messages of the libraries advise to the options of one command.
///
/// ``OptionWording`` names options in what a library advises, whatever the command is: a partial pyramid is continued with `--resume`
/// by `cut`, while `merge` has no such option. Advice consists of clauses, such as "Finish it with --resume, or start over with --force."; a clause that names
/// an option which the command lacks is left out.
package struct CommandRemedies: Sendable {
    /// The beginning of an option in a message.
    static let mark = " --"

    /// Options that decide how an image is read, which another program advises as those of the one that cuts.
    ///
    /// A viewer that cannot show a damaged image may say that it can be cut.
    static let readingOptions: Set<String> = [
        "--page", "--dpi", "--range", "--nodata", "--depth", "--allow-truncated", "--allow-loss", "--keep-profile",
        "--srs", "--bounds", "--lossless", "--format",
    ]

    /// The separators between two clauses.
    private static let separators = [", or ", "; "]

    private let options: @Sendable () -> Set<String>
    private let cutter: String?

    /// Adapts messages to a command.
    ///
    /// - Parameters:
    ///   - command: the command; its options are those that its help lists, hidden ones included.
    ///   - cutter: the program that has the options for reading images, for a command of images that lacks them; nil, the default, for
    ///     a command about which such advice says nothing.
    package init(of command: any ParsableCommand.Type, elsewhere cutter: String? = nil) {
        // The help is made once: a client of a server may cause as many messages as it likes.
        let found = Locked<Set<String>?>(nil)
        self.init(elsewhere: cutter) {
            found.withLock { found in
                if let found { return found }
                let options = Self.options(inHelp: command.helpMessage(includeHidden: true))
                found = options
                return options
            }
        }
    }

    /// Adapts messages to options that are looked up when a message names one.
    package init(elsewhere cutter: String? = nil, options: @escaping @Sendable () -> Set<String>) {
        self.options = options
        self.cutter = cutter
    }

    /// The options at the beginnings of lines of a help text, such as `--output`.
    package static func options(inHelp help: String) -> Set<String> {
        var found: Set<String> = []
        for line in help.split(separator: "\n") where line.hasPrefix("  -") {
            // Two spaces come before the description.
            for word in line.dropFirst(2).split(separator: "  ", maxSplits: 1)[0].split(separator: " ") {
                found.formUnion(names(in: String(word)).map(String.init))
            }
        }
        return found
    }

    /// A message in which no clause advises an option that the command lacks.
    ///
    /// A clause that names the program, such as "with tilecut --resume", stays. A message of which nothing would be left stays as well.
    package func adapted(_ message: String) -> String {
        guard message.contains(Self.mark) else { return message }
        let known = options()
        var text = message
        if !known.contains("--output") {
            text = text.replacing(" with --output", with: "").replacing("another --output", with: "another output")
        }
        let sentences = text.split(separator: ". ", omittingEmptySubsequences: false).map(String.init)
        let kept = sentences.enumerated().compactMap { position, sentence in
            adapted(sentence: sentence, isLast: position == sentences.count - 1, known)
        }
        guard var last = kept.last else { return message }
        if message.hasSuffix("."), !last.hasSuffix(".") { last += "." }
        return (kept.dropLast() + [last]).joined(separator: ". ")
    }

    /// A sentence without the clauses that do not apply; nil if none is left.
    private func adapted(sentence: String, isLast: Bool, _ known: Set<String>) -> String? {
        var clauses = [(separator: "", text: sentence[...])]
        for separator in Self.separators {
            clauses = clauses.flatMap { clause in
                clause.text.split(separator: separator, omittingEmptySubsequences: false).enumerated()
                    .map { ($0 == 0 ? clause.separator : separator, $1) }
            }
        }
        let kept = clauses.compactMap { clause in adapted(clause: clause.text, known).map { (clause.separator, $0) } }
        guard let first = kept.first else { return nil }
        guard kept.count < clauses.count else { return kept.map { $0.0 + $0.1 }.joined() }
        var text = first.0 == clauses[0].separator ? first.1 : first.1.prefix(1).uppercased() + first.1.dropFirst()
        for clause in kept.dropFirst() { text += clause.0 + clause.1 }
        return text
    }

    /// A clause with the program's name where it is needed; nil if it names an option that the command lacks.
    private func adapted(clause: Substring, _ known: Set<String>) -> String? {
        guard !clause.contains("tilecut ") else { return String(clause) }
        var text = String(clause)
        for name in Self.names(in: text) where !known.contains(String(name)) {
            guard let cutter, Self.readingOptions.contains(String(name)) else { return nil }
            text = text.replacing(name, with: "\(cutter) \(name)", maxReplacements: 1)
        }
        return text
    }

    /// The options that a text names, each once.
    package static func names(in text: String) -> [Substring] {
        var found: [Substring] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "--") {
            let isWord = start.lowerBound == text.startIndex || !rest[..<start.lowerBound].hasSuffix("-")
            let name = rest[start.upperBound...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            if isWord, name.first?.isLetter ?? false {
                let option = rest[start.lowerBound..<name.endIndex]
                if !found.contains(option) { found.append(option) }
            }
            rest = rest[name.endIndex...]
        }
        return found
    }
}
