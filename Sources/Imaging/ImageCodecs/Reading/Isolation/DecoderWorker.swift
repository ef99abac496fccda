internal import Concurrency
internal import Glibc

/// A running decoder process, which is ended with this object.
final class DecoderWorker {
    let channel: DecoderChannel
    private let process: any DecoderHost
    /// The processor time of the process at which it is ended, in seconds.
    private var timeLimit = Double.infinity

    /// The seconds beyond the limit of processor time that the process has set itself.
    private static let grace = 2.0

    /// The milliseconds between two looks at whether the work was cancelled.
    private static let cancellationInterval: Int32 = 50

    /// Creates a worker for a process at the other side of a channel.
    init(_ channel: DecoderChannel, process: any DecoderHost) {
        self.channel = channel
        self.process = process
    }

    deinit { _ = process.end(isExpected: true) }

    /// Receives a message.
    ///
    /// - Throws: ``DecoderEnd`` when the process ends or stalls, `CancellationError` when the work is cancelled.
    func receive() throws -> (kind: DecoderMessageKind, contents: [UInt8]) {
        try translatingFailures { try channel.receive(wait: wait) }
    }

    /// Receives bytes that follow a message, until the buffer is full; throws as ``receive()``.
    func receive(into buffer: UnsafeMutableRawBufferPointer) throws {
        try translatingFailures { try channel.receive(into: buffer, wait: wait) }
    }

    /// Limits the processor time of the process from here on, in seconds.
    ///
    /// It ends itself at that limit. Where a fault has changed that, it is ended somewhat later.
    func limitTime(_ seconds: Int) { timeLimit = process.processorTime + Double(seconds) + Self.grace }

    /// Lets the process work for some seconds of processor time, and no longer than the current ``ProcessorTimeBudget`` lasts, which
    /// is charged with what it takes.
    ///
    /// - Parameters:
    ///   - seconds: the limit that the process sets itself.
    ///   - work: sends a request and receives the answer.
    /// - Returns: the result of `work`.
    /// - Throws: `ProcessorTimeBudget.Exhausted` when the process was ended because of the budget, and what `work` throws.
    func charging<Result>(_ seconds: Int, _ work: () throws -> Result) throws -> Result {
        guard let budget = ProcessorTimeBudget.current else {
            limitTime(seconds)
            return try work()
        }
        let rest = max(0, budget.rest)
        let start = process.processorTime
        let limit = min(Double(seconds) + Self.grace, rest)
        timeLimit = start + limit
        do {
            let result = try work()
            budget.charge(process.processorTime - start)
            return result
        } catch let end as DecoderEnd where end.exit == .signaled(SIGXCPU) {
            budget.charge(limit)
            throw limit < rest ? end : ProcessorTimeBudget.Exhausted()
        }
    }

    /// False when the process has ended, or ends.
    var isConnected: Bool {
        var watched = pollfd(fd: channel.descriptor, events: 0, revents: 0)
        return poll(&watched, 1, 0) == 0
    }

    /// Sends a message; that the process has ended is found when its answer is received.
    func send(_ kind: DecoderMessageKind, _ contents: [UInt8]) {
        try? channel.send(kind, contents)
    }

    /// Sends a request to open an image, its file, and the temporary files that it names.
    func send(_ request: DecoderRequest, _ file: DecoderFile, temporaryFiles: [Int32] = []) {
        send(.open, request.message)
        for descriptor in [file.descriptor] + temporaryFiles { send(descriptor: descriptor) }
    }

    /// Sends a descriptor that follows a request.
    func send(descriptor: Int32) { try? channel.send(descriptor: descriptor) }

    private func translatingFailures<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch DecoderChannel.Failure.closed {
            throw DecoderEnd(exit: process.end(isExpected: false))
        } catch DecoderChannel.Failure.malformed {
            throw DecoderEnd(exit: .malformed)
        }
    }

    /// Waits until something can be received.
    private func wait() throws {
        var watched = pollfd(fd: channel.descriptor, events: Int16(POLLIN), revents: 0)
        var idle: Int32 = 0
        var processorTime = 0.0
        while true {
            let count = poll(&watched, 1, Self.cancellationInterval)
            if count > 0 { return }
            if Cancellation.current?.isCancelled ?? false { throw CancellationError() }
            let time = process.processorTime
            if time > timeLimit { throw DecoderEnd(exit: .signaled(SIGXCPU)) }
            idle = time > processorTime ? 0 : idle + Self.cancellationInterval
            processorTime = time
            if idle >= process.stallSeconds * 1000 { throw DecoderEnd(exit: .stalled) }
        }
    }
}

/// The end of a decoder process before its answer.
struct DecoderEnd: Error, Hashable {
    var exit: DecoderExit
}

/// The process of a worker; tests have others.
protocol DecoderHost: AnyObject {
    /// The processor time that it has used, in seconds.
    var processorTime: Double { get }
    /// The seconds without any use of the processor after which it counts as stalled.
    var stallSeconds: Int32 { get }

    /// Ends it.
    ///
    /// - Parameter isExpected: false if it is ending already, and its own end is wanted.
    /// - Returns: the outcome.
    func end(isExpected: Bool) -> DecoderExit
}
