import TestLimits
import TestSupport
import Testing

@testable import Networking

@Suite(.timeLimited) struct NetworkAddressTests {
    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
        "127.255.255.255", "169.254.0.1", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.8", "192.168.0.0",
        "192.168.255.255", "198.18.0.0", "198.19.255.255", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1",
        "[::1]", "fc00::1", "fdff::1", "fe80::1", "fe80::1%eth0", "febf::1", "fec0::1", "ff02::1", "::ffff:127.0.0.1",
        "::ffff:10.1.2.3", "::ffff:0:192.168.0.1", "::127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::a00:1",
        "64:ff9b:1::808:808", "2002:7f00:1::1", "2002:c0a8:1::", "2001:0:1:2:3:4:80ff:fffe", "2001:db8::5efe:10.0.0.1",
    ])
    func `addresses of this computer and of networks around it are private`(text: String) throws {
        #expect(try #require(NetworkAddress(text)).isPrivate)
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
        "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0",
        "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700::1111", "fbff::1", "::ffff:8.8.8.8",
        "64:ff9b::808:808", "2002:808:808::1", "2001:0:1:2:3:4:f7f7:f7f7", "2001:db8::5efe:8.8.8.8",
    ])
    func `the addresses beside them are not`(text: String) throws {
        #expect(try !#require(NetworkAddress(text)).isPrivate)
    }

    @Test func `what is not an address is none, and one is written as it is usual`() {
        for text in ["", "localhost", "127.1", "0x7f000001", "2130706433", "1.2.3.4.5", ":::", "[1.2.3.4"] {
            #expect(NetworkAddress(text) == nil, "\(text)")
        }
        #expect(NetworkAddress("0:0::1").map { "\($0)" } == "::1")
        #expect(NetworkAddress([10, 0, 0, 1]).description == "10.0.0.1")
    }

    @Test func `a name that had a public address does not lead to a private one`() throws {
        let peers = CurlPeers()
        let home = NetworkAddress([10, 0, 0, 1])
        let abroad = NetworkAddress([8, 8, 8, 8])
        #expect(peers.permits(home, for: "a.org") && peers.permits(abroad, for: "a.org"))
        peers.note(home, of: "a.org")
        #expect(peers.permits(home, for: "a.org"))
        peers.note(abroad, of: "a.org")
        #expect(!peers.permits(home, for: "a.org") && peers.permits(abroad, for: "a.org"))
        #expect(peers.permits(home, for: "b.org"))
    }
}
