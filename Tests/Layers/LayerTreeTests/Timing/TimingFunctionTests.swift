import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

@Suite(.timeLimited) struct TimingFunctionTests {
    @Test(arguments: [
        ("easeIn", [0.0935, 0.3154, 0.6219]), ("easeOut", [0.3781, 0.6846, 0.9065]),
        ("easeInEaseOut", [0.1292, 0.5, 0.8708]), ("default", [0.4085, 0.8024, 0.9605]),
        ("linear", [0.25, 0.5, 0.75]),
    ])
    func `the named curves have their values at a quarter, a half and three quarters`(
        name: String, values: [Double]
    ) throws {
        let functions: [String: TimingFunction] = [
            "easeIn": .easeIn, "easeOut": .easeOut, "easeInEaseOut": .easeInEaseOut, "default": .default,
            "linear": .linear,
        ]
        let function = try #require(functions[name])
        for (time, value) in zip([0.25, 0.5, 0.75], values) {
            #expect(abs(function(time) - value) < 1e-3)
        }
        #expect(function(0) == 0 && function(1) == 1)
        #expect(function(-3) == 0 && function(7) == 1)
    }

    @Test func `a Bézier curve has four control points, and a procedural function none`() {
        let function = TimingFunction(controlPoints: Point(x: 0.1, y: 0.2), Point(x: 0.3, y: 1.4))
        #expect(
            function.controlPoints == [
                Point(x: 0, y: 0), Point(x: 0.1, y: 0.2), Point(x: 0.3, y: 1.4), Point(x: 1, y: 1),
            ])
        #expect(TimingFunction.bounceOut.controlPoints == nil)
    }

    @Test func `every curve is solved, the steepest too`() {
        for first in stride(from: 0.0, through: 1, by: 0.25) {
            for second in stride(from: 0.0, through: 1, by: 0.25) {
                // A curve mirrored in the diagonal is its inverse.
                let function = TimingFunction(controlPoints: Point(x: first, y: second), Point(x: second, y: first))
                let inverse = TimingFunction(controlPoints: Point(x: second, y: first), Point(x: first, y: second))
                for time in stride(from: 0.0, through: 1, by: 1 / 64) {
                    #expect(abs(inverse(function(time)) - time) < 1e-6)
                }
            }
        }
    }

    @Test func `linear progress equals time, to the last bit`() {
        for time in stride(from: 0.0, through: 1, by: 1 / 64) {
            #expect(TimingFunction.linear(time) == time)
        }
    }

    private static let bounces: [(Double, Double)] = [
        (0, 0), (4.0 / 11, 1), (0.5, 0.71875), (6.0 / 11, 0.7), (8.0 / 11, 1), (0.95, 0.973), (1, 1),
    ]

    @Test(arguments: bounces)
    func `a bounce has its values`(time: Double, value: Double) {
        #expect(abs(TimingFunction.bounceOut(time) - value) < 1e-3)
    }

    @Test(arguments: [4.0 / 11, 8.0 / 11, 9.0 / 10])
    func `a bounce is continuous where its parabolas meet`(time: Double) {
        #expect(abs(TimingFunction.bounceOut(time - 1e-9) - TimingFunction.bounceOut(time + 1e-9)) < 1e-6)
    }

    @Test func `a ball that falls from 32 to 268 is at 201.625 after half of the time`() {
        #expect(abs(32 + (268 - 32) * TimingFunction.bounceOut(0.5) - 201.625) < 1e-9)
    }

    @Test func `quadratic ease-in-ease-out is at an eighth after a quarter of the time`() {
        #expect(TimingFunction.quadraticEaseInOut(0.25) == 0.125)
        #expect(TimingFunction.quadraticEaseInOut(0.75) == 0.875)
    }
}
