import Foundation
import Testing

@testable import LayerTree

/// A value of a published formula, computed by `Tools/oracle/core-animation-values.py`.
struct OracleRow: Decodable, Sendable, CustomTestStringConvertible {
    /// An input of a formula.
    enum Input: Decodable, Sendable {
        case number(Double)
        case numbers([Double])
        case text(String)
        case flag(Bool)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let numbers = try? container.decode([Double].self) {
                self = .numbers(numbers)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .flag(try container.decode(Bool.self))
            }
        }
    }

    let name: String
    /// The section of the published source of the formula.
    let source: String
    let kind: String
    let inputs: [String: Input]
    /// The expected numbers; nil where an animation shows nothing.
    let expected: [Double?]

    var testDescription: String { name }

    /// All rows; empty if the file is missing or damaged.
    static let all: [OracleRow] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("core-animation-values.json")
        guard let data = try? Data(contentsOf: file) else { return [] }
        return (try? JSONDecoder().decode([OracleRow].self, from: data)) ?? []
    }()

    /// The rows of a kind.
    static func rows(of kind: String) -> [OracleRow] { all.filter { $0.kind == kind } }

    func number(_ name: String, default standard: Double = 0) -> Double {
        if case .number(let number) = inputs[name] { number } else { standard }
    }

    func numbers(_ name: String) -> [Double] {
        if case .numbers(let numbers) = inputs[name] { numbers } else { [] }
    }

    func transform(_ name: String) -> Transform3D {
        let elements = numbers(name)
        func row(_ index: Int) -> SIMD4<Double> { SIMD4(elements[index * 4..<index * 4 + 4]) }
        return Transform3D(rows: (row(0), row(1), row(2), row(3)))
    }

    /// The timing whose inputs have names with a prefix.
    func timing(_ prefix: String = "") -> LayerTiming {
        var timing = LayerTiming()
        timing.beginTime = number(prefix + "begin")
        timing.duration = number(prefix + "duration")
        timing.speed = number(prefix + "speed", default: 1)
        timing.timeOffset = number(prefix + "offset")
        timing.repeatCount = number(prefix + "repeatCount")
        timing.repeatDuration = number(prefix + "repeatDuration")
        if case .flag(let autoreverses) = inputs[prefix + "autoreverses"] { timing.autoreverses = autoreverses }
        if case .text(let mode) = inputs[prefix + "fillMode"] {
            timing.fillMode = FillMode.allCases.first { "\($0)" == mode } ?? .removed
        }
        return timing
    }

    /// Whether numbers are the expected ones up to a billionth, relatively for those above 1.
    func expects(_ numbers: [Double?]) -> Bool {
        numbers.count == expected.count
            && zip(numbers, expected).allSatisfy { number, expected in
                guard let number, let expected else { return number == nil && expected == nil }
                return abs(number - expected) <= 1e-9 * max(1, abs(expected))
            }
    }
}
