/// The failure to place an image on the map.
package struct GeoreferencingError: Error, Hashable, Sendable {
    /// The fault and the remedy, in one or two plain sentences.
    package var message: String

    /// Creates an error.
    package init(_ message: String) {
        self.message = message
    }
}

extension GeoreferencingError: CustomStringConvertible {
    /// The message.
    package var description: String { message }
}
