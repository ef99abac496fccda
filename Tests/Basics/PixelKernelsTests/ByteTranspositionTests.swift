import PixelKernels
import TestLimits
import Testing

@Suite(.timeLimited) struct ByteTranspositionTests {
    @Test(arguments: [8, 16, 40], [8, 24])
    func `columns become rows`(columns: Int, rows: Int) {
        let source = (0..<columns * rows).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 >> 8) }
        var target = [UInt8](repeating: 0, count: source.count)
        target.withUnsafeMutableBufferPointer { target in
            guard let base = target.baseAddress else { return }
            ByteTransposition.transpose(source, columns: columns, rows: rows, into: base)
        }
        for index in source.indices {
            #expect(target[index % columns * rows + index / columns] == source[index])
        }
    }

    @Test(arguments: 0...41)
    func `bytes are copied, also in the opposite order`(count: Int) {
        let source = (0..<count + 1).map { UInt8($0 + 7) }
        for isReversed in [false, true] {
            // The bytes beside the copy are not written.
            var target = [UInt8](repeating: 0, count: count + 2)
            target.withUnsafeMutableBufferPointer { target in
                guard let base = target.baseAddress else { return }
                ByteTransposition.copy(source, count: count, reversed: isReversed, into: base + 1)
            }
            let bytes = Array(source.prefix(count))
            #expect(target == [0] + (isReversed ? bytes.reversed() : bytes) + [0])
        }
    }
}
