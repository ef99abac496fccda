internal import Concurrency

/// The metrics of a server, in the text format of Prometheus (version 0.0.4).
///
/// A metric is a closure that reads numbers, which other types keep. Safe to use from any thread.
package final class MetricRegistry: Sendable {
    /// The type of a metric, as Prometheus has it.
    package enum Kind: String, Sendable {
        /// A number that only grows.
        case counter
        /// A number that grows and shrinks.
        case gauge
        /// The distribution of durations.
        case histogram
    }

    private struct Family: Sendable {
        var name: String
        var kind: Kind
        var help: String
        var read: @Sendable () -> [MetricSample]
    }

    private let families = Locked<[Family]>([])

    /// Creates a registry without metrics.
    package init() {}

    /// Adds a metric with several samples.
    ///
    /// - Parameters:
    ///   - name: the name, such as `tileserve_requests_total`.
    ///   - kind: the type.
    ///   - help: what is measured, in one line.
    ///   - read: returns the samples; called on any thread, without blocking.
    package func add(_ name: String, _ kind: Kind, help: String, _ read: @escaping @Sendable () -> [MetricSample]) {
        families.withLock { $0.append(Family(name: name, kind: kind, help: help, read: read)) }
    }

    /// Adds a metric with a single sample.
    package func add(_ name: String, _ kind: Kind, help: String, value: @escaping @Sendable () -> Int) {
        add(name, kind, help: help) { [MetricSample(Double(value()))] }
    }

    /// The names of all metrics, in the order in which they were added.
    package var names: [String] { families.withLock { $0.map(\.name) } }

    /// All metrics with their present values.
    package var text: String {
        families.withLock { $0 }.map { family in
            "# HELP \(family.name) \(family.help)\n# TYPE \(family.name) \(family.kind.rawValue)\n"
                + family.read().map { $0.line(of: family.name) }.joined()
        }.joined()
    }
}
