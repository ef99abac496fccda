import Concurrency
import FuzzSupport
import Networking
import TileStores

@testable import FilePyramids
@testable import RemotePyramids
@testable import TileStores

extension FuzzTarget {
    /// Descriptions of pyramids that are read over the network, from a server in memory.
    static let network = [
        FuzzTarget(name: "network-description", hasHeader: { DescriptionKind($0) != nil }) { input, accept in
            if DescriptionKind(input) != nil { accept() }
            guard let source = try NetworkSandbox.open(input)?.source else { return }
            try source.exercise(levelLimit: 2, lookLimit: 4)
        }
    ]
}

/// Opens descriptions as if a server had sent them.
private enum NetworkSandbox {
    private static let transport = CannedTransport(tile: (try? MapNaming.blankTile(side: 16)) ?? [])

    static func open(_ input: [UInt8]) throws -> OpenedPyramid? {
        let access = NetworkAccess(client: CachedHTTPClient(HTTPClient(transport: transport), cache: nil))
        return try waitForAsyncWork {
            let url = "http://example.org/a/big.xml"
            let response = DescribedPyramid.Response(bytes: input, isComplete: true, contentType: "", url: url)
            return try await DescribedPyramid.open(url, response: response, access: access)
        }
    }
}
