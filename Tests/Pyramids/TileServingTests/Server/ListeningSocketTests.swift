import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct ListeningSocketTests {
    @Test func `addresses of this machine alone are local, also those of IPv4 that are mapped to IPv6`() {
        let zeros = [UInt8](repeating: 0, count: 10)
        for address in [
            [127, 0, 0, 1], [127, 9, 8, 7], zeros + [0, 0, 0, 0, 0, 1], zeros + [255, 255, 127, 0, 0, 1],
        ] {
            #expect(ListeningSocket.isLoopback(address), "\(address)")
        }
        for address in [
            [0, 0, 0, 0], [192, 168, 0, 1], zeros + [0, 0, 0, 0, 0, 0], zeros + [0, 0, 0, 0, 0, 2],
            zeros + [255, 255, 10, 0, 0, 1], zeros + [255, 255, 0, 0, 0, 1], zeros + [0, 0, 127, 0, 0, 1],
        ] {
            #expect(!ListeningSocket.isLoopback(address), "\(address)")
        }
    }

    @Test(arguments: ["127.0.0.1", "::1", "[::1]", "::ffff:127.0.0.1"])
    func `a server on an address of this machine is local`(host: String) throws {
        // Machines without IPv6 have but the first.
        guard let socket = try? ListeningSocket(host: host, port: 0) else { return #expect(host != "127.0.0.1") }
        defer { socket.close() }
        #expect(socket.isLocal)
    }
}
