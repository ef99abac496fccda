import Foundation
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import JPEGLossless

@Suite(.timeLimited) struct HalfScaleIDCTTests {
    /// The sampling factors of luma, and the size of a chroma block that keeps its size where it is subsampled.
    static let chromaSizes = [(2, 2, 8, 8), (2, 1, 8, 4), (1, 2, 4, 8)]
    private static let blocks = 5

    private func component(_ horizontal: Int, _ vertical: Int) -> JPEGScan.Component {
        JPEGScan.Component(
            id: 1, horizontalSampling: horizontal, verticalSampling: vertical,
            blocksPerRow: Self.blocks * horizontal, quantization: Array(repeating: 1, count: 64), dcTable: 0,
            acTable: 0)
    }

    /// The chroma samples of a row of blocks with these coefficients.
    private func samples(
        _ coefficients: [Float], _ horizontal: Int, _ vertical: Int, columns: Int, rows: Int
    ) throws -> [UInt8] {
        let transform = try #require(
            HalfScaleIDCT(
                [component(horizontal, vertical), component(1, 1)],
                mcuSize: PixelSize(width: 8 * horizontal, height: 8 * vertical), halvesAllComponents: false))
        let layout = transform.componentLayouts[1]
        #expect((layout.columns, layout.rows) == (columns, rows))
        let row = try DownscaledCoefficients(transform)
        for (index, coefficient) in coefficients.enumerated() {
            row.base[layout.offset + index] = coefficient
        }
        let stride = Self.blocks * columns
        var bytes: [UInt8] = Array(repeating: 0, count: stride * rows)
        bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            transform.makeSamples(of: 1, row.base, into: base, stride: stride)
        }
        return bytes
    }

    /// The same samples from the definition, as a sum of all frequencies in a direction after the other.
    private func expectedSamples(_ coefficients: [Float], columns: Int, rows: Int) -> [UInt8] {
        func cosine(_ index: Int, _ frequency: Int, _ size: Int) -> Float {
            size == 4
                ? HalfScaleIDCT.cosines4[frequency][index]
                : Float(cos(Double((2 * index + 1) * frequency) * .pi / 16))
        }
        var bytes: [UInt8] = Array(repeating: 0, count: coefficients.count)
        for block in 0..<Self.blocks {
            for y in 0..<rows {
                let line = (0..<columns).map { column in
                    (0..<rows).reduce(Float(0)) { sum, frequency in
                        sum + coefficients[block * columns * rows + frequency * columns + column]
                            * cosine(y, frequency, rows)
                    }
                }
                for x in 0..<columns {
                    let sample = (0..<columns).reduce(Float(0)) { $0 + cosine(x, $1, columns) * line[$1] }
                    bytes[(y * Self.blocks + block) * columns + x] = UInt8(max(0, min(255, (sample + 128).rounded())))
                }
            }
        }
        return bytes
    }

    @Test(arguments: chromaSizes)
    func `chroma that keeps its size has the samples of the definition`(
        horizontal: Int, vertical: Int, columns: Int, rows: Int
    ) throws {
        var random = SeededRandom(seed: 11)
        for most in [Float(0.5), 20, 90, 900] {
            let coefficients = (0..<Self.blocks * columns * rows).map { index in
                Float.random(in: -most...most, using: &random) / Float(1 + index % (columns * rows) / 4)
            }
            #expect(
                try samples(coefficients, horizontal, vertical, columns: columns, rows: rows)
                    == expectedSamples(coefficients, columns: columns, rows: rows))
        }
    }

    @Test(arguments: chromaSizes)
    func `halves are rounded up, and samples past the limits are limited`(
        horizontal: Int, vertical: Int, columns: Int, rows: Int
    ) throws {
        let means: [Float] = [0.5, -0.5, 1.5, 1000, -1000]
        let zeros: [Float] = Array(repeating: 0, count: columns * rows - 1)
        let coefficients = means.flatMap { [$0] + zeros }
        let bytes: [UInt8] = [129, 128, 130, 255, 0]
        let row = bytes.flatMap { Array(repeating: $0, count: columns) }
        #expect(
            try samples(coefficients, horizontal, vertical, columns: columns, rows: rows)
                == (0..<rows).flatMap { _ in row })
    }
}
