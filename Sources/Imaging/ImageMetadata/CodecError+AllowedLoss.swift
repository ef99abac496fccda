extension CodecError {
    /// The remedy that ``unreadStatement(_:file:_:)`` adds.
    static func lossRemedy(_ statement: FileStatement) -> String {
        " Or go on without it: --allow-loss \(statement.rawValue)."
    }

    /// The message as a warning, for one whose loss is allowed; nil for an error of another kind.
    package func warning(ofLost statement: FileStatement) -> String? {
        let remedy = Self.lossRemedy(statement)
        return message.hasSuffix(remedy) ? String(message.dropLast(remedy.count)) : nil
    }
}
