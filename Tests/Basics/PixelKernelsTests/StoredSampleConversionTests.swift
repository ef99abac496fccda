import PixelKernels
import TestSupport
import TestLimits
import Testing

@Suite(.timeLimited) struct StoredSampleConversionTests {
    /// A conversion and its name in messages.
    struct Case: CustomStringConvertible, Sendable {
        var stored: StoredSampleFormat
        var black: Double
        var white: Double
        var depth: PixelLayout.Depth
        var description: String {
            "\(stored.bits) bits × \(stored.samplesPerPixel), alpha \(stored.alphaIndex ?? -1)"
                + "\(stored.isPremultiplied ? " premultiplied" : "")\(stored.isInverted ? " inverted" : "")"
                + "\(stored.isByteSwapped ? " swapped" : ""), \(black)…\(white) to \(depth.rawValue) bits"
        }
    }

    static let cases: [Case] = {
        var cases: [Case] = []
        for bits in [1, 2, 3, 4, 6, 8, 9, 10, 12, 14, 15, 16] {
            let greatest = Double((1 << bits) - 1)
            for (samplesPerPixel, hasColor, alphaIndex) in [
                (1, false, nil), (2, false, 1), (3, true, nil), (4, true, 3), (4, true, nil), (5, true, 4),
            ] as [(Int, Bool, Int?)] {
                var stored = StoredSampleFormat(bits: bits, samplesPerPixel: samplesPerPixel, hasColor: hasColor)
                stored.alphaIndex = alphaIndex
                for depth in bits > 8 ? [PixelLayout.Depth.eight, .sixteen] : [.eight] {
                    cases.append(Case(stored: stored, black: 0, white: greatest, depth: depth))
                    cases.append(
                        Case(stored: stored, black: greatest / 5, white: greatest / 2 + 0.25, depth: depth))
                    var changed = stored
                    changed.isByteSwapped = bits == 16
                    changed.isInverted = alphaIndex == nil
                    changed.isPremultiplied = alphaIndex != nil
                    cases.append(Case(stored: changed, black: 0, white: greatest, depth: depth))
                    cases.append(Case(stored: changed, black: greatest, white: greatest / 7, depth: depth))
                }
            }
        }
        return cases
    }()

    @Test(arguments: cases)
    func `rows of every kind are converted as by the plain definition`(test: Case) {
        var generator = SeededRandom(seed: UInt64(test.stored.bits))
        for width in [1, 3, 8, 514] {
            let row = (0..<test.stored.rowBytes(width)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
            let same = convert(row, test, width: width) == plain(row, test, width: width)
            #expect(same, "width \(width)")
        }
    }

    @Test func `all 16-bit values become the nearest 8-bit values`() {
        let row = (0..<65536).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        var stored = StoredSampleFormat(bits: 16, samplesPerPixel: 1, hasColor: false)
        stored.isByteSwapped = UInt16(1).littleEndian != 1
        let test = Case(stored: stored, black: 0, white: 65535, depth: .eight)
        let same = convert(row, test, width: 65536) == (0..<65536).map { ($0 * 255 * 2 + 65535) / 131070 }
        #expect(same)
    }

    @Test(
        "known values of each depth",
        arguments: [
            (1, [0, 1], [0, 255]), (2, [0, 1, 2, 3], [0, 85, 170, 255]), (4, [0, 1, 8, 15], [0, 17, 136, 255]),
            (8, [0, 1, 128, 255], [0, 1, 128, 255]), (10, [0, 2, 3, 512, 1023], [0, 0, 1, 128, 255]),
            (12, [0, 8, 9, 2048, 4095], [0, 0, 1, 128, 255]), (14, [0, 8192, 16383], [0, 128, 255]),
            (16, [0, 128, 129, 32768, 65406, 65407, 65535], [0, 0, 1, 128, 254, 255, 255]),
        ] as [(Int, [Int], [Int])])
    func knownValues(bits: Int, values: [Int], expected: [Int]) {
        var stored = StoredSampleFormat(bits: bits, samplesPerPixel: 1, hasColor: false)
        stored.isByteSwapped = bits == 16 && UInt16(1).littleEndian == 1
        let test = Case(stored: stored, black: 0, white: Double((1 << bits) - 1), depth: .eight)
        #expect(convert(pack(values, bits: bits), test, width: values.count) == expected)
    }

    @Test func `only unchanged rows count as identical`() {
        func isIdentity(_ bits: Int, _ samples: Int, _ change: (inout Case) -> Void = { _ in }) -> Bool {
            let stored = StoredSampleFormat(bits: bits, samplesPerPixel: samples, hasColor: samples >= 3)
            var test = Case(stored: stored, black: 0, white: Double((1 << bits) - 1), depth: .sixteen)
            change(&test)
            return conversion(test).isIdentity
        }
        #expect(isIdentity(8, 3))
        #expect(isIdentity(8, 1))
        #expect(isIdentity(8, 4) { $0.stored.alphaIndex = 3 })
        #expect(isIdentity(16, 3))
        #expect(!isIdentity(8, 4))
        #expect(!isIdentity(8, 1) { $0.stored.isInverted = true })
        #expect(!isIdentity(8, 1) { $0.white = 254 })
        #expect(
            !isIdentity(8, 4) {
                $0.stored.alphaIndex = 3
                $0.stored.isPremultiplied = true
            })
        #expect(!isIdentity(16, 3) { $0.stored.isByteSwapped = true })
        #expect(!isIdentity(16, 3) { $0.depth = .eight })
        #expect(!isIdentity(12, 1))
    }

    private func conversion(_ test: Case) -> StoredSampleConversion {
        StoredSampleConversion(test.stored, black: test.black, white: test.white, depth: test.depth)
    }

    private func convert(_ row: [UInt8], _ test: Case, width: Int) -> [Int] {
        let conversion = conversion(test)
        let count = width * conversion.layout.channels.rawValue
        // Bytes after the end show whether more than the row was written.
        var target = [UInt16](repeating: 0xA5A5, count: count + 8)
        target.withUnsafeMutableBytes { target in
            row.withUnsafeBytes { source in
                guard let source = source.baseAddress, let target = target.baseAddress else { return }
                conversion.convert(source, to: target, count: width)
            }
        }
        return target.withUnsafeBytes { bytes in
            let isWide = conversion.layout.depth == .sixteen
            #expect(bytes[count * (isWide ? 2 : 1)] == 0xA5)
            return isWide ? bytes.bindMemory(to: UInt16.self)[..<count].map(Int.init) : bytes[..<count].map(Int.init)
        }
    }

    /// The definition, one sample at a time, in integers and doubles.
    private func plain(_ row: [UInt8], _ test: Case, width: Int) -> [Int] {
        let stored = test.stored
        let greatest = (1 << stored.bits) - 1
        let full = stored.bits > 8 && test.depth == .sixteen ? 65535 : 255
        func sample(_ pixel: Int, _ index: Int) -> Int {
            let first = (pixel * stored.samplesPerPixel + index) * stored.bits
            var value = 0
            for bit in first..<first + stored.bits {
                value = value << 1 | Int(row[bit / 8] >> (7 - bit % 8)) & 1
            }
            // Read as bits, 16-bit samples are big-endian.
            let isLittle = stored.bits == 16 && stored.isByteSwapped == (UInt16(1).littleEndian != 1)
            return isLittle ? Int(UInt16(value).byteSwapped) : value
        }
        func scaled(_ value: Int, _ black: Double, _ white: Double) -> Int {
            Int(min(max(((Double(value) - black) * Double(full) / (white - black)).rounded(), 0), Double(full)))
        }
        var delivered: [Int] = []
        for pixel in 0..<width {
            let alpha = stored.alphaIndex.map { sample(pixel, $0) }
            for channel in 0..<(stored.hasColor ? 3 : 1) {
                var value = sample(pixel, channel)
                if stored.isPremultiplied, let alpha, alpha != greatest {
                    value = alpha == 0 ? 0 : min(greatest, (2 * value * greatest + alpha) / (2 * alpha))
                }
                delivered.append(scaled(stored.isInverted ? greatest - value : value, test.black, test.white))
            }
            if let alpha {
                delivered.append(scaled(alpha, 0, Double(greatest)))
            }
        }
        return delivered
    }

    private func pack(_ values: [Int], bits: Int) -> [UInt8] {
        let all = values.flatMap { value in (0..<bits).reversed().map { value >> $0 & 1 } }
        return stride(from: 0, to: all.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 << 1 | UInt8(start + $1 < all.count ? all[start + $1] : 0) }
        }
    }
}
