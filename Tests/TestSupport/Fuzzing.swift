internal import Foundation
public import Testing

/// Runs code on damaged input, and limits its time and memory.
///
/// The environment variable `TILEKIT_FUZZ_CASES` sets the number of cases, by default 500; `TILEKIT_FUZZ_CASE` runs a single
/// case, by its number. Every case depends only on the seed and its number. A crash leaves the folder of its case; the folder's
/// name contains the number.
///
/// Time is the CPU time of the thread, which does not depend on the load of the machine. Memory is the maximum growth of the
/// process during a case (`VmHWM` of /proc/self/status, reset before each case). Other tests may allocate at the same time, so
/// a case fails only if it exceeds the limit in each of several attempts.
public struct Fuzzing {
    /// The maximum CPU time of a case, in seconds.
    ///
    /// It is 3, and 10 with a sanitizer, which is to find only endless loops.
    public static let timeLimit: Double = {
        // The process contains the libraries of sanitizers only if it was built with them.
        let sanitizers = ["__asan_init", "__tsan_init"]
        return sanitizers.contains { (name: String) in dlsym(dlopen(nil, RTLD_NOW), name) != nil } ? 10 : 3
    }()
    /// The maximum growth of the process during a case, in bytes.
    public static let memoryLimit = 128 << 20
    /// The number of attempts of a case that grows too much.
    private static let attempts = 5

    private let name: String
    private let seed: UInt64
    /// The numbers of the cases.
    private let cases: Range<Int>

    /// Creates a series of cases.
    ///
    /// - Parameters:
    ///   - name: the name of the fuzzed code, for messages.
    ///   - seed: the seed of the cases.
    ///   - count: the number of cases unless the environment sets it; the default is 500.
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
    ///   - prepare: returns the input of a case; not measured.
    ///   - isExpected: returns whether the code may throw an error.
    ///   - sourceLocation: the location at which failures are reported.
    ///   - body: the fuzzed code; expected errors are not failures.
    /// - Throws: the errors of `prepare`.
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
            for attempt in 1...Self.attempts {
                let start = Self.threadSeconds
                let memory = MemoryPeak()
                do {
                    try body(input)
                } catch  where isExpected(error) {
                } catch {
                    fail("unexpected \(type(of: error)): \(error)")
                }
                let seconds = Self.threadSeconds - start
                let growth = memory.growth
                if seconds > Self.timeLimit { fail("it took \(seconds) seconds") }
                if growth <= Self.memoryLimit { break }
                if attempt == Self.attempts { fail("it took \(growth >> 20) MB of memory") }
            }
        }
    }

    /// Expects that enough cases have reached the tested code.
    ///
    /// If a header check always finds the damage, the code after the header is not tested.
    ///
    /// - Parameters:
    ///   - reached: the number of cases that have reached the code.
    ///   - percent: the required percentage of the cases; a run of a single case has no requirement.
    ///   - sourceLocation: the location at which a failure is reported.
    public func expect(reached: Int, atLeast percent: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        guard cases.count > 1, 100 * reached < percent * cases.count else { return }
        Issue.record(
            "\(name): only \(reached) of \(cases.count) cases have reached the decoder, not \(percent) %",
            sourceLocation: sourceLocation)
    }

    /// The CPU time of the calling thread in seconds.
    private static var threadSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The greatest growth of the process from its creation on.
private struct MemoryPeak {
    private let start: Int

    init() {
        // 5 resets the peak to the current usage (man 5 proc, clear_refs).
        let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        if file >= 0 {
            _ = write(file, "5", 1)
            close(file)
        }
        start = Self.peak
    }

    /// The growth in bytes.
    var growth: Int { Self.peak - start }

    private static var peak: Int {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        else { return 0 }
        return 1024 * (line.split(separator: " ").compactMap { Int($0) }.first ?? 0)
    }
}
