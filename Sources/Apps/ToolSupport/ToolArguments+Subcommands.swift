internal import Files
internal import Glibc

extension ToolArguments {
    /// Returns the fault of words that name a subcommand which does not exist.
    ///
    /// After `help` any word is the name of a subcommand. Otherwise, a first word that is not a file is taken for a misspelled one
    /// if it is nearly the name of a subcommand.
    ///
    /// - Parameters:
    ///   - words: the words after the name of the tool.
    ///   - tool: the name of the tool.
    ///   - subcommands: the names of its subcommands.
    /// - Returns: the fault and the remedy; nil if there is none.
    package static func fault(in words: [String], of tool: String, subcommands: [String]) -> String? {
        guard let first = words.first else { return nil }
        guard first == "help" else {
            guard !subcommands.contains(first), let nearest = Spelling.nearest(to: first, among: subcommands),
                access(first, F_OK) != 0
            else { return nil }
            return "\(first) is neither a file nor a subcommand. Did you mean \(tool) \(nearest)?"
        }
        guard let name = words.dropFirst().first, !name.hasPrefix("-"), name != "help", !subcommands.contains(name)
        else { return nil }
        let fault = "there is no subcommand \(name)."
        guard let nearest = Spelling.nearest(to: name, among: subcommands) else {
            return subcommands.count > 1
                ? "\(fault) Name one of \(subcommands.joined(separator: ", "))."
                : "\(fault) The only one is \(subcommands.joined())."
        }
        return "\(fault) Did you mean \(tool) help \(nearest)?"
    }
}
