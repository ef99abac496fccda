/// Reverses the bytes of numbers.
enum ByteOrder {
    /// Reverses the bytes of each number of `byteCount` bytes: 1, 2, 4 or 8.
    static func swap(_ bytes: UnsafeMutableRawBufferPointer, byteCount: Int) {
        switch byteCount {
        case 2: swap(bytes, UInt16.self)
        case 4: swap(bytes, UInt32.self)
        case 8: swap(bytes, UInt64.self)
        default: break
        }
    }

    private static func swap<Number: FixedWidthInteger>(_ bytes: UnsafeMutableRawBufferPointer, _ type: Number.Type) {
        let stride = MemoryLayout<Number>.size
        var position = 0
        while bytes.count &- position >= stride {
            let number = bytes.loadUnaligned(fromByteOffset: position, as: type)
            bytes.storeBytes(of: number.byteSwapped, toByteOffset: position, as: type)
            position &+= stride
        }
    }
}
