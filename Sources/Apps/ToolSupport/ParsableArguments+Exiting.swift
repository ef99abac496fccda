public import ArgumentParser

extension ParsableArguments {
    /// Ends the process as the parser says, after an error of parsing or running a command.
    ///
    /// Messages about errors are written as all messages are, without control characters; help goes to standard output.
    public static func exit(reporting error: any Error) -> Never {
        let (code, text) = (exitCode(for: error), fullMessage(for: error))
        guard !code.isSuccess, !text.isEmpty else { exit(withError: error) }
        Console.message(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        exit(withError: code)
    }
}
