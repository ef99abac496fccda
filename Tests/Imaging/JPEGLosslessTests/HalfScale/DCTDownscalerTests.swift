import Foundation
import TestSupport
import TestLimits
import Testing

@testable import ImageSources
@testable import JPEGLossless

@Suite(.timeLimited) struct DCTDownscalerTests {
    static let sizes = [(4, 4), (4, 8), (8, 4), (8, 8)]

    /// Downscales coefficients in zigzag order to rows of floats.
    private func downscaled(
        _ coefficients: [Int16], _ quantization: [UInt16], columns: Int, rows: Int
    ) -> [Float] {
        let downscaler = DCTDownscaler(quantization, columns: columns, rows: rows)
        let block = DCTDownscaler.makeBlock()
        let target = UnsafeMutablePointer<Float>.allocate(capacity: columns * rows)
        defer {
            downscaler.deallocate()
            block.deallocate()
            target.deallocate()
        }
        for (number, coefficient) in coefficients.enumerated() {
            block[Int(downscaler.targetIndices[number])] = coefficient
        }
        downscaler.downscale(block, into: target)
        #expect((0..<64).allSatisfy { block[$0] == 0 }, "the block is cleared for the next one")
        return Array(UnsafeBufferPointer(start: target, count: columns * rows))
    }

    /// The samples of an 8×8 block without the level shift, as the standard defines them (ITU-T T.81, A.3.3).
    private func samples(_ coefficients: [Int16], _ quantization: [UInt16]) -> [Double] {
        func cosine(_ index: Int, _ frequency: Int) -> Double {
            (frequency == 0 ? 0.5.squareRoot() : 1) / 2 * cos(Double((2 * index + 1) * frequency) * .pi / 16)
        }
        return (0..<64).map { index in
            zip(DCTDownscaler.zigzag, coefficients).reduce(0) { sum, next in
                let (frequency, value) = next
                return sum + Double(value) * Double(quantization[frequency])
                    * cosine(index % 8, frequency % 8) * cosine(index / 8, frequency / 8)
            }
        }
    }

    /// The means of neighboring samples that leave `columns` × `rows`.
    private func means(_ samples: [Double], columns: Int, rows: Int) -> [Double] {
        let across = 8 / columns
        let down = 8 / rows
        return (0..<columns * rows).map { index in
            let left = index % columns * across
            let top = index / columns * down
            let sum = (0..<across * down).reduce(0) { $0 + samples[(top + $1 / across) * 8 + left + $1 % across] }
            return sum / Double(across * down)
        }
    }

    /// The samples of downscaled coefficients: sums of cosines, which begin with 1 in a direction of four samples.
    private func reconstructed(_ numbers: [Float], columns: Int, rows: Int) -> [Double] {
        func cosine(_ index: Int, _ frequency: Int, _ size: Int) -> Double {
            let value = cos(Double((2 * index + 1) * frequency) * .pi / Double(2 * size))
            return size == 4 ? value / cos(Double(frequency) * .pi / 8) : value
        }
        return (0..<columns * rows).map { index in
            numbers.indices.reduce(0) { sum, frequency in
                sum + Double(numbers[frequency]) * cosine(index % columns, frequency % columns, columns)
                    * cosine(index / columns, frequency / columns, rows)
            }
        }
    }

    @Test(arguments: sizes)
    func `a block becomes that of its means, with errors below 1/30 of a level`(columns: Int, rows: Int) {
        var random = SeededRandom(seed: 7)
        for _ in 0..<50 {
            let quantization = (0..<64).map { UInt16.random(in: 1...UInt16(2 + 2 * $0), using: &random) }
            // About the largest coefficients of 8-bit samples, with most energy in the low frequencies.
            let coefficients = DCTDownscaler.zigzag.enumerated().map { number, index -> Int16 in
                let most = 1000 / (1 + number * number / 4) / Int(quantization[index])
                return Int16(Int.random(in: -most...most, using: &random))
            }
            let expected = means(samples(coefficients, quantization), columns: columns, rows: rows)
            let downscaled = downscaled(coefficients, quantization, columns: columns, rows: rows)
            for (value, mean) in zip(reconstructed(downscaled, columns: columns, rows: rows), expected) {
                #expect(abs(value - mean) < 1.0 / 30)
            }
        }
    }

    @Test(arguments: sizes)
    func `sums do not overflow with any coefficients`(columns: Int, rows: Int) {
        for value in [Int16.min, .max] {
            // Makes all terms of each sum equally large, with the same sign.
            let quantization = (0..<64).map { index -> UInt16 in
                func cosine(_ frequency: Int, _ size: Int) -> Double {
                    size == 4 ? cos(Double(frequency) * .pi / 16) : 1
                }
                let least = pow(cos(7 * Double.pi / 16), 2)
                return UInt16(60_000 * least / (cosine(index % 8, columns) * cosine(index / 8, rows)))
            }
            let alike = DCTDownscaler.zigzag.map { index -> Int16 in
                let isNegated = (columns == 4 && index % 8 > 4) != (rows == 4 && index / 8 > 4)
                return isNegated ? (value == .min ? .max : .min) : value
            }
            let downscaled = downscaled(alike, quantization, columns: columns, rows: rows)
            #expect(downscaled.allSatisfy { $0.isFinite && ($0 < 0) == (value == .min) })
        }
    }

    @Test func `quantization that differs too much between added coefficients is not precise`() throws {
        func isPrecise(_ columns: Int, _ rows: Int, _ step: (Int) -> UInt16) -> Bool {
            let downscaler = DCTDownscaler((0..<64).map { step($0 % 8 + $0 / 8) }, columns: columns, rows: rows)
            defer { downscaler.deallocate() }
            return downscaler.isPrecise
        }
        // From fine to as coarse as 8-bit and 16-bit tables can be.
        #expect(isPrecise(4, 4) { UInt16(1 + $0) })
        #expect(isPrecise(4, 4) { UInt16(10 + 15 * $0) })
        #expect(isPrecise(4, 4) { _ in 65_535 })
        #expect(!isPrecise(4, 4) { $0 < 14 ? 1 : 65_535 })
        #expect(!isPrecise(4, 8) { $0 < 7 ? 1 : 65_535 })
        #expect(isPrecise(8, 8) { $0 < 14 ? 1 : 65_535 })
    }

    @Test(arguments: sizes)
    func `coefficients past a block's last one are discarded`(columns: Int, rows: Int) {
        let discarded = Array(repeating: Int16(0), count: 64) + Array(repeating: Int16(1000), count: 80)
        let quantization = Array(repeating: UInt16(9), count: 64)
        #expect(downscaled(discarded, quantization, columns: columns, rows: rows).allSatisfy { $0 == 0 })
    }
}
