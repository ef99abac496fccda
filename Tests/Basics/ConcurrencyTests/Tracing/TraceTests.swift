import Glibc
import JSONDocuments
import TestLimits
import Testing

@testable import Concurrency

/// Traces of spans and of threads.
///
/// One trace is recorded at a time, so these tests are too. Other suites that run meanwhile are recorded with them, so
/// the names are such as no others have.
@Suite(.timeLimited, .serialized) struct TraceTests {
    /// An event of a trace.
    private struct Event {
        let name: String
        let phase: String
        let category: String?
        let start: Double
        let duration: Double
        let thread: Int
        let arguments: [String: Int]
        let text: String?

        var end: Double { start + duration }

        /// Whether this span contains another one of the same thread.
        func contains(_ other: Event) -> Bool {
            thread == other.thread && start <= other.start && other.end <= end
        }
    }

    /// A file that is removed at the end.
    private final class TemporaryFile {
        let path = "/tmp/tilekit-trace-\(getpid())-\(UInt32.random(in: .min ... .max)).json"
        deinit { unlink(path) }

        var text: String {
            guard let file = fopen(path, "re") else { return "" }
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 4 << 20)
            let count = fread(&bytes, 1, bytes.count, file)
            return String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }

    private func events(in text: String) throws -> [Event] {
        let document = try JSONValue(parsing: Array(text.utf8))
        return try #require(document.array).map { event in
            let arguments = event["args"]?.object ?? [:]
            return Event(
                name: try #require(event["name"]?.string), phase: try #require(event["ph"]?.string),
                category: event["cat"]?.string, start: event["ts"]?.double ?? 0, duration: event["dur"]?.double ?? 0,
                thread: try #require(event["tid"]?.integer),
                arguments: arguments.compactMapValues { $0.integer }, text: arguments["name"]?.string)
        }
    }

    @Test func `spans are complete events with names, numbers and threads, nested as they were`() throws {
        let file = TemporaryFile()
        try Trace.start(writingTo: file.path)
        let sum = Trace.span("outer", .frames) {
            Trace.span("first", .frames) { 1 } + Trace.span("second", .frames, ["quads": 7, "groups": -1]) { 2 }
        }
        let done = Locked(false)
        var thread = pthread_t()
        let context = Unmanaged.passRetained(done).toOpaque()
        pthread_create(
            &thread, nil,
            { context in
                Trace.span("elsewhere", .loading, ["level": 3, "column": 4, "row": 5]) {}
                if let context {
                    Unmanaged<Locked<Bool>>.fromOpaque(context).takeRetainedValue().withLockAndNotify { $0 = true }
                }
                return nil
            }, context)
        done.wait { $0 ? () : nil }
        pthread_join(thread, nil)
        #expect(Trace.stop() == nil && sum == 3)

        let all = try events(in: file.text)
        let names = ["first", "second", "outer", "elsewhere"]
        let spans = all.filter { names.contains($0.name) }
        try #require(spans.map(\.name) == names && spans.allSatisfy { $0.phase == "X" })
        #expect(spans.map(\.category) == ["frames", "frames", "frames", "loading"])
        #expect(spans[1].arguments == ["quads": 7, "groups": -1])
        #expect(spans[3].arguments == ["level": 3, "column": 4, "row": 5])
        #expect(spans[2].contains(spans[0]) && spans[2].contains(spans[1]) && spans[0].end <= spans[1].start)
        #expect(!spans[2].contains(spans[3]) && spans[3].thread != spans[2].thread)
        let threads = all.filter { $0.name == "thread_name" && $0.phase == "M" }
        #expect(threads.filter { $0.thread == spans[3].thread }.map(\.text) == ["loading worker"])
        #expect(threads.count { $0.thread == spans[2].thread } == 1)
    }

    @Test func `without a trace nothing is recorded, and arguments are not evaluated`() {
        var evaluated = 0
        func count() -> KeyValuePairs<StaticString, Int> {
            evaluated += 1
            return [:]
        }
        #expect(Trace.span("nothing", .loading, count()) { 5 } == 5)
        #expect(evaluated == 0 && Trace.stop() == nil)
    }

    @Test func `an error of the work passes through, and its span is recorded`() throws {
        struct Failure: Error {}
        let file = TemporaryFile()
        try Trace.start(writingTo: file.path)
        #expect(throws: Failure.self) { try Trace.span("failure", .loading) { () throws in throw Failure() } }
        Trace.stop()
        #expect(try events(in: file.text).contains { $0.name == "failure" })
    }

    @Test func `memory is bounded: events are written while the trace goes on, whole ones only`() async {
        // In a process of its own, where no other suite's events cause a write.
        await #expect(processExitsWith: .success) { try TraceTests().expectEventsOfLongTraces() }
    }

    private func expectEventsOfLongTraces() throws {
        let file = TemporaryFile()
        try Trace.start(writingTo: file.path)
        for index in 0..<5000 {
            Trace.span("numbered", .cutting, ["column": index]) {}
        }
        // What a killed process would leave, closed by the bracket that it could not write.
        let partial = try events(in: file.text + "\n]").filter { $0.name == "numbered" }
        #expect(partial.count > 1000 && partial.count < 5000)
        Trace.stop()
        let whole = try events(in: file.text)
        #expect(whole.filter { $0.name == "numbered" }.map { $0.arguments["column"] } == (0..<5000).map { $0 })
    }

    @Test func `a trace without events is an empty array`() throws {
        let path = TemporaryFile()
        var file = try TraceFile(path.path)
        #expect(file.finish() == nil)
        #expect(try events(in: path.text).isEmpty)
    }

    @Test func `a file that cannot be created is named, with the reason and the remedy`() {
        do {
            try Trace.start(writingTo: "/nowhere/trace.json")
            Issue.record("it should fail")
        } catch {
            #expect(
                "\(error)" == "/nowhere/trace.json: the trace cannot be created: No such file or directory. "
                    + "Write it to another folder or disk.")
        }
    }
}

extension JSONValue {
    fileprivate var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
    fileprivate var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
    fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var double: Double? { if case .number(let number) = self { number } else { nil } }
    fileprivate var integer: Int? { double.flatMap { Int(exactly: $0) } }
    fileprivate subscript(name: String) -> JSONValue? { object?[name] }
}
