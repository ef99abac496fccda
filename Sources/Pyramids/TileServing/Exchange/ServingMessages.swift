/// The handlers of messages about the files that are served.
public struct ServingMessages: Sendable {
    /// Adapts the advice in a message to the options that the program has; unchanged by default.
    public var adapt: @Sendable (String) -> String
    /// Takes a warning, a line with the path of the file; by default none is shown.
    ///
    /// It is called from several threads, and once for each warning, unless there were many others meanwhile.
    public var warn: @Sendable (String) -> Void

    /// Creates the handlers.
    public init(
        adapt: @escaping @Sendable (String) -> String = { $0 }, warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.adapt = adapt
        self.warn = warn
    }
}
