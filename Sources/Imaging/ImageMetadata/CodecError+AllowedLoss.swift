extension CodecError {
    /// The remedy that ``unreadStatement(_:file:_:)`` adds.
    static func lossRemedy(_ statement: FileStatement) -> String {
        " Or allow its loss: \(statement.rawValue)."
    }

    /// Returns the message as a warning if the loss of the statement is allowed; nil for other errors.
    package func warning(ofLost statement: FileStatement) -> String? {
        let remedy = Self.lossRemedy(statement)
        return message.hasSuffix(remedy) ? String(message.dropLast(remedy.count)) : nil
    }
}
