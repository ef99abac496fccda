package import ArgumentParser

extension ParsableArguments {
    /// Ends the process as the parser says, after an error of parsing or running a command.
    ///
    /// Messages about errors are written as all messages are, without control characters; help goes to standard output.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - tool: the name of the tool, which the parser leaves out where it names the command of a subcommand; default
    ///     nil, for a tool without subcommands.
    ///   - examples: lines that are shown after the usage if there are no arguments at all; default none.
    package static func exit(reporting error: any Error, tool: String? = nil, examples: [String] = []) -> Never {
        let code = exitCode(for: error)
        let text = fullMessage(for: error)
        guard !code.isSuccess, !text.isEmpty else { exit(withError: error) }
        let lines = UsageText.short(
            UsageText.suggesting(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)),
            examples)
        Console.message(lines.map { UsageText.line($0, namingHelpOf: _commandName, of: tool) })
        exit(withError: code)
    }
}

extension ParsableArguments {
    /// The name of the command, such as `info`; empty for arguments that are not a command.
    fileprivate static var _commandName: String { (self as? any ParsableCommand.Type)?._commandName ?? "" }
}

/// The text about wrong arguments, as the parser words it and as it is shown.
enum UsageText {
    /// Returns the error, the usage, where the whole help may follow the error instead, and the examples.
    static func short(_ lines: [String], _ examples: [String]) -> [String] {
        let examples = examples.map { "  \($0)" }
        guard let start = lines.firstIndex(where: { $0.hasPrefix("OVERVIEW: ") }), start > 0,
            let usage = lines.first(where: { $0.hasPrefix(usagePrefix) })
        else {
            let end = lines.firstIndex { $0.hasPrefix("Usage: ") }.map { $0 + 1 } ?? lines.count
            return lines[..<end] + examples + lines[end...]
        }
        let error = lines[..<start].filter { !$0.isEmpty }
        let command = usage.dropFirst(usagePrefix.count)
        let name = command.split(separator: " ").prefix { !$0.hasPrefix("<") && !$0.hasPrefix("[") }
        return error + ["Usage: \(command)"] + examples
            + ["  See '\(name.joined(separator: " ")) --help' for more information."]
    }

    /// Returns a line in which the command that shows help is one that can be typed.
    static func line(_ line: String, namingHelpOf command: String, of tool: String?) -> String {
        guard let tool, tool != command else { return line }
        return line.replacing("  See '\(command) --help'", with: "  See '\(tool) \(command) --help'")
    }

    /// Returns lines in which the fault of a value that is none of a list names the value of the list that was probably meant.
    static func suggesting(_ lines: [String]) -> [String] {
        let request = " Please provide one of the following:"
        let separator = "' is invalid for '"
        let start = "The value '"
        guard let index = lines.firstIndex(where: { $0.hasSuffix(request) }),
            let begin = lines[index].firstRange(of: start)?.upperBound,
            let end = lines[index][begin...].firstRange(of: separator)?.lowerBound
        else { return lines }
        let names = lines[(index + 1)...].prefix { $0.hasPrefix(itemPrefix) }.map {
            String($0.dropFirst(itemPrefix.count))
        }
        let value = lines[index][begin..<end].lowercased()
        let meant = otherNames[value].flatMap { names.contains($0) ? $0 : nil }
        guard let nearest = meant ?? Spelling.nearest(to: value, among: names) else { return lines }
        var lines = lines
        lines[index] = "\(lines[index].dropLast(request.count)) Did you mean \(nearest)?\(request)"
        return lines
    }

    /// Names that other programs have for values.
    private static let otherNames = ["dzi": "deepzoom", "dz": "deepzoom", "zyx": "xyz", "iiif3": "iiif"]
    private static let itemPrefix = "  - "
    private static let usagePrefix = "USAGE: "
}
