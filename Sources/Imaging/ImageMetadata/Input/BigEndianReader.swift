/// Reads big-endian numbers; nil beyond the end of the data.
package struct BigEndianReader {
    package let bytes: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// The unsigned integer of `size` bytes at an offset from the first byte.
    package func number(at offset: Int, size: Int = 4) -> Int? {
        part(at: offset, size: size)?.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The `size` bytes at an offset from the first byte.
    func part(at offset: Int, size: Int) -> ArraySlice<UInt8>? {
        offset >= 0 && offset <= bytes.count - size ? bytes.dropFirst(offset).prefix(size) : nil
    }
}
