/// A handle to a reading of parts of a ``RemoteFile``.
package struct RemoteReading: Sendable {
    private let file: RemoteFile
    /// The number of the reader; nil if it has ended already.
    private let reader: Int?

    init(file: RemoteFile, reader: Int?) {
        self.file = file
        self.reader = reader
    }

    /// Ends the reading, and its requests unless others wait for the same blocks.
    package func cancel() {
        if let reader { file.cancel(reader) }
    }

    /// Changes the urgency.
    package func setPriority(_ priority: HTTPPriority) {
        if let reader { file.setPriority(priority, of: reader) }
    }
}
