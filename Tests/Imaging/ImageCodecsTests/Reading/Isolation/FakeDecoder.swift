import Concurrency
import Foundation

@testable import ImageCodecs

/// A stand-in for a decoder process: the other side of its channel, on a thread of the test.
final class FakeDecoder: DecoderHost {
    /// The processor time, which grows by `pace` with each look at it.
    var processorTime: Double {
        time.withLock { time in
            time += pace
            return time
        }
    }
    /// The seconds without an answer after which the process counts as one that hangs.
    var stallSeconds: Int32 { hangs.withLock { $0 ? 0 : 1000 } }
    private let hangs: Locked<Bool>
    private let exit: DecoderExit
    private let pace: Double
    private let time = Locked(0.0)

    private init(hangs: Locked<Bool>, exit: DecoderExit, pace: Double) {
        self.hangs = hangs
        self.exit = exit
        self.pace = pace
    }

    func end(isExpected: Bool) -> DecoderExit { exit }

    /// Starts a thread that runs `body` with the decoder's side of a channel, which it closes at the end.
    ///
    /// Once `hangs` is true, the limit for stalled processes counts as reached. The process seems to use `pace` seconds
    /// of processor time between two looks at it.
    static func start(
        exit: DecoderExit = .exited(0), hangs: Locked<Bool> = Locked(false), pace: Double = 0,
        _ body: @escaping @Sendable (DecoderChannel) -> Void
    ) -> DecoderWorker {
        var sockets: [Int32] = [-1, -1]
        precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0, "there are sockets")
        let descriptor = sockets[1]
        Thread.detachNewThread { body(DecoderChannel(owning: descriptor)) }
        return DecoderWorker(
            DecoderChannel(owning: sockets[0]), process: FakeDecoder(hangs: hangs, exit: exit, pace: pace))
    }
}

extension DecoderChannel {
    /// Receives the request to open an image, and the image.
    func receiveRequest() throws {
        _ = try receive()
        close(try receiveDescriptor())
    }
}
