internal import JSONDocuments

/// Why a flight could not be read.
package struct FlightError: Error, Hashable, Sendable {
    /// The kinds of failure, for callers that react differently to them.
    package enum Code: Hashable, Sendable {
        /// There is no such file, or it may not be read.
        case unreadable
        /// Reading failed.
        case inputOutput
        /// The file is not a flight, or has an unsupported format.
        case malformed
    }

    /// The kind of failure.
    package var code: Code
    /// The file; empty for text that does not come from a file.
    package var path: String
    /// The fault and its position, without the path.
    package var message: String

    /// Creates an error.
    package init(_ code: Code, path: String = "", _ message: String) {
        self.code = code
        self.path = path
        self.message = message
    }
}

extension FlightError: CustomStringConvertible {
    /// The path and what is wrong.
    package var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

extension FlightError {
    /// Converts an error in a flight's JSON.
    init(_ error: JSONError) {
        self.init(.malformed, "\(error)")
    }
}
