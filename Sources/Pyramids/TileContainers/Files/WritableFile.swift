/// A file to which bytes are written at offsets.
package protocol WritableFile: Sendable {
    /// Writes all bytes at an offset.
    ///
    /// - Throws: ``StoreError``, such as that of a full disk.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws
}

extension WritableFile {
    /// Writes all bytes at an offset.
    package func write(_ bytes: [UInt8], at offset: Int) throws {
        try bytes.withUnsafeBytes { try write($0, at: offset) }
    }
}
