/// The state of a run that writes a pyramid of stored values.
package struct ValuePyramidProgress: Hashable, Sendable {
    /// The chunks that are encoded.
    package var finishedChunks = 0
    /// The chunks of all levels and planes.
    package let totalChunks: Int
    /// The bytes of the encoded chunks.
    package var encodedBytes = 0

    /// The finished part of the run, from 0 to 1.
    package var fraction: Double { totalChunks == 0 ? 1 : Double(finishedChunks) / Double(totalChunks) }

    init(totalChunks: Int) {
        self.totalChunks = totalChunks
    }
}
