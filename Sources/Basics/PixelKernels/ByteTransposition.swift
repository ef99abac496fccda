/// Transposes and reverses bytes, eight at a time.
package enum ByteTransposition {
    /// Copies bytes, in the opposite order if `reversed`.
    package static func copy(
        _ source: UnsafePointer<UInt8>, count: Int, reversed: Bool, into target: UnsafeMutablePointer<UInt8>
    ) {
        guard reversed else { return target.update(from: source, count: count) }
        let end = UnsafeMutableRawPointer(target + count)
        var done = 0
        while done + 8 <= count {
            let word = UnsafeRawPointer(source + done).loadUnaligned(as: UInt64.self)
            end.storeBytes(of: word.byteSwapped, toByteOffset: -done - 8, as: UInt64.self)
            done += 8
        }
        while done < count {
            target[count - 1 - done] = source[done]
            done += 1
        }
    }

    /// Transposes rows without gaps.
    ///
    /// - Parameters:
    ///   - source: the rows.
    ///   - columns: the length of each, a multiple of 8.
    ///   - rows: the number of rows, a multiple of 8.
    ///   - target: memory for the columns, one after the other.
    package static func transpose(
        _ source: UnsafePointer<UInt8>, columns: Int, rows: Int, into target: UnsafeMutablePointer<UInt8>
    ) {
        precondition(columns.isMultiple(of: 8) && rows.isMultiple(of: 8), "squares of 8 bytes are transposed")
        for left in stride(from: 0, to: columns, by: 8) {
            for top in stride(from: 0, to: rows, by: 8) {
                transposeSquare(
                    UnsafeRawPointer(source + top * columns + left), columns,
                    UnsafeMutableRawPointer(target + left * rows + top), rows)
            }
        }
    }

    /// Transposes 8×8 bytes: exchanges 4×4 of them, then 2×2, then single ones.
    @inline(__always)
    private static func transposeSquare(
        _ source: UnsafeRawPointer, _ sourceStride: Int, _ target: UnsafeMutableRawPointer, _ targetStride: Int
    ) {
        @inline(__always)
        func row(_ number: Int) -> UInt64 {
            UInt64(littleEndian: source.loadUnaligned(fromByteOffset: number &* sourceStride, as: UInt64.self))
        }
        @inline(__always)
        func store(_ row: UInt64, _ number: Int) {
            target.storeBytes(of: row.littleEndian, toByteOffset: number &* targetStride, as: UInt64.self)
        }
        var a = row(0)
        var b = row(1)
        var c = row(2)
        var d = row(3)
        var e = row(4)
        var f = row(5)
        var g = row(6)
        var h = row(7)
        exchange(&a, &e, 32, 0x0000_0000_FFFF_FFFF)
        exchange(&b, &f, 32, 0x0000_0000_FFFF_FFFF)
        exchange(&c, &g, 32, 0x0000_0000_FFFF_FFFF)
        exchange(&d, &h, 32, 0x0000_0000_FFFF_FFFF)
        exchange(&a, &c, 16, 0x0000_FFFF_0000_FFFF)
        exchange(&b, &d, 16, 0x0000_FFFF_0000_FFFF)
        exchange(&e, &g, 16, 0x0000_FFFF_0000_FFFF)
        exchange(&f, &h, 16, 0x0000_FFFF_0000_FFFF)
        exchange(&a, &b, 8, 0x00FF_00FF_00FF_00FF)
        exchange(&c, &d, 8, 0x00FF_00FF_00FF_00FF)
        exchange(&e, &f, 8, 0x00FF_00FF_00FF_00FF)
        exchange(&g, &h, 8, 0x00FF_00FF_00FF_00FF)
        store(a, 0)
        store(b, 1)
        store(c, 2)
        store(d, 3)
        store(e, 4)
        store(f, 5)
        store(g, 6)
        store(h, 7)
    }

    /// Exchanges the upper parts of one row with the lower parts of another, which is below it.
    @inline(__always)
    private static func exchange(_ upper: inout UInt64, _ lower: inout UInt64, _ shift: UInt64, _ mask: UInt64) {
        let difference = ((upper &>> shift) ^ lower) & mask
        lower ^= difference
        upper ^= difference &<< shift
    }
}
