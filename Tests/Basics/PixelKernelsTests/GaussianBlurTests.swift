import TestLimits
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct GaussianBlurTests {
    /// The blurred values of a mask.
    private func blurred(_ mask: [UInt8], width: Int, deviation: Double) -> [UInt8] {
        var mask = mask
        mask.withUnsafeMutableBufferPointer { values in
            guard let base = values.baseAddress else { return }
            GaussianBlur.blur(base, width: width, height: values.count / width, deviation: deviation)
        }
        return mask
    }

    @Test(arguments: [0.6, 1, 2, 3.5, 4, 8, 12.5, 30])
    func `an edge becomes that of a Gaussian, within 3 percent`(deviation: Double) {
        let width = 400
        let mask = (0..<width * 3).map { UInt8($0 % width < width / 2 ? 255 : 0) }
        // Three equal rows in a tall image would blur away, so the edge is measured along one axis only.
        let tall = Array(repeating: mask, count: 200).flatMap { $0 }
        let row = blurred(tall, width: width, deviation: deviation)[300 * width..<301 * width]
        for (column, value) in row.enumerated() where column > 100 && column < 300 {
            let distance = (Double(column) + 0.5 - Double(width / 2)) / deviation
            let expected = 255 * (1 - normalDistribution(distance))
            #expect(abs(Double(value) - expected) <= 0.03 * 255 + 0.5, "column \(column)")
        }
    }

    @Test func `an equal area far from its edges stays as it is, for any deviation`() {
        for deviation in [0.3, 1, 2.5, 7, 13] {
            let mask = [UInt8](repeating: 200, count: 101 * 101)
            #expect(blurred(mask, width: 101, deviation: deviation)[50 * 101 + 50] == 200)
        }
    }

    @Test func `the sum stays the same`() {
        var mask = [UInt8](repeating: 0, count: 120 * 90)
        for row in 30..<60 { for column in 40..<80 { mask[row * 120 + column] = 255 } }
        let sum = blurred(mask, width: 120, deviation: 5).reduce(0) { $0 + Int($1) }
        #expect(abs(sum - 30 * 40 * 255) < 30 * 40 * 2)
    }

    @Test func `a deviation of 0 changes nothing, and no size is too small`() {
        #expect(blurred([1, 2, 3, 4], width: 2, deviation: 0) == [1, 2, 3, 4])
        for width in 1...3 {
            for height in 1...3 {
                let mask = [UInt8](repeating: 255, count: width * height)
                #expect(blurred(mask, width: width, deviation: 9).allSatisfy { $0 < 40 })
            }
        }
    }

    /// The integral of the normal distribution up to x (Abramowitz and Stegun, 26.2.17).
    private func normalDistribution(_ x: Double) -> Double {
        guard x >= 0 else { return 1 - normalDistribution(-x) }
        let t = 1 / (1 + 0.2316419 * x)
        let density = exponential(-x * x / 2) / (2 * Double.pi).squareRoot()
        let polynomial =
            t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
        return 1 - density * polynomial
    }

    /// e to the x, for x ≤ 0, by halving the exponent.
    private func exponential(_ x: Double) -> Double {
        guard x < -0.01 else { return 1 + x + x * x / 2 + x * x * x / 6 }
        let half = exponential(x / 2)
        return half * half
    }
}
