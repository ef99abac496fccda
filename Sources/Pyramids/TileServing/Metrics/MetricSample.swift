/// One number of a metric.
package struct MetricSample: Hashable, Sendable {
    /// The suffix of the metric's name, such as `_bucket`; empty by default.
    package var suffix: String
    /// The labels in their order; none by default.
    package var labels: [Label]
    /// The number.
    package var value: Double

    /// A label, which tells samples of a metric apart.
    package struct Label: Hashable, Sendable {
        var name: String
        var value: String

        /// Creates a label.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates a sample.
    package init(_ value: Double, labels: [Label] = [], suffix: String = "") {
        self.value = value
        self.labels = labels
        self.suffix = suffix
    }

    /// The line of the text format.
    func line(of name: String) -> String {
        let labels = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        let number = value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
        return "\(name)\(suffix)\(labels.isEmpty ? "" : "{\(labels)}") \(number)\n"
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.append(character)
            }
        }
    }
}
