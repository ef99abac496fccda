internal import Foundation
public import Testing

/// Runs code on damaged input again and again, and expects it neither to take long nor to take much memory.
///
/// There are 500 cases unless it is said otherwise, or as many as the environment variable `TILEKIT_FUZZ_CASES` says;
/// `TILEKIT_FUZZ_CASE` runs a single one, by its number. Every case depends on the seed and its number alone. A crash
/// leaves the folder of its case, which has the number in its name.
///
/// Time is that of the thread's own work, so that a busy machine does not matter; memory is how much the process has
/// grown at most during a case (`VmHWM` of /proc/self/status, which is set back before each). Other tests may grow at
/// the same time, so only a case that takes too much every time of several counts.
public struct Fuzzing {
    /// The most work of a case, in seconds: 1, 3 for code that is not optimized, and 10 for code that is watched by a
    /// sanitizer, where only what never ends is meant to be found.
    public static let timeLimit: Double = {
        // The sanitizers' libraries are in the process only if it was built with them.
        let sanitizers = ["__asan_init", "__tsan_init"]
        if sanitizers.contains(where: { (name: String) in dlsym(dlopen(nil, RTLD_NOW), name) != nil }) { return 10 }
        #if DEBUG
            return 3
        #else
            return 1
        #endif
    }()
    /// The most growth of a case, in bytes.
    public static let memoryLimit = 128 << 20
    /// How often a case that grows too much is tried.
    private static let tries = 5

    private let name: String
    private let seed: UInt64
    /// The numbers of the cases.
    private let cases: Range<Int>

    /// A series of cases.
    ///
    /// - Parameters:
    ///   - name: what is fuzzed, for messages.
    ///   - seed: what the cases depend on.
    ///   - count: how many cases there are where the environment does not say; default 500.
    public init(_ name: String, seed: UInt64, count: Int = 500) {
        self.name = name
        self.seed = seed
        let environment = ProcessInfo.processInfo.environment
        let number = environment["TILEKIT_FUZZ_CASE"].flatMap { Int($0) }
        cases = number.map { $0..<$0 + 1 } ?? 0..<(environment["TILEKIT_FUZZ_CASES"].flatMap { Int($0) } ?? count)
    }

    /// Runs all cases.
    ///
    /// - Parameters:
    ///   - prepare: makes the input of a case; not measured.
    ///   - isExpected: whether an error is one that the code may throw.
    ///   - sourceLocation: where failures are reported.
    ///   - body: the code; what it throws is an answer like another if it is expected.
    /// - Throws: what `prepare` throws.
    public func run<Input>(
        prepare: (_ number: Int, inout FuzzMutator) throws -> Input, isExpected: (any Error) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation, _ body: (Input) throws -> Void
    ) throws {
        for number in cases {
            func fail(_ message: String) {
                Issue.record(
                    Comment(rawValue: "\(name), case \(number), seed \(seed): \(message)"),
                    sourceLocation: sourceLocation)
            }
            var damage = FuzzMutator(seed: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
            let input = try prepare(number, &damage)
            for attempt in 1...Self.tries {
                let start = Self.threadSeconds
                let memory = MemoryPeak()
                do {
                    try body(input)
                } catch  where isExpected(error) {
                } catch {
                    fail("unexpected \(type(of: error)): \(error)")
                }
                let (seconds, growth) = (Self.threadSeconds - start, memory.growth)
                if seconds > Self.timeLimit { fail("it took \(seconds) seconds") }
                if growth <= Self.memoryLimit { break }
                if attempt == Self.tries { fail("it took \(growth >> 20) MB of memory") }
            }
        }
    }

    /// Expects that enough of the cases have reached the code that is to be tested.
    ///
    /// Damage that is always found in a header tests nothing after it.
    ///
    /// - Parameters:
    ///   - reached: how many cases have reached it.
    ///   - percent: how many percent of the cases have to; a single case does not.
    ///   - sourceLocation: where a failure is reported.
    public func expect(reached: Int, atLeast percent: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        guard cases.count > 1, 100 * reached < percent * cases.count else { return }
        Issue.record(
            "\(name): only \(reached) of \(cases.count) cases have reached the decoder, not \(percent) %",
            sourceLocation: sourceLocation)
    }

    /// The seconds that the calling thread has worked.
    private static var threadSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// How much the process grows from here on, at most.
private struct MemoryPeak {
    private let start: Int

    init() {
        // 5: set the peak back to what is used now (man 5 proc, clear_refs).
        let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        if file >= 0 {
            _ = write(file, "5", 1)
            close(file)
        }
        start = Self.peak
    }

    /// Bytes.
    var growth: Int { Self.peak - start }

    private static var peak: Int {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        else { return 0 }
        return 1024 * (line.split(separator: " ").compactMap { Int($0) }.first ?? 0)
    }
}
