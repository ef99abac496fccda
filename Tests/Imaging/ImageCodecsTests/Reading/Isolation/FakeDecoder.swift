import Foundation

@testable import ImageCodecs

/// What stands for a decoder process: the other side of its channel, on a thread of the test.
final class FakeDecoder: DecoderHost {
    let processorTime = 0.0
    let stallSeconds: Int32
    private let exit: DecoderExit

    private init(stallSeconds: Int32, exit: DecoderExit) {
        (self.stallSeconds, self.exit) = (stallSeconds, exit)
    }

    func end(isExpected: Bool) -> DecoderExit { exit }

    /// Starts a thread that runs `body` with the decoder's side of a channel, which it closes at the end.
    static func start(
        exit: DecoderExit = .exited(0), stallSeconds: Int32 = 1000,
        _ body: @escaping @Sendable (DecoderChannel) -> Void
    ) -> DecoderWorker {
        var sockets: [Int32] = [-1, -1]
        precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0, "there are sockets")
        let descriptor = sockets[1]
        Thread.detachNewThread { body(DecoderChannel(owning: descriptor)) }
        return DecoderWorker(
            DecoderChannel(owning: sockets[0]), process: FakeDecoder(stallSeconds: stallSeconds, exit: exit))
    }
}
