import TestLimits
import TestSupport
import Testing

/// Records the file operations of the built tool, and replays them on a disk that loses power after each operation.
///
/// ``DiskModel`` describes the data that such a disk keeps. The disk must have the whole pyramid or the older one, or parts
/// that the next run with `--resume` completes.
@Suite(
    .timeLimited,
    .enabled(
        if: RecordedRun.canTrace,
        "strace is missing or may not trace here: NOT TESTED. Tools/setup --tracing installs it."))
struct `Power failures` {
    /// The number of choices of lost data, at each operation.
    static let seedCount: UInt64 = 64

    static let runs = RecordedRun.Kind.all.map { kind in Result { try RecordedRun(kind) } }

    @Test func `They are replayed at 2,000 operations or more, all of which the model has`() throws {
        var count = 0
        for run in Self.runs {
            let run = try run.get()
            #expect(run.unsupported == [], "\(run.kind.testDescription)")
            count += run.operations.count
            // What was recorded gives what the tool has left.
            var model = DiskModel(run.start)
            run.operations.forEach { model.perform($0) }
            guard run.kind.syncs else { continue }
            #expect(model.image(afterFailure: 0).filter { $0 != "a.jpg" } == run.after, "\(run.kind.testDescription)")
        }
        #expect(count >= 2000)
    }

    @Test(arguments: runs.indices)
    func `After each operation the pyramid is whole, or the next run makes it whole`(number: Int) throws {
        let run = try Self.runs[number].get()
        var model = DiskModel(run.start)
        var checker = PowerFailureChecker(run)
        for (position, operation) in run.operations.enumerated() {
            model.perform(operation)
            for seed in 0..<Self.seedCount {
                guard let fault = try checker.fault(of: model.image(afterFailure: seed)) else { continue }
                Issue.record("\(run.kind.testDescription), \(position): \(operation.summary), seed \(seed): \(fault)")
                return
            }
        }
    }

    @Test(arguments: runs.indices)
    func `What is finished stays, whatever is lost afterwards`(number: Int) throws {
        let run = try Self.runs[number].get()
        guard run.kind.syncs else { return }
        var model = DiskModel(run.start)
        run.operations.forEach { model.perform($0) }
        for seed in 0..<Self.seedCount {
            let image = model.image(afterFailure: seed)
            #expect(
                image.filter { path in path != "a.jpg" && !path.contains(".partial") } == run.after,
                "\(run.kind.testDescription), seed \(seed)")
        }
    }
}

extension FileOperation {
    /// The operation without its bytes.
    fileprivate var summary: String {
        if case .write(let path, let offset, let bytes) = self { return "write(\(path), \(bytes.count) at \(offset))" }
        return "\(self)"
    }
}
