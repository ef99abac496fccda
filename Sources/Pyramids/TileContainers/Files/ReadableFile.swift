/// A file of which parts are read, from several threads at once.
package protocol ReadableFile: AnyObject, Sendable {
    /// The path or the address, for messages.
    var path: String { get }

    /// Fills the buffer from an offset and returns the number of bytes read; it is less only at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int
}
